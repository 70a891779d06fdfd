// The layout as a file of another language.

import { $, copy, el, errorList, errorsOf } from "./dom.js";

let targets = [];

export async function languages(engine, state, change) {
  const answer = await engine.command("targets", "gen", "--list", "--json");
  targets = answer?.json?.targets ?? [];
  $("target").replaceChildren(...targets.map(({ target, title }) => el("option", { value: target }, title)));
  $("target").addEventListener("change", () => change({ target: $("target").value }));
  $("name").addEventListener("input", () => change({ name: $("name").value }));
  $("copy").addEventListener("click", () => copy($("code").textContent, $("copy")));
  $("target").value = state.target;
}

export async function code(engine, state, { text, lets, as, of }, change) {
  const target = targets.find(({ target }) => target === state.target) ?? targets[0];
  if (!target) return;
  $("target").value = target.target;
  if ($("name").value !== state.name) $("name").value = state.name;
  const wanted = state.with.split(",").filter((extra) => target.with.includes(extra));
  if ($("with").dataset.of !== `${target.target} ${state.with}`) {
    $("with").dataset.of = `${target.target} ${state.with}`;
    $("with").replaceChildren(...target.with.map((extra) => el("label", { className: "check" },
      el("input", { type: "checkbox", checked: wanted.includes(extra), onchange: ({ target: box }) => {
        change({ with: (box.checked ? [...wanted, extra] : wanted.filter((one) => one !== extra)).join(",") });
      } }), ` ${extra}`)));
  }
  const options = wanted.length ? ["--with", wanted.join(",")] : [];
  const answer = await engine.command("code", "gen", text, ...lets, "--target", target.target, "--name", state.name || "map", ...options);
  if (!answer) return;
  const wrong = answer.status !== 0;
  $("code-note").replaceChildren(wrong ? errorList(errorsOf(answer))
    : el("span", {}, `Needs ${target.needs}.`, as ? ` ${of} as a chain: ${as}` : ""));
  $("code").textContent = wrong ? "" : answer.output;
  $("copy").hidden = wrong;
}
