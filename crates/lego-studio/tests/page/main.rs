//! The page as a person uses it, in Chromium: `cargo xtask studio --test` builds the page and runs this. Where there is no browser, or
//! the page is not built, it says so and tests nothing.

mod browser;
mod picture;
mod served;
mod speed;

use browser::Browser;
use served::{start, with_state};
use std::path::PathBuf;
use std::process::Command;

/// The number of the drawing's cell that is selected, as the page says it.
fn place(browser: &mut Browser) -> String {
    browser.text("#where")
}

#[test]
fn one_types_and_sees() {
    let Some((mut browser, address)) = start(1360, 900) else { return };
    browser.open(&address);
    browser.wait_for("#formulas", "p = 18 * (i1 / 3)");

    // A chain letter by letter, with a completion.
    browser.fill("#chain", "");
    browser.keys("Mort");
    browser.wait("!document.getElementById('completions').hidden");
    browser.key("ArrowDown");
    browser.key("Enter");
    browser.keys("4, 4)");
    browser.wait_for("#title-a", "4 × 4, span 16");
    browser.wait_for("#formulas", "index to position");
    assert_eq!(browser.eval("document.getElementById('chain').value"), "Morton(4, 4)");

    // The drawing is no blank: where the first and the last cell are, there are their colours.
    let colour = "(row, column) => { const it = document.getElementById('drawing'); const g = it.getContext('2d'); \
                  const side = Math.min((it.width - 48) / 4, (it.height - 30) / 4, 64); \
                  const x = 40 + (it.width - 48 - 4 * side) / 2, y = 22 + (it.height - 30 - 4 * side) / 2; \
                  return [...g.getImageData(x + (column + 0.15) * side, y + (row + 0.15) * side, 1, 1).data].slice(0, 3).join(); }";
    browser.wait(&format!("({colour})(0, 0) === '68,1,84' && ({colour})(3, 3) === '253,231,37'"));

    // An error, underlined at its place, in the command's words.
    browser.fill("#chain", "Row(4, 8).OrderBy(Kol(4, 8))");
    browser.wait_for("#errors", "no piece is called Kol; the nearest name is Col");
    assert_eq!(browser.text("#editor-a mark"), "Kol");
    let told = lego_cli::answer(&["check", "Row(4, 8).OrderBy(Kol(4, 8))"]);
    assert_eq!(browser.text("#errors").trim(), told.errors.join(""));
    assert_eq!(browser.eval("document.getElementById('chain').getAttribute('aria-invalid')"), "true");
    browser.fill("#chain", "Col(4, 8)");
    browser.wait_for("#formulas", "p = 4 * i1 + i0");
    assert_eq!(browser.text("#errors"), "");

    // By the keyboard alone: the index moves, its position is said; along memory with brackets.
    browser.eval("document.getElementById('drawing').focus()");
    browser.key("ArrowRight");
    browser.key("ArrowRight");
    browser.key("ArrowDown");
    assert!(place(&mut browser).starts_with("[1, 1] → 5"), "{}", place(&mut browser));
    browser.keys("]");
    assert!(place(&mut browser).starts_with("[2, 1] → 6"), "{}", place(&mut browser));
    browser.eval("document.getElementById('strip').focus()");
    browser.key("ArrowLeft");
    assert!(place(&mut browser).starts_with("[1, 1] → 5"), "{}", place(&mut browser));

    // By the mouse.
    let [x, y] = browser.middle("#drawing");
    browser.mouse("mouseMoved", x + 3.0, y + 3.0);
    assert!(place(&mut browser).starts_with('['), "{}", place(&mut browser));
    assert_eq!(browser.complaints, [""; 0]);
}

#[test]
fn a_shared_link_shows_the_same() {
    let Some((mut browser, address)) = start(1360, 900) else { return };
    let state =
        [("a", "Row(M, N) where M % 4 == 0"), ("let", "M=8,N=6"), ("tab", "code"), ("target", "c"), ("name", "rows")];
    browser.allow_files();
    browser.open(&with_state(&address, &state));
    browser.wait_for("#title-a", "8 × 6");
    browser.wait_for("#code", "rows_apply");
    assert_eq!(browser.eval("document.getElementById('tab-code').getAttribute('aria-selected')"), "true");

    // The link that the page gives leads to it again.
    browser.click("#share");
    browser.wait("document.getElementById('share').textContent === 'Copied'");
    let link = browser.eval("navigator.clipboard.readText()");
    browser.open(link.as_str().unwrap());
    browser.wait_for("#title-a", "8 × 6");
    browser.wait_for("#code", "rows_apply");

    // A slider, moved by the keyboard, keeps to what the sizes must be multiples of.
    browser.eval("document.querySelector('#sliders input[type=range]').focus()");
    browser.key("ArrowRight");
    browser.wait_for("#title-a", "12 × 6");
    browser.wait("location.hash.includes('M%3D12')");
    // And dragged.
    let [x, y] = browser.middle("#sliders input[type=range]");
    browser.mouse("mousePressed", x, y);
    browser.mouse("mouseReleased", x, y);
    browser.wait("!document.getElementById('title-a').textContent.startsWith('12 ×')");
    assert_eq!(browser.text("#errors"), "");
    assert_eq!(browser.complaints, [""; 0]);
}

