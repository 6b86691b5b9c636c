//! The scripted model alone, spoken to over plain sockets.
#![expect(clippy::expect_used, reason = "a test fails by panicking")]

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;

use claude_hooks_rig::messages::{Aside, Conversation, MessagesApi};
use claude_hooks_rig::{Script, Turn};
use serde_json::{Value, json};

/// One connection, kept open over several requests.
struct Caller(BufReader<TcpStream>);

impl Caller {
    fn to(url: &str) -> Self {
        let address = url.trim_start_matches("http://");
        Self(BufReader::new(TcpStream::connect(address).expect("nobody listens")))
    }

    fn post(&mut self, path: &str, body: &Value) -> (u16, String) {
        let body = body.to_string();
        let head = format!("POST {path} HTTP/1.1\r\nHost: x\r\nContent-Length: {}\r\n\r\n", body.len());
        self.send(&(head + &body))
    }

    fn ask(&mut self, body: &Value) -> Value {
        let (status, body) = self.post("/v1/messages?beta=true", body);
        assert_eq!(status, 200);
        serde_json::from_str(&body).expect("not JSON")
    }

    fn send(&mut self, bytes: &str) -> (u16, String) {
        self.0.get_mut().write_all(bytes.as_bytes()).expect("cannot send");
        let status = self.line().split(' ').nth(1).and_then(|code| code.parse().ok()).expect("no status");
        let mut length = 0;
        loop {
            let line = self.line().to_ascii_lowercase();
            if line.is_empty() {
                break;
            }
            if let Some(value) = line.strip_prefix("content-length: ") {
                length = value.parse().expect("no length");
            }
        }
        let mut body = vec![0; length];
        self.0.read_exact(&mut body).expect("short body");
        (status, String::from_utf8(body).expect("not UTF-8"))
    }

    fn line(&mut self) -> String {
        let mut line = String::new();
        self.0.read_line(&mut line).expect("no line");
        line.trim_end().to_owned()
    }
}

/// A request of a conversation with tools, beginning with these words.
fn conversation(words: &str) -> Value {
    json!({"model": "m", "tools": [{"name": "Bash"}], "messages": [{"role": "user", "content": words}]})
}

fn text(reply: &Value) -> &str {
    reply["content"][0]["text"].as_str().expect("no text")
}

#[test]
fn turns_come_in_order_and_the_last_one_repeats() {
    let api = MessagesApi::start(Script::new().turn(Turn::says("one")).turn(Turn::says("two"))).unwrap();
    let mut caller = Caller::to(&api.url());
    let replies: Vec<_> = (0..3).map(|_| caller.ask(&conversation("hi"))).collect();
    assert_eq!(replies.iter().map(text).collect::<Vec<_>>(), ["one", "two", "two"]);
    assert_eq!(replies[0]["stop_reason"], "end_turn");
    assert_eq!(replies[0]["model"], "m");

    let requests = api.requests();
    assert_eq!(requests.iter().map(|request| request.turn).collect::<Vec<_>>(), [0, 1, 2]);
    assert_eq!(requests[0].thread, "main");
    assert_eq!(requests[0].body, conversation("hi"));
}

#[test]
fn without_a_script_it_says_done() {
    let api = MessagesApi::start(Script::new()).unwrap();
    assert_eq!(text(&Caller::to(&api.url()).ask(&conversation("hi"))), "done");
}

#[test]
fn tool_calls_get_ids_that_can_be_foreseen() {
    let turn = Turn::says("let me see").and_uses("Bash", json!({"command": "date"}));
    let api = MessagesApi::start(Script::new().turn(turn)).unwrap();
    let reply = Caller::to(&api.url()).ask(&conversation("hi"));
    assert_eq!(reply["stop_reason"], "tool_use");
    assert_eq!(
        reply["content"][1],
        json!({"type": "tool_use", "id": "toolu_main_0_1", "name": "Bash", "input": {"command": "date"}})
    );
}

