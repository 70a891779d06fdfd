// Memory as a strip: all of it as a bar, and the neighbourhood of the position that is looked at, cell by cell.

import { css, inkOn } from "./colours.js";
import { Frame } from "./frame.js";

const BAR = 16;
const GAP = 8;
const CELL = 40;

export class Strip {
  #canvas;
  #frame = new Frame(() => this.#draw());
  layout = null;
  colour = () => 0;
  position = 0;
  onselect = () => {};

  constructor(canvas) {
    this.#canvas = canvas;
    new ResizeObserver(() => this.paint()).observe(canvas);
    canvas.addEventListener("pointermove", (event) => this.#point(event, event.buttons > 0));
    canvas.addEventListener("pointerdown", (event) => this.#point(event, true));
    canvas.addEventListener("keydown", (event) => {
      const last = this.layout ? this.layout.span - 1 : 0;
      const to = { ArrowLeft: this.position - 1, ArrowRight: this.position + 1, Home: 0, End: last, PageUp: this.position - 32, PageDown: this.position + 32 }[event.key];
      if (to === undefined || event.ctrlKey || event.altKey || event.metaKey) return;
      event.preventDefault();
      this.onselect(Math.min(Math.max(to, 0), last));
    });
  }

  show(layout, colour) {
    this.layout = layout;
    this.colour = colour;
    this.position = Math.min(this.position, Math.max(0, layout.span - 1));
    this.paint();
  }

  clear() {
    this.layout = null;
    this.paint();
  }

  paint() {
    this.#frame.ask();
  }

  hurry() {
    this.#frame.hurry();
  }

  /** The first position of the neighbourhood, and how many are in it. */
  #near() {
    const shown = Math.max(1, Math.floor(this.#canvas.clientWidth / CELL));
    const first = Math.max(0, Math.min(this.position - Math.floor(shown / 2), this.layout.span - shown));
    return [first, Math.min(shown, this.layout.span)];
  }

  #point(event, pressed) {
    if (!this.layout) return;
    const box = this.#canvas.getBoundingClientRect();
    const [x, y] = [event.clientX - box.left, event.clientY - box.top];
    const [first, shown] = this.#near();
    if (y <= BAR + GAP / 2) {
      if (pressed) this.onselect(Math.min(this.layout.span - 1, Math.max(0, Math.floor((x / box.width) * this.layout.span))));
    } else {
      const position = first + Math.floor(x / CELL);
      if (position < first + shown && position !== this.position) {
        // The neighbourhood stays where it is while one points at it.
        if (pressed || Math.abs(position - this.position) < shown) this.onselect(position, first);
      }
    }
  }

  #draw() {
    const canvas = this.#canvas;
    const [width, height] = [canvas.clientWidth, canvas.clientHeight];
    const dense = window.devicePixelRatio || 1;
    canvas.width = Math.round(width * dense);
    canvas.height = Math.round(height * dense);
    const c = canvas.getContext("2d");
    c.setTransform(dense, 0, 0, dense, 0, 0);
    if (!this.layout || this.layout.span === 0) return;
    const { span } = this.layout;
    const style = getComputedStyle(canvas);
    const faint = style.getPropertyValue("--faint");
    const columns = Math.max(1, Math.min(Math.floor(width), span));
    for (let k = 0; k < columns; k += 1) {
      const flat = this.layout.lies(Math.floor((k * span) / columns));
      if (flat < 0) continue;
      c.fillStyle = css(this.colour(flat));
      c.fillRect((k * width) / columns, 0, width / columns + 0.5, BAR);
    }
    const [first, shown] = this.#near();
    c.strokeStyle = style.color;
    c.lineWidth = 1.5;
    c.strokeRect((first / span) * width + 0.75, 0.75, Math.max(3, (shown / span) * width - 1.5), BAR - 1.5);
    c.textAlign = "center";
    c.textBaseline = "middle";
    for (let k = 0; k < shown; k += 1) {
      const position = first + k;
      const flat = this.layout.lies(position);
      const [x, y] = [k * CELL, BAR + GAP];
      c.font = '12px ui-monospace, "DejaVu Sans Mono", monospace';
      if (flat >= 0) {
        const shade = this.colour(flat);
        c.fillStyle = css(shade);
        c.fillRect(x + 1, y, CELL - 2, 24);
        c.fillStyle = inkOn(shade);
      } else {
        c.strokeStyle = faint;
        c.lineWidth = 1;
        c.strokeRect(x + 1.5, y + 0.5, CELL - 3, 23);
        c.fillStyle = faint;
      }
      c.fillText(position, x + CELL / 2, y + 12, CELL - 4);
      if (position === this.position) {
        c.strokeStyle = style.color;
        c.lineWidth = 3;
        c.strokeRect(x + 1.5, y + 0.5, CELL - 3, 23);
      }
      c.font = "11px system-ui, sans-serif";
      c.fillStyle = faint;
      c.fillText(flat >= 0 ? this.layout.index(flat).join(",") : "hole", x + CELL / 2, y + 34, CELL - 2);
    }
  }
}