#[test]
fn facts_of_sizes_are_stated_and_kept() {
    let Some((mut browser, address)) = start(1360, 900) else { return };
    browser
        .open(&with_state(&address, &[("a", "Row(M, N).GroupBy([N, M]) where N <= 12, 3 <= N"), ("let", "M=8,N=7")]));
    browser.wait_for("#title-a", "7 × 8");
    let range = "document.querySelector('input[type=range][data-size=N]')";
    assert_eq!(browser.eval(&format!("[{range}.min, {range}.max]")), serde_json::json!(["3", "12"]));

    // A fact that is chosen stands in the chain, and values and sliders keep to it.
    let multiple = "[data-multiple=N]";
    browser.eval(&format!("document.querySelector('{multiple}').focus()"));
    browser.choose(multiple, "4");
    browser.wait_for("#title-a", "8 × 8");
    let text = "document.getElementById('chain').value";
    assert_eq!(browser.eval(text), "Row(M, N).GroupBy([N, M]) where N <= 12, 3 <= N, N % 4 == 0");
    assert_eq!(browser.eval(&format!("[{range}.min, {range}.max, {range}.step]")), serde_json::json!(["4", "12", "4"]));
    assert_eq!(browser.eval("document.activeElement.dataset.multiple"), "N", "the keyboard goes on from there");
    assert_eq!(browser.text("#errors"), "");
    // Another one replaces it; of 1 nothing is said.
    browser.choose(multiple, "2");
    browser.wait(&format!("{text} === 'Row(M, N).GroupBy([N, M]) where N <= 12, 3 <= N, N % 2 == 0'"));
    browser.choose(multiple, "1");
    browser.wait(&format!("{text} === 'Row(M, N).GroupBy([N, M]) where N <= 12, 3 <= N'"));
    browser.wait(&format!("{range}.step === '1'"));
    assert_eq!(browser.complaints, [""; 0]);
}

#[test]
fn what_a_screen_reader_is_told_names_everything() {
    let Some((mut browser, address)) = start(1360, 900) else { return };
    browser.open(&with_state(&address, &[("a", "Row(M, 6)"), ("let", "M=4")]));
    browser.wait_for("#title-a", "4 × 6");
    browser.eval("document.getElementById('drawing').focus()");
    browser.key("ArrowRight");
    browser.key("ArrowRight");
    // What assistive programs get from the browser: a role and a name of each element.
    let tree = browser.accessible();
    let named = |role: &str, name: &str| {
        let found = tree.iter().any(|(r, n)| r == role && n.contains(name));
        assert!(found, "no {role} is called {name}: {tree:?}");
    };
    named("textbox", "layout");
    named("slider", "M");
    named("spinbutton", "M");
    named("combobox", "multiple of");
    named("tab", "Formulas");
    named("tabpanel", "Formulas");
    let interactive = ["button", "textbox", "slider", "spinbutton", "combobox", "checkbox", "tab", "link"];
    for (role, name) in tree.iter().filter(|(role, _)| interactive.contains(&role.as_str())) {
        assert!(!name.trim().is_empty(), "a {role} has no name: {tree:?}");
    }
    // The index that the keys lead to is said by itself, as a status is.
    assert_eq!(browser.eval("document.getElementById('where').getAttribute('role')"), "status");
    assert!(place(&mut browser).starts_with("[0, 1] → 1"), "{}", place(&mut browser));
    named("StaticText", "[0, 1] → 1");
    assert_eq!(browser.complaints, [""; 0]);
}

