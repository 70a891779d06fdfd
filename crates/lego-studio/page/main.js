// The page: what is typed goes to the engine, what comes back is drawn and said, all of it stands in the address.

import { $, copy, el, errorsOf, save } from "./dom.js";
import { Engine } from "./engine.js";
import { Editor } from "./editor.js";
import { Drawing, NONE } from "./drawing.js";
import { Strip } from "./strip.js";
import { Layout, cellsOf, coloured } from "./cells.js";
import { USUAL, listed, read, values, write } from "./state.js";
import { presets } from "./presets.js";
import { sizes, usual } from "./sizes.js";
import * as panels from "./panels.js";

let state = read(location.hash);
/** What is drawn does not wait for what is said of it: each has a thread. */
const engine = new Engine((words) => tell("engine", words));
const drawer = new Engine((words) => tell("drawer", words));
const editors = { a: new Editor($("editor-a"), $("errors")), b: new Editor($("editor-b"), $("errors-b")), fragment: new Editor($("editor-t"), $("errors-t")) };
const drawings = { a: new Drawing($("drawing")), b: new Drawing($("drawing-b")) };
const strip = new Strip($("strip"));
const layouts = { a: null, b: null };
/** What is known of layouts that are too large to be drawn. */
const undrawn = { a: null, b: null };
/** Of each index the thread that touches it, and the colours of the first layout. */
let touched = null;
let look = null;
let selected = -1;

/** So long after a key another may come soon. */
const PAUSE = 150;
/** When the state is written into the address. */
let late = 0;

// ---- state

/** Changes the state, and what depends on it; `typed` is what its field has already, `addressed` what the address has. */
function change(part, { typed = false, addressed = false } = {}) {
  const before = state;
  state = { ...state, ...part };
  const is = (...keys) => keys.some((key) => before[key] !== state[key]);
  if (is("a")) {
    if (!("rows" in part)) Object.assign(state, { rows: "", columns: "", at: "" });
    selected = -1;
    touched = null;
  }
  if (addressed) clearTimeout(late);
  else remember();
  if (!typed) fill();
  if (is("a", "let", "b", "tab")) ask();
  else if (is("colour", "label", "path", "rows", "columns", "at")) draw();
  else if (is("access", "bytes", "vector") && state.colour !== "position") threads().then(draw);
  if (is("tab", "target", "name", "with", "numbers", "access", "bytes", "vector", "fragment", "tile") && !is("a", "let", "b")) panel();
}

/** Writes the state into the address, soon: browsers take only so many addresses a second. */
function remember() {
  clearTimeout(late);
  late = setTimeout(() => history.replaceState(null, "", write(state)), 120);
}

/** Keeps the state as one that the browser's button leads back to. */
function step() {
  history.replaceState(null, "", write(state));
  history.pushState(null, "", write(state));
}

/** Puts the state into the fields. */
function fill() {
  editors.a.text = state.a;
  editors.b.text = state.b;
  editors.fragment.text = state.fragment;
  for (const key of ["colour", "label"]) $(key).value = state[key];
  $("numbers").checked = state.numbers === "yes";
  for (const tab of $("tabs").children) {
    const chosen = tab.id === `tab-${state.tab}`;
    tab.setAttribute("aria-selected", chosen);
    tab.tabIndex = chosen ? 0 : -1;
    $(tab.getAttribute("aria-controls")).hidden = !chosen;
  }
}

const told = {};
function tell(who, words) {
  told[who] = words;
  const said = told.drawer ?? told.engine;
  const status = $("status");
  status.hidden = !said;
  const stop = () => [["engine", engine], ["drawer", drawer]].forEach(([name, engine]) => told[name] && engine.stop());
  status.replaceChildren(...(said ? [said, el("button", { type: "button", onclick: stop }, "Stop")] : []));
}

// ---- positions

async function ask() {
  const both = state.tab === "compare" && state.b.trim() !== "";
  $("second").hidden = !both;
  const [a] = await Promise.all([positions("a"), both ? positions("b") : (layouts.b = null)]);
  if (a !== undefined) panel();
}

