// Something that is drawn at most once a frame.

export class Frame {
  #draw;
  #asked = 0;

  constructor(draw) {
    this.#draw = draw;
  }

  /** Draws at the beginning of the next frame. */
  ask() {
    this.#asked ||= requestAnimationFrame(() => this.#run());
  }

  /** Draws now what was asked for: the frame that shows it is there sooner. */
  hurry() {
    cancelAnimationFrame(this.#asked);
    if (this.#asked) this.#run();
  }

  #run() {
    this.#asked = 0;
    this.#draw();
  }
}