#[test]
fn a_link_that_says_nonsense_is_read_as_far_as_it_goes() {
    let Some((mut browser, address)) = start(1360, 900) else { return };
    // As the links of documents are.
    browser.open(&format!("{address}#chain=AntiDiag%2816%29"));
    browser.wait_for("#title-a", "16 × 16");
    for nonsense in [
        "a=%E0%A4%A",
        "let=M=,=&a=Row(M,2)",
        "rows=9&columns=9,x&at=-5",
        "a=Row(2,3,4)&rows=0,0&columns=0",
        "tab=nope&colour=red&bytes=3&target=zzz",
        "=&&#",
    ] {
        browser.open(&format!("{address}#{nonsense}"));
        browser.wait("document.documentElement.dataset.shown !== undefined");
        browser.wait_for("#tabs [aria-selected=true]", "Formulas");
    }
    assert_eq!(browser.complaints, [""; 0]);
}

#[test]
fn two_layouts_are_compared() {
    let Some((mut browser, address)) = start(1360, 900) else { return };
    browser.open(&with_state(&address, &[("a", "Row(4, 8)"), ("tab", "compare")]));
    browser.wait("!document.getElementById('panel-compare').hidden");
    browser.fill("#other", "(4,8):(8,1)");
    browser.wait_for("#compared", "Equal");
    browser.wait_for("#conversions", "[8i0 + i1]");
    browser.fill("#other", "(4,8):(1,4)");
    browser.wait_for("#compared", "Not equal");
    browser.wait_for("#compared", "at [0, 1] the positions are 1 and 4");
    browser.wait("document.getElementById('where').textContent.includes('[0, 1] → 1') && !document.getElementById('second').hidden");
    browser.wait_for("#conversions", "30 of 32 elements lie at another position");
    browser.fill("#other", "(4,8:(1,4)");
    browser.wait("document.getElementById('errors-b').textContent !== ''");
    assert_eq!(browser.complaints, [""; 0]);
}

#[test]
fn code_is_copied_and_compiles() {
    let Some((mut browser, address)) = start(1360, 900) else { return };
    let folder = browser.allow_files();
    let chain = "TileOrderBy(Row(4, 4), Morton(4, 4))";
    browser.open(&with_state(&address, &[("a", chain), ("tab", "code"), ("target", "rust")]));
    browser.wait_for("#code", "fn map_apply");
    browser.click("#copy");
    browser.wait("document.getElementById('copy').textContent === 'Copied'");
    let code = browser.eval("navigator.clipboard.readText()");
    let code = code.as_str().unwrap();
    let answer = lego_cli::answer(&["gen", chain, "--target", "rust"]);
    assert_eq!(code.trim(), answer.output.trim());
    let file = folder.join("map.rs");
    std::fs::write(&file, format!("{code}\nfn main() {{ assert_eq!(map_apply(1, 1), 3); }}\n")).unwrap();
    let program = folder.join("map");
    let rustc = std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let built = Command::new(rustc).args(["--edition", "2024"]).arg(&file).arg("-o").arg(&program).output().unwrap();
    assert!(built.status.success(), "{}", String::from_utf8_lossy(&built.stderr));
    assert!(Command::new(&program).status().unwrap().success());

    // Every target writes a file.
    let targets = browser.eval("[...document.getElementById('target').options].map((option) => option.value)");
    for target in targets.as_array().unwrap() {
        browser.choose("#target", target.as_str().unwrap());
        browser.wait(&format!(
            "document.getElementById('code').textContent.includes('--target {}')",
            target.as_str().unwrap()
        ));
    }
    assert!(targets.as_array().unwrap().len() > 15, "{targets}");
    assert_eq!(browser.complaints, [""; 0]);
}

#[test]
fn collisions_are_shown_and_mended() {
    let Some((mut browser, address)) = start(1360, 900) else { return };
    browser.open(&with_state(&address, &[("a", "Row(32, 32)"), ("tab", "access"), ("access", "Column")]));
    browser.wait_for("#taken", "1024");
    browser.wait_for("#warp-words", "32 wavefronts, 1 at best");
    browser.wait_for("#better", "SwizzleRows([32, 32], 5)");
    browser.eval("document.getElementById('warp-slider').focus()");
    browser.key("ArrowRight");
    browser.wait_for("#warp-number", "1 of 0…31");
    browser.click("#better button.main");
    browser.wait("document.getElementById('chain').value === 'SwizzleRows([32, 32], 5)'");
    browser.wait_for("#warp-words", "No lanes collide.");
    browser.wait_for("#better", "It cannot take fewer wavefronts");
    // The browser's button leads back to what was tried to be mended, and forth.
    browser.wait("location.hash.includes('SwizzleRows')");
    browser.eval("history.back()");
    browser.wait("document.getElementById('chain').value === 'Row(32, 32)'");
    browser.wait_for("#taken", "1024");
    browser.eval("history.forward()");
    browser.wait_for("#warp-words", "No lanes collide.");
    browser.click("#play");
    browser.wait("!document.getElementById('warp-number').textContent.startsWith('1 of')");
    assert_eq!(browser.complaints, [""; 0]);
}

