//! Sockets: bounded in number, in what they may send, and in how long they may wait.

use std::io;
use std::net::{Ipv4Addr, SocketAddr, TcpListener};
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::GracefulShutdown;
use hyper_util::service::TowerToHyperService;
use tokio::io::AsyncWriteExt;
use tokio::sync::{Semaphore, watch};

use crate::book::{self, Book};
use crate::guard::Gate;
use crate::limits;
use crate::patient::Patient;
use crate::token::Token;
use crate::{App, Options, routes};

/// A server that is bound to its port and not yet running.
pub struct Server {
    listener: TcpListener,
    address: SocketAddr,
    /// Behind the address, for who opens it.
    query: String,
    router: Router,
    stop: Stop,
}

/// Ends a running server, from any thread.
#[derive(Clone)]
pub struct Stop(Arc<watch::Sender<bool>>);

impl Stop {
    /// Ends it: no connection is taken any more, requests under way have a second to end.
    pub fn stop(&self) {
        self.0.send_replace(true);
    }
}

/// How long requests under way may still take once the server is stopped.
const FAREWELL: Duration = Duration::from_secs(1);

/// Binds the port asked for, else the first free one from [`limits::PORT`] on, else any.
fn bind(port: Option<u16>) -> io::Result<TcpListener> {
    let at = |port: u16| TcpListener::bind((Ipv4Addr::LOCALHOST, port));
    match port {
        Some(port) => at(port),
        None => (limits::PORT..limits::PORT + limits::PORTS)
            .find_map(|port| at(port).ok())
            .map_or_else(|| at(0), Ok),
    }
}

impl Server {
    /// Binds the loopback address; nothing is answered yet.
    ///
    /// # Errors
    ///
    /// When the port cannot be had, no threads can be started, or the token is none.
    pub fn bind(options: Options) -> io::Result<Self> {
        Self::bound(options.port, |port| {
            let token = Arc::new(Token::new(options.token.clone(), port)?);
            let query = format!("?token={token}");
            let gate = Gate::page(port, token);
            Ok((routes::router(Arc::new(App::new(options)?), gate), query))
        })
    }

    /// Binds the loopback address for a book; nothing is answered yet.
    ///
    /// # Errors
    ///
    /// When the port cannot be had.
    pub fn book(book: Book, port: Option<u16>) -> io::Result<Self> {
        Self::bound(port, |port| Ok((book::router(book, port), String::new())))
    }

    fn bound(
        port: Option<u16>,
        router: impl FnOnce(u16) -> io::Result<(Router, String)>,
    ) -> io::Result<Self> {
        let listener = bind(port)?;
        listener.set_nonblocking(true)?;
        let address = listener.local_addr()?;
        let (router, query) = router(address.port())?;
        let stop = Stop(Arc::new(watch::channel(false).0));
        Ok(Self {
            listener,
            address,
            query,
            router,
            stop,
        })
    }

    /// Where it listens.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// The address to open in a browser, with the token of a laboratory.
    pub fn entrance(&self) -> String {
        format!("http://{}/{}", self.address, self.query)
    }

    /// What ends it.
    pub fn stopper(&self) -> Stop {
        self.stop.clone()
    }

    /// Serves until it is stopped.
    ///
    /// # Errors
    ///
    /// When the runtime cannot be started.
    pub fn run(self) -> io::Result<()> {
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .worker_threads(2)
            .thread_name("sockets")
            .enable_all()
            .build()?;
        let served = runtime.block_on(serve(self.listener, self.router, self.stop));
        // Whoever solves looks at its stop flag soon; the program does not wait for it.
        runtime.shutdown_background();
        served
    }
}

async fn serve(listener: TcpListener, router: Router, stop: Stop) -> io::Result<()> {
    let listener = tokio::net::TcpListener::from_std(listener)?;
    let places = Arc::new(Semaphore::new(limits::CONNECTIONS));
    let turned_away = Arc::new(Semaphore::new(limits::CONNECTIONS / 4));
    let graceful = GracefulShutdown::new();
    let mut stopped = stop.0.subscribe();
    loop {
        let accepted = tokio::select! {
            accepted = listener.accept() => accepted,
            _ = stopped.wait_for(|stopped| *stopped) => break,
        };
        let Ok((stream, _)) = accepted else {
            // Out of file descriptors, perhaps: others close meanwhile.
            tokio::time::sleep(Duration::from_millis(50)).await;
            continue;
        };
        let _ = stream.set_nodelay(true);
        let Ok(place) = Arc::clone(&places).try_acquire_owned() else {
            if let Ok(place) = Arc::clone(&turned_away).try_acquire_owned() {
                tokio::spawn(async move {
                    let _ = tokio::time::timeout(FAREWELL, turn_away(stream)).await;
                    drop(place);
                });
            }
            continue;
        };
        let connection = connection(Patient::new(stream, limits::UNREAD), router.clone());
        let connection = graceful.watch(connection);
        tokio::spawn(async move {
            // A client that breaks off is no fault of ours.
            let _ = connection.await;
            drop(place);
        });
    }
    drop(listener);
    let _ = tokio::time::timeout(FAREWELL, graceful.shutdown()).await;
    Ok(())
}

fn connection(
    stream: Patient,
    router: Router,
) -> http1::Connection<TokioIo<Patient>, TowerToHyperService<Router>> {
    http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(limits::HEAD)
        .max_buf_size(limits::HEAD_BYTES)
        .max_headers(limits::HEADERS)
        .serve_connection(TokioIo::new(stream), TowerToHyperService::new(router))
}

/// Tells a client that there is no place.
async fn turn_away(mut stream: tokio::net::TcpStream) -> io::Result<()> {
    let body = r#"{"error":{"message":"the server has too many connections; try again in a second","kind":"full"}}"#;
    let answer = format!(
        "HTTP/1.1 503 Service Unavailable\r\nretry-after: {}\r\ncontent-type: application/json\r\ncontent-length: {}\r\nconnection: close\r\n\r\n{body}",
        limits::RETRY,
        body.len()
    );
    stream.write_all(answer.as_bytes()).await?;
    stream.shutdown().await
}
