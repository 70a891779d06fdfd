// A layout of any rank as rows and columns: two axes, or two lists of them, run along the sides, the others are held.

import { NONE } from "./drawing.js";
import { hues, ramp } from "./colours.js";

const product = (list) => list.reduce((a, b) => a * b, 1);
/** A layout of one axis is cut into lines of about as many cells as there are lines. */
const LINE = 32;
const BANKS = 32;
const MOST_COLOURS = 4096;
/** More positions than these have no table. */
const MOST_LISTED = 1 << 24;

export class Layout {
  constructor(about, values) {
    Object.assign(this, about);
    this.values = values;
    this.rank = this.dims.length;
    this.strides = this.dims.map((_, k) => product(this.dims.slice(k + 1)));
    this.count = product(this.dims);
    let top = 0;
    for (const value of values) if (value !== NONE && value >= top) top = value + 1;
    this.span = Math.max(this.span ?? 0, top);
  }

  /** The coordinates of an index's row-major number. */
  index(flat) {
    return this.dims.map((extent, k) => Math.floor(flat / this.strides[k]) % extent);
  }

  flat(index) {
    return index.reduce((sum, i, k) => sum + i * this.strides[k], 0);
  }

  /** The row-major number of the first index at a position, −1 where there is none. */
  lies(position) {
    if (!this.inverted) {
      // Far apart, positions are a list; near each other, a table of all.
      const { values, span } = this;
      if (span > MOST_LISTED) {
        const list = new Map();
        for (let flat = values.length - 1; flat >= 0; flat -= 1) list.set(values[flat], flat);
        list.delete(NONE);
        this.inverted = (position) => list.get(position) ?? -1;
      } else {
        const table = new Int32Array(span).fill(-1);
        // What has no position is written beyond the end, where nothing is kept.
        for (let flat = values.length - 1; flat >= 0; flat -= 1) table[values[flat]] = flat;
        this.inverted = (position) => table[position] ?? -1;
      }
    }
    return this.inverted(position);
  }

  /** The next position after one, in steps of 1 or −1, at which an index lies; −1 where there is none. */
  next(position, step) {
    let next = -1;
    for (const value of this.values) {
      if (value === NONE || (step > 0 ? value <= position : value >= position)) continue;
      if (next < 0 || (step > 0 ? value < next : value > next)) next = value;
    }
    return next;
  }

  /** The sides of a tile along each axis, if the layout has tiles. */
  get tile() {
    if (this.levels?.length > 1) {
      const inner = this.rank - this.levels.at(-1);
      return this.dims.map((extent, axis) => (axis < inner ? 1 : extent));
    }
    return this.blocks?.find((block) => block.length === this.rank) ?? null;
  }

  tileOf(flat) {
    const tile = this.tile;
    return this.index(flat).reduce((number, i, k) => number * Math.ceil(this.dims[k] / tile[k]) + Math.floor(i / tile[k]), 0);
  }

  get tiles() {
    return this.tile.reduce((count, side, k) => count * Math.ceil(this.dims[k] / side), 1);
  }

  /** The ways to lay the axes along rows and columns that suit it: lists of axes. */
  get usual() {
    if (this.rank <= 1) return [[], [0]];
    if (this.levels?.length > 1 && this.levels.every((rank) => rank === 2)) {
      return [this.dims.map((_, k) => k).filter((k) => k % 2 === 0), this.dims.map((_, k) => k).filter((k) => k % 2 === 1)];
    }
    return [[this.rank - 2], [this.rank - 1]];
  }
}

/** The colour of each index, what its number is, and how many there are. */
export function coloured(layout, by, { bytes, threads }) {
  if (by === "tile" && layout.tile) {
    const colours = hues(Math.min(layout.tiles, MOST_COLOURS));
    return { number: (flat) => layout.tileOf(flat), colours, called: "tile" };
  }
  if (by === "bank") {
    const number = (flat) => Math.floor((layout.values[flat] * bytes) / 4) % BANKS;
    return { number, colours: hues(BANKS), called: "bank" };
  }
  if (by === "thread" && threads) {
    return { number: (flat) => threads[flat] % 32, colours: ramp(32), called: "lane", of: (flat) => threads[flat] };
  }
  const count = Math.max(layout.span, 1);
  const colours = ramp(Math.min(count, MOST_COLOURS));
  return { number: (flat) => layout.values[flat], shade: true, colours, called: "position" };
}

