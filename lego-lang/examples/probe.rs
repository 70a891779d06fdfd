//! probe
use lego_lang::compile::{Options, compile};
use lego_lang::expr::print::{Plain, print, plain};
fn main() {
    for text in std::env::args().skip(1) {
        println!("== {text}");
        let start = std::time::Instant::now();
        match compile(&text, &Options { calls: true, ..Options::default() }) {
            Err(errors) => for e in errors { println!("  {} at {:?} {:?}", e.error, e.span, &text[e.span.start.min(text.len())..e.span.end.min(text.len())]); },
            Ok(c) => {
                let time = start.elapsed();
                println!("  {time:?} dims {:?} count {} size {}", c.dims.iter().map(|&d| plain(&c.arena, d)).collect::<Vec<_>>(), plain(&c.arena, c.count), plain(&c.arena, c.size));
                for m in [&c.apply, &c.inv] {
                    let p = print(&c.arena, &m.form.roots, &Plain, "t", &|id| m.form.may_hoist(id));
                    println!("  {:?} largest {:?}\n     lets {:?}\n     {:?}", m.operations(&c.arena), m.form.largest(&c.arena, &m.form.roots), p.lets, p.values);
                }
                println!("  strides {:?} anti {:?}", c.strides.iter().map(|s| s.map(|s| plain(&c.arena, s))).collect::<Vec<_>>(), c.anti_diagonal.map(|s| plain(&c.arena, s)));
                for a in &c.assertions { println!("  assert {}   {}", a.condition.describe(&c.arena), &text[a.span.start..a.span.end.min(text.len())]); }
            }
        }
    }
}
