//! Hands out the files of a folder to a browser on this machine: pages that load WebAssembly want a server.

use std::io::{self, BufRead, BufReader, Write};
use std::net::{Ipv4Addr, TcpListener, TcpStream};
use std::path::{Component, Path, PathBuf};
use std::process::Command;

/// Where it is asked for first; a port that is taken is followed by the next.
const PORT: u16 = 3000;

/// Serves a folder until it is interrupted; `open` has the browser show it.
pub(super) fn run(folder: &Path, open: bool) -> io::Result<()> {
    let free = |port| TcpListener::bind((Ipv4Addr::LOCALHOST, port)).ok();
    let listener = (PORT..PORT + 100).find_map(free).ok_or_else(|| io::Error::other("no port is free"))?;
    let address = format!("http://{}/", listener.local_addr()?);
    println!("{address} until it is interrupted");
    if open && !Command::new(opener()).arg(&address).status().is_ok_and(|status| status.success()) {
        println!("there is no {}: open the address in a browser", opener());
    }
    for stream in listener.incoming() {
        let folder = folder.to_owned();
        // One that breaks off ends itself alone.
        std::thread::spawn(move || stream.and_then(|stream| answer(&folder, stream)));
    }
    Ok(())
}

/// What shows an address in a browser.
fn opener() -> &'static str {
    match std::env::consts::OS {
        "macos" => "open",
        "windows" => "explorer",
        _ => "xdg-open",
    }
}

fn answer(folder: &Path, mut stream: TcpStream) -> io::Result<()> {
    let mut request = String::new();
    let mut reader = BufReader::new(&stream);
    reader.read_line(&mut request)?;
    // All of it is read before it is answered; the headers change nothing.
    let mut header = String::new();
    while reader.read_line(&mut header)? > 2 {
        header.clear();
    }
    let asked = request.split_whitespace().nth(1).unwrap_or_default();
    let found = file(folder, asked).and_then(|file| Some((std::fs::read(&file).ok()?, kind(&file))));
    let (status, (bytes, kind)) = match found {
        Some(found) => ("200 OK", found),
        None => ("404 Not Found", (b"There is no such page.\n".to_vec(), "text/plain; charset=utf-8")),
    };
    write!(
        stream,
        "HTTP/1.1 {status}\r\nContent-Type: {kind}\r\nContent-Length: {}\r\nConnection: close\r\n\r\n",
        bytes.len()
    )?;
    stream.write_all(&bytes)
}

/// The file that an address means: below the folder, whatever the address says.
fn file(folder: &Path, asked: &str) -> Option<PathBuf> {
    let path = Path::new(asked.split(['?', '#']).next()?.strip_prefix('/')?);
    if path.components().any(|part| !matches!(part, Component::Normal(_))) {
        return None;
    }
    let file = folder.join(path);
    Some(if file.is_dir() { file.join("index.html") } else { file })
}

fn kind(file: &Path) -> &'static str {
    match file.extension().and_then(|extension| extension.to_str()) {
        Some("html") => "text/html; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("js" | "mjs") => "text/javascript; charset=utf-8",
        Some("svg") => "image/svg+xml",
        Some("png") => "image/png",
        Some("wasm") => "application/wasm",
        Some("json") => "application/json",
        Some("woff2") => "font/woff2",
        _ => "text/plain; charset=utf-8",
    }
}

#[cfg(test)]
mod tests {
    use super::file;
    use std::path::{Path, PathBuf};

    #[test]
    fn nothing_above_the_folder_is_served() {
        let folder = Path::new("/book");
        assert_eq!(file(folder, "/a/b.html?x#y"), Some(PathBuf::from("/book/a/b.html")));
        for outside in ["/../secret", "/a/../../secret", "//etc/passwd", "a", ""] {
            assert_eq!(file(folder, outside), None, "{outside}");
        }
    }
}
