//! One connection: a request is read and answered within the limits.

use super::slots::Slot;
use super::{Limits, PageFile};
use std::io::{self, Read, Write};
use std::net::{Shutdown, TcpStream};
use std::time::{Duration, Instant};

/// Bytes that are read of what a client sends after its answer, so that the answer is not lost with them.
const DISCARDED: usize = 1 << 16;

/// Reads the request of a connection and answers it with a file of the page or an error.
///
/// # Errors
/// [`io::ErrorKind::TimedOut`] where the client does not take the answer in time; else what the connection says. The client is gone
/// then, and needs no answer.
pub(super) fn answer(slot: &Slot, page: &[PageFile], limits: &Limits) -> io::Result<()> {
    let mut client = Client { stream: slot.stream(), end: slot.begun() + limits.time };
    let head = match client.head(limits.header_bytes) {
        Ok(head) => head,
        Err(Refused::TooLong) => {
            let words = format!("the head of the request exceeds {} bytes", limits.header_bytes);
            client.send("431 Request Header Fields Too Large", "text/plain", words.as_bytes(), true)?;
            return client.discard();
        }
        Err(Refused::Late) => {
            // One more moment, in which the answer goes to a client that reads.
            client.end = Instant::now() + limits.patience;
            return client.send("408 Request Timeout", "text/plain", b"the request did not arrive in time", true);
        }
        Err(Refused::Incomplete) => {
            return client.send("400 Bad Request", "text/plain", b"the request ends before its head does", true);
        }
        Err(Refused::Gone(error)) => return Err(error),
    };
    slot.has_request();
    let head = String::from_utf8_lossy(&head);
    let mut words = head.lines().next().unwrap_or_default().split_whitespace();
    let (method, path) = (words.next().unwrap_or_default(), words.next().unwrap_or_default());
    let path = path.split(['?', '#']).next().unwrap_or_default();
    // What ends like a folder is the page in it.
    let index = if path.ends_with('/') { "index.html" } else { "" };
    let name = format!("{}{index}", path.trim_start_matches('/'));
    let file = page.iter().find(|(file, _)| *file == name);
    let has_body = method != "HEAD";
    match (method, file) {
        ("GET" | "HEAD", Some((_, bytes))) => client.send("200 OK", kind(&name), bytes, has_body),
        ("GET" | "HEAD", None) => client.send("404 Not Found", "text/plain", b"there is no such file", has_body),
        _ => {
            client.send("405 Method Not Allowed", "text/plain", b"this page is only read", true)?;
            client.discard()
        }
    }
}

/// Why a request is not answered by a file.
enum Refused {
    /// Its head has too many bytes.
    TooLong,
    /// Its head did not arrive in time.
    Late,
    /// The client sends no more, and the head is not complete.
    Incomplete,
    /// The connection failed.
    Gone(io::Error),
}

/// A client, and when its connection ends.
struct Client<'a> {
    stream: &'a TcpStream,
    end: Instant,
}

impl Client<'_> {
    /// The time that is left.
    ///
    /// # Errors
    /// [`io::ErrorKind::TimedOut`] where none is.
    fn left(&self) -> io::Result<Duration> {
        let left = self.end.saturating_duration_since(Instant::now());
        if left.is_zero() { Err(io::ErrorKind::TimedOut.into()) } else { Ok(left) }
    }

    /// Some bytes that the client sends; 0 at the end.
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        loop {
            self.stream.set_read_timeout(Some(self.left()?))?;
            match self.stream.read(bytes) {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                result => return result,
            }
        }
    }

    /// The head of the request, up to the empty line that ends it.
    fn head(&mut self, most: usize) -> Result<Vec<u8>, Refused> {
        let (mut head, mut bytes) = (Vec::new(), [0; 1024]);
        loop {
            let room = bytes.len().min(most - head.len());
            if room == 0 {
                return Err(Refused::TooLong);
            }
            match self.read(&mut bytes[..room]) {
                Ok(0) => return Err(Refused::Incomplete),
                Ok(count) => head.extend_from_slice(&bytes[..count]),
                Err(error) if is_late(&error) => return Err(Refused::Late),
                Err(error) => return Err(Refused::Gone(error)),
            }
            // The end may be split between what was read before and now.
            let new = head.len().saturating_sub(bytes.len() + 3);
            if head[new..].windows(4).any(|end| end == b"\r\n\r\n") || head[new..].windows(2).any(|end| end == b"\n\n")
            {
                return Ok(head);
            }
        }
    }

    /// Sends an answer; without its body where the client asks for none.
    fn send(&mut self, status: &str, kind: &str, bytes: &[u8], has_body: bool) -> io::Result<()> {
        let length = bytes.len();
        let head = format!(
            "HTTP/1.1 {status}\r\nContent-Type: {kind}\r\nContent-Length: {length}\r\nCache-Control: no-cache\r\n\
             X-Content-Type-Options: nosniff\r\nConnection: close\r\n\r\n"
        );
        self.write(head.as_bytes())?;
        if has_body {
            self.write(bytes)?;
        }
        Ok(())
    }

    /// Writes all bytes within the time that is left for all of them.
    fn write(&mut self, mut bytes: &[u8]) -> io::Result<()> {
        while !bytes.is_empty() {
            self.stream.set_write_timeout(Some(self.left()?))?;
            match self.stream.write(bytes) {
                Ok(0) => return Err(io::ErrorKind::WriteZero.into()),
                Ok(count) => bytes = &bytes[count..],
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
        Ok(())
    }

    /// Reads a bounded part of what the client still sends: a connection that is closed with bytes unread loses its answer.
    fn discard(&mut self) -> io::Result<()> {
        self.stream.shutdown(Shutdown::Write)?;
        let (mut bytes, mut read) = ([0; 1024], 0);
        while read < DISCARDED {
            match self.read(&mut bytes)? {
                0 => break,
                count => read += count,
            }
        }
        Ok(())
    }
}

/// Whether the time of a connection is over: some systems call it so, others say that nothing is there yet.
fn is_late(error: &io::Error) -> bool {
    matches!(error.kind(), io::ErrorKind::TimedOut | io::ErrorKind::WouldBlock)
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