#[test]
fn a_streamed_turn_is_the_same_turn_in_events() {
    let turn = Turn::says("hm").and_uses("Bash", json!({"command": "date"}));
    let api = MessagesApi::start(Script::new().turn(turn).input_tokens(777)).unwrap();
    let mut request = conversation("hi");
    request["stream"] = json!(true);
    let (_, body) = Caller::to(&api.url()).post("/v1/messages", &request);

    let events: Vec<Value> = body
        .lines()
        .filter_map(|line| line.strip_prefix("data: "))
        .map(|data| serde_json::from_str(data).expect("not JSON"))
        .collect();
    let kinds: Vec<_> = events.iter().map(|event| event["type"].as_str().expect("no type")).collect();
    assert_eq!(
        kinds,
        [
            "message_start",
            "content_block_start",
            "content_block_delta",
            "content_block_stop",
            "content_block_start",
            "content_block_delta",
            "content_block_stop",
            "message_delta",
            "message_stop",
        ]
    );
    assert_eq!(events[0]["message"]["usage"]["input_tokens"], 777);
    assert_eq!(events[2]["delta"]["text"], "hm");
    assert_eq!(events[5]["delta"]["partial_json"], r#"{"command":"date"}"#);
    assert_eq!(events[7]["delta"]["stop_reason"], "tool_use");
}

#[test]
fn a_sub_conversation_has_a_script_and_a_count_of_its_own() {
    let sub = Conversation {
        when: "look around".to_owned(),
        name: Some("scout".to_owned()),
        turns: vec![Turn::says("nothing here")],
    };
    let api = MessagesApi::start(Script::new().turn(Turn::says("main")).conversation(sub)).unwrap();
    let mut caller = Caller::to(&api.url());
    assert_eq!(text(&caller.ask(&conversation("hello"))), "main");
    assert_eq!(text(&caller.ask(&conversation("please look around"))), "nothing here");
    assert_eq!(text(&caller.ask(&conversation("hello"))), "main");
    let threads: Vec<_> = api.requests().into_iter().map(|request| (request.thread, request.turn)).collect();
    assert_eq!(threads, [("main".to_owned(), 0), ("scout".to_owned(), 0), ("main".to_owned(), 1)]);
}

#[test]
fn requests_without_tools_are_asides() {
    let aside = Aside { when: "judge".to_owned(), name: None, answer: Turn::says(r#"{"ok": false}"#) };
    let api = MessagesApi::start(Script::new().turn(Turn::says("main")).aside(aside)).unwrap();
    let mut caller = Caller::to(&api.url());
    let ask = |system: &str| json!({"system": system, "messages": [{"role": "user", "content": "x"}]});
    assert_eq!(text(&caller.ask(&ask("you judge"))), r#"{"ok": false}"#);
    assert_eq!(text(&caller.ask(&ask("you sum up"))), r#"{"ok": true}"#);
    assert_eq!(text(&caller.ask(&conversation("judge"))), "main");
    let threads: Vec<_> = api.requests().into_iter().map(|request| request.thread).collect();
    assert_eq!(threads, ["aux:judge", "aux", "main"]);
}

#[test]
fn a_failing_model_fails_the_main_conversation_only() {
    let api = MessagesApi::start(Script::new().failing(400)).unwrap();
    let mut caller = Caller::to(&api.url());
    let (status, body) = caller.post("/v1/messages", &conversation("hi"));
    assert_eq!(status, 400);
    assert!(body.contains("invalid_request_error"));
    caller.ask(&json!({"messages": []}));
    assert_eq!(api.requests().len(), 2, "failed requests are kept too");
}

#[test]
fn bodies_may_come_in_chunks() {
    let api = MessagesApi::start(Script::new()).unwrap();
    let body = conversation("in pieces").to_string();
    let (first, second) = body.split_at(20);
    let head = "POST /v1/messages HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n";
    let chunks = format!("{:x}\r\n{first}\r\n{:X};x=y\r\n{second}\r\n0\r\n\r\n", first.len(), second.len());
    let mut caller = Caller::to(&api.url());
    assert_eq!(caller.send(&format!("{head}{chunks}")).0, 200);
    assert_eq!(api.requests()[0].body, conversation("in pieces"));
    assert_eq!(text(&caller.ask(&conversation("same connection"))), "done");
}

#[test]
fn other_paths_are_answered_but_are_no_turns() {
    let api = MessagesApi::start(Script::new()).unwrap();
    let mut caller = Caller::to(&api.url());
    assert_eq!(caller.send("GET /v1/messages HTTP/1.1\r\n\r\n").0, 404);
    assert_eq!(caller.post("/elsewhere", &json!({})).0, 404);
    let counted = caller.post("/v1/messages/count_tokens", &conversation("hi"));
    assert_eq!(counted, (200, r#"{"input_tokens":10}"#.to_owned()));
    assert!(api.requests().is_empty());
}

#[test]
fn it_stops_when_dropped() {
    let api = MessagesApi::start(Script::new()).unwrap();
    let url = api.url();
    let mut caller = Caller::to(&url);
    caller.ask(&conversation("hi"));
    drop(api);
    assert_eq!(caller.0.read(&mut [0]).expect("not an orderly end"), 0);
    assert!(TcpStream::connect(url.trim_start_matches("http://")).is_err());
}
