// What the page shows, all of it in the address: whoever opens the address sees the same.

export const USUAL = {
  a: "OrderBy(RegP([2, 2], [2, 1]), AntiDiag(3)).OrderBy(RegP([2, 3, 2, 3], [1, 3, 2, 4])).GroupBy([6, 6])",
  let: "", b: "", tab: "formulas", colour: "position", label: "position", path: "", rows: "", columns: "", at: "",
  access: "Column", bytes: "4", vector: "1", target: "rust", name: "map", with: "", numbers: "", fragment: "mma_m16n8k16_f16_A", tile: "",
};

/** What an address may say of each: words, or a form. Anything else is as usual. */
const WIDTHS = ["1", "2", "4", "8", "16"];
const MAY = {
  let: /^(\w[\w:]*=\d+)?(,\w[\w:]*=\d+)*$/, tab: ["formulas", "code", "compare", "access", "threads"],
  colour: ["position", "tile", "thread", "bank"], label: ["position", "index", "colour", "none"], path: ["", "yes", "no"],
  rows: /^[\d,]*$/, columns: /^[\d,]*$/, at: /^[\d,]*$/, bytes: WIDTHS, vector: WIDTHS, numbers: ["", "yes"],
};

/** The state that an address says. */
export function read(hash) {
  const said = new URLSearchParams(hash.replace(/^#/, ""));
  const state = { ...USUAL };
  // Links in documents name it by what it is.
  if (said.has("chain") && !said.has("a")) said.set("a", said.get("chain"));
  for (const key of Object.keys(USUAL)) {
    const [value, may] = [said.get(key), MAY[key]];
    if (value !== null && (!may || (may instanceof RegExp ? may.test(value) : may.includes(value)))) state[key] = value;
  }
  return state;
}

/** The end of the address of a state: what is not as usual, and the layout. */
export function write(state) {
  const said = new URLSearchParams();
  for (const [key, value] of Object.entries(state)) if (key === "a" || value !== USUAL[key]) said.set(key, value);
  return `#${said}`;
}

/** `M=4,N=8` as a map, and back. */
export function values(text) {
  return new Map(text.split(",").filter((part) => part.includes("=")).map((part) => part.split("=").map((word) => word.trim())));
}
export function listed(map) {
  return [...map].map(([name, value]) => `${name}=${value}`).join(",");
}