#[test]
fn fragments_are_shown_in_every_notation() {
    let Some((mut browser, address)) = start(1360, 900) else { return };
    browser.open(&with_state(&address, &[("tab", "threads"), ("fragment", "mma_m16n8_f32_C")]));
    browser.wait_for("#notations", "((4,8),(2,2)):((32,1),(16,8))");
    browser.wait_for("#notations", "register: (0,1) (8,0); lane: (0,2) (0,4) (1,0) (2,0) (4,0)");
    browser.eval("document.getElementById('drawing-t').focus()");
    browser.key("ArrowRight");
    browser.key("ArrowRight");
    browser.wait_for("#held", "thread 0, value 1");
    browser.fill("#fragment", "mma_m16n8_f99_C");
    browser.wait("document.getElementById('errors-t').textContent !== ''");
    assert_eq!(browser.complaints, [""; 0]);
}

#[test]
fn drawings_are_taken_away() {
    let Some((mut browser, address)) = start(1360, 900) else { return };
    let folder = browser.allow_files();
    browser.open(&with_state(&address, &[("a", "Hilbert(8, 8)")]));
    browser.wait_for("#title-a", "8 × 8");
    browser.click("#svg");
    let svg = String::from_utf8(browser.file(&folder.join("layout.svg"))).unwrap();
    assert_eq!(svg, lego_cli::answer(&["svg", "Hilbert(8, 8)", "-o", "-"]).output);
    browser.click("#text");
    let text = String::from_utf8(browser.file(&folder.join("layout.txt"))).unwrap();
    assert_eq!(text, lego_cli::answer(&["table", "Hilbert(8, 8)"]).output);
    browser.click("#png");
    let png = browser.file(&folder.join("layout.png"));
    assert!(png.starts_with(b"\x89PNG\r\n") && png.len() > 2000);
    assert_eq!(browser.complaints, [""; 0]);
}

#[test]
fn every_example_is_a_layout() {
    let Some((mut browser, address)) = start(1360, 900) else { return };
    browser.open(&address);
    let names = browser.eval("[...document.querySelectorAll('#preset option')].map((option) => option.textContent)");
    let names = names.as_array().unwrap();
    assert!(names.len() > 100);
    // Those of the zoo are layouts by its own tests.
    let zoo = browser.eval("document.querySelector('#preset optgroup[label=\"The zoo\"]').children.length");
    for number in 0..names.len() - 1 - zoo.as_u64().unwrap() as usize + 3 {
        browser.choose("#preset", &number.to_string());
        browser.wait("document.documentElement.dataset.shown === document.getElementById('chain').value");
        assert_eq!(browser.text("#errors"), "", "{}", names[number + 1]);
    }
    assert_eq!(browser.complaints, [""; 0]);
}

#[test]
fn what_takes_long_leaves_the_page_alone() {
    let Some((mut browser, address)) = start(1360, 900) else { return };
    browser.open(&with_state(&address, &[("a", "Row(4, 8)"), ("tab", "compare")]));
    browser.wait_for("#title-a", "4 × 8");
    // More indices than are drawn: the page says so, and has the formulas all the same.
    browser.fill("#chain", "Row(100000, 100000)");
    browser.wait_for("#where", "Not drawn");
    browser.click("#tab-formulas");
    browser.wait_for("#formulas", "p = 100000 * i0 + i1");
    browser.click("#tab-compare");
    browser.fill("#other", "(100000,100000):(100000,1)");
    browser.wait_for("#compared", "Equal");
    // A question that takes seconds: the page says so, goes on, and it can be stopped.
    browser.click("#tab-access");
    browser.fill("#chain", "Row(2000, 2000)");
    browser.wait_for("#title-a", "2000 × 2000");
    browser.wait_for("#status", "This takes a while");
    browser.eval("document.getElementById('drawing').focus()");
    browser.key("ArrowRight");
    browser.key("ArrowRight");
    assert!(place(&mut browser).starts_with("[0, 1] → 1"), "{}", place(&mut browser));
    browser.click("#status button");
    browser.wait_for("#taken", "stopped");
    // Positions far apart.
    browser.fill("#chain", "(2,2):(1,2000000000)");
    browser.wait_for("#title-a", "span 2000000002");
    // Texts that are cut off at every letter, as while one types, and nonsense.
    for text in [
        "Row(",
        "Row(4,",
        "Row(4, 4).",
        "((((((",
        "(4,8):(",
        "{ [i] ->",
        "lane: (1",
        "Table([",
        "\u{1f642}",
        "-",
        "@/etc/passwd",
        "--help",
    ] {
        browser.fill("#chain", text);
        browser.wait("document.getElementById('errors').textContent !== ''");
    }
    let deep = format!("{}1{}", "(".repeat(50_000), ")".repeat(50_000));
    browser.fill("#chain", &deep);
    browser.wait("document.getElementById('errors').textContent !== ''");
    browser.fill("#chain", "Row(3, 5)");
    browser.wait_for("#title-a", "3 × 5");
    assert_eq!(browser.complaints, [""; 0]);
}

