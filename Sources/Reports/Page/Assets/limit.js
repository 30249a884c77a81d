// A limit that a reader wrote: `< 2 s`, `<= 1.5 MB`, `> 10`.

const units = {
  makespan: { ns: 1, us: 1e3, µs: 1e3, ms: 1e6, s: 1e9, min: 60e9 },
  bytes: { B: 1, kB: 1e3, MB: 1e6, GB: 1e9, KiB: 1024, MiB: 1024 ** 2, GiB: 1024 ** 3 },
  requests: { '': 1 },
};
const usual = { makespan: '< 2 s', bytes: '< 1 MB', requests: '< 10' };
const comparisons = {
  '<': (a, b) => a < b, '<=': (a, b) => a <= b, '>': (a, b) => a > b, '>=': (a, b) => a >= b,
};

// What kind of figure it is decides the units. Theory foretells times.
const kind = (figure) => (figure === 'predicted' ? 'makespan' : figure);

export const example = (figure) => usual[kind(figure)];

// What the limit says: nothing for an empty text, an error, or the bound with a test. Without a sign it is at most.
export function readLimit(text, figure) {
  const words = text.trim();
  if (words === '') return null;
  const known = units[kind(figure)];
  const found = words.replace('≤', '<=').replace('≥', '>=').match(/^(<=|>=|<|>)?\s*([0-9]+(?:\.[0-9]+)?)\s*([a-zµ]*)$/i);
  const unit = found && Object.keys(known).find((name) => name.toLowerCase() === found[3].toLowerCase());
  if (unit === undefined || unit === null) {
    return { error: `${words} is not a limit of this figure: write it as ${example(figure)}` };
  }
  const bound = Number(found[2]) * known[unit];
  const sign = found[1] ?? '<=';
  return { bound, sign, words, holds: (value) => comparisons[sign](value, bound) };
}
