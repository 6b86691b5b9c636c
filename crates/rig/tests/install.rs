//! Installing the client, with a stand-in for npm: locks, half installations, checksums, and what goes wrong.
#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::thread;
use std::time::{Duration, SystemTime};

use claude_hooks_rig::client::{InstallError, Installer, MANIFEST, Missing, PACKAGES, Package};
use serde_json::json;
use tempfile::TempDir;

/// A build folder and an npm that "installs" what the test describes.
struct TestRegistry {
    folder: TempDir,
}

impl TestRegistry {
    fn new() -> Self {
        Self { folder: tempfile::tempdir().unwrap() }
    }

    /// An npm that unpacks these packages and counts its calls.
    fn with_packages(packages: &[Package]) -> Self {
        let registry = Self::new();
        let entry = |package: &Package| {
            (format!("node_modules/{}", package.name), json!({"integrity": package.integrity}))
        };
        let locked: serde_json::Map<_, _> = packages.iter().map(entry).collect();
        fs::write(registry.path("lock.json"), json!({"packages": locked}).to_string()).unwrap();
        let native = packages.last().unwrap().name;
        registry.npm_does(&format!(
            r#"echo called >> "$here/calls"
               mkdir -p "$prefix/node_modules/{native}"
               cp "$here/lock.json" "$prefix/node_modules/.package-lock.json"
               echo native > "$prefix/node_modules/{native}/claude""#
        ))
    }

    /// An npm with this body; `$here` is the registry's folder, `$prefix` the one to install into.
    fn npm_does(self, body: &str) -> Self {
        let head = format!("#!/bin/sh\nhere='{}'\n", self.folder.path().display());
        let prefix = r#"while [ $# -gt 0 ]; do [ "$1" = --prefix ] && prefix=$2; shift; done"#;
        fs::write(self.path("npm.sh"), format!("{head}{prefix}\n{body}\n")).unwrap();
        // Copied by another process: a program that we had open for writing could be "busy" when it is started,
        // because a child that a parallel test is just forking still has it open.
        let (script, npm) = (self.path("npm.sh"), self.path("npm"));
        let copied = Command::new("install").args(["-m", "755"]).args([script, npm]).status().unwrap();
        assert!(copied.success());
        self
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn installer(&self) -> Installer {
        Installer::new(self.path("target")).npm(self.path("npm"))
    }

    fn calls(&self) -> usize {
        fs::read_to_string(self.path("calls")).unwrap_or_default().lines().count()
    }
}

/// The package asked for and one with a native program.
fn good() -> [Package; 2] {
    [PACKAGES[0], PACKAGES[1]]
}

fn rewrite(program: &Path, content: &str) {
    fs::write(program, content).unwrap();
}

#[test]
fn finding_never_installs() {
    let registry = TestRegistry::with_packages(&good());
    let missing = registry.installer().installed().unwrap_err();
    assert!(matches!(missing, Missing::NotInstalled { .. }), "{missing}");
    assert_eq!(registry.calls(), 0);
}

#[test]
fn it_is_installed_once_and_found_again() {
    let registry = TestRegistry::with_packages(&good());
    let client = registry.installer().install().unwrap();
    assert_eq!(fs::read_to_string(client.program()).unwrap(), "native\n");
    assert_eq!(registry.installer().install().unwrap(), client);
    assert_eq!(registry.installer().installed().unwrap(), client);
    assert_eq!(registry.calls(), 1);
}

#[test]
fn two_installers_at_once_download_once() {
    let registry = TestRegistry::with_packages(&good());
    thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| registry.installer().install().unwrap());
        }
    });
    assert_eq!(registry.calls(), 1);
}

#[test]
fn an_installer_waits_for_the_lock_of_another() {
    let registry = TestRegistry::with_packages(&good());
    let installer = registry.installer();
    fs::create_dir(registry.path("target")).unwrap();
    let lock = fs::File::create(installer.folder().with_added_extension("lock")).unwrap();
    lock.lock().unwrap();
    thread::scope(|scope| {
        let waiting = scope.spawn(|| installer.install().unwrap());
        // The other one finishes while we wait: nothing is left for us to download.
        let other = registry.path("other");
        let finished = Installer::new(&other).npm(registry.path("npm"));
        finished.install().unwrap();
        fs::rename(finished.folder(), installer.folder()).unwrap();
        lock.unlock().unwrap();
        waiting.join().unwrap();
    });
    assert_eq!(registry.calls(), 1);
}

