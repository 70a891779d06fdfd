//! JavaScript by node, TypeScript by tsc and node.

use super::python::calls;
use crate::case::Case;
use crate::language::{Language, check};
use crate::tool::{answers, run, tools};
use lego_gen::Target;
use std::path::{Path, PathBuf};
use std::process::Command;

struct JavaScript {
    target: Target,
}

const SUPPORT: &str = r#"
import { readFileSync } from "node:fs";

function points(count, step) {
  return Array.from({ length: count }, (_, k) => BigInt(k) * BigInt(step) + (BigInt(k) * 7n) % BigInt(step));
}

function digest(answers, start = 0) {
  for (const answer of answers) {
    const part = answer === null ? -1 : Number(BigInt(answer) % 1000003n);
    start = (start * 31 + part + 2) % 1000003;
  }
  return start;
}

async function tried(name, sizes, dims, span, indices, positions, hasStrides, hasTable, hasChecks, visits, refused) {
  const module = await import(`./${name}.mjs`);
  const isBig = readFileSync(`${name}.mjs`, "utf8").includes("are of type BigInt");
  const own = (value) => (isBig ? BigInt(value) : Number(value));
  const call = (what, args) => module[`${name}_${what}`](...args.map(own), ...sizes.map(own));
  const applied = points(...indices).map((flat) => {
    const index = [];
    for (const extent of [...dims].reverse()) {
      index.unshift(flat % BigInt(extent));
      flat /= BigInt(extent);
    }
    return call("apply", index);
  });
  const inverted = points(...positions).flatMap((position) => call("inv", [position]) ?? [null]);
  let sized = digest([...call("dims", []), call("span", [])]);
  if (hasStrides) sized = digest(call("strides", []).map((stride, axis) => (dims[axis] > 1 ? (BigInt(stride) % 1000003n) + 1000003n : null)), sized);
  if (hasTable) sized = digest(module[`${name.toUpperCase()}_TABLE`], sized);
  if (visits) {
    for (const each of ["each", "each_in_memory"]) sized = digest([...call(each, [])].flat(2), sized);
  }
  if (sizes.length > 0 && !call("check", [])) console.log("refused");
  for (const other of refused) {
    if (module[`${name}_check`](...other.map(own))) console.log("not refused", other);
  }
  if (hasChecks) {
    if (call("apply", dims) !== null || call("apply", dims.map(() => -1)) !== null) console.log("outside");
    if (call("inv", [span]) !== null) console.log("beyond");
  }
  console.log(name, digest(applied), digest(inverted), sized);
}

"#;

/// The compiler of TypeScript: that of the project, or of the machine.
fn tsc() -> Option<PathBuf> {
    let own = tools().join("node/node_modules/.bin/tsc");
    [own, PathBuf::from("tsc")].into_iter().find(|tsc| tsc.to_str().is_some_and(|tsc| answers(tsc, "--version")))
}

impl Language for JavaScript {
    fn target(&self) -> Target {
        self.target
    }

    fn missing(&self) -> Option<&'static str> {
        if !answers("node", "--version") {
            return Some("node");
        }
        (self.target == Target::TypeScript && tsc().is_none()).then_some("tsc")
    }

    fn run(&self, folder: &Path, cases: &[Case]) -> String {
        for case in cases {
            std::fs::write(folder.join(&case.file.name), &case.file.text).unwrap();
        }
        if let Some(tsc) = tsc().filter(|_| self.target == Target::TypeScript) {
            let mut compile = Command::new(tsc);
            compile.current_dir(folder).args(["--strict", "--target", "es2020", "--module", "es2020"]);
            run(compile.args(cases.iter().map(|case| case.file.name.as_str())));
            for case in cases {
                let js = folder.join(&case.file.name).with_extension("js");
                std::fs::rename(&js, js.with_extension("mjs")).unwrap();
            }
        }
        let calls = calls(cases, ["false", "true"]).replace("tried(", "await tried(");
        // A number of 2^53 or more is read as what it is.
        let calls = large_as_big(&calls);
        std::fs::write(folder.join("main.mjs"), format!("{SUPPORT}{calls}")).unwrap();
        run(Command::new("node").current_dir(folder).arg("main.mjs"))
    }
}

/// Numbers that are not exact in JavaScript, as BigInt.
fn large_as_big(text: &str) -> String {
    let mut written = String::new();
    let mut digits = String::new();
    for c in text.chars().chain([' ']) {
        if c.is_ascii_digit() {
            digits.push(c);
            continue;
        }
        written.push_str(&digits);
        if digits.parse::<u64>().is_ok_and(|number| number >= 1 << 53) {
            written.push('n');
        }
        digits.clear();
        written.push(c);
    }
    written.trim_end().to_owned() + "\n"
}

#[test]
fn javascript_modules() {
    check(&JavaScript { target: Target::JavaScript });
}

#[test]
fn typescript_modules() {
    check(&JavaScript { target: Target::TypeScript });
}
