//! `lego fill`: where it writes, what it answers, and its exit status.

mod common;

use common::{lego, lego_reading};
use serde_json::json as value;
use std::fs;
use std::path::PathBuf;

/// A folder for a test, which is emptied first.
fn folder(name: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("fill-{name}"));
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    folder
}

const TEMPLATE: &str = "// lego: A = Row(M, K)\nx = a[{{ A[i, j] }}];\n";
const FILLED: &str = "// lego: A = Row(M, K)\nx = a[K * i + j];\n";

#[test]
fn a_file_and_whether_it_is_up_to_date() {
    let folder = folder("check");
    let (template, out) = (folder.join("a.cu.lego"), folder.join("a.cu"));
    let (template, out) = (template.to_str().unwrap(), out.to_str().unwrap());
    fs::write(template, TEMPLATE).unwrap();
    let run = lego(&["fill", template]);
    assert_eq!((run.status, run.stdout.as_str(), run.stderr.as_str()), (0, FILLED, ""));
    let check = ["fill", template, "-o", out, "--check"];
    let run = lego(&check);
    assert_eq!((run.status, run.stdout.as_str()), (1, ""));
    assert!(run.stderr.contains("does not exist"), "{}", run.stderr);
    assert_eq!(lego(&["fill", template, "-o", out]).status, 0);
    assert_eq!(fs::read_to_string(out).unwrap(), FILLED);
    let run = lego(&check);
    assert_eq!((run.status, run.stdout), (0, format!("{out} is up to date\n")));
    assert_eq!(lego(&[&check[..], &["--json"]].concat()).json(), value!({ "ok": true, "file": out }));
    fs::write(out, "old").unwrap();
    let run = lego(&[&check[..], &["--json"]].concat());
    assert_eq!((run.status, &run.json()["ok"]), (1, &value!(false)));
    assert_eq!(fs::read_to_string(out).unwrap(), "old");
    // What is wrong leaves the file as it is.
    fs::write(template, "{{ A[").unwrap();
    assert_eq!(lego(&["fill", template, "-o", out, "--let", "A=Row(4)"]).status, 1);
    assert_eq!(fs::read_to_string(out).unwrap(), "old");
}

#[test]
fn standard_input_layouts_and_values() {
    let run = lego_reading(&["fill", "-", "--target", "c", "--let", "A=Col(M, K)", "--let", "M=8,K=4"], TEMPLATE);
    assert_eq!((run.status, run.stdout), (0, FILLED.replace("K * i + j", "8 * j + i")));
    let run = lego_reading(&["fill", "-", "--target", "triton", "--json"], "# lego: A = Row(8)\n{{ A[:] }} {{ a[0] }}");
    assert_eq!(
        run.json(),
        value!({
            "target": "triton", "file": null, "text": "# lego: A = Row(8)\ntl.arange(0, 8) {{ a[0] }}",
            "layouts": ["A"], "placeholders": 1, "warnings": [{
                "message": "a stays as it is: no layout is called so; the nearest is A", "line": 2, "column": 15
            }]
        })
    );
    assert!(run.stderr.starts_with("warning: standard input, line 2, column 15: a stays as it is"), "{}", run.stderr);
}

#[test]
fn errors_have_their_place() {
    let text = "// lego: A = Row(M, 0)\n\ty = {{ B[1] }} + {{ B.spam }};\n";
    let run = lego_reading(&["fill", "-", "--target", "c", "--let", "B=Rwo(4)"], text);
    assert_eq!((run.status, run.stdout.as_str()), (1, ""));
    let expected = "error: B: no piece is called Rwo; the nearest name is Row
 --> --let, line 1, column 1
  |
1 | Rwo(4)
  | ^^^
error: this size is 0, but a size is at least 1
 --> standard input, line 1, column 21
  |
1 | // lego: A = Row(M, 0)
  |                     ^
error: a layout has no \"spam\"; the nearest is span: it has apply, guard, loop, inv, inv_guard, check, span, count, rank, dims, stride, block_ptr, advance, boundary_check
 --> standard input, line 2, column 24
  |
2 |     y = {{ B[1] }} + {{ B.spam }};
  |                           ^^^^
";
    assert_eq!(run.stderr, expected);
    let run = lego_reading(&["fill", "-", "--target", "c", "--json"], "// lego: A = Row(4)\n{{ A[9] }}");
    assert_eq!(
        run.json(),
        value!({ "ok": false, "errors": [{
            "message": "9 is no index here: indices are from 0 and below 4",
            "start": 25, "end": 26, "file": "standard input", "line": 2, "column": 6
        }] })
    );
}

#[test]
fn wrong_usage() {
    for arguments in [
        &["fill"][..],
        &["fill", "-", "--check"],
        &["fill", "-", "--target", "cobol"],
        &["fill", "-", "--target", "c", "--let", "Row(4)"],
        &["fill", "-", "--target", "c", "-o", "-", "--check"],
        &["fill", "x.c", "-o", "x.c"],
    ] {
        let run = lego_reading(arguments, "");
        assert_eq!((run.status, run.stdout.as_str()), (2, ""), "{arguments:?}");
    }
    let run = lego(&["fill", "/nonexistent.c"]);
    assert_eq!(run.status, 1);
    let run = lego_reading(&["fill", "-"], "");
    assert!(run.status == 1 && run.stderr.contains("--target"), "{}", run.stderr);
}

/// The template is not written over, by whatever path, link or stream it is reached.
#[test]
#[cfg(unix)]
fn the_template_is_not_written_over() {
    let folder = folder("same");
    fs::create_dir(folder.join("sub")).unwrap();
    let template = folder.join("a.cu");
    fs::write(&template, TEMPLATE).unwrap();
    std::os::unix::fs::symlink(&template, folder.join("link.cu")).unwrap();
    fs::hard_link(&template, folder.join("hard.cu")).unwrap();
    let given = template.to_str().unwrap();
    for name in ["a.cu", "./a.cu", "sub/../a.cu", "link.cu", "hard.cu"] {
        let run = lego(&["fill", given, "-o", &format!("{}/{name}", folder.display())]);
        assert_eq!((run.status, run.stdout.as_str()), (2, ""), "{name}");
        assert!(run.stderr.contains("the template would be written over"), "{name}: {}", run.stderr);
        assert_eq!(fs::read_to_string(&template).unwrap(), TEMPLATE, "{name}");
    }
    let run = std::process::Command::new(env!("CARGO_BIN_EXE_lego"))
        .args(["fill", "-", "--target", "cuda", "-o", given])
        .stdin(fs::File::open(&template).unwrap())
        .output()
        .unwrap();
    assert_eq!(run.status.code(), Some(2), "{}", String::from_utf8_lossy(&run.stderr));
    assert_eq!(fs::read_to_string(&template).unwrap(), TEMPLATE);
    // Another file is written.
    assert_eq!(lego(&["fill", given, "-o", folder.join("b.cu").to_str().unwrap()]).status, 0);
    assert_eq!(fs::read_to_string(folder.join("b.cu")).unwrap(), FILLED);
}
