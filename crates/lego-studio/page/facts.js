// Facts of sizes that a chain states at its end, `… where M % 64 == 0, K >= 32`: read for the sliders, and written by them.

/** The chain before its facts, and the facts. */
function parts(text) {
  const at = text.search(/\bwhere\b/);
  if (at < 0) return [text, []];
  return [text.slice(0, at), text.slice(at + 5).split(",").map((fact) => fact.trim()).filter(Boolean)];
}

/** What a fact says a size is a multiple of, 0 where it says no such thing of it. */
function multipleIn(fact, name) {
  const [, word, by] = /^([A-Za-z_]\w*)\s*%\s*(\d+)\s*==\s*0$/.exec(fact) ?? [];
  return word === name ? Number(by) : 0;
}

/** What the facts say that a size is a multiple of; 1 where they say nothing. */
export function multiple(text, name) {
  return Math.max(1, ...parts(text)[1].map((fact) => multipleIn(fact, name)));
}

/** The text with the fact that a size is a multiple of a number, in place of others of this kind; of 1 it need not be said. */
export function withMultiple(text, name, number) {
  const [chain, facts] = parts(text);
  const fact = number > 1 ? [`${name} % ${number} == 0`] : [];
  const at = facts.findIndex((fact) => multipleIn(fact, name));
  const kept = facts.filter((fact) => !multipleIn(fact, name));
  kept.splice(at < 0 ? kept.length : at, 0, ...fact);
  return `${chain.trimEnd()}${kept.length ? ` where ${kept.join(", ")}` : ""}`;
}

/** What a size must be a multiple of: what the text divides it by, and what facts say. */
export function step(text, name) {
  const divisors = [...text.matchAll(/([A-Za-z_]\w*)\s*[%/]\s*(\d+)/g)].filter(([, word]) => word === name).map(([, , by]) => Number(by) || 1);
  return divisors.reduce((a, b) => (a * b) / gcd(a, b), 1);
}
const gcd = (a, b) => (b ? gcd(b, a % b) : a);

/** The least and the most that the facts allow for a size, as far as they say it in numbers. */
export function bounds(text, name) {
  let [least, most] = [1, Infinity];
  for (const fact of parts(text)[1]) {
    const [, left, sign, right] = /^(\w+)\s*(<=|>=|<|>|==)\s*(\w+)$/.exec(fact) ?? [];
    const turned = { "<": ">", ">": "<", "<=": ">=", ">=": "<=", "==": "==" };
    const [by, number] = left === name ? [sign, Number(right)] : right === name ? [turned[sign], Number(left)] : [];
    if (!Number.isInteger(number)) continue;
    if (by === ">" || by === ">=" || by === "==") least = Math.max(least, number + (by === ">" ? 1 : 0));
    if (by === "<" || by === "<=" || by === "==") most = Math.min(most, number - (by === "<" ? 1 : 0));
  }
  return [least, most];
}
