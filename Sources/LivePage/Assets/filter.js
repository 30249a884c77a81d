// Turns `host:example status:4xx -png` into a test of rows. All words must hold; `-` turns one round.

const units = { '': 1, b: 1, kb: 1e3, mb: 1e6, gb: 1e9, ms: 1e6, s: 1e9, us: 1e3, 'µs': 1e3 };

function amount(text) {
  const match = /^([0-9]+(?:\.[0-9]+)?)([a-zµ]*)$/i.exec(text);
  const unit = match ? units[match[2].toLowerCase()] : undefined;
  return unit === undefined ? null : Number(match[1]) * unit;
}

function status(pattern) {
  const match = /^([1-5])xx$/.exec(pattern);
  if (match) return (row) => Math.floor((row.status ?? 0) / 100) === Number(match[1]);
  return (row) => String(row.status ?? '').startsWith(pattern);
}

const tests = {
  host: (text) => (row) => row.host.toLowerCase().includes(text),
  path: (text) => (row) => row.path.toLowerCase().includes(text),
  method: (text) => (row) => (row.method ?? '').toLowerCase() === text,
  type: (text) => (row) => row.type.toLowerCase().includes(text),
  status,
  is: (text) => (row) =>
    ({ failed: row.isBad, tunnel: row.kind === 'tunnel', intercepted: row.kind === 'intercepted',
      cached: row.cache === 'hit', kept: row.keptAlive === true, edited: (row.rules ?? []).length > 0 })[text] ?? false,
  larger: (text) => compare(text, (row) => row.size),
  slower: (text) => compare(text, (row) => row.took),
  client: (text) => (row) => (row.client ?? '').includes(text),
};

function compare(text, figure) {
  const limit = amount(text);
  return limit === null ? () => true : (row) => figure(row) > limit;
}

export function filter(text) {
  const words = text.toLowerCase().match(/-?(?:[a-z]+:)?"[^"]*"|\S+/g) ?? [];
  const all = words.map((word) => {
    const isTurned = word.length > 1 && word.startsWith('-');
    const plain = isTurned ? word.slice(1) : word;
    const colon = plain.indexOf(':');
    const key = plain.slice(0, colon);
    const value = plain.slice(colon + 1).replaceAll('"', '');
    const test = colon > 0 && Object.hasOwn(tests, key)
      ? tests[key](value)
      : (row) => row.search.includes(plain.replaceAll('"', ''));
    return isTurned ? (row) => !test(row) : test;
  });
  return (row) => all.every((test) => test(row));
}
