// The views beside the drawing: which is shown, and which chain stands for a layout of another system.

import { $, el } from "./dom.js";
import * as accesses from "./access.js";
import * as threads from "./threads.js";
import { code, languages } from "./code.js";
import { compare, conversions } from "./compare.js";
import { formulas, relation } from "./formulas.js";

const SYSTEMS = { chain: "A chain", cute: "CuTe’s layout", isl: "The map", tasks: "The task mapping", linear: "The linear layout" };

export async function start(engine, state, change, drawings, layouts) {
  threads.start(change);
  accesses.controls(state, change, (marks) => {
    drawings.a.marks = marks;
    drawings.a.paint();
    return layouts.a && ((flat) => layouts.a.values[flat]);
  });
  await languages(engine, state, change);
}

export const drawing = () => threads.drawn();

export async function show(engine, state, { layouts, undrawn, drawings, editors, change, step, select, isCurrent }) {
  if (state.tab !== "access") accesses.leave();
  if (state.tab !== "compare") drawings.a.marks = state.tab === "access" ? drawings.a.marks : [];
  if (state.tab === "threads") return threads.threads(engine, state, editors.fragment);
  const known = layouts.a ?? (state.tab === "access" ? null : undrawn.a);
  if (!known) {
    failed(state.tab, state.a.trim() ? (undrawn.a ? "This layout is too large for it." : "There is nothing to say of a layout that is wrong.") : "Type a layout.");
    return undefined;
  }
  const lets = known.parameters.length && state.let ? ["--let", only(state.let, known.parameters)] : [];
  if (state.tab === "compare") return both(engine, state, { layouts, undrawn, drawings, editors, select, isCurrent });
  const as = await asChain(engine, state.a, known, lets);
  if (!isCurrent() || as === undefined) return undefined;
  if (as.error) {
    if (state.tab === "formulas") return relation(engine, { text: state.a, lets, of: SYSTEMS[known.system], why: as.error });
    failed(state.tab, `${SYSTEMS[known.system]} is no chain of the language, from which formulas and code are made: ${as.error}`);
    return undefined;
  }
  const asked = { text: as.text, as: as.text === state.a ? null : as.text, of: SYSTEMS[known.system] };
  const given = as.text === state.a ? lets : [];
  if (state.tab === "formulas") return formulas(engine, { ...asked, lets: state.numbers ? given : [] });
  if (state.tab === "code") return code(engine, state, { ...asked, lets: state.numbers ? given : [] }, change);
  return accesses.access(engine, state, { ...asked, lets: given, values: given[1] ?? "", dims: layouts.a.dims }, (chain) => {
    step();
    change({ a: chain, let: "" });
  });
}

/** What could not be said in a view, and why. */
export function failed(tab, why) {
  const note = el("p", { className: "hint" }, why);
  if (tab === "formulas") $("formulas").replaceChildren(note);
  if (tab === "code") {
    $("code-note").replaceChildren(note);
    $("code").textContent = "";
    $("copy").hidden = true;
  }
  if (tab === "compare") $("compared").replaceChildren(note);
  if (tab === "access") {
    accesses.leave();
    $("taken").replaceChildren(note);
    $("warp").hidden = true;
    $("better").replaceChildren();
  }
}

/** The values of some sizes among all. */
function only(lets, names) {
  return lets.split(",").filter((part) => names.includes(part.split("=")[0])).join(",");
}

/** The chain of a layout of any system. */
async function asChain(engine, text, { system }, lets) {
  if (system === "chain") return { text };
  const answer = await engine.command("as-chain", "convert", text, ...lets, "--to", "lego", "--json");
  if (!answer) return undefined;
  return answer.json?.text ? { text: answer.json.text } : { error: answer.errors.join("; ") };
}

async function both(engine, state, { layouts, undrawn, drawings, editors, select, isCurrent }) {
  const [one, other] = [layouts.a ?? undrawn.a, layouts.b ?? undrawn.b];
  const names = [...new Set([...one.parameters, ...(other?.parameters ?? [])])];
  const lets = names.length && state.let ? ["--let", only(state.let, names)] : [];
  const asked = { a: state.a, b: state.b.trim() && other ? state.b : "", lets, layouts: layouts.a && layouts.b ? [layouts.a, layouts.b] : null };
  asked.linear = one.system === "linear" && other?.system === "linear";
  for (const drawing of Object.values(drawings)) drawing.marks = [];
  if (!asked.b) {
    $("compared").replaceChildren(el("p", { className: "hint" }, state.b.trim() ? "" : "Type a second layout, and it is compared with the first."));
  } else {
    const found = await compare(engine, asked);
    if (!found || !isCurrent()) return;
    if (found.errors?.length) editors.b.errors(found.errors.filter((error) => error.chain !== 1));
    if (found.witness) {
      const place = (layout) => (layout && found.witness.length === layout.rank && found.witness.every((i, k) => i < layout.dims[k]) ? layout.flat(found.witness) : -1);
      for (const side of ["a", "b"]) {
        const flat = place(layouts[side]);
        drawings[side].marks = flat < 0 ? [] : [{ flat, colour: "#d81b60", words: "≠" }];
      }
      const flat = place(layouts.a);
      if (flat >= 0) select(flat);
    }
  }
  Object.values(drawings).forEach((drawing) => drawing.paint());
  await conversions(engine, asked);
}
