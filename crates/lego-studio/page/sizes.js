// The sizes of a layout that are names: for each a slider, a number and, in a chain, the fact that it is a multiple of something.

import { el } from "./dom.js";
import { bounds, multiple, step, withMultiple } from "./facts.js";
import { listed, values } from "./state.js";

/** What sizes often are multiples of. */
const MULTIPLES = [1, 2, 4, 8, 16, 32, 64, 128, 256];

/** A value for a size: what it must be a multiple of, if the text says so, or else 8; within the bounds that it states. */
export function usual(text, name) {
  const [least, most] = bounds(text, name);
  const by = step(text, name);
  const wanted = by > 1 ? 2 * by : 8;
  return Math.max(Math.ceil(least / by) * by, Math.min(wanted, Math.floor(most / by) * by));
}

/** Shows the sizes of the layout with their values in a place. `now()` is the state of the page; `change(part)` gets what is chosen. */
export function sizes(place, names, isChain, now, change) {
  const { a: text, let: given } = now();
  const key = `${names} ${text}`;
  if (place.dataset.names !== key) {
    place.dataset.names = key;
    const focused = document.activeElement?.dataset.multiple;
    place.replaceChildren(...names.map((name) => size(name, isChain, now, change)));
    // Who chose a fact by the keyboard goes on from there.
    if (focused) place.querySelector(`[data-multiple="${focused}"]`)?.focus();
  }
  const valued = values(given);
  for (const input of place.querySelectorAll("input")) {
    const value = valued.get(input.dataset.size) ?? "";
    if (input.value !== value && document.activeElement !== input) input.value = value;
  }
}

function size(name, isChain, now, change) {
  const text = now().a;
  const by = step(text, name);
  const [least, most] = bounds(text, name);
  const first = Math.ceil(least / by) * by;
  const ends = { min: String(first), step: String(by), "data-size": name };
  // Others may have changed since this was shown.
  const valued = (value) => listed(values(now().let).set(name, value));
  const top = Math.max(first, Math.min(Math.max(by * 16, 64), Math.floor(most / by) * by));
  const stated = multiple(text, name);
  const offered = [...new Set([...MULTIPLES, stated])].sort((a, b) => a - b);
  const choose = ({ target }) => {
    const number = Number(target.value);
    const value = Math.max(1, Math.round(Number(values(now().let).get(name)) / number)) * number;
    change({ a: withMultiple(now().a, name, number), let: valued(String(value)) });
  };
  return el("div", { role: "group", "aria-label": name },
    el("label", {}, name, el("input", { ...ends, type: "range", max: String(top), "aria-label": `${name}, slider`, oninput: ({ target }) => change({ let: valued(target.value) }) })),
    el("input", { ...ends, type: "number", ...(most < Infinity ? { max: String(most) } : {}), "aria-label": `${name}, number`, oninput: ({ target }) => /^\d+$/.test(target.value) && change({ let: valued(target.value) }) }),
    isChain && el("label", { className: "hint", title: `the fact that ${name} is a multiple of a number, at the end of the chain` }, "multiple of ",
      el("select", { "data-multiple": name, onchange: choose }, offered.map((number) => el("option", { value: String(number), selected: number === stated }, number)))));
}