/** Asks for the positions of a side; nothing where a newer question came. */
async function positions(side) {
  const text = state[side];
  const editor = editors[side];
  let answer;
  try {
    answer = await drawer.ask(side === "a" ? "positions" : "positions-b", { positions: text, values: state.let });
  } catch (error) {
    answer = { about: { ok: false, errors: [{ message: error.message }], parameters: [] } };
  }
  if (!answer || text !== state[side]) return undefined;
  const { about, numbers } = answer;
  // isl's notation names its sizes before the map: [N] -> { … }.
  if (about.system === "isl") about.parameters = (/^\s*\[([^\]]*)\]\s*->/.exec(text)?.[1] ?? "").split(",").map((name) => name.trim()).filter(Boolean);
  if (side === "a" || about.parameters?.length) {
    const open = (about.parameters ?? []).filter((name) => !values(state.let).has(name));
    if (open.length) {
      // Sizes that nobody gave a value get one, so that there is something to see.
      const given = values(state.let);
      for (const name of open) given.set(name, String(usual(state.a, name)));
      change({ let: listed(given) });
      return undefined;
    }
  }
  if (side === "a") sizes($("sliders"), about.parameters ?? [], about.system === "chain", () => state, change);
  undrawn[side] = null;
  if (about.ok === false) {
    // A layout that is only too large has its formulas and its code.
    if (side === "a") document.documentElement.dataset.shown = text;
    if (about.undrawn) undrawn[side] = { system: about.system, parameters: about.parameters };
    editor.errors(text.trim() && !about.undrawn ? about.errors : []);
    layouts[side] = null;
    drawings[side].clear();
    if (side === "a") {
      strip.clear();
      $("where").textContent = about.undrawn ? `Not drawn: ${about.errors[0].message}.` : "";
      $("title-a").textContent = "";
      $("axes").replaceChildren();
    }
    return null;
  }
  editor.errors([]);
  layouts[side] = new Layout(about, numbers);
  if (side === "a") await threads();
  draw();
  if (side === "a") document.documentElement.dataset.shown = text;
  for (const drawn of [...Object.values(drawings), strip]) drawn.hurry();
  return layouts[side];
}

/** Asks which thread touches each index, where that is to be seen. */
async function threads() {
  touched = null;
  if (state.colour !== "thread" || !layouts.a || layouts.a.system !== "chain") return;
  const answer = await drawer.ask("threads", { warps: state.a, values: state.let, access: state.access, bytes: Number(state.bytes), vector: Number(state.vector) });
  if (!answer || answer.about.ok === false || !layouts.a) return;
  touched = new Uint32Array(layouts.a.count);
  let thread = 0;
  for (const { elements } of answer.about.warps) {
    elements.forEach((flat, k) => { if (flat !== null) touched[flat] = thread + Math.floor(k / answer.about.vector); });
    thread += 32;
  }
}

// ---- drawing

function draw() {
  const layout = layouts.a;
  if (layout) {
    const arranged = arrangement(layout);
    axes(layout, arranged);
    look = coloured(layout, state.colour, { bytes: Number(state.bytes), threads: touched });
    drawings.a.path = hasPath(layout);
    $("path").checked = drawings.a.path;
    drawings.a.show(cellsOf(layout, arranged, look, state.label));
    const cells = drawings.a.cells;
    strip.show(layout, cells.colour);
    $("title-a").textContent = `${layouts.b ? "A: " : ""}${layout.dims.join(" × ")}, span ${layout.span}, colour: ${look.called}`;
    $("colour").querySelector('[value="tile"]').disabled = !layout.tile;
    $("colour").querySelector('[value="thread"]').disabled = layout.system !== "chain";
    if (selected >= layout.count) selected = -1;
    select(selected, { quiet: selected < 0 });
  }
  if (layouts.b && !$("second").hidden) {
    const other = layouts.b;
    const arranged = layout && other.dims.join() === layout.dims.join() ? arrangement(layout) : { rows: other.usual[0], columns: other.usual[1], at: [] };
    drawings.b.path = hasPath(other);
    drawings.b.show(cellsOf(other, arranged, coloured(other, state.colour, { bytes: Number(state.bytes) }), state.label));
    $("title-b").textContent = `B: ${other.dims.join(" × ")}, span ${other.span}`;
  }
}

