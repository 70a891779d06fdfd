// Elements, made in a line.

export const $ = (id) => document.getElementById(id);

/** An element with properties and children; a text is a child as it is. */
export function el(tag, properties = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (name.startsWith("on")) made.addEventListener(name.slice(2), value);
    else if (name in made && typeof value !== "string") made[name] = value;
    else made.setAttribute(name === "className" ? "class" : name, value);
  }
  made.append(...children.flat(9).filter((child) => child !== null && child !== undefined && child !== false));
  return made;
}

/** A button that puts a text on the clipboard, and says so. */
export function copier(text, words = "Copy") {
  const button = el("button", { type: "button" }, words);
  button.addEventListener("click", () => copy(typeof text === "function" ? text() : text, button));
  return button;
}

export async function copy(text, button) {
  const words = button.dataset.words ?? button.textContent;
  button.dataset.words = words;
  try {
    await navigator.clipboard.writeText(text);
    button.textContent = "Copied";
  } catch {
    // Without leave to write the clipboard the text is shown selected, to be copied by hand.
    const area = el("textarea", { readonly: "", "aria-label": "Text to copy" });
    area.value = text;
    button.after(area);
    area.select();
    area.addEventListener("blur", () => area.remove());
    button.textContent = "Press Ctrl+C";
  }
  clearTimeout(button.timer);
  button.timer = setTimeout(() => { button.textContent = words; }, 1600);
}

/** Hands a file to the browser. */
export function save(name, blob) {
  const link = el("a", { href: URL.createObjectURL(blob), download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

export const errorsOf = (answer) => answer.json?.errors ?? answer.errors.map((message) => ({ message: message.replace(/^error: /, "") }));

/** What is wrong, an error a line. */
export const errorList = (errors) => el("div", { className: "errors" }, errors.map(({ message }) => el("p", {}, message)));

/** A layout in a notation as a row of a table, with a button to copy it; where there is none, why. */
export const notation = (called, text, why) => el("tr", {}, el("th", { scope: "row" }, called),
  el("td", { className: "text" }, text ? el("code", {}, text) : el("span", { className: "hint" }, why ?? "none")),
  el("td", {}, text ? copier(text) : ""));

/** Rows as a table, which may be wider than the page. */
export const tableOf = (rows) => el("div", { className: "scroll" }, el("table", {}, el("tbody", {}, rows)));
