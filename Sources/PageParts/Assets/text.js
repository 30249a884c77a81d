// Text and figures. Foreign text is only ever set as text, never as markup.

// Characters that would hide or reorder what stands beside them: controls, and marks of direction.
const hidden = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u061c\u200b-\u200f\u2028-\u202f\u2060-\u206f\ufeff\ufff9-\ufffb]/g;

const code = (sign) => `\\u{${sign.codePointAt(0).toString(16)}}`;

export const visible = (text) => String(text ?? '').replace(hidden, code);

// For one line: line breaks and tabs are shown, too.
export const line = (text) => visible(text).replace(/[\n\t]/g, code);

// Makes an element. Children are elements, or text.
export function make(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith('on')) element.addEventListener(name.slice(2), value);
    else element.setAttribute(name, value === true ? '' : value);
  }
  element.append(...children.filter((child) => child !== null && child !== undefined));
  return element;
}

export function svg(tag, attributes = {}) {
  const element = document.createElementNS('http://www.w3.org/2000/svg', tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  return element;
}

const digits = (value) => (value >= 100 ? value.toFixed(0) : value >= 10 ? value.toFixed(1) : value.toFixed(2));

function scaled(value, units, step) {
  let place = 0;
  while (value >= step && place < units.length - 1) {
    value /= step;
    place += 1;
  }
  return `${place === 0 ? Math.round(value) : digits(value)} ${units[place]}`;
}

export function time(ns) {
  if (ns === null || ns === undefined) return '';
  if (ns < 1e3) return `${ns} ns`;
  if (ns < 1e6) return `${digits(ns / 1e3)} µs`;
  if (ns < 1e9) return `${digits(ns / 1e6)} ms`;
  if (ns < 60e9) return `${digits(ns / 1e9)} s`;
  return `${Math.floor(ns / 60e9)} min ${Math.round((ns % 60e9) / 1e9)} s`;
}

export const bytes = (count) =>
  count === null || count === undefined ? '' : scaled(count, ['B', 'kB', 'MB', 'GB', 'TB'], 1000);

export const rate = (bits) =>
  bits === null || bits === undefined ? '' : scaled(bits, ['bit/s', 'kbit/s', 'Mbit/s', 'Gbit/s'], 1000);

// A number and what it counts, whose plural has an s.
export const count = (number, word) => `${number.toLocaleString('en')} ${word}${number === 1 ? '' : 's'}`;