/** Whether a line runs along the positions: as `lego svg` does, of few that are coloured along them or by tile. */
function hasPath(layout) {
  if (state.path) return state.path === "yes";
  return layout.count <= 1024 && (state.colour === "position" || state.colour === "tile");
}

/** Which axes run along rows and columns, and where the others are held. */
function arrangement(layout) {
  const axes = (text, usual) => {
    const said = text.split(",").filter(Boolean).map(Number);
    return said.length && said.every((k) => k < layout.rank) ? said : usual;
  };
  const [rows, columns] = layout.usual;
  const at = state.at.split(",").map((i) => Number(i) || 0);
  let chosen = [axes(state.rows, rows), axes(state.columns, columns)];
  // An axis runs along one side.
  if (new Set(chosen.flat()).size !== chosen.flat().length) chosen = [rows, columns];
  return { rows: chosen[0], columns: chosen[1], at: layout.dims.map((extent, k) => Math.min(at[k] ?? 0, extent - 1)) };
}

/** The choice of axes, where there are more than two. */
function axes(layout, { rows, columns, at }) {
  const place = $("axes");
  const key = `${layout.dims} ${layout.levels} ${rows} ${columns}`;
  if (place.dataset.of !== key) {
    place.dataset.of = key;
    const all = layout.dims.map((_, k) => k);
    const tiled = layout.usual[0].length > 1 ? [["tiles", layout.usual]] : [];
    const choose = (side, chosen) => {
      const other = side === "rows" ? columns : rows;
      const options = [...tiled.map(([name, lists]) => [lists[side === "rows" ? 0 : 1].join(","), name]), ...all.map((k) => [String(k), `i${k} (${layout.dims[k]})`])];
      return el("label", {}, side === "rows" ? "Down " : "Right ", el("select", { onchange: ({ target }) => {
        const axes = target.value.split(",").map(Number);
        const taken = other.some((k) => axes.includes(k)) || axes.length > 1 !== other.length > 1;
        const free = axes.length > 1 ? layout.usual[side === "rows" ? 1 : 0] : [all.find((k) => !axes.includes(k))];
        change({ [side]: target.value, [side === "rows" ? "columns" : "rows"]: (taken ? free : other).join(",") });
      } }, options.map(([value, words]) => el("option", { value, selected: value === chosen.join(",") }, words))));
    };
    const held = all.filter((k) => !rows.includes(k) && !columns.includes(k));
    const hold = (k) => el("label", {}, `i${k} = `, el("output", { "data-at": String(k) }, String(at[k])), el("input", { type: "range", min: "0", max: String(layout.dims[k] - 1), value: String(at[k]), "data-at": String(k), "aria-label": `i${k}`, oninput: ({ target }) => {
      const now = arrangement(layout).at;
      now[k] = Number(target.value);
      change({ at: now.join(",") });
    } }));
    place.replaceChildren(...(layout.rank > 2 ? [choose("rows", rows), choose("columns", columns), ...held.map(hold)] : []));
  }
  for (const output of place.querySelectorAll("output")) output.textContent = String(at[Number(output.dataset.at)]);
  for (const input of place.querySelectorAll("input")) if (document.activeElement !== input) input.value = String(at[Number(input.dataset.at)]);
}