#[test]
fn an_npm_killed_midway_leaves_nothing_installed() {
    let registry = TestRegistry::new().npm_does(r#"mkdir -p "$prefix/node_modules"; kill -9 $$"#);
    let error = registry.installer().install().unwrap_err();
    assert!(matches!(error, InstallError::NpmFailed { .. }), "{error}");
    assert!(matches!(registry.installer().installed(), Err(Missing::NotInstalled { .. })));
    let left: Vec<_> =
        fs::read_dir(registry.path("target")).unwrap().map(|one| one.unwrap().path()).collect();
    assert_eq!(left, [registry.installer().folder().with_added_extension("lock")]);
}

#[test]
fn leftovers_of_a_killed_installer_are_cleared_away() {
    let registry = TestRegistry::with_packages(&good());
    let installer = registry.installer();
    let partial = registry.path("target/claude-code.partial-killed");
    fs::create_dir_all(partial.join("node_modules/rubbish")).unwrap();
    // A folder without a manifest is what a hand-made copy that stopped midway looks like.
    fs::create_dir_all(installer.folder().join("node_modules")).unwrap();
    assert!(matches!(installer.installed(), Err(Missing::NotInstalled { .. })));
    installer.install().unwrap();
    assert!(!partial.exists());
    assert!(!installer.folder().join("node_modules/rubbish").exists());
}

#[test]
fn a_package_with_another_checksum_is_refused() {
    let other = Package { integrity: "sha512-other", ..PACKAGES[1] };
    let registry = TestRegistry::with_packages(&[PACKAGES[0], other]);
    let error = registry.installer().install().unwrap_err();
    assert!(matches!(&error, InstallError::Checksum { found, .. } if found == "sha512-other"), "{error}");
    assert!(!registry.installer().folder().exists());
}

#[test]
fn a_package_that_nobody_pinned_is_refused() {
    let stranger = Package { name: "left-pad", integrity: "sha512-x" };
    let registry = TestRegistry::with_packages(&[PACKAGES[0], stranger, PACKAGES[1]]);
    let error = registry.installer().install().unwrap_err();
    assert!(matches!(&error, InstallError::Checksum { package, .. } if package == "left-pad"), "{error}");
}

#[test]
fn a_platform_without_a_native_program_is_named() {
    let skips_optional = r#"mkdir "$prefix/node_modules"
        echo '{"packages": {}}' > "$prefix/node_modules/.package-lock.json""#;
    let error = TestRegistry::new().npm_does(skips_optional).installer().install().unwrap_err();
    assert!(matches!(error, InstallError::NoNativeProgram), "{error}");
}

#[test]
fn a_missing_npm_is_named() {
    let registry = TestRegistry::new();
    let error = registry.installer().install().unwrap_err();
    assert!(matches!(error, InstallError::NpmMissing { .. }), "{error}");
    assert!(error.to_string().contains("installed with npm"));
}

#[test]
fn a_silent_registry_is_told_from_other_failures() {
    for (code, unreachable) in [("ENOTFOUND", true), ("ECONNREFUSED", true), ("E404", false)] {
        let body = format!("echo 'npm error code {code}' >&2; echo 'npm error at some address' >&2; exit 1");
        let error = TestRegistry::new().npm_does(&body).installer().install().unwrap_err();
        assert_eq!(matches!(error, InstallError::RegistryUnreachable { .. }), unreachable, "{error}");
        assert!(error.to_string().contains(code), "{error}");
        assert!(!error.to_string().contains("address"), "{error}");
    }
}

#[test]
fn a_program_that_was_changed_is_not_used_but_installed_anew() {
    let registry = TestRegistry::with_packages(&good());
    let client = registry.installer().install().unwrap();
    rewrite(client.program(), "something longer\n");
    let missing = registry.installer().installed().unwrap_err();
    assert!(matches!(missing, Missing::Changed { .. }), "{missing}");
    registry.installer().install().unwrap();
    assert_eq!(registry.calls(), 2);
    assert_eq!(fs::read_to_string(client.program()).unwrap(), "native\n");
}

#[test]
fn the_full_check_is_repeated_only_when_size_or_time_differ() {
    let registry = TestRegistry::with_packages(&good());
    let client = registry.installer().install().unwrap();
    let changed = client.program().metadata().unwrap().modified().unwrap();
    // Same size, same time: the cheap check cannot tell, which shows that only it was made.
    rewrite(client.program(), "NATIVE\n");
    let file = fs::File::options().write(true).open(client.program()).unwrap();
    file.set_modified(changed).unwrap();
    registry.installer().installed().unwrap();
    file.set_modified(changed + Duration::from_secs(1)).unwrap();
    assert!(matches!(registry.installer().installed(), Err(Missing::Changed { .. })));
}

#[test]
fn an_untouched_program_with_a_new_time_passes_the_full_check() {
    let registry = TestRegistry::with_packages(&good());
    let client = registry.installer().install().unwrap();
    let file = fs::File::options().write(true).open(client.program()).unwrap();
    file.set_modified(SystemTime::UNIX_EPOCH + Duration::from_secs(1)).unwrap();
    assert_eq!(registry.installer().installed().unwrap(), client);
}

#[test]
fn a_broken_manifest_is_named_and_repaired_by_installing() {
    let registry = TestRegistry::with_packages(&good());
    registry.installer().install().unwrap();
    let manifest = registry.installer().folder().join(MANIFEST);
    fs::File::create(&manifest).unwrap().write_all(b"{").unwrap();
    let missing = registry.installer().installed().unwrap_err();
    assert!(missing.to_string().contains(MANIFEST), "{missing}");
    registry.installer().install().unwrap();
    registry.installer().installed().unwrap();
}
