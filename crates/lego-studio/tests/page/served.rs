//! The built page, served on this machine by the command's server.

use crate::browser::{Browser, program};
use std::net::{Ipv4Addr, TcpListener};
use std::path::PathBuf;

/// The folder of the built page, which `cargo xtask studio --test` names.
pub(crate) fn folder() -> Option<PathBuf> {
    std::env::var_os("LEGO_STUDIO_PAGE").map(PathBuf::from)
}

/// A browser and the address of the page; nothing, with a word about it, where one of them is missing.
pub(crate) fn start(width: u32, height: u32) -> Option<(Browser, String)> {
    let Some(folder) = folder() else {
        println!("not run: the page is not built here; cargo xtask studio --test builds it and runs this");
        return None;
    };
    let Some(program) = program() else {
        println!("not run: there is no Chromium; with Debian: apt-get install chromium");
        return None;
    };
    let page = lego_cli::page_files(&folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap();
    let address = format!("http://{}/", listener.local_addr().unwrap());
    std::thread::spawn(move || lego_cli::serve(&listener, page));
    Some((Browser::start(&program, width, height), address))
}

/// An address of the page with a state.
pub(crate) fn with_state(address: &str, state: &[(&str, &str)]) -> String {
    let coded = |text: &str| -> String {
        text.bytes()
            .map(
                |byte| if byte.is_ascii_alphanumeric() { char::from(byte).to_string() } else { format!("%{byte:02X}") },
            )
            .collect()
    };
    let parts: Vec<String> = state.iter().map(|(key, value)| format!("{key}={}", coded(value))).collect();
    format!("{address}#{}", parts.join("&"))
}