/** Shows an index in the drawings and in memory. */
function select(flat, { keep, quiet } = {}) {
  const layout = layouts.a;
  selected = flat;
  if (layout && flat >= 0) {
    const place = drawings.a.place(flat);
    if (!place && layout.rank > 2) {
      // The index lies in another slice.
      state = { ...state, at: layout.index(flat).join(",") };
      remember();
      draw();
      return;
    }
  }
  drawings.a.select(flat);
  if (layouts.b) drawings.b.select(flat);
  if (!layout || flat < 0) {
    if (!quiet) return;
    $("where").textContent = layout ? "Point at a cell, or move there with the arrow keys." : "";
    return;
  }
  const position = layout.values[flat];
  if (position !== NONE) {
    strip.position = position;
    strip.paint();
  }
  const parts = [`[${layout.index(flat).join(", ")}] → ${position === NONE ? "no position" : position}`];
  if (position !== NONE) {
    if (layout.tile) parts.push(`tile ${layout.tileOf(flat)}`);
    parts.push(`bank ${Math.floor((position * Number(state.bytes)) / 4) % 32}`);
    if (look?.of) parts.push(`thread ${look.of(flat)}`);
    if (layouts.b && layouts.b.dims.join() === layout.dims.join()) parts.push(`in B at ${layouts.b.values[flat] === NONE ? "no position" : layouts.b.values[flat]}`);
  }
  $("where").textContent = parts.join(" · ");
}

function along(step) {
  const layout = layouts.a;
  if (!layout) return;
  const from = selected >= 0 && layout.values[selected] !== NONE ? layout.values[selected] : -1;
  const position = layout.next(from, from < 0 ? 1 : step);
  if (position >= 0) select(layout.lies(position));
}

// ---- what there is to say

let turn = 0;
let asked = 0;
/** Until the lists of targets and words are there, no view is shown. */
let begin;
const begun = new Promise((done) => { begin = done; });
/** Shows the view that is open anew; while one types, after a moment. */
async function panel() {
  turn += 1;
  const mine = turn;
  const typing = performance.now() - asked < PAUSE;
  asked = performance.now();
  await Promise.all([begun, typing && new Promise((done) => setTimeout(done, PAUSE))]);
  if (mine !== turn) return;
  const shown = $(`panel-${state.tab}`);
  shown.classList.add("stale");
  try {
    await panels.show(engine, state, { layouts, undrawn, drawings, editors, change, step, select, isCurrent: () => mine === turn });
  } catch (error) {
    if (mine !== turn) return;
    panels.failed(state.tab, error.message);
  } finally {
    if (mine === turn) for (const view of document.querySelectorAll(".stale")) view.classList.remove("stale");
  }
}

// ---- the page itself

function theme(choice) {
  const dark = choice ? choice === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
  if (choice) document.documentElement.dataset.theme = choice;
  $("theme").textContent = dark ? "Light" : "Dark";
  $("theme").dataset.shown = dark ? "dark" : "light";
  for (const drawn of [...Object.values(drawings), strip, panels.drawing()]) drawn?.paint();
}

async function download(kind) {
  if (!layouts.a) return;
  const lets = state.let ? ["--let", state.let] : [];
  if (kind === "png") return save("layout.png", await drawings.a.png());
  const used = lets.length && layouts.a.parameters.length ? lets : [];
  const look = state.colour === "bank" ? ["--banks", "32", "--bytes", state.bytes] : state.colour === "tile" && layouts.a.system === "chain" ? ["--colour", "tile"] : [];
  const command = kind === "svg" ? ["svg", state.a, ...used, "-o", "-", "--no-limit", ...look] : ["table", state.a, ...used, "--no-limit"];
  try {
    const answer = await engine.command(`export-${kind}`, ...command);
    if (!answer) return;
    if (answer.status !== 0) throw new Error(errorsOf(answer).map(({ message }) => message).join("; "));
    save(kind === "svg" ? "layout.svg" : "layout.txt", new Blob([answer.output], { type: kind === "svg" ? "image/svg+xml" : "text/plain" }));
  } catch (error) {
    $("where").textContent = `Not exported: ${error.message}`;
  }
}

