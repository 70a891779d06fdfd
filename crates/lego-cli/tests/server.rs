//! The server of pages where the process has all the files open that it may.
#![cfg(unix)]

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Command, Stdio};
use std::time::Duration;

/// Says in a child process where it serves.
const SERVING: &str = "serving on ";

/// Files that the child may have open: fewer than the connections that the server allows.
const FILES: usize = 32;

/// The program of the child: serves a page until it is ended, or for a minute.
#[test]
#[ignore = "runs in a process of its own, which the test below starts"]
fn child() {
    let listener = lego_cli::listen(20_000).unwrap();
    println!("\n{SERVING}{}", listener.local_addr().unwrap());
    std::thread::spawn(|| {
        std::thread::sleep(Duration::from_secs(60));
        std::process::exit(0);
    });
    lego_cli::serve(&listener, vec![("index.html".to_owned(), b"<p>here".to_vec())])
}

#[test]
fn it_goes_on_at_the_limit_of_open_files() {
    let own = std::env::current_exe().unwrap();
    let script = format!("ulimit -n {FILES}; exec \"$0\" --exact child --ignored --nocapture");
    let mut child = Command::new("sh").args(["-c", &script]).arg(own).stdout(Stdio::piped()).spawn().unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines().map_while(Result::ok);
    let address = lines.find_map(|line| line.strip_prefix(SERVING).map(str::to_owned)).expect("the child serves");
    let ask = || -> std::io::Result<String> {
        let mut stream = TcpStream::connect(&address)?;
        stream.write_all(b"GET / HTTP/1.1\r\n\r\n")?;
        let mut answer = String::new();
        stream.read_to_string(&mut answer)?;
        Ok(answer)
    };
    // More connections than it can have files, none of which says anything.
    let silent: Vec<TcpStream> = (0..2 * FILES).map(|_| TcpStream::connect(&address).unwrap()).collect();
    // A client that the machine keeps from sending in time tries again.
    let is_page = |answer: &std::io::Result<String>| answer.as_ref().is_ok_and(|answer| answer.ends_with("<p>here"));
    let served = || (0..5).map(|_| ask()).find(is_page).unwrap_or_else(ask);
    let answer = served();
    drop(silent);
    let (later, state) = (served(), child.try_wait().unwrap());
    child.kill().unwrap();
    child.wait().unwrap();
    assert_eq!(state, None, "the server ended");
    for answer in [answer, later] {
        assert!(is_page(&answer), "{answer:?}");
    }
}
