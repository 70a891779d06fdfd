// Two layouts beside each other: whether they are the same map, where they differ, and one in the notation of the other.

import { $, el, notation, tableOf } from "./dom.js";
import { NONE } from "./drawing.js";

const SYSTEMS = [["cute", "CuTe"], ["lego", "chain"], ["linear", "linear layout"], ["isl", "isl"]];
/** A longer permutation is not looked at for a form. */
const MOST = 2048;

/** What there is to say of two layouts; gives the index at which they differ, if they do. */
export async function compare(engine, { a, b, lets }) {
  const answer = await engine.command("equal", "equal", a, b, ...lets, "--json");
  if (!answer) return null;
  const place = $("compared");
  if (answer.json?.ok === false || answer.status === 2) {
    place.replaceChildren(el("p", { className: "hint" }, "Not compared: ", answer.errors.join("; ")));
    return { errors: answer.json?.errors ?? [] };
  }
  const { equal, witness } = answer.json;
  // Of equal layouts there is no more to say: they are not looked at once more.
  const words = equal ? null : await engine.command("equal-words", "equal", a, b, ...lets);
  if (!equal && !words) return null;
  const verdict = equal ? ["Equal", "yes"] : equal === null ? ["Not decided", ""] : ["Not equal", "no"];
  place.replaceChildren(el("p", { className: `verdict ${verdict[1]}` }, verdict[0]),
    equal ? el("p", { className: "hint" }, "For every index both give the same position.") : el("p", { className: "mono" }, words.output.trim()));
  return { equal, witness, errors: [] };
}

/** The first layout in every notation, and how the elements move from the one's memory to the other's. */
export async function conversions(engine, { a, b, lets, layouts, linear }) {
  const rows = [];
  for (const [to, called] of SYSTEMS) {
    const answer = await engine.command(`convert-${to}`, "convert", a, ...lets, "--to", to, "--json");
    if (!answer) return;
    rows.push(notation(called, answer.json?.text, answer.errors[0]));
  }
  const parts = [el("h2", {}, "The first layout in every notation"), tableOf(rows)];
  const moved = b && layouts ? await movement(engine, layouts) : null;
  if (moved) parts.push(el("h2", {}, "From the first’s memory to the second’s"), moved);
  if (b && linear) {
    const answer = await engine.command("move", "linear", a, "--to", b);
    if (!answer) return;
    if (answer.status === 0) parts.push(el("h2", {}, "From registers to registers"), el("pre", { className: "mono scroll" }, answer.output));
  }
  $("conversions").replaceChildren(...parts);
}

/** How many elements lie elsewhere, and the map from position to position, where it has a form. */
async function movement(engine, [one, other]) {
  if (one.dims.join() !== other.dims.join()) return null;
  const to = new Array(one.span).fill(NONE);
  let moved = 0;
  for (let flat = 0; flat < one.count; flat += 1) {
    const [from, into] = [one.values[flat], other.values[flat]];
    if (from === NONE || into === NONE) return el("p", { className: "hint" }, "One of them has indices without a position.");
    moved += from !== into;
    to[from] = into;
  }
  const said = [el("p", {}, `${moved} of ${one.count} elements lie at another position.`)];
  if (moved && to.length === one.count && to.length <= MOST && !to.includes(NONE) && Math.max(...to) < to.length) {
    const table = `Table([${to.join(", ")}])`;
    const forms = [];
    for (const to of ["lego", "cute"]) {
      const answer = await engine.command(`movement-${to}`, "convert", table, "--to", to, "--json");
      if (!answer) return null;
      const text = answer.json?.text;
      if (text && !text.startsWith("Table")) forms.push(text);
    }
    if (forms.length) said.push(el("p", {}, "Position p of the first goes to this position of the second: ", forms.flatMap((form, k) => [k ? ", or " : "", el("code", {}, form)])));
    else said.push(el("p", {}, "No shorter form of this move is known than the list of its positions."));
  }
  return el("div", {}, said);
}