function listen() {
  for (const key of ["a", "b", "fragment"]) editors[key].oninput = (text) => change({ [key]: text }, { typed: true });
  for (const key of ["colour", "label"]) $(key).addEventListener("change", async () => {
    state = { ...state, [key]: $(key).value };
    remember();
    if (state.colour === "thread" && !touched) await threads();
    draw();
  });
  $("path").addEventListener("change", () => change({ path: $("path").checked ? "yes" : "no" }));
  $("numbers").addEventListener("change", () => change({ numbers: $("numbers").checked ? "yes" : "" }));
  drawings.a.onselect = (flat) => select(flat);
  drawings.b.onselect = (flat) => { if (layouts.a && flat < layouts.a.count) select(flat); else drawings.b.select(flat); };
  drawings.a.onpainted = () => { document.documentElement.dataset.painted = document.documentElement.dataset.shown; };
  drawings.a.onalong = along;
  drawings.b.onalong = along;
  strip.onselect = (position) => {
    const flat = layouts.a?.lies(position) ?? -1;
    if (flat >= 0) return select(flat);
    strip.position = position;
    strip.paint();
    $("where").textContent = `position ${position} is a hole`;
  };
  $("in").addEventListener("click", () => drawings.a.zoom(1.4));
  $("out").addEventListener("click", () => drawings.a.zoom(1 / 1.4));
  $("fit").addEventListener("click", () => Object.values(drawings).forEach((drawing) => drawing.fit()));
  for (const kind of ["svg", "png", "text"]) $(kind).addEventListener("click", () => download(kind));
  $("share").addEventListener("click", () => copy(`${location.href.split("#")[0]}${write(state)}`, $("share")));
  $("theme").addEventListener("click", () => theme($("theme").dataset.shown === "dark" ? "light" : "dark"));
  const tabs = [...$("tabs").children];
  tabs.forEach((tab, k) => {
    tab.addEventListener("click", () => change({ tab: tab.id.slice(4) }));
    tab.addEventListener("keydown", (event) => {
      const to = { ArrowRight: (k + 1) % tabs.length, ArrowLeft: (k + tabs.length - 1) % tabs.length, Home: 0, End: tabs.length - 1 }[event.key];
      if (to === undefined) return;
      event.preventDefault();
      tabs[to].focus();
      change({ tab: tabs[to].id.slice(4) });
    });
  });
  addEventListener("hashchange", () => {
    change(read(location.hash), { addressed: true });
  });
}

async function examples() {
  const groups = await presets();
  const flat = groups.flatMap(([, entries]) => entries);
  let number = 0;
  $("preset").append(...groups.map(([name, entries]) => el("optgroup", { label: name }, entries.map(([title]) => el("option", { value: String(number++) }, title)))));
  $("preset").addEventListener("change", () => {
    const chosen = flat[Number($("preset").value)];
    if (!chosen || $("preset").value === "") return;
    const kept = { tab: state.tab === "compare" || state.tab === "threads" ? "formulas" : state.tab, target: state.target, name: state.name, with: state.with };
    step();
    change({ ...USUAL, ...kept, ...chosen[1] });
    $("preset").value = "";
  });
}

async function start() {
  $("unloaded").remove();
  fill();
  listen();
  theme();
  try {
    await engine.load();
    await drawer.load(engine);
  } catch (error) {
    $("status").hidden = false;
    $("status").textContent = `The Studio’s engine cannot be loaded: ${error.message}. The page has to come from a server, such as lego studio, and the browser needs WebAssembly.`;
    return;
  }
  ask();
  const [words] = await Promise.all([engine.ask("words", { words: true }), examples(), panels.start(engine, state, change, drawings, layouts)]);
  const { pieces, stages, operations } = words.about;
  const offered = [...pieces, ...stages.map((name) => ({ name, about: "stage of a chain" })), ...operations.map((name) => ({ name, about: "operation of CuTe’s" }))];
  editors.a.words = offered;
  editors.b.words = offered;
  begin();
  document.documentElement.dataset.ready = "yes";
}

start();
