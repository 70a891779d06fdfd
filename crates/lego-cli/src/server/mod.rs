//! A server of a page's files for browsers on this machine: pages that load WebAssembly want one.
//!
//! It holds its own limits, because small HTTP crates do not: tiny_http 0.12 reads header lines without a bound, sets no time limit on
//! reads or writes, and starts a thread for each connection.

mod connection;
mod limits;
mod slots;

pub use limits::Limits;

use slots::Slots;
use std::io;
use std::net::{Ipv4Addr, TcpListener};
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

/// So many ports are tried.
const PORTS: u16 = 64;

/// How long the server waits where the system gives it no connection or no thread.
const PAUSE: Duration = Duration::from_millis(10);

/// A file of a page: its name and its bytes.
pub type PageFile = (String, Vec<u8>);

/// The files of a folder and of the folders in it, each by its name from there.
///
/// # Errors
/// Where a folder or a file cannot be read.
pub fn page_files(folder: &Path) -> io::Result<Vec<PageFile>> {
    let (mut files, mut folders) = (Vec::new(), vec![(String::new(), folder.to_owned())]);
    while let Some((before, folder)) = folders.pop() {
        for entry in std::fs::read_dir(folder)? {
            let entry = entry?;
            let name = format!("{before}{}", entry.file_name().to_string_lossy());
            if entry.path().is_dir() {
                folders.push((format!("{name}/"), entry.path()));
            } else {
                files.push((name, std::fs::read(entry.path())?));
            }
        }
    }
    Ok(files)
}

/// Listens on the first free port from this one on; only this machine reaches it.
///
/// # Errors
/// That none of the ports that are tried is free, and why the last was not.
pub fn listen(port: u16) -> io::Result<TcpListener> {
    let last = port.saturating_add(PORTS - 1);
    let mut why = None;
    for port in port..=last {
        match TcpListener::bind((Ipv4Addr::LOCALHOST, port)) {
            Ok(listener) => return Ok(listener),
            Err(error) => why = Some(error),
        }
    }
    let why = why.map_or_else(String::new, |error| error.to_string());
    Err(io::Error::other(format!("none of the ports {port} to {last} of 127.0.0.1 can be listened on: {why}")))
}

/// Answers requests for the files of a page, within the default [`Limits`], as long as the program runs.
pub fn serve(listener: &TcpListener, page: Vec<PageFile>) -> ! {
    serve_within(listener, page, Limits::default())
}

/// Answers requests for the files of a page within limits, as long as the program runs.
///
/// A connection that cannot be accepted, or for which no thread starts, ends; the server goes on.
pub fn serve_within(listener: &TcpListener, page: Vec<PageFile>, limits: Limits) -> ! {
    serve_by(listener, page, limits, |work| {
        // What answers a request needs little of a stack.
        std::thread::Builder::new().stack_size(1 << 18).spawn(work).map(drop)
    })
}

