//! Which client the tests run, and the checksums that its packages must have.
//!
//! To move to another version: change `VERSION` and copy each package's `dist.integrity` from `npm view`.

/// The version every expectation of this repository was observed with.
pub const VERSION: &str = "2.1.325";

/// A package of the client, at [`VERSION`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Package {
    /// Its name in the registry.
    pub name: &'static str,
    /// npm's `dist.integrity`: the SHA-512 of the tarball.
    pub integrity: &'static str,
}

/// The package that is asked for, then one with the native program for each platform. npm picks the platform:
/// it knows the machine's libc better than we do.
pub const PACKAGES: &[Package] = &[
    Package {
        name: "@anthropic-ai/claude-code",
        integrity: "sha512-OUxCb0sx734zJh9zGTP9oF01gZ44DCGFaw7hgD4byepjRRGyvHzgUOwC7dlCgVIljV6CiEVDjq+anY3GUvKFQw==",
    },
    Package {
        name: "@anthropic-ai/claude-code-linux-x64",
        integrity: "sha512-BqZzMvP/zgLLL34S+7OzbG+cyoFp7gwWHU5koVwsyMlTAz+0zZAmbY+UkzvtN2RXxp6AcMenbYIjQJxoXfUY3w==",
    },
    Package {
        name: "@anthropic-ai/claude-code-linux-arm64",
        integrity: "sha512-NCvQcOxr685Y4mkYUjQT8l/Ouzw0k2xWloWeyzfsUtWiOedHosPkaW6XCSpzAl1dMuvDNBF97qpWgVDrSdK2Vw==",
    },
    Package {
        name: "@anthropic-ai/claude-code-linux-x64-musl",
        integrity: "sha512-oGdN1c/gsReTlQ5lAktxX8AV7bt3USQsGrTDlFjf+bdIk7Kc8GCTZLGS7aBh59vGsgn4Oz255v/SSZ7+6wWz6g==",
    },
    Package {
        name: "@anthropic-ai/claude-code-linux-arm64-musl",
        integrity: "sha512-xZLgceKCX42bUXTqz3Cd1Tc7Li43ys8+gO1SA8ZKJ4q+a0ALv+N2LHQUC1Sr+AY3Qv16VQU/yAvU/iS24CuJdg==",
    },
    Package {
        name: "@anthropic-ai/claude-code-darwin-x64",
        integrity: "sha512-+wTK42IT/b5GZHxAVVMLNnCHG/CtngztTE6fNn5s4h47LNXrDQz2RpPLsY5XHr8astNzk7GWPU8GecCG+5EEIQ==",
    },
    Package {
        name: "@anthropic-ai/claude-code-darwin-arm64",
        integrity: "sha512-Ds1f1B+qy2BWDI+VnmDHwkNyTbXCwFrBtrinPD95RBmUubFJu9nCzMgn+wrg5VwwF6vtkkzGexogneZIYZKb6A==",
    },
];
