//! The endpoints of `http` hooks alone.
#![expect(clippy::unwrap_used, clippy::expect_used, reason = "a test fails by panicking")]

use std::io::{Read, Write};
use std::net::TcpStream;
use std::sync::{Arc, Barrier};
use std::thread;

use claude_hooks_rig::Endpoint;
use claude_hooks_rig::endpoints::Endpoints;
use serde_json::json;

/// Posts the body on a connection of its own; the whole answer as text.
fn post(url: &str, body: &str) -> String {
    let (address, path) = url.trim_start_matches("http://").split_once('/').expect("no path");
    let mut stream = TcpStream::connect(address).expect("nobody listens");
    let length = body.len();
    write!(stream, "POST /{path} HTTP/1.1\r\nX-Token: abc\r\nContent-Length: {length}\r\n\r\n{body}")
        .unwrap();
    stream.shutdown(std::net::Shutdown::Write).unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    answer
}

#[test]
fn an_endpoint_answers_as_described_and_keeps_the_call() {
    let endpoints = Endpoints::start().unwrap();
    let teapot = Endpoint::new().status(418).header("x-pot", "tea").json(&json!({"continue": false}));
    endpoints.set("gate", teapot);

    let answer = post(&endpoints.url("gate?why=test"), r#"{"hook_event_name": "Stop"}"#);

    assert!(answer.starts_with("HTTP/1.1 418 "), "{answer}");
    assert!(answer.contains("content-type: application/json\r\n"));
    assert!(answer.contains("x-pot: tea\r\n"));
    assert!(answer.ends_with("\r\n\r\n{\"continue\":false}"));
    let hits = endpoints.hits();
    assert_eq!((hits[0].name.as_str(), hits[0].path.as_str()), ("gate", "/hook/gate?why=test"));
    assert_eq!(hits[0].payload["hook_event_name"], "Stop");
    assert_eq!(hits[0].headers["x-token"], "abc");
}

#[test]
fn an_endpoint_that_nobody_described_is_content() {
    let endpoints = Endpoints::start().unwrap();
    let answer = post(&endpoints.url("any"), "not json");
    assert!(answer.starts_with("HTTP/1.1 200 ") && answer.ends_with("content-length: 0\r\n\r\n"), "{answer}");
    assert_eq!(endpoints.hits()[0].payload, json!({"$raw": "not json"}));
}

#[test]
fn other_paths_are_not_found() {
    let endpoints = Endpoints::start().unwrap();
    let elsewhere = endpoints.url("x").replace("/hook/", "/hooks/");
    assert!(post(&elsewhere, "{}").starts_with("HTTP/1.1 404 "));
    assert!(endpoints.hits().is_empty());
}

#[test]
fn a_meeting_lets_nobody_through_alone() {
    let endpoints = Endpoints::start().unwrap();
    let barrier = Arc::new(Barrier::new(2));
    endpoints.set("meet", Endpoint::new().meet(Arc::clone(&barrier)));
    thread::scope(|scope| {
        let call = scope.spawn(|| post(&endpoints.url("meet"), "{}"));
        barrier.wait();
        assert!(call.join().unwrap().starts_with("HTTP/1.1 200 "));
    });
}
