//! How long it takes from a key to a painted frame, measured in the browser: `cargo xtask studio --bench` prints it.

use crate::served::{start, with_state};

/// So many times each is measured.
const TIMES: usize = 50;

/// Changes the text as a key would, and waits until the drawing of the new text has been painted; gives the milliseconds.
const MEASURE: &str = "(async (texts, times) => {
  const area = document.getElementById('chain');
  const root = document.documentElement;
  const took = [];
  for (let n = 0; n < times; n += 1) {
    const text = texts[n % texts.length];
    const painted = new Promise((done) => {
      const watch = new MutationObserver(() => {
        if (root.dataset.painted !== text) return;
        watch.disconnect();
        // It is drawn: the next frame shows it, and what is posted in a frame is delivered after it.
        requestAnimationFrame(() => {
          const { port1, port2 } = new MessageChannel();
          port1.onmessage = done;
          port2.postMessage(null);
        });
      });
      watch.observe(root, { attributes: true });
    });
    const begun = performance.now();
    area.value = text;
    area.dispatchEvent(new Event('input', { bubbles: true }));
    await painted;
    took.push(performance.now() - begun);
    // The next key comes at any moment of a frame.
    await new Promise((done) => setTimeout(done, 60 + 40 * Math.random()));
  }
  return took;
})";

#[test]
#[ignore = "a measurement: cargo xtask studio --bench"]
fn from_a_key_to_a_painted_frame() {
    let Some((mut browser, address)) = start(1360, 900) else { return };
    for (name, texts) in [
        ("64 x 64, Morton's order", ["Morton(64, 64)", "Morton(64, 32)"]),
        ("64 x 64, rows", ["Row(64, 64)", "Row(64, 63)"]),
        (
            "512 x 512, tiles in Morton's order",
            [
                "OrderBy(Morton(64, 64), Row(8, 8)).TileBy([512, 512])",
                "OrderBy(Morton(64, 64), Row(8, 7)).TileBy([512, 448])",
            ],
        ),
        ("512 x 512, rows", ["Row(512, 512)", "Row(512, 511)"]),
    ] {
        // The views beside the drawing have questions of their own; one without any is open.
        browser.open(&with_state(&address, &[("a", texts[1]), ("tab", "formulas")]));
        browser.wait("document.getElementById('title-a').textContent !== ''");
        let texts = serde_json::json!(texts);
        let took = browser.eval(&format!("{MEASURE}({texts}, {TIMES})"));
        let mut took: Vec<f64> = took.as_array().unwrap().iter().filter_map(serde_json::Value::as_f64).collect();
        took.sort_by(f64::total_cmp);
        println!("{name}: median {:.1} ms, of {TIMES} {:.1} to {:.1} ms", took[TIMES / 2], took[0], took[TIMES - 1]);
    }
}
