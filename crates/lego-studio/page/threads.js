// Thread-value layouts: who holds each element of a tile, in CuTe's and Triton's notations.

import { $, el, notation, tableOf } from "./dom.js";
import { cellsOfHolders } from "./cells.js";
import { Drawing } from "./drawing.js";

const FRAGMENTS = [
  "mma_m16n8k16_f16_A", "mma_m16n8k16_f16_B", "mma_m16n8_f32_C", "mma_m16n8k8_tf32_A", "mma_m16n8k8_tf32_B", "mma_m16n8k32_s8_A",
  "mma_m16n8k32_e4m3_B", "wgmma_m64n16_D", "wgmma_m64k16_f16_A_reg",
];
let drawing;
let held = null;

export function start(change) {
  drawing = new Drawing($("drawing-t"));
  drawing.onselect = (flat) => {
    drawing.select(flat);
    say(flat);
  };
  $("fragments").append(...FRAGMENTS.map((name) => el("option", { value: name }, name)));
  $("fragments").addEventListener("change", () => $("fragments").value && change({ fragment: $("fragments").value, tile: "" }));
  $("tile").addEventListener("input", () => change({ tile: $("tile").value }));
}

export async function threads(engine, state, editor) {
  const text = state.fragment;
  if ($("tile").value !== state.tile) $("tile").value = state.tile;
  $("fragments").value = [...$("fragments").options].some(({ value }) => value === text) ? text : "";
  const tile = state.tile.split(/[,\s]+/).filter(Boolean).map(Number).filter(Number.isInteger);
  const answer = await engine.ask("holders", { holders: text, tile });
  if (!answer) return;
  const { about } = answer;
  editor.errors(about.errors ?? []);
  if (about.ok === false) {
    held = null;
    drawing.clear();
    $("held").textContent = "";
    $("notations").replaceChildren();
    return;
  }
  held = about;
  drawing.show(cellsOfHolders(about));
  say(-1);
  const options = tile.length ? ["--tile", tile.join(",")] : [];
  const [cute, linear] = [await engine.command("fragment-cute", "cute", text, ...options, "--json"), await engine.command("fragment-linear", "linear", text, "--json")];
  if (!cute || !linear) return;
  $("notations").replaceChildren(tableOf([
    notation("CuTe, (thread, value)", cute.json?.text ?? linear.json?.cute, cute.errors[0]),
    notation("Triton, linear layout", linear.json?.text, linear.errors[0]),
    notation("piece of a chain", linear.json?.piece, "it is no bijection, or not of powers of two"),
  ]));
}

function say(flat) {
  if (!held) return;
  const { sides, names, threads, values } = held;
  if (flat < 0) {
    $("held").textContent = threads ? `A tile of ${sides.join("×")}: ${threads} threads, ${values} values each.` : `A tile of ${sides.join("×")}: ${values} points go in.`;
    return;
  }
  let rest = flat;
  const index = [...sides].reverse().map((side) => {
    const i = rest % side;
    rest = Math.floor(rest / side);
    return i;
  }).reverse();
  const who = held.held[flat].slice(0, 8).map(([thread, value]) => (threads ? `thread ${thread}, value ${value}` : value)).join("; ");
  $("held").textContent = `${index.map((i, k) => `${names[k] ?? `i${k}`} ${i}`).join(", ")}: ${who || "held by nobody"}`;
}

/** The drawing, once there is one. */
export const drawn = () => drawing;
