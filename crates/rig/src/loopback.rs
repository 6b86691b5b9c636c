//! A small HTTP server on 127.0.0.1, one thread per connection: enough for the client's API calls and `http`
//! hooks. Hand-written because no test may pull in an async runtime, and because odd answers are the point.

mod http;

use std::io::{self, BufReader};
use std::net::{Ipv4Addr, Shutdown, SocketAddr, TcpListener, TcpStream};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};

pub(crate) use http::{Request, Response};

type Handler = dyn Fn(&Request) -> Response + Send + Sync;

/// Serves until it is dropped.
pub(crate) struct Server {
    address: SocketAddr,
    shared: Arc<Shared>,
    accepting: Option<JoinHandle<()>>,
}

struct Shared {
    handler: Box<Handler>,
    closing: AtomicBool,
    connections: Mutex<Vec<TcpStream>>,
}

impl Server {
    /// Listens on a free port.
    pub(crate) fn start(handler: impl Fn(&Request) -> Response + Send + Sync + 'static) -> io::Result<Self> {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0))?;
        let address = listener.local_addr()?;
        let shared = Arc::new(Shared {
            handler: Box::new(handler),
            closing: AtomicBool::new(false),
            connections: Mutex::default(),
        });
        let acceptor = Arc::clone(&shared);
        let accepting = Some(thread::spawn(move || acceptor.accept(&listener)));
        Ok(Self { address, shared, accepting })
    }

    pub(crate) fn url(&self) -> String {
        format!("http://{}", self.address)
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.shared.closing.store(true, Ordering::SeqCst);
        // A connection of our own wakes the acceptor, which then sees that it is over.
        drop(TcpStream::connect(self.address));
        if let Some(accepting) = self.accepting.take() {
            let _ = accepting.join();
        }
        let connections = self.shared.connections.lock().unwrap_or_else(PoisonError::into_inner);
        for connection in connections.iter() {
            let _ = connection.shutdown(Shutdown::Both);
        }
    }
}

impl Shared {
    fn accept(self: &Arc<Self>, listener: &TcpListener) {
        for stream in listener.incoming() {
            if self.closing.load(Ordering::SeqCst) {
                return;
            }
            let Ok(stream) = stream else { continue };
            if let Ok(handle) = stream.try_clone() {
                self.connections.lock().unwrap_or_else(PoisonError::into_inner).push(handle);
            }
            let shared = Arc::clone(self);
            thread::spawn(move || shared.converse(&stream));
        }
    }

    /// Answers requests until the peer hangs up; a peer that was killed midway is nobody's error.
    fn converse(&self, stream: &TcpStream) {
        let mut reader = BufReader::new(stream);
        while let Ok(Some(request)) = Request::read(&mut reader) {
            let response = (self.handler)(&request);
            if response.write(&request, stream).is_err() {
                break;
            }
        }
        // Dropping would not hang up: the server keeps a handle to end conversations with.
        let _ = stream.shutdown(Shutdown::Both);
    }
}
