//! `lego studio`: a page in which a layout is typed and seen, on this machine alone.

use crate::report::failure::{Complaint, Failure};
use crate::report::output::Output;
use serde_json::json;
use std::io::{self, BufRead, BufReader, Write};
use std::net::{Ipv4Addr, TcpListener, TcpStream};
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

include!(concat!(env!("OUT_DIR"), "/page.rs"));

/// So many ports are tried.
const PORTS: u16 = 64;

/// A line of a request that is longer is none of a browser's.
const LONGEST: u64 = 1 << 13;

/// A file of a page: its name and its bytes.
pub type PageFile = (String, Vec<u8>);

/// Serves the page, or writes it into a folder.
pub(crate) fn run(port: u16, write: Option<&Path>, output: &mut Output) -> Result<u8, Failure> {
    if PAGE.is_empty() {
        return Err(Failure::Usage(
            "this lego was built without the Studio. In its repository: cargo xtask studio, and then \
             cargo build --release -p lego-cli --features studio"
                .to_owned(),
        ));
    }
    if let Some(folder) = write {
        return written(folder, output);
    }
    let listener = listen(port)?;
    let address = listener.local_addr()?;
    if output.json {
        output.json(&json!({ "address": format!("http://{address}/") }))?;
    } else {
        writeln!(output, "the Studio: http://{address}/ (Ctrl+C ends it)")?;
    }
    output.flush()?;
    serve(&listener, PAGE.iter().map(|(name, bytes)| ((*name).to_owned(), bytes.to_vec())).collect())?;
    Ok(0)
}

/// Writes the files into a folder.
fn written(folder: &Path, output: &mut Output) -> Result<u8, Failure> {
    let wrong = |error: io::Error| Complaint::new(format!("{}: {error}", folder.display()));
    std::fs::create_dir_all(folder).map_err(wrong)?;
    for (name, bytes) in PAGE {
        std::fs::write(folder.join(name), bytes).map_err(wrong)?;
    }
    if output.json {
        output.json(&json!({ "ok": true, "folder": folder.display().to_string() }))?;
    } else {
        writeln!(output, "{} files in {}; a browser wants them from a server", PAGE.len(), folder.display())?;
    }
    Ok(0)
}

/// Listens on the first free port from this one on; only this machine reaches it.
fn listen(port: u16) -> Result<TcpListener, Failure> {
    let last = port.saturating_add(PORTS - 1);
    let mut why = None;
    for port in port..=last {
        match TcpListener::bind((Ipv4Addr::LOCALHOST, port)) {
            Ok(listener) => return Ok(listener),
            Err(error) => why = Some(error),
        }
    }
    let why = why.map_or_else(String::new, |error| error.to_string());
    Err(Complaint::new(format!("none of the ports {port} to {last} of 127.0.0.1 can be listened on: {why}")).into())
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
    let name = if path == "/" { "index.html" } else { path.trim_start_matches('/') };
    let file = page.iter().find(|(file, _)| file == name);
    let (status, kind, bytes): (_, _, &[u8]) = match (method, file) {
        ("GET" | "HEAD", Some((_, bytes))) => ("200 OK", kind(name), bytes),
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
        Some("js") => "text/javascript; charset=utf-8",
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
        let page = vec![("index.html".to_owned(), b"<p>here".to_vec()), ("a.js".to_owned(), b"1".to_vec())];
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
        assert!(asked("HEAD / HTTP/1.1\r\n\r\n").ends_with("\r\n\r\n"));
        for path in ["/b.js", "/../Cargo.toml", "//etc/passwd", "/%2e%2e/x", "*", ""] {
            let answer = asked(&format!("GET {path} HTTP/1.1\r\n\r\n"));
            assert!(answer.starts_with("HTTP/1.1 404"), "{path}: {answer}");
        }
        assert!(asked("POST / HTTP/1.1\r\n\r\n").starts_with("HTTP/1.1 405"));
    }

    #[test]
    fn the_page_is_written_or_how_it_is_built_is_said() {
        let folder = std::env::temp_dir().join(format!("lego-studio-page-{}", std::process::id()));
        let answer = crate::answer(&["studio", "--write", &folder.display().to_string()]);
        if PAGE.is_empty() {
            assert_eq!(answer.status, 2);
            assert!(answer.errors[0].contains("cargo xtask studio"), "{:?}", answer.errors);
            return;
        }
        assert_eq!(answer.status, 0, "{:?}", answer.errors);
        for (name, bytes) in PAGE {
            assert_eq!(std::fs::read(folder.join(name)).unwrap(), *bytes, "{name}");
        }
        std::fs::remove_dir_all(folder).unwrap();
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
}
