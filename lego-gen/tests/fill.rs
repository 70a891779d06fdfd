//! Placeholders of templates: what they are filled with in each language, and what is said of wrong ones.

use lego_gen::fill::{Fault, Host, Template, fill};

/// The text that a template is filled with.
#[track_caller]
fn filled(host: Host, text: &str) -> String {
    match fill(&Template { host: Some(host), ..Template::new(text) }) {
        Ok(filled) => filled.text,
        Err(faults) => panic!("{host}: {faults:#?}"),
    }
}

/// What a placeholder becomes, of a layout of this chain.
#[track_caller]
fn one(host: Host, chain: &str, placeholder: &str) -> String {
    let text = filled(host, &format!("# lego: L = {chain}\n{placeholder}"));
    text.split_once('\n').unwrap().1.to_owned()
}

/// The messages, each with its line and column.
fn faults(text: &str) -> Vec<(usize, usize, String)> {
    let faults = fill(&Template { host: Some(Host::Triton), ..Template::new(text) }).unwrap_err();
    placed(&faults, text)
}

fn placed(faults: &[Fault], text: &str) -> Vec<(usize, usize, String)> {
    let place = |fault: &Fault| {
        let (line, column) = fault.place_in(text);
        (line, column, fault.message.clone())
    };
    faults.iter().map(place).collect()
}

const TILES: &str = "Row(M, K).TileBy([M/BM, K/BK], [BM, BK])";

#[test]
fn the_row_tile_of_the_paper() {
    assert_eq!(
        one(Host::Triton, TILES, "{{ L[pid_m, k, :, :] }}"),
        "BK * k + K * (BM * pid_m + tl.arange(0, BM)[:, None]) + tl.arange(0, BK)[None, :]"
    );
}

#[test]
fn probe() {
    for host in Host::ALL {
        for (chain, text) in [
            (TILES, "{{ L[i, k, :, 2:BK] }}"),
            ("Row(32, 64).TileBy([4, 4], [8, 16])", "{{ L.inv(p) }} {{ L.inv(p + 1)[2] }}"),
            (
                "Row(M, K).ExpandBy([M, K] => [64*ceil_div(M, 64), 64*ceil_div(K, 64)]).TileBy([ceil_div(M,64), ceil_div(K,64)], [64,64])",
                "{{ L.guard[i, j, :, 0:4] }}",
            ),
            ("SwizzleRows([32, 32], 5)", "{{ L[i + 1, j] }} {{ L.dims }} {{ L.stride }}"),
            ("Row(8,8)", "{{ L.dims }} {{ L.stride }} {{ L.guard[i,j] }}"),
            ("AntiDiag(64)", "{{ L[i, j] }} {{ L.inv(p)[0] }}"),
            ("AntiDiag(64)", "{{ L.loop[i, 2:N] }}"),
        ] {
            let text = format!("# lego: L = {chain}\n{text}");
            match fill(&Template { host: Some(host), ..Template::new(&text) }) {
                Ok(filled) => println!("{host}: {}", filled.text.split_once('\n').unwrap().1),
                Err(faults) => println!("{host}: ERROR {}", faults[0].message),
            }
        }
    }
    for text in ["{{ L.block_ptr(pid_m, k) }} {{ L.advance(k) }} {{ L.advance(0) }} {{ L.boundary_check }}"] {
        for chain in [
            TILES,
            "Col(M, K).TileBy([M/BM, K/BK], [BM, BK])",
            "Row(B, M, K).GroupBy([B, M, K])",
            "Row(M, K).ExpandBy([M, K] => [64*ceil_div(M, 64), 64*ceil_div(K, 64)]).TileBy([ceil_div(M,64), ceil_div(K,64)], [64,64])",
            "AntiDiag(4)",
            "Row(1000,1000).ExpandBy([1000,1000] => [1024,1000]).TileBy([16,25],[64,40])",
        ] {
            let text = format!("# lego: L = {chain}\n{text}");
            match fill(&Template { host: Some(Host::Triton), ..Template::new(&text) }) {
                Ok(filled) => println!("{}", filled.text.split_once('\n').unwrap().1),
                Err(faults) => println!("ERROR {:?}", placed(&faults, &text)),
            }
        }
    }
}
