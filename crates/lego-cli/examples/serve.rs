//! Hands out the files of a folder to browsers on this machine: `cargo run -p lego-cli --example serve -- FOLDER [--open]`.
//!
//! `cargo xtask book --serve` shows the book so.

use std::path::Path;
use std::process::Command;

/// Where it is asked for first; a port that is taken is followed by the next.
const PORT: u16 = 3000;

fn main() -> std::io::Result<()> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let (folder, open) = match arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        [folder] => (folder, false),
        [folder, "--open"] => (folder, true),
        _ => return Err(std::io::Error::other("serve FOLDER [--open]")),
    };
    let files = lego_cli::page_files(Path::new(folder))?;
    let listener = lego_cli::listen(PORT)?;
    let address = format!("http://{}/", listener.local_addr()?);
    println!("{address} until it is interrupted");
    if open && !Command::new(opener()).arg(&address).status().is_ok_and(|status| status.success()) {
        println!("there is no {}: open the address in a browser", opener());
    }
    lego_cli::serve(&listener, files)
}

/// What shows an address in a browser.
fn opener() -> &'static str {
    match std::env::consts::OS {
        "macos" => "open",
        "windows" => "explorer",
        _ => "xdg-open",
    }
}
