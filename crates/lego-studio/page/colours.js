// Colours of cells, as numbers of four bytes in the order of an image's.

/** Along positions: stops of viridis, which is even to the eye and told apart by those who see no red or green. */
const STOPS = [[68, 1, 84], [72, 40, 120], [62, 74, 137], [49, 104, 142], [38, 130, 142], [31, 158, 137], [53, 183, 121], [110, 206, 88], [181, 222, 43], [253, 231, 37]];

function number(r, g, b) {
  return (0xff000000 | (b << 16) | (g << 8) | r) >>> 0;
}

/** So many colours from the first to the last stop. */
export function ramp(count) {
  const colours = new Uint32Array(count);
  for (let k = 0; k < count; k += 1) {
    const at = (count === 1 ? 0.5 : k / (count - 1)) * (STOPS.length - 1);
    const [from, part] = [Math.min(Math.floor(at), STOPS.length - 2), at - Math.min(Math.floor(at), STOPS.length - 2)];
    const mix = (c) => Math.round(STOPS[from][c] * (1 - part) + STOPS[from + 1][c] * part);
    colours[k] = number(mix(0), mix(1), mix(2));
  }
  return colours;
}

/** So many colours that are told apart: hues around the circle, neighbours of other lightness. */
export function hues(count) {
  const colours = new Uint32Array(count);
  for (let k = 0; k < count; k += 1) {
    const hue = (count <= 12 ? k / count : (k * 0.381966) % 1) * 360;
    const light = 0.56 + 0.14 * ((k % 3) - 1);
    const part = (n) => {
      const at = (n + hue / 30) % 12;
      return Math.round(255 * (light - 0.58 * Math.min(light, 1 - light) * Math.max(-1, Math.min(at - 3, 9 - at, 1))));
    };
    colours[k] = number(part(0), part(8), part(4));
  }
  return colours;
}

export function css(colour) {
  return `rgb(${colour & 255} ${(colour >> 8) & 255} ${(colour >> 16) & 255})`;
}

/** Black or white, whichever is read more easily on a colour. */
export function inkOn(colour) {
  const light = [0, 8, 16].map((shift) => (((colour >> shift) & 255) / 255) ** 2.2);
  return 0.2126 * light[0] + 0.7152 * light[1] + 0.0722 * light[2] > 0.2 ? "#000" : "#fff";
}