/// The same, with what starts a thread.
fn serve_by(
    listener: &TcpListener,
    page: Vec<PageFile>,
    limits: Limits,
    start: impl Fn(Box<dyn FnOnce() + Send>) -> io::Result<()>,
) -> ! {
    let (page, slots) = (Arc::new(page), Slots::new(limits));
    loop {
        let Ok((stream, _)) = listener.accept() else {
            // The process has as many files open as it may, or the client is gone already. What says nothing makes room, and the
            // pause keeps the processor free until then.
            slots.make_room();
            std::thread::sleep(PAUSE);
            continue;
        };
        let (slot, page) = (slots.take(stream), Arc::clone(&page));
        // A browser opens connections in advance and may leave them: none keeps the others waiting.
        let work = Box::new(move || {
            // A client that has gone wants no answer.
            let _ = connection::answer(&slot, &page, &limits);
        });
        // Where no thread starts, the connection is closed with its slot, and its client may try again.
        if start(work).is_err() {
            std::thread::sleep(PAUSE);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::{Read, Write};
    use std::net::{SocketAddr, TcpStream};
    use std::sync::atomic::{AtomicUsize, Ordering};

    /// Limits that a test can wait for.
    const SHORT: Limits = Limits {
        connections: 64,
        header_bytes: 1 << 14,
        time: Duration::from_millis(300),
        patience: Duration::from_millis(20),
    };

    /// Bytes of a file that no buffers between server and client hold.
    const LARGE: usize = 1 << 25;

    fn page() -> Vec<PageFile> {
        vec![
            ("index.html".to_owned(), b"<p>here".to_vec()),
            ("a.js".to_owned(), b"1".to_vec()),
            ("b/index.html".to_owned(), b"<p>there".to_vec()),
            ("large".to_owned(), vec![b'x'; LARGE]),
        ]
    }

    /// A server that ends with the tests.
    fn served(limits: Limits) -> SocketAddr {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap();
        let address = listener.local_addr().unwrap();
        std::thread::spawn(move || -> () { serve_within(&listener, page(), limits) });
        address
    }

    fn answer_of(address: SocketAddr, request: &str) -> io::Result<String> {
        let mut stream = TcpStream::connect(address)?;
        stream.write_all(request.as_bytes())?;
        let mut answer = String::new();
        stream.read_to_string(&mut answer)?;
        Ok(answer)
    }

    fn asked(request: &str) -> String {
        answer_of(served(Limits::default()), request).unwrap()
    }

    fn is_answered(address: SocketAddr) -> bool {
        answer_of(address, "GET / HTTP/1.1\r\n\r\n").is_ok_and(|answer| answer.ends_with("<p>here"))
    }

    /// A client that the machine keeps from sending for longer than these limits tries again.
    fn is_served(address: SocketAddr) -> bool {
        (0..5).any(|_| is_answered(address))
    }

    #[test]
    fn files_are_served_by_their_names_alone() {
        let whole = asked("GET / HTTP/1.1\r\nHost: x\r\n\r\n");
        assert!(whole.starts_with("HTTP/1.1 200") && whole.ends_with("\r\n\r\n<p>here"), "{whole}");
        assert!(asked("GET /a.js?x HTTP/1.1\r\n\r\n").contains("text/javascript"));
        assert!(asked("GET /b/ HTTP/1.1\r\n\r\n").ends_with("<p>there"));
        assert!(asked("HEAD / HTTP/1.1\r\n\r\n").ends_with("\r\n\r\n"));
        for path in ["/b.js", "/../Cargo.toml", "/a/../../secret", "//etc/passwd", "/%2e%2e/x", "*", ""] {
            let answer = asked(&format!("GET {path} HTTP/1.1\r\n\r\n"));
            assert!(answer.starts_with("HTTP/1.1 404"), "{path}: {answer}");
        }
        assert!(asked("POST / HTTP/1.1\r\n\r\n").starts_with("HTTP/1.1 405"));
    }

    #[test]
    fn a_busy_port_is_passed_over() {
        let first = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap();
        let port = first.local_addr().unwrap().port();
        if port < u16::MAX - PORTS {
            let other = listen(port).unwrap().local_addr().unwrap();
            assert!(other.port() > port && other.ip().is_loopback());
        }
    }

    #[test]
    fn files_of_folders_have_their_names_from_the_first() {
        let folder = std::env::temp_dir().join(format!("lego-page-files-{}", std::process::id()));
        std::fs::create_dir_all(folder.join("b/c")).unwrap();
        std::fs::write(folder.join("a"), "1").unwrap();
        std::fs::write(folder.join("b/c/d"), "2").unwrap();
        let mut files = page_files(&folder).unwrap();
        files.sort();
        assert_eq!(files, [("a".to_owned(), b"1".to_vec()), ("b/c/d".to_owned(), b"2".to_vec())]);
        std::fs::remove_dir_all(folder).unwrap();
    }
    /// Clients that connect and say nothing keep no other waiting, however many there are.
    #[test]
    fn two_thousand_connections_keep_nobody_waiting() {
        let address = served(Limits { time: Duration::from_secs(10), ..SHORT });
        // The process that tests has both ends of each, and may have some 1,000 files open.
        let mut silent = std::collections::VecDeque::new();
        for number in 1..=2000 {
            silent.push_back(TcpStream::connect(address).unwrap());
            if silent.len() > 100 {
                silent.pop_front();
            }
            assert!(number % 100 != 0 || is_served(address), "after {number} connections");
        }
    }

    #[test]
    fn a_thousand_requests_at_once_are_all_answered() {
        let address = served(SHORT);
        let ask = || (0..50).filter(|_| is_served(address)).count();
        let answered: usize = std::thread::scope(|scope| {
            let clients: Vec<_> = (0..20).map(|_| scope.spawn(ask)).collect();
            clients.into_iter().map(|client| client.join().unwrap()).sum()
        });
        assert_eq!(answered, 1000);
    }

    #[test]
    fn a_client_that_never_reads_has_its_time() {
        // It has the only connection that there may be.
        let address = served(Limits { connections: 1, ..SHORT });
        let mut stuck = TcpStream::connect(address).unwrap();
        stuck.write_all(b"GET /large HTTP/1.1\r\n\r\n").unwrap();
        assert!(is_served(address));
        // What it may then still read is not all of the file.
        let mut rest = Vec::new();
        let _ = stuck.read_to_end(&mut rest);
        assert!(rest.len() < LARGE, "{} bytes", rest.len());
    }

    #[test]
    fn a_file_of_any_size_arrives() {
        let answer = answer_of(served(Limits::default()), "GET /large HTTP/1.1\r\n\r\n").unwrap();
        let (head, body) = answer.split_once("\r\n\r\n").unwrap();
        assert!(head.contains(&format!("Content-Length: {LARGE}")) && body.len() == LARGE);
    }

    #[test]
    fn a_head_has_a_bound() {
        let address = served(Limits::default());
        let line = "GET / HTTP/1.1\r\n";
        // As long as it may be, and a byte longer.
        for (more, status) in [(0, "200"), (1, "431")] {
            let field = "a".repeat(SHORT.header_bytes - line.len() - "X: \r\n\r\n".len() + more);
            let answer = answer_of(address, &format!("{line}X: {field}\r\n\r\n")).unwrap();
            assert!(answer.starts_with(&format!("HTTP/1.1 {status}")), "{more} more: {answer}");
        }
        // One without an end: the connection ends long before all of this is sent.
        let mut stream = TcpStream::connect(address).unwrap();
        let sent = (0..LARGE / 1024).take_while(|_| stream.write_all(&[b'a'; 1024]).is_ok()).count();
        assert!(sent < LARGE / 1024, "{sent} KiB");
        assert!(is_served(address));
    }

    #[test]
    fn a_head_has_its_time() {
        let address = served(SHORT);
        let mut stream = TcpStream::connect(address).unwrap();
        // A byte now and then would keep a limit of each read from ending it.
        let pause = SHORT.time / 10;
        let sent = (0..100).take_while(|_| {
            std::thread::sleep(pause);
            stream.write_all(b"a").is_ok()
        });
        assert!(sent.count() < 100);
        assert!(is_served(address));
        let mut silent = TcpStream::connect(address).unwrap();
        let mut answer = String::new();
        silent.read_to_string(&mut answer).unwrap();
        assert!(answer.starts_with("HTTP/1.1 408"), "{answer}");
    }

    #[test]
    fn a_request_that_ends_too_early_is_none() {
        let mut stream = TcpStream::connect(served(Limits::default())).unwrap();
        stream.write_all(b"GET / HTTP/1.1\r\nHost: x\r\n").unwrap();
        stream.shutdown(std::net::Shutdown::Write).unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        assert!(answer.starts_with("HTTP/1.1 400"), "{answer}");
    }

    #[test]
    fn it_goes_on_where_no_thread_starts() {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap();
        let address = listener.local_addr().unwrap();
        let starts = AtomicUsize::new(0);
        std::thread::spawn(move || -> () {
            serve_by(&listener, page(), Limits { connections: 2, ..Limits::default() }, |work| {
                if starts.fetch_add(1, Ordering::Relaxed) < 5 {
                    return Err(io::ErrorKind::WouldBlock.into());
                }
                std::thread::spawn(work);
                Ok(())
            })
        });
        let served: Vec<bool> = (0..7).map(|_| is_answered(address)).collect();
        assert_eq!(served, [false, false, false, false, false, true, true]);
    }
}