#[test]
fn without_its_engine_the_page_says_so() {
    let Some((mut browser, address)) = start(1360, 900) else { return };
    browser.call("Network.enable", serde_json::json!({}));
    browser.call("Network.setBlockedURLs", serde_json::json!({ "urls": ["*studio.wasm*"] }));
    browser.call("Page.navigate", serde_json::json!({ "url": address }));
    browser.wait("(document.getElementById('status')?.textContent ?? '').includes('engine cannot be loaded')");
}

#[test]
fn as_a_file_the_page_says_what_it_wants() {
    let Some((mut browser, _)) = start(1360, 900) else { return };
    let page = std::fs::canonicalize(served::folder().unwrap()).unwrap();
    browser.call("Page.navigate", serde_json::json!({ "url": format!("file://{}/index.html", page.display()) }));
    browser.wait("getComputedStyle(document.getElementById('unloaded')).visibility === 'visible'");
    assert!(browser.text("#unloaded").contains("lego studio"));
}

#[test]
fn it_looks_as_it_was_looked_at() {
    let Some((mut browser, address)) = start(1360, 900) else { return };
    let state = [("a", "TileOrderBy(Row(4, 4), Morton(4, 4))"), ("colour", "tile")];
    for (name, width, height, dark) in
        [("light", 1360, 900, false), ("dark", 1360, 900, true), ("phone", 390, 844, false)]
    {
        browser.size(width, height);
        browser.scheme(dark);
        browser.open(&with_state(&address, &state));
        browser.wait_for("#formulas", "step by step");
        browser.wait_for("#where", "Point at a cell");
        // Everything asked for has been answered and painted.
        browser.eval(
            "new Promise((done) => setTimeout(() => requestAnimationFrame(() => requestAnimationFrame(done)), 400))",
        );
        let wide = browser.eval("document.documentElement.scrollWidth <= window.innerWidth");
        assert_eq!(wide, true, "{name}: the page is wider than its window");
        picture::compare(name, &browser.screenshot());
    }
}

#[test]
fn an_accessibility_checker_finds_nothing() {
    let Some((mut browser, address)) = start(1360, 900) else { return };
    let Some(axe) = std::env::var_os("LEGO_AXE").map(PathBuf::from) else {
        println!("not run: axe-core is not here; cargo xtask studio --test installs it where there is npm");
        return;
    };
    let axe = std::fs::read_to_string(&axe).unwrap_or_else(|error| panic!("{}: {error}", axe.display()));
    let all = ["formulas", "code", "compare", "access", "threads"];
    for (width, dark, tabs) in [(1360, false, &all[..]), (1360, true, &all[2..4]), (390, false, &all[3..4])] {
        browser.size(width, 900);
        browser.scheme(dark);
        for tab in tabs {
            let state =
                [("a", "Row(M, 32)"), ("let", "M=32"), ("b", "Col(32, 32)"), ("tab", tab), ("access", "Column")];
            browser.open(&with_state(&address, &state));
            let shown = [
                ("formulas", "index to position"),
                ("code", "map_apply"),
                ("compare", "Not equal"),
                ("access", "Try it"),
                ("threads", "register"),
            ];
            let part = shown.iter().find(|(name, _)| name == tab).unwrap().1;
            browser.wait_for(&format!("#panel-{tab}"), part);
            // What is being asked anew is shown faint for a moment.
            browser.wait("!document.querySelector('.stale') && document.getAnimations().length === 0");
            browser.eval(&format!("{axe}\n;0"));
            let found = browser.eval(
                "axe.run(document, { resultTypes: ['violations'] }).then((found) => found.violations.map((it) => \
                 `${it.id}: ${it.help}: ${it.nodes.map((node) => node.html.slice(0, 200) + node.failureSummary).join(' | ')}`))",
            );
            assert_eq!(found, serde_json::json!([]), "{tab} {width} dark: {dark}");
        }
    }
}
