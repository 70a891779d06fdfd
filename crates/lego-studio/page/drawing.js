// A layout as cells in rows and columns on a canvas: one pixel a cell in an image, which is scaled; what is near enough to be read is
// written over it.

import { css, inkOn } from "./colours.js";
import { Frame } from "./frame.js";

export const NONE = 0xffffffff;
const HEAD = { left: 40, top: 22 };
const LARGEST = 64;

export class Drawing {
  #canvas;
  #context;
  #image = document.createElement("canvas");
  #frame = new Frame(() => {
    this.#draw();
    this.onpainted();
  });
  #order = null;
  view = { scale: 1, x: 0, y: 0, fitted: true };
  cells = null;
  selected = -1;
  marks = [];
  path = false;
  onselect = () => {};
  onpainted = () => {};

  constructor(canvas) {
    this.#canvas = canvas;
    this.#context = canvas.getContext("2d");
    new ResizeObserver(() => { if (this.view.fitted) this.fit(); else this.paint(); }).observe(canvas);
    this.#listen();
  }

  /**
   * What is drawn: `rows`, `columns`, `flat(row, column)` (an index, or −1), `colour(flat)` (a number of four bytes),
   * `label(flat)`, `heads` of rows and columns, and `edges`, so many cells after which a thicker line runs.
   */
  show(cells) {
    const same = this.cells && this.cells.rows === cells.rows && this.cells.columns === cells.columns;
    this.cells = cells;
    this.#order = null;
    const { rows, columns } = cells;
    this.#image.width = columns;
    this.#image.height = rows;
    const context = this.#image.getContext("2d");
    const image = context.createImageData(columns, rows);
    const pixels = new Uint32Array(image.data.buffer);
    for (let row = 0, k = 0; row < rows; row += 1) {
      for (let column = 0; column < columns; column += 1, k += 1) {
        const flat = cells.flat(row, column);
        pixels[k] = flat < 0 ? 0 : cells.colour(flat);
      }
    }
    context.putImageData(image, 0, 0);
    if (!same || this.view.fitted) this.fit();
    else this.paint();
  }

  clear() {
    this.cells = null;
    this.paint();
  }

  fit() {
    this.view.fitted = true;
    if (!this.cells) return this.paint();
    const { width, height } = this.#size();
    const { rows, columns } = this.cells;
    const room = [width - HEAD.left - 8, height - HEAD.top - 8];
    this.view.scale = Math.max(Math.min(room[0] / columns, room[1] / rows, LARGEST), 0.01);
    this.view.x = HEAD.left + Math.max(0, (room[0] - columns * this.view.scale) / 2);
    this.view.y = HEAD.top + Math.max(0, (room[1] - rows * this.view.scale) / 2);
    this.paint();
  }

  /** Zooms around a place of the canvas, its middle if none is said. */
  zoom(by, x, y) {
    const { width, height } = this.#size();
    const [atX, atY] = [x ?? width / 2, y ?? height / 2];
    const scale = Math.min(Math.max(this.view.scale * by, 0.02), 160);
    const times = scale / this.view.scale;
    this.view = { scale, x: atX - (atX - this.view.x) * times, y: atY - (atY - this.view.y) * times, fitted: false };
    this.paint();
  }

  /** The row and the column of an index, if it is drawn. */
  place(flat) {
    return this.cells && flat >= 0 ? this.cells.place(flat) : null;
  }

  select(flat) {
    this.selected = flat;
    const place = this.place(flat);
    if (place && !this.view.fitted) this.#reveal(place);
    this.paint();
  }

  paint() {
    this.#frame.ask();
  }

  hurry() {
    this.#frame.hurry();
  }

  #size() {
    return { width: this.#canvas.clientWidth, height: this.#canvas.clientHeight };
  }

  /** The middle of the selected cell on the canvas, if one is selected. */
  #middle() {
    const place = this.place(this.selected);
    return place ? [this.view.x + (place[1] + 0.5) * this.view.scale, this.view.y + (place[0] + 0.5) * this.view.scale] : [];
  }

  #reveal([row, column]) {
    const { width, height } = this.#size();
    const { scale } = this.view;
    const [x, y] = [this.view.x + column * scale, this.view.y + row * scale];
    if (x < HEAD.left) this.view.x += HEAD.left - x;
    if (x + scale > width) this.view.x -= x + scale - width;
    if (y < HEAD.top) this.view.y += HEAD.top - y;
    if (y + scale > height) this.view.y -= y + scale - height;
  }

  #draw() {
    const { width, height } = this.#size();
    const dense = window.devicePixelRatio || 1;
    if (this.#canvas.width !== Math.round(width * dense) || this.#canvas.height !== Math.round(height * dense)) {
      this.#canvas.width = Math.round(width * dense);
      this.#canvas.height = Math.round(height * dense);
    }
    const c = this.#context;
    c.setTransform(dense, 0, 0, dense, 0, 0);
    c.clearRect(0, 0, width, height);
    if (!this.cells) return;
    const { rows, columns } = this.cells;
    const { scale, x, y } = this.view;
    const style = getComputedStyle(this.#canvas);
    const [ink, faint, back] = [style.color, style.getPropertyValue("--faint"), style.getPropertyValue("--card")];
    c.save();
    c.beginPath();
    c.rect(HEAD.left - 2, HEAD.top - 2, width, height);
    c.clip();
    c.imageSmoothingEnabled = scale < 1;
    c.drawImage(this.#image, x, y, columns * scale, rows * scale);
    const from = [Math.max(0, Math.floor((HEAD.top - y) / scale)), Math.max(0, Math.floor((HEAD.left - x) / scale))];
    const to = [Math.min(rows, Math.ceil((height - y) / scale)), Math.min(columns, Math.ceil((width - x) / scale))];
    if (scale >= 6) this.#lines(c, back, from, to);
    if (this.path) this.#path(c);
    if (scale >= 14) this.#labels(c, from, to);
    for (const mark of this.marks) this.#mark(c, mark);
    if (this.selected >= 0) this.#mark(c, { flat: this.selected, colour: ink, wide: true });
    c.restore();
    this.#heads(c, faint, from, to);
  }

  #lines(c, back, from, to) {
    const { rows, columns, edges } = this.cells;
    const { scale, x, y } = this.view;
    c.strokeStyle = back;
    for (const [across, count, edge] of [[true, columns, edges[1]], [false, rows, edges[0]]]) {
      const axis = across ? 1 : 0;
      for (const thick of [false, true]) {
        c.beginPath();
        c.lineWidth = thick ? Math.min(4, 1 + scale / 10) : 1;
        for (let k = from[axis]; k <= Math.min(to[axis], count); k += 1) {
          if ((edge > 1 && k % edge === 0 && k > 0 && k < count) !== thick) continue;
          if (across) { c.moveTo(x + k * scale, y + from[0] * scale); c.lineTo(x + k * scale, y + to[0] * scale); }
          else { c.moveTo(x + from[1] * scale, y + k * scale); c.lineTo(x + to[1] * scale, y + k * scale); }
        }
        c.stroke();
      }
    }
  }

  #labels(c, from, to) {
    const { flat, label, colour, widest } = this.cells;
    if (!label || widest === 0) return;
    const { scale, x, y } = this.view;
    const lines = this.cells.lines ?? 1;
    const size = Math.min(scale * 0.42, (scale * 0.86) / (widest * 0.61), (scale * 0.8) / lines / 1.15, 18);
    if (size < 6.5) return;
    c.font = `${size}px ui-monospace, "DejaVu Sans Mono", monospace`;
    c.textAlign = "center";
    c.textBaseline = "middle";
    for (let row = from[0]; row < to[0]; row += 1) {
      for (let column = from[1]; column < to[1]; column += 1) {
        const index = flat(row, column);
        if (index < 0) continue;
        const shade = colour(index);
        c.fillStyle = shade === 0 ? "#888" : inkOn(shade);
        const words = label(index);
        // A path does not run through the words.
        if (this.path) Object.assign(c, { strokeStyle: css(shade), lineWidth: size * 0.4, lineJoin: "round" });
        const parts = lines > 1 ? words.split("\n") : [words];
        parts.forEach((part, k) => {
          const at = [x + (column + 0.5) * scale, y + (row + 0.5) * scale + (k - (parts.length - 1) / 2) * size * 1.15];
          if (this.path && shade !== 0) c.strokeText(part, ...at);
          c.fillText(part, ...at);
        });
      }
    }
  }

  /** A line along the positions of what is drawn. */
  #path(c) {
    const { rows, columns, flat, position } = this.cells;
    if (!position || rows * columns > 1 << 14 || this.view.scale < 4) return;
    if (!this.#order) {
      const order = [];
      for (let k = 0; k < rows * columns; k += 1) {
        const index = flat(Math.floor(k / columns), k % columns);
        if (index >= 0 && position(index) !== NONE) order.push([position(index), k]);
      }
      this.#order = order.sort((one, other) => one[0] - other[0]).map(([, k]) => k);
    }
    const { scale, x, y } = this.view;
    c.lineJoin = "round";
    c.beginPath();
    this.#order.forEach((k, n) => {
      const [atX, atY] = [x + ((k % columns) + 0.5) * scale, y + (Math.floor(k / columns) + 0.5) * scale];
      if (n === 0) c.moveTo(atX, atY);
      else c.lineTo(atX, atY);
    });
    // Light with a dark edge, to be seen on every colour and leave the numbers readable.
    for (const [colour, line] of [["rgb(0 0 0 / 22%)", Math.min(5, Math.max(1.4, scale / 12))], ["rgb(255 255 255 / 50%)", Math.min(2.5, Math.max(0.8, scale / 24))]]) {
      c.strokeStyle = colour;
      c.lineWidth = line;
      c.stroke();
    }
  }

  #mark(c, { flat, colour, wide, words }) {
    const place = this.place(flat);
    if (!place) return;
    const { scale, x, y } = this.view;
    const side = Math.max(scale, 5);
    const [atX, atY] = [x + place[1] * scale + (scale - side) / 2, y + place[0] * scale + (scale - side) / 2];
    const line = wide ? Math.min(3, 1 + scale / 14) : Math.min(3.5, 1 + scale / 11);
    c.lineWidth = line + 2;
    c.strokeStyle = "#fff";
    c.strokeRect(atX + line / 2, atY + line / 2, side - line, side - line);
    c.lineWidth = line;
    c.strokeStyle = wide ? "#000" : colour;
    c.strokeRect(atX + line / 2, atY + line / 2, side - line, side - line);
    if (words !== undefined && scale >= 20) {
      c.fillStyle = colour;
      c.beginPath();
      c.roundRect(atX + 2, atY + 2, 8 + 7 * String(words).length, 14, 4);
      c.fill();
      c.fillStyle = "#fff";
      c.font = "11px system-ui, sans-serif";
      c.textAlign = "left";
      c.textBaseline = "middle";
      c.fillText(words, atX + 6, atY + 9.5);
    }
  }

  #heads(c, faint, from, to) {
    const { scale, x, y } = this.view;
    const { rowHead, columnHead, rowsCalled, columnsCalled } = this.cells;
    c.fillStyle = faint;
    c.font = "11px system-ui, sans-serif";
    const every = (room) => [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024, 4096, 1 << 14, 1 << 16, 1 << 20, 1 << 22].find((step) => step * scale >= room) ?? 1 << 24;
    c.textAlign = "center";
    c.textBaseline = "bottom";
    const widest = String(columnHead(this.cells.columns - 1)).length * 7 + 8;
    for (let column = Math.ceil(from[1] / every(widest)) * every(widest); column < to[1]; column += every(widest)) {
      const at = x + (column + 0.5) * scale;
      if (at > HEAD.left) c.fillText(columnHead(column), at, Math.max(HEAD.top, Math.min(y, 1e6)) - 4);
    }
    c.textAlign = "right";
    c.textBaseline = "middle";
    for (let row = Math.ceil(from[0] / every(14)) * every(14); row < to[0]; row += every(14)) {
      const at = y + (row + 0.5) * scale;
      if (at > HEAD.top) c.fillText(rowHead(row), Math.max(HEAD.left, x) - 6, at);
    }
    c.textAlign = "left";
    c.textBaseline = "top";
    c.fillText(`${rowsCalled}↓ ${columnsCalled}→`, 4, 4);
  }

  #at(event) {
    const box = this.#canvas.getBoundingClientRect();
    return [event.clientX - box.left, event.clientY - box.top];
  }

  /** The index under a place of the canvas, or −1. */
  #under([x, y]) {
    if (!this.cells) return -1;
    const [row, column] = [Math.floor((y - this.view.y) / this.view.scale), Math.floor((x - this.view.x) / this.view.scale)];
    if (row < 0 || column < 0 || row >= this.cells.rows || column >= this.cells.columns) return -1;
    return this.cells.flat(row, column);
  }

  #listen() {
    const canvas = this.#canvas;
    const fingers = new Map();
    let moved = false;
    canvas.addEventListener("pointerdown", (event) => {
      fingers.set(event.pointerId, this.#at(event));
      moved = false;
      canvas.setPointerCapture(event.pointerId);
    });
    canvas.addEventListener("pointermove", (event) => {
      const [x, y] = this.#at(event);
      const last = fingers.get(event.pointerId);
      if (!last) {
        const flat = this.#under([x, y]);
        if (flat >= 0 && flat !== this.selected) this.onselect(flat);
        return;
      }
      if (!moved && Math.hypot(x - last[0], y - last[1]) < 4) return;
      moved = true;
      if (fingers.size === 2) {
        const [other] = [...fingers].filter(([id]) => id !== event.pointerId).map(([, at]) => at);
        const far = (at) => Math.max(1, Math.hypot(at[0] - other[0], at[1] - other[1]));
        this.zoom(far([x, y]) / far(last), (x + other[0]) / 2, (y + other[1]) / 2);
      } else {
        this.view.x += x - last[0];
        this.view.y += y - last[1];
        this.view.fitted = false;
        this.paint();
      }
      fingers.set(event.pointerId, [x, y]);
    });
    const up = (event) => {
      if (!moved && fingers.has(event.pointerId)) {
        const flat = this.#under(this.#at(event));
        if (flat >= 0) this.onselect(flat);
      }
      fingers.delete(event.pointerId);
    };
    canvas.addEventListener("pointerup", up);
    canvas.addEventListener("pointercancel", (event) => fingers.delete(event.pointerId));
    canvas.addEventListener("wheel", (event) => {
      if (!event.ctrlKey && !event.metaKey && document.activeElement !== canvas) return;
      event.preventDefault();
      this.zoom(Math.exp(-event.deltaY / 300), ...this.#at(event));
    }, { passive: false });
    canvas.addEventListener("keydown", (event) => {
      if (event.ctrlKey || event.metaKey || event.altKey || !this.cells) return;
      const steps = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };
      if (steps[event.key]) {
        const at = this.place(this.selected) ?? [0, 0];
        const { rows, columns } = this.cells;
        const step = this.selected < 0 ? [0, 0] : steps[event.key];
        const row = Math.min(Math.max(at[0] + step[0], 0), rows - 1);
        const flat = this.cells.flat(row, Math.min(Math.max(at[1] + step[1], 0), columns - 1));
        if (flat >= 0) this.onselect(flat);
      } else if (event.key === "+" || event.key === "=") this.zoom(1.25, ...this.#middle());
      else if (event.key === "-") this.zoom(0.8, ...this.#middle());
      else if (event.key === "0") this.fit();
      else if (event.key === "[") this.onalong?.(-1);
      else if (event.key === "]") this.onalong?.(1);
      else return;
      event.preventDefault();
    });
  }

  /** The drawing as a PNG, whole: as fine as a canvas allows, with labels where they can be read. */
  png() {
    const { rows, columns } = this.cells;
    const kept = { view: this.view, canvas: this.#canvas, context: this.#context, selected: this.selected };
    const scale = Math.max(1, Math.min(40, Math.floor(4000 / Math.max(rows, columns))));
    const canvas = document.createElement("canvas");
    const [width, height] = [columns * scale + HEAD.left + 10, rows * scale + HEAD.top + 10];
    Object.defineProperty(canvas, "clientWidth", { value: width });
    Object.defineProperty(canvas, "clientHeight", { value: height });
    canvas.className = "export";
    document.body.append(canvas);
    this.#canvas = canvas;
    this.#context = canvas.getContext("2d");
    this.view = { scale, x: HEAD.left, y: HEAD.top, fitted: false };
    this.selected = -1;
    this.#draw();
    const made = document.createElement("canvas");
    [made.width, made.height] = [canvas.width, canvas.height];
    const context = made.getContext("2d");
    context.fillStyle = getComputedStyle(document.body).getPropertyValue("--card");
    context.fillRect(0, 0, made.width, made.height);
    context.drawImage(canvas, 0, 0);
    canvas.remove();
    this.#canvas = kept.canvas;
    this.#context = kept.context;
    this.view = kept.view;
    this.selected = kept.selected;
    return new Promise((resolve) => made.toBlob(resolve, "image/png"));
  }
}

/** A colour in words of a style. */
export const styled = css;
