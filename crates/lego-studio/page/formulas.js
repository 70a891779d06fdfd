// The formulas of a layout both ways, and how they come about.

import { $, el, errorList, errorsOf } from "./dom.js";

const CALLED = { dims: "sizes", span: "span", apply: "index to position", inv: "position to index", strides: "strides", width: "width", assumes: "relies on" };

/** Shows the formulas of a chain; `as` says which chain stands for a layout of another system. */
export async function formulas(engine, { text, lets, as, of }) {
  const place = $("formulas");
  const [shown, explained] = await Promise.all([
    engine.command("formulas", "show", text, ...lets),
    engine.command("derivation", "show", text, ...lets, "--json", "--explain"),
  ]);
  if (!shown || !explained) return;
  if (shown.status !== 0) {
    place.replaceChildren(errorList(errorsOf(shown)));
    return;
  }
  const rows = entries(shown.output).map(([name, lines]) => [
    el("dt", {}, CALLED[name] ?? name),
    el("dd", {}, lines.map((line) => (/ before simplification$/.test(line) ? el("small", {}, line) : el("div", { className: "formula" }, line)))),
  ]);
  const steps = explained.json?.explain;
  place.replaceChildren(
    as && el("p", { className: "hint" }, `${of} as a chain: `, el("code", {}, as)) || "",
    el("dl", { id: "formula-list" }, rows),
    steps ? derivation("Index to position, step by step", steps.apply, explained.json.apply) : "",
    steps ? derivation("Position to index, step by step", steps.inv, [].concat(explained.json.inv).join(", ")) : "",
    el("p", { className: "hint" }, "The same on a command line: ", el("code", {}, `lego show '${text}'${lets.length ? ` ${lets.join(" ")}` : ""} --explain`)),
  );
}

/** What there is to say of a layout that is no chain: its map with a domain. */
export async function relation(engine, { text, lets, of, why }) {
  const answer = await engine.command("relation", "relation", text, ...lets);
  if (!answer) return;
  $("formulas").replaceChildren(
    el("p", { className: "hint" }, `${of} is no chain of the language: ${why}. As a map with a domain:`),
    el("pre", { className: "mono scroll", id: "relation" }, answer.status === 1 ? answer.errors.join("\n") : answer.output.split("\n").map(cut).join("\n")));
}

/** A line that is longer than one reads is cut. */
const cut = (line) => (line.length > 600 ? `${line.slice(0, 600)}… (${line.length} characters)` : line);

/** The entries of the command's text: a name, or blanks for the one before, then what there is to say. */
export function entries(output) {
  const all = [];
  for (const line of output.split("\n").filter(Boolean)) {
    const [name, words] = [line.slice(0, 9).trim(), line.slice(9)];
    if (name) all.push([name, [words]]);
    else all.at(-1)?.[1].push(words);
  }
  return all;
}

function derivation(title, { written, steps, kept, cut }, result) {
  const equation = ({ before, after }) => el("div", { className: "equation" }, `${before}  =  ${after}`);
  const items = steps.map((step) => el("li", {},
    el("strong", {}, step.rule), " ", el("span", { className: "law" }, step.law, step.condition ? ` where ${step.condition}` : ""),
    step.equations.map(equation),
    step.because.map((because) => el("div", { className: "law" }, "because ", typeof because === "string" ? because : JSON.stringify(because)))));
  return el("details", { open: steps.length > 0 && steps.length < 8 },
    el("summary", {}, `${title}: ${steps.length === 1 ? "1 step" : `${steps.length} steps`}`),
    el("div", { className: "equation formula" }, "from ", el("code", {}, written.join(", "))),
    el("ol", { className: "steps" }, items),
    kept ? el("p", { className: "hint" }, "What the algebra wrote was no worse, and is kept.") : "",
    cut ? el("p", { className: "hint" }, "Only the first steps are shown.") : "",
    el("div", { className: "equation formula" }, "to ", el("code", {}, result)));
}
