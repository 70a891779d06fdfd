//! Chromium without a window, driven by the DevTools protocol over a pipe: JSON texts with a zero byte after each.

use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::thread::sleep;
use std::time::{Duration, Instant};

/// So long is waited for anything: the machine may be busy.
const PATIENCE: Duration = Duration::from_secs(60);

/// A browser and one page in it.
pub(crate) struct Browser {
    child: Child,
    input: ChildStdin,
    messages: Receiver<Value>,
    session: Option<String>,
    next: u64,
    folder: PathBuf,
    /// What the page has complained about: exceptions, errors in the console.
    pub(crate) complaints: Vec<String>,
}

/// The browser's program, if there is one: `LEGO_CHROMIUM`, or by one of its names.
pub(crate) fn program() -> Option<PathBuf> {
    if let Some(program) = std::env::var_os("LEGO_CHROMIUM") {
        return Some(program.into());
    }
    let path = std::env::var_os("PATH")?;
    let names = ["chromium", "chromium-browser", "google-chrome"];
    std::env::split_paths(&path).flat_map(|folder| names.map(|name| folder.join(name))).find(|file| file.is_file())
}

impl Browser {
    /// Starts a browser with a window of this size in pixels.
    pub(crate) fn start(program: &Path, width: u32, height: u32) -> Self {
        let number = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap().as_nanos();
        let folder = std::env::temp_dir().join(format!("lego-studio-{}-{number}", std::process::id()));
        std::fs::create_dir_all(folder.join("downloads")).unwrap();
        // The protocol is spoken on the files 3 and 4, which a shell makes of the usual two.
        let mut command = Command::new("sh");
        command.args(["-c", r#"exec "$0" "$@" 3<&0 4>&1 0</dev/null 1>&2"#]).arg(program);
        command.args([
            "--headless",
            "--no-sandbox",
            "--disable-gpu",
            "--disable-quic",
            "--no-first-run",
            "--hide-scrollbars",
        ]);
        command.args([
            "--disable-background-networking",
            "--disable-component-update",
            "--disable-sync",
            "--disable-dev-shm-usage",
        ]);
        command.args(["--force-color-profile=srgb", "--font-render-hinting=none", "--remote-debugging-pipe"]);
        command.arg(format!("--user-data-dir={}", folder.join("profile").display()));
        command.arg(format!("--window-size={width},{height}")).arg("about:blank");
        let log = std::fs::File::create(folder.join("log")).unwrap();
        let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(log).spawn().unwrap();
        let (input, output) = (child.stdin.take().unwrap(), child.stdout.take().unwrap());
        let (sender, messages) = channel();
        std::thread::spawn(move || {
            for message in BufReader::new(output).split(0).map_while(Result::ok) {
                let Ok(message) = serde_json::from_slice(&message) else { continue };
                if sender.send(message).is_err() {
                    return;
                }
            }
        });
        let mut browser = Self { child, input, messages, session: None, next: 0, folder, complaints: Vec::new() };
        let target = browser.call("Target.createTarget", json!({ "url": "about:blank" }))["targetId"].clone();
        let attached = browser.call("Target.attachToTarget", json!({ "targetId": target, "flatten": true }));
        browser.session = attached["sessionId"].as_str().map(str::to_owned);
        for domain in ["Page", "Runtime", "Log"] {
            browser.call(&format!("{domain}.enable"), json!({}));
        }
        browser.call("Emulation.setFocusEmulationEnabled", json!({ "enabled": true }));
        browser.size(width, height);
        browser
    }

    /// Gives the page another size.
    pub(crate) fn size(&mut self, width: u32, height: u32) {
        let metrics = json!({ "width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 600 });
        self.call("Emulation.setDeviceMetricsOverride", metrics);
    }

    /// Says which colours the reader prefers.
    pub(crate) fn scheme(&mut self, dark: bool) {
        let value = if dark { "dark" } else { "light" };
        let features = json!([{ "name": "prefers-color-scheme", "value": value }]);
        self.call("Emulation.setEmulatedMedia", json!({ "features": features }));
    }

    /// Calls a method, and gives what it returns.
    pub(crate) fn call(&mut self, method: &str, parameters: Value) -> Value {
        self.next += 1;
        let id = self.next;
        let mut message = json!({ "id": id, "method": method, "params": parameters });
        if let Some(session) = &self.session {
            message["sessionId"] = session.as_str().into();
        }
        let mut bytes = message.to_string().into_bytes();
        bytes.push(0);
        self.input
            .write_all(&bytes)
            .and_then(|()| self.input.flush())
            .unwrap_or_else(|error| self.gone(&error.to_string()));
        let end = Instant::now() + PATIENCE;
        loop {
            let left = end.saturating_duration_since(Instant::now());
            let Ok(message) = self.messages.recv_timeout(left) else { self.gone(&format!("no answer to {method}")) };
            if message["id"] == id {
                assert!(message.get("error").is_none(), "{method}: {}", message["error"]);
                return message["result"].clone();
            }
            self.note(&message);
        }
    }

    fn gone(&self, why: &str) -> ! {
        let log = std::fs::read_to_string(self.folder.join("log")).unwrap_or_default();
        let lines: Vec<&str> = log.lines().rev().take(8).collect();
        panic!("the browser: {why}\n{}", lines.join("\n"))
    }

    fn note(&mut self, message: &Value) {
        let parameters = &message["params"];
        match message["method"].as_str() {
            Some("Runtime.exceptionThrown") => self.complaints.push(parameters["exceptionDetails"].to_string()),
            Some("Runtime.consoleAPICalled")
                if ["error", "warning", "assert"].iter().any(|kind| parameters["type"] == **kind) =>
            {
                self.complaints.push(parameters["args"].to_string());
            }
            Some("Log.entryAdded") if parameters["entry"]["level"] == "error" => {
                self.complaints.push(parameters["entry"].to_string());
            }
            _ => {}
        }
    }

    /// Opens an address, and waits until the page is ready.
    pub(crate) fn open(&mut self, address: &str) {
        // A page that differs in what stands after the # alone would not be loaded anew.
        self.call("Page.navigate", json!({ "url": "about:blank" }));
        self.call("Page.navigate", json!({ "url": address }));
        self.wait("document.documentElement.dataset.ready === 'yes'");
    }

    /// The value of an expression of the page's language; a promise is waited for.
    pub(crate) fn eval(&mut self, expression: &str) -> Value {
        let parameters = json!({ "expression": expression, "awaitPromise": true, "returnByValue": true });
        let answer = self.call("Runtime.evaluate", parameters);
        assert!(answer.get("exceptionDetails").is_none(), "{expression}: {}", answer["exceptionDetails"]);
        answer["result"]["value"].clone()
    }

    /// The text of an element.
    pub(crate) fn text(&mut self, selector: &str) -> String {
        let text = self.eval(&format!("document.querySelector({selector:?})?.textContent ?? ''"));
        text.as_str().unwrap_or_default().to_owned()
    }

    /// What assistive programs are told: the role and the name of each element that they see.
    pub(crate) fn accessible(&mut self) -> Vec<(String, String)> {
        let tree = self.call("Accessibility.getFullAXTree", json!({}));
        let seen = tree["nodes"].as_array().into_iter().flatten().filter(|node| node["ignored"] != true);
        let word = |value: &Value| value["value"].as_str().unwrap_or_default().to_owned();
        seen.map(|node| (word(&node["role"]), word(&node["name"]))).collect()
    }

    /// Waits until an expression holds.
    pub(crate) fn wait(&mut self, expression: &str) {
        let end = Instant::now() + PATIENCE;
        // Between two pages there may be nothing to look at.
        let quiet = format!("(() => {{ try {{ return {expression}; }} catch {{ return false; }} }})()");
        while self.eval(&quiet) != true {
            assert!(Instant::now() < end, "waited in vain for {expression}; complaints: {:?}", self.complaints);
            sleep(Duration::from_millis(20));
        }
    }

    /// Waits until the text of an element has a part.
    pub(crate) fn wait_for(&mut self, selector: &str, part: &str) {
        self.wait(&format!("(document.querySelector({selector:?})?.textContent ?? '').includes({part:?})"));
    }

    /// Presses the button of the mouse on the middle of an element.
    pub(crate) fn click(&mut self, selector: &str) {
        let [x, y] = self.middle(selector);
        self.mouse("mousePressed", x, y);
        self.mouse("mouseReleased", x, y);
    }

    /// The middle of an element, which is brought into view.
    pub(crate) fn middle(&mut self, selector: &str) -> [f64; 2] {
        let place = self.eval(&format!(
            "(() => {{ const it = document.querySelector({selector:?}); it.scrollIntoView({{ block: 'center' }}); \
             const box = it.getBoundingClientRect(); return [box.x + box.width / 2, box.y + box.height / 2]; }})()"
        ));
        [0, 1].map(|k| place[k].as_f64().unwrap_or_else(|| panic!("{selector} is not there")))
    }

    /// Something that the mouse does at a place.
    pub(crate) fn mouse(&mut self, what: &str, x: f64, y: f64) {
        let is_move = what == "mouseMoved";
        let button = if is_move { "none" } else { "left" };
        let event = json!({ "type": what, "x": x, "y": y, "button": button, "clickCount": u8::from(!is_move) });
        self.call("Input.dispatchMouseEvent", event);
    }

    /// Types a text letter by letter into what has the focus.
    pub(crate) fn keys(&mut self, text: &str) {
        for letter in text.chars() {
            let letter = letter.to_string();
            self.call("Input.dispatchKeyEvent", json!({ "type": "keyDown", "text": letter, "key": letter }));
            self.call("Input.dispatchKeyEvent", json!({ "type": "keyUp", "key": letter }));
        }
    }

    /// Presses a key by its name, such as `ArrowDown`.
    pub(crate) fn key(&mut self, name: &str) {
        let code = match name {
            "ArrowLeft" => 37,
            "ArrowUp" => 38,
            "ArrowRight" => 39,
            "ArrowDown" => 40,
            "Tab" => 9,
            "Enter" => 13,
            "Escape" => 27,
            "Backspace" => 8,
            _ => 0,
        };
        for kind in ["rawKeyDown", "keyUp"] {
            let event = json!({ "type": kind, "key": name, "code": name, "windowsVirtualKeyCode": code });
            self.call("Input.dispatchKeyEvent", event);
        }
    }

    /// Puts a text into a field in place of what stands there, as if it were pasted.
    pub(crate) fn fill(&mut self, selector: &str, text: &str) {
        self.eval(&format!(
            "document.querySelector({selector:?}).focus(); document.querySelector({selector:?}).select()"
        ));
        if text.is_empty() {
            self.key("Backspace");
        } else {
            self.call("Input.insertText", json!({ "text": text }));
        }
    }

    /// Chooses an entry of a list.
    pub(crate) fn choose(&mut self, selector: &str, value: &str) {
        self.eval(&format!(
            "(() => {{ const it = document.querySelector({selector:?}); it.value = {value:?}; \
             it.dispatchEvent(new Event('change', {{ bubbles: true }})); }})()"
        ));
    }

    /// What the page looks like, as the bytes of a PNG.
    pub(crate) fn screenshot(&mut self) -> Vec<u8> {
        let shot = self.call("Page.captureScreenshot", json!({ "format": "png" }));
        decoded(shot["data"].as_str().unwrap_or_default())
    }

    /// Lets the page write files, and read what it has put on the clipboard.
    pub(crate) fn allow_files(&mut self) -> PathBuf {
        let folder = self.folder.join("downloads");
        let path = folder.display().to_string();
        self.call("Browser.setDownloadBehavior", json!({ "behavior": "allow", "downloadPath": path }));
        let permissions = json!(["clipboardReadWrite", "clipboardSanitizedWrite"]);
        self.call("Browser.grantPermissions", json!({ "permissions": permissions }));
        folder
    }

    /// Waits for a file that the page writes.
    pub(crate) fn file(&mut self, path: &Path) -> Vec<u8> {
        let end = Instant::now() + PATIENCE;
        loop {
            match std::fs::read(path) {
                Ok(bytes) if !bytes.is_empty() => return bytes,
                _ => assert!(Instant::now() < end, "{} was not written", path.display()),
            }
            sleep(Duration::from_millis(50));
        }
    }
}

impl Drop for Browser {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}

/// The bytes of a text in base 64.
fn decoded(text: &str) -> Vec<u8> {
    const LETTERS: &[u8] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut bytes = Vec::new();
    let (mut bits, mut count) = (0_u32, 0);
    for letter in text.bytes().take_while(|&letter| letter != b'=') {
        let value = LETTERS.iter().position(|&other| other == letter).expect("base 64");
        bits = (bits << 6 | value as u32) & 0xffff;
        count += 6;
        if count >= 8 {
            count -= 8;
            bytes.push((bits >> count) as u8);
        }
    }
    bytes
}
