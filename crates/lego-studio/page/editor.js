// A text with its errors underlined, and what the word at the cursor may become.

const list = document.getElementById("completions");
let owner = null;

export class Editor {
  #area;
  #marks;
  #errors;
  #words = [];
  #chosen = -1;
  #offered = [];
  oninput = () => {};

  /** The editor in an element, with the element that its errors are written into. */
  constructor(element, errors) {
    this.#area = element.querySelector("textarea");
    this.#marks = element.querySelector("pre");
    this.#errors = errors;
    this.#area.addEventListener("input", () => {
      // The engine begins with the question while the page is laid out.
      this.oninput(this.text);
      this.#grow();
      this.#offer();
    });
    this.#area.addEventListener("keydown", (event) => this.#key(event));
    this.#area.addEventListener("blur", () => setTimeout(() => this.#close(), 150));
    this.#area.addEventListener("click", () => this.#close());
    new ResizeObserver(() => this.#grow()).observe(element);
  }

  get text() {
    return this.#area.value;
  }

  set text(text) {
    if (text === this.#area.value) return;
    this.#area.value = text;
    this.#grow();
    this.#close();
  }

  /** The words that are offered: `{name, takes, about}`. */
  set words(words) {
    this.#words = words;
  }

  /** Underlines errors at their bytes of UTF-8, and says them. */
  errors(errors) {
    const text = this.text;
    const bytes = new TextEncoder().encode(text);
    const at = (byte) => new TextDecoder().decode(bytes.subarray(0, byte)).length;
    const ranges = errors.filter((error) => error.start !== undefined).map((error) => {
      const [start, end] = [at(error.start), at(error.end)];
      return start === end ? [Math.max(0, start - 1), Math.max(start, 1)] : [start, end];
    });
    ranges.sort((one, other) => one[0] - other[0]);
    this.#marks.replaceChildren();
    let done = 0;
    for (const [start, end] of ranges) {
      if (start < done) continue;
      this.#marks.append(text.slice(done, start));
      const mark = document.createElement("mark");
      mark.textContent = text.slice(start, end) || " ";
      this.#marks.append(mark);
      done = end;
    }
    this.#marks.append(`${text.slice(done)}\n`);
    this.#area.setAttribute("aria-invalid", errors.length > 0);
    this.#errors.replaceChildren(...errors.slice(0, 8).map((error) => {
      const line = document.createElement("p");
      line.textContent = error.message;
      return line;
    }));
  }

  #grow() {
    this.#area.style.height = "0";
    this.#area.style.height = `${Math.max(58, this.#area.scrollHeight + 2)}px`;
  }

  /** The word that ends at the cursor. */
  #word() {
    const before = this.text.slice(0, this.#area.selectionStart);
    return /[A-Za-z_][A-Za-z0-9_]*$/.exec(before)?.[0] ?? "";
  }

  #offer() {
    const word = this.#word();
    const fits = ({ name }) => name.toLowerCase().startsWith(word.toLowerCase()) && name !== word;
    this.#offered = word ? this.#words.filter(fits).slice(0, 8) : [];
    if (this.#offered.length === 0) return this.#close();
    owner = this;
    this.#chosen = -1;
    list.replaceChildren(...this.#offered.map((entry, k) => {
      const item = document.createElement("li");
      item.id = `completion-${k}`;
      item.setAttribute("role", "option");
      const code = document.createElement("code");
      code.textContent = entry.takes ?? entry.name;
      const about = document.createElement("span");
      about.className = "hint";
      about.textContent = entry.about ?? "";
      item.append(code, about);
      item.addEventListener("pointerdown", (event) => {
        event.preventDefault();
        this.#take(entry);
      });
      return item;
    }));
    const box = this.#area.getBoundingClientRect();
    list.style.left = `${box.left + window.scrollX}px`;
    list.style.top = `${box.bottom + window.scrollY + 2}px`;
    list.hidden = false;
    this.#area.setAttribute("aria-controls", "completions");
    this.#choose(-1);
  }

  #choose(k) {
    this.#chosen = k;
    [...list.children].forEach((item, n) => item.setAttribute("aria-selected", n === k));
    if (k >= 0) {
      this.#area.setAttribute("aria-activedescendant", `completion-${k}`);
      list.children[k].scrollIntoView({ block: "nearest" });
    } else this.#area.removeAttribute("aria-activedescendant");
  }

  #take(entry) {
    const at = this.#area.selectionStart;
    const start = at - this.#word().length;
    const rest = this.text.slice(at);
    this.#area.value = `${this.text.slice(0, start)}${entry.name}${rest.startsWith("(") ? "" : "("}${rest}`;
    const cursor = start + entry.name.length + 1;
    this.#area.setSelectionRange(cursor, cursor);
    this.#close();
    this.#grow();
    this.oninput(this.text);
  }

  #close() {
    if (owner !== this) return;
    owner = null;
    list.hidden = true;
    list.replaceChildren();
    this.#area.removeAttribute("aria-activedescendant");
    this.#area.removeAttribute("aria-controls");
  }

  #key(event) {
    if (owner !== this || list.hidden) return;
    const count = this.#offered.length;
    if (event.key === "ArrowDown") this.#choose((this.#chosen + 1) % count);
    else if (event.key === "ArrowUp") this.#choose((Math.max(this.#chosen, 0) + count - 1) % count);
    else if (event.key === "Escape") this.#close();
    else if ((event.key === "Enter" || event.key === "Tab") && (this.#chosen >= 0 || event.key === "Tab")) {
      this.#take(this.#offered[Math.max(0, this.#chosen)]);
    } else return;
    event.preventDefault();
  }
}
