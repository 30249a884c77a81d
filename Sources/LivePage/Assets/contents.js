// The content of a message: a picture, text, or bytes.

import { bytes, make, visible } from './text.js';

const pictures = ['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/avif'];
const most = 400000;

const isText = (type) =>
  /^(text\/|image\/svg)|[/+](json|xml|javascript|x-www-form-urlencoded|yaml|graphql)$/.test(type);

// A part of the panel that is filled once the content has come.
export function contents(number, side, type, size) {
  const place = make('div', {}, make('p', { class: 'quiet' }, size ? 'Loading…' : 'No content.'));
  if (size) load(place, `exchanges/${number}/${side}`, (type ?? '').split(';')[0].trim().toLowerCase(), number);
  return place;
}

async function load(place, url, type, number) {
  let data;
  try {
    const response = await fetch(url);
    if (!response.ok) {
      place.replaceChildren(make('p', { class: 'quiet' }, await response.text()));
      return;
    }
    data = new Uint8Array(await response.arrayBuffer());
  } catch {
    place.replaceChildren(make('p', { class: 'bad' }, 'The content could not be fetched.'));
    return;
  }
  const parts = pictures.includes(type) ? picture(url, type, data, number) : body(type, data);
  place.replaceChildren(saving(data, number), ...parts);
}

function picture(url, type, data, number) {
  const words = make('p', { class: 'quiet' }, `${type}, ${bytes(data.length)}`);
  const image = make('img', { class: 'content', alt: `Content of exchange ${number}` });
  image.addEventListener('load', () => {
    words.textContent = `${type}, ${image.naturalWidth} × ${image.naturalHeight} pixels, ${bytes(data.length)}`;
  });
  image.addEventListener('error', () => image.replaceWith(make('p', { class: 'bad' }, 'The content is not a picture of this type.'),
    hex(data)));
  image.src = url;
  return [words, image];
}

function body(type, data) {
  const text = isText(type) || type === '' ? decoded(data) : decoded(data.slice(0, 4096)) && decoded(data);
  if (text === null || text.includes('\u0000')) return [make('p', { class: 'quiet' }, bytes(data.length)), hex(data)];
  const shown = text.length > most ? `${text.slice(0, most)}\n… ${bytes(data.length)} in all` : text;
  return [make('pre', { tabindex: '0' }, visible(pretty(type, shown)))];
}

function decoded(data) {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(data);
  } catch {
    return null;
  }
}

function pretty(type, text) {
  if (!/json$/.test(type)) return text;
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}

function hex(data) {
  const rows = [];
  for (let at = 0; at < Math.min(data.length, 4096); at += 16) {
    const piece = [...data.slice(at, at + 16)];
    const numbers = piece.map((byte) => byte.toString(16).padStart(2, '0')).join(' ').padEnd(48);
    const signs = piece.map((byte) => (byte >= 32 && byte < 127 ? String.fromCharCode(byte) : '.')).join('');
    rows.push(`${at.toString(16).padStart(6, '0')}  ${numbers} ${signs}`);
  }
  if (data.length > 4096) rows.push(`… ${bytes(data.length)} in all`);
  return make('pre', { tabindex: '0' }, rows.join('\n'));
}

function saving(data, number) {
  const button = make('button', {}, 'Save content');
  button.addEventListener('click', () => {
    save(new Blob([data], { type: 'application/octet-stream' }), `exchange-${number}`);
  });
  return make('p', {}, button);
}

export function save(blob, name) {
  const link = make('a', { href: URL.createObjectURL(blob), download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}
