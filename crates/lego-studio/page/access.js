// What it takes when threads access the layout: wavefronts and sectors, warp by warp, and what would take less.

import { $, el, errorList, errorsOf } from "./dom.js";

const BANKS = 32;
let warps = null;
let playing = 0;
let shown = 0;
let onwarp = () => {};

export function controls(state, change, onwarpShown) {
  onwarp = onwarpShown;
  for (const key of ["access", "bytes", "vector"]) {
    $(key).value = state[key];
    $(key).addEventListener(key === "access" ? "input" : "change", () => change({ [key]: $(key).value }));
  }
  $("warp-slider").addEventListener("input", () => { pause(); show(Number($("warp-slider").value)); });
  $("play").addEventListener("click", () => (playing ? pause() : play()));
}

/** Nothing is marked any more. */
export function leave() {
  pause();
  warps = null;
  onwarp([]);
}

export async function access(engine, state, { text, values, lets, dims }, take) {
  for (const key of ["access", "bytes", "vector"]) if ($(key).value !== state[key]) $(key).value = state[key];
  const options = ["--access", state.access, "--bytes", state.bytes, "--vector", state.vector];
  const [answer, each] = await Promise.all([
    engine.command("check", "check", text, ...lets, ...options),
    engine.ask("warps", { warps: text, values, access: state.access, bytes: Number(state.bytes), vector: Number(state.vector) }),
  ]);
  if (!answer || !each) return;
  if (answer.status !== 0 || each.about.ok === false) {
    const errors = answer.status !== 0 ? errorsOf(answer) : each.about.errors;
    $("taken").replaceChildren(errorList(errors));
    $("warp").hidden = true;
    $("better").replaceChildren();
    leave();
    return;
  }
  warps = each.about;
  const sum = (kind, which) => warps.warps.reduce((total, warp) => total + warp[kind][which], 0);
  const row = (name, kind, hint) => el("tr", {}, el("th", { scope: "row" }, name),
    el("td", { className: `number ${sum(kind, "taken") > sum(kind, "ideal") ? "no" : "yes"}` }, String(sum(kind, "taken"))),
    el("td", { className: "number" }, String(sum(kind, "ideal"))), el("td", { className: "hint" }, hint));
  $("taken").replaceChildren(el("table", { id: "taken-table" },
    el("thead", {}, el("tr", {}, ["all warps together", "taken", "at best", ""].map((words) => el(words ? "th" : "td", words ? { scope: "col" } : {}, words)))),
    el("tbody", {}, row("wavefronts", "wavefronts", "if it lies in shared memory"), row("sectors", "sectors", "of 32 bytes, if it lies in global memory"))));
  $("warp").hidden = warps.warps.length === 0;
  $("warp-slider").max = warps.warps.length - 1;
  const worst = warps.warps.findIndex((warp) => warp.lanes.length > 0);
  show(shown < warps.warps.length ? shown : Math.max(worst, 0));
  await better(engine, state, { text, lets, dims, options }, take);
}

async function better(engine, state, { text, lets, options }, take) {
  const place = $("better");
  const answer = await engine.command("swizzle", "swizzle", text, ...lets, ...options, "--json");
  if (!answer) return;
  const found = answer.json;
  if (!found?.chain) {
    place.replaceChildren(el("h2", {}, "What would mend it"), el("p", { className: "hint" }, errorsOf(answer)[0]?.message ?? "nothing was found"));
    return;
  }
  const rows = [found, ...(found.others ?? [])];
  const given = found.given;
  const line = (row, button) => el("tr", {}, el("td", { className: "text" }, el("code", {}, row.chain)),
    el("td", { className: "number" }, String(row.wavefronts ?? "—")), el("td", { className: "number" }, String(row.bytes)),
    el("td", { className: "number" }, String(row.operations ?? "—")), el("td", {}, button));
  const tried = (row) => el("button", { type: "button", className: row === found ? "main try" : "try", onclick: () => take(row.chain) }, "Try it");
  place.replaceChildren(el("h2", {}, given && given.wavefronts <= found.wavefronts ? "It cannot take fewer wavefronts" : "What would mend it"),
    el("div", { className: "scroll" }, el("table", { className: "better" },
      el("thead", {}, el("tr", {}, [...["layout", "wavefronts", "bytes", "operations"].map((words) => el("th", { scope: "col" }, words)), el("td")])),
      el("tbody", {}, given ? line(given, el("span", { className: "hint" }, "as it is")) : "", rows.filter((row) => row.chain !== given?.chain).map((row) => line(row, tried(row)))))),
    el("p", { className: "hint" }, `Of ${found.family} layouts of padding, skews and swizzles ${found.tried} had to be tried${found.proved ? "; none takes fewer" : ""}.`));
}

function show(number) {
  if (!warps?.warps.length) return;
  shown = number;
  const warp = warps.warps[number];
  const { bytes, vector } = warps;
  $("warp-slider").value = number;
  $("warp-slider").setAttribute("aria-valuetext", `warp ${number} of ${warps.warps.length}`);
  $("warp-number").textContent = `${number} of 0…${warps.warps.length - 1}`;
  const colliding = new Set(warp.lanes);
  const collision = colliding.size ? ` Bank ${warp.bank} has words for lanes ${[...colliding].join(", ")}.` : " No lanes collide.";
  $("warp-words").textContent = `${count(warp.wavefronts.taken, "wavefront")}, ${warp.wavefronts.ideal} at best; ${count(warp.sectors.taken, "sector")}, ${warp.sectors.ideal} at best.${collision}`;
  const marks = warp.elements.map((flat, k) => {
    const lane = Math.floor(k / vector);
    return flat === null ? null : { flat, words: lane, colour: colliding.has(lane) ? "#c62828" : "#1565c0" };
  });
  const position = onwarp(marks.filter(Boolean));
  if (!position) return;
  const words = Array.from({ length: BANKS }, () => new Set());
  for (const { flat } of marks.filter(Boolean)) {
    const from = position(flat) * bytes;
    for (let byte = from - (from % 4); byte < from + bytes; byte += 4) words[(byte / 4) % BANKS].add(byte / 4);
  }
  const most = Math.max(1, ...words.map((set) => set.size));
  $("banks").setAttribute("aria-label", `Words that each bank has to give: ${words.map((set, bank) => `${bank}: ${set.size}`).join(", ")}`);
  $("banks").replaceChildren(...words.map((set, bank) => {
    const bar = el("div", { title: `bank ${bank}: ${count(set.size, "word")}`, className: set.size === most && most > 1 && colliding.size ? "worst" : "" }, bank % 8 === 0 ? el("span", {}, String(bank)) : "");
    bar.style.height = `${(set.size / most) * 100}%`;
    return bar;
  }));
}

const count = (n, word) => `${n} ${word}${n === 1 ? "" : "s"}`;

function play() {
  $("play").textContent = "Pause";
  playing = setInterval(() => show((shown + 1) % warps.warps.length), 700);
}

function pause() {
  clearInterval(playing);
  playing = 0;
  $("play").textContent = "Play";
}