/** What a drawing shows of a layout. */
export function cellsOf(layout, { rows, columns, at }, look, label) {
  const { number, shade, colours } = look;
  const { values } = layout;
  const painted = new Uint32Array(values.length);
  if (shade) {
    const scale = colours.length / Math.max(layout.span, 1);
    for (let flat = 0; flat < values.length; flat += 1) if (values[flat] !== NONE) painted[flat] = colours[Math.floor(values[flat] * scale)];
  } else {
    for (let flat = 0; flat < values.length; flat += 1) if (values[flat] !== NONE) painted[flat] = colours[number(flat) % colours.length];
  }
  const colour = (flat) => painted[flat];
  const shown = { position: (flat) => layout.values[flat], index: (flat) => layout.index(flat).join(","), colour: number, none: null }[label];
  const words = shown && ((flat) => (layout.values[flat] === NONE ? "·" : String(shown(flat))));
  const widest = { position: String(layout.span - 1).length, index: layout.dims.reduce((sum, n) => sum + String(n - 1).length, layout.rank - 1), colour: String(Math.max(colours.length, shade ? layout.span : 0) - 1).length, none: 0 }[label];
  const base = { colour, label: words, widest, position: (flat) => layout.values[flat] };
  if (layout.rank <= 1) return { ...base, ...line(layout) };
  const held = layout.dims.reduce((sum, _, k) => (rows.includes(k) || columns.includes(k) ? sum : sum + (at[k] ?? 0) * layout.strides[k]), 0);
  const [down, right] = [rows, columns].map((axes) => offsets(layout, axes));
  const tile = layout.tile;
  const edge = (axes) => {
    if (axes.length > 1) return product(axes.slice(1).map((k) => layout.dims[k]));
    return tile && layout.levels.length <= 1 ? tile[axes[0]] : 0;
  };
  const number2 = (axes, k) => (axes.length === 1 ? String(k) : coordinates(layout, axes, k).join(","));
  const called = (axes) => axes.map((k) => `i${k}`).join(",");
  return {
    ...base,
    rows: down.length,
    columns: right.length,
    flat: (row, column) => held + down[row] + right[column],
    place: (flat) => {
      const index = layout.index(flat);
      const held = index.every((i, k) => rows.includes(k) || columns.includes(k) || i === (at[k] ?? 0));
      const along = (axes) => axes.reduce((sum, k) => sum * layout.dims[k] + index[k], 0);
      return held ? [along(rows), along(columns)] : null;
    },
    edges: [edge(rows), edge(columns)],
    rowHead: (k) => number2(rows, k),
    columnHead: (k) => number2(columns, k),
    rowsCalled: called(rows),
    columnsCalled: called(columns),
  };
}

/** The number that each place along some axes adds. */
function offsets(layout, axes) {
  let all = [0];
  for (const axis of axes) {
    const next = [];
    for (const offset of all) for (let i = 0; i < layout.dims[axis]; i += 1) next.push(offset + i * layout.strides[axis]);
    all = next;
  }
  return Int32Array.from(all);
}

function coordinates(layout, axes, k) {
  const index = [];
  for (const axis of [...axes].reverse()) {
    index.unshift(k % layout.dims[axis]);
    k = Math.floor(k / layout.dims[axis]);
  }
  return index;
}

/** A layout of one axis, line after line. */
function line(layout) {
  const count = layout.count;
  const columns = Math.min(count, Math.max(LINE, 2 ** Math.ceil(Math.log2(Math.sqrt(count)))));
  const rows = Math.ceil(count / columns);
  return {
    rows,
    columns,
    flat: (row, column) => (row * columns + column < count ? row * columns + column : -1),
    place: (flat) => [Math.floor(flat / columns), flat % columns],
    edges: [0, layout.tile?.[0] && columns % layout.tile[0] === 0 ? layout.tile[0] : 0],
    rowHead: (k) => String(k * columns),
    columnHead: (k) => `+${k}`,
    rowsCalled: "i0",
    columnsCalled: "",
  };
}

/** What a drawing shows of a tile whose elements threads hold. */
export function cellsOfHolders({ sides, names, threads, held }) {
  const several = sides.length > 2;
  const rows = sides.length === 1 ? 1 : several ? product(sides.slice(0, -1)) : sides[0];
  const columns = sides.at(-1) ?? 1;
  const colours = hues(Math.max(1, Math.min(threads || 32, 32)));
  const number = ([thread, value]) => (threads ? thread : value);
  const words = (holders) => {
    if (holders.length === 0) return "·";
    const [thread, value] = holders[0];
    const more = holders.length > 1 ? ` +${holders.length - 1}` : "";
    return threads ? `T${thread}\nV${value}${more}` : `${value}${more}`;
  };
  const labels = held.map(words);
  return {
    rows,
    columns,
    flat: (row, column) => row * columns + column,
    place: (flat) => [Math.floor(flat / columns), flat % columns],
    colour: (flat) => (held[flat].length ? colours[number(held[flat][0]) % colours.length] : 0),
    label: (flat) => labels[flat],
    widest: Math.max(...labels.flatMap((label) => label.split("\n").map((line) => line.length))),
    lines: threads ? 2 : 1,
    edges: [0, 0],
    rowHead: String,
    columnHead: String,
    rowsCalled: several ? names.slice(0, -1).join(",") : (names[sides.length - 2] ?? ""),
    columnsCalled: names.at(-1) ?? "",
  };
}
