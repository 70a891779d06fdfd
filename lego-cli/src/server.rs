//! A server of a page's files for browsers on this machine: pages that load WebAssembly want one.

use std::io::{self, BufRead, BufReader, Write};
use std::net::{Ipv4Addr, TcpListener, TcpStream};
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

/// So many ports are tried.
const PORTS: u16 = 64;

/// A line of a request that is longer is none of a browser's.
const LONGEST: u64 = 1 << 13;

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

/// Answers requests for the files of a page until the listener fails.
///
/// # Errors
/// What the listener says.
pub fn serve(listener: &TcpListener, page: Vec<PageFile>) -> io::Result<()> {
    let page = Arc::new(page);
    loop {
        let (stream, _) = listener.accept()?;
        let page = Arc::clone(&page);
        // A browser opens connections in advance and may leave them: none keeps the others waiting.
        std::thread::spawn(move || {
            // Who has gone wants no answer.
            let _ = answer(&stream, &page);
        });
    }
}

fn answer(mut stream: &TcpStream, page: &[PageFile]) -> io::Result<()> {
    stream.set_read_timeout(Some(Duration::from_secs(30)))?;
    let mut lines = BufReader::new(stream).take_lines();
    let first = lines.next()?;
    // The rest of the request says nothing that is needed, and has to be read.
    while !lines.next()?.is_empty() {}
    let mut words = first.split_whitespace();
    let (method, path) = (words.next().unwrap_or_default(), words.next().unwrap_or_default());
    let path = path.split(['?', '#']).next().unwrap_or_default();
    // What ends like a folder is the page in it.
    let index = if path.ends_with('/') { "index.html" } else { "" };
    let name = format!("{}{index}", path.trim_start_matches('/'));
    let file = page.iter().find(|(file, _)| *file == name);
    let (status, kind, bytes): (_, _, &[u8]) = match (method, file) {
        ("GET" | "HEAD", Some((_, bytes))) => ("200 OK", kind(&name), bytes),
        ("GET" | "HEAD", None) => ("404 Not Found", "text/plain", b"there is no such file"),
        _ => ("405 Method Not Allowed", "text/plain", b"this page is only read"),
    };
    let length = bytes.len();
    write!(
        stream,
        "HTTP/1.1 {status}\r\nContent-Type: {kind}\r\nContent-Length: {length}\r\nCache-Control: no-cache\r\n\
         X-Content-Type-Options: nosniff\r\nConnection: close\r\n\r\n"
    )?;
    if method != "HEAD" {
        stream.write_all(bytes)?;
    }
    stream.flush()
}

/// What a browser takes a file for, by its name.
fn kind(name: &str) -> &'static str {
    match name.rsplit('.').next() {
        Some("html") => "text/html; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("js" | "mjs") => "text/javascript; charset=utf-8",
        Some("svg") => "image/svg+xml",
        Some("png") => "image/png",
        Some("json") => "application/json",
        Some("woff2") => "font/woff2",
        Some("wasm") => "application/wasm",
        Some("txt") => "text/plain; charset=utf-8",
        _ => "application/octet-stream",
    }
}

/// The lines of a request.
struct Lines<R>(R);

trait TakeLines: BufRead + Sized {
    fn take_lines(self) -> Lines<Self> {
        Lines(self)
    }
}

impl<R: BufRead> TakeLines for R {}

impl<R: BufRead> Lines<R> {
    /// The next line without its end; an empty one at the end of what there is.
    fn next(&mut self) -> io::Result<String> {
        let mut line = Vec::new();
        io::Read::take(&mut self.0, LONGEST).read_until(b'\n', &mut line)?;
        if line.len() as u64 == LONGEST {
            return Err(io::Error::other("a line of the request is too long"));
        }
        Ok(String::from_utf8_lossy(&line).trim_end().to_owned())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Read;

    fn asked(request: &str) -> String {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap();
        let address = listener.local_addr().unwrap();
        let page = vec![
            ("index.html".to_owned(), b"<p>here".to_vec()),
            ("a.js".to_owned(), b"1".to_vec()),
            ("b/index.html".to_owned(), b"<p>there".to_vec()),
        ];
        std::thread::spawn(move || serve(&listener, page));
        let mut stream = TcpStream::connect(address).unwrap();
        stream.write_all(request.as_bytes()).unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        answer
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
}
