// Puts a sweep's report together from the data within the page.

import { along } from '/along.js';
import { example, readLimit } from '/limit.js';
import { spacing } from '/spacing.js';
import { bytes, count, line, make, svg, time } from '/text.js';

const data = JSON.parse(document.getElementById('data').textContent);
const root = document.getElementById('report');

// Of a whole cell or of the chosen step; null where that is not known.
const part = (whole, ofSteps) => (cell) => (chosen.step < 0 ? cell[whole] : cell[ofSteps][chosen.step]);
const figures = {
  makespan: { words: 'time', of: part(1, 5), say: time },
  // Packets are of connections, which outlast a step.
  bytes: { words: 'bytes on the wire', of: (cell) => (chosen.step < 0 ? cell[2] : null), say: bytes },
  ...(data.predictions.length > 0 ? { predicted: { words: 'time predicted by theory', of: part(1, 3), say: time } } : {}),
  requests: { words: 'requests', of: part(3, 6), say: (count) => String(Math.round(count * 10) / 10) },
};

// What the reader has chosen: a figure, a step (-1 for all), a limit, the axes of the map, a value of each other axis (-1
// for all), and the axis that is given: nobody can choose the line that a phone is on.
// Where most cells were foretold alone, the map begins with what theory says.
const chosen = {
  figure: data.predictions.length > data.cells.length ? 'predicted' : 'makespan',
  rows: 0, columns: data.axes.length > 1 ? 1 : -1, fixed: data.axes.map(() => -1), step: -1, limit: '', given: -1,
};
const limit = () => readLimit(chosen.limit, chosen.figure);

const median = (values) => {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
};

// Theory also foretells cells that were not run.
const foretold = data.predictions.filter((prediction) => prediction[1] !== null);

function shown(cells) {
  return cells.filter((cell) => chosen.fixed.every((value, axis) =>
    value < 0 || axis === chosen.rows || axis === chosen.columns || cell[0][axis] === value));
}

function select(label, options, value, change) {
  const list = make('select', { id: `choice-${label}`, onchange: () => { change(Number(list.value)); draw(); } },
    ...options.map(([number, text]) => make('option', { value: number, selected: number === value }, line(text))));
  return make('label', {}, `${line(label)} `, list);
}

function limitField() {
  const field = make('input', {
    id: 'choice-limit', size: 10, value: chosen.limit, placeholder: example(chosen.figure), autocomplete: 'off',
    onchange: () => { chosen.limit = field.value; draw(); },
  });
  return make('label', {}, 'Limit ', field);
}

function tools() {
  // A step has no bytes of its own.
  const names = Object.keys(figures).filter((name) => chosen.step < 0 || name !== 'bytes');
  const axes = data.axes.map((axis, place) => [place, axis.key]);
  const others = axes.filter(([place]) => place !== chosen.rows && place !== chosen.columns);
  return make('div', { class: 'tools' },
    select('Figure', names.map((name, place) => [place, figures[name].words]), names.indexOf(chosen.figure),
      (place) => { chosen.figure = names[place]; }),
    data.steps.length > 1 ? select('Step', [[-1, 'all'], ...data.steps.map((name, place) => [place, name])], chosen.step,
      (place) => {
        chosen.step = place;
        if (place >= 0 && chosen.figure === 'bytes') chosen.figure = 'makespan';
      }) : null,
    limitField(),
    axes.length > 0 ? select('Rows', axes, chosen.rows, (place) => {
      if (place === chosen.columns) chosen.columns = chosen.rows;
      chosen.rows = place;
    }) : null,
    axes.length > 1 ? select('Columns', [[-1, 'none'], ...axes.filter(([place]) => place !== chosen.rows)],
      chosen.columns, (place) => { chosen.columns = place; }) : null,
    ...others.map(([place, key]) => select(key, [[-1, 'all'],
      ...data.axes[place].values.map((value, number) => [number, value])], chosen.fixed[place],
    (value) => { chosen.fixed[place] = value; })),
    axes.length > 1 ? select('Given', [[-1, 'nothing'], ...axes], chosen.given, (place) => { chosen.given = place; }) : null);
}

// By rows and columns: the figures of the cells there.
function groups(cells) {
  const { of } = figures[chosen.figure];
  const found = new Map();
  for (const cell of cells) {
    const key = `${cell[0][chosen.rows] ?? -1} ${chosen.columns < 0 ? 0 : cell[0][chosen.columns] ?? -1}`;
    if (!found.has(key)) found.set(key, []);
    found.get(key).push(of(cell));
  }
  return found;
}

// How many of the figures hold the limit, in a sign or in words.
function verdict(values, { holds }) {
  const held = values.filter(holds).length;
  if (held === values.length) return { words: '✓', class: 'ok', label: 'holds the limit' };
  const words = held === 0 ? '✗' : `${held} of ${values.length}`;
  return { words, class: 'bad', label: `${held} of ${values.length} hold the limit` };
}

function map(cells) {
  const { say, words } = figures[chosen.figure];
  const bound = limit();
  const found = groups(cells);
  const medians = new Map([...found].map(([key, values]) => [key, median(values)]));
  const [least, most] = [Math.min(...medians.values()), Math.max(...medians.values())];
  // By factors, since times and rates span several.
  const share = (value) => (most > least && least > 0 ? Math.log(value / least) / Math.log(most / least) : 0);
  const rows = data.axes[chosen.rows]?.values ?? ['all cells'];
  const columns = chosen.columns < 0 ? [words] : data.axes[chosen.columns].values;
  const field = (row, column) => {
    const key = `${data.axes.length === 0 ? -1 : row} ${column}`;
    if (!medians.has(key)) return make('td', { class: 'number quiet' }, '—');
    const values = found.get(key);
    const value = medians.get(key);
    const spread = `${say(Math.min(...values))} to ${say(Math.max(...values))}, ${count(values.length, 'cell')}`;
    const told = bound?.holds ? verdict(values, bound) : null;
    const field = make('td', { class: 'number', title: spread }, say(value),
      told && ' ', told && make('span', { class: told.class, role: 'img', 'aria-label': told.label }, told.words));
    field.style.background = `color-mix(in srgb, var(--warn) ${Math.round(share(value) * 35)}%, var(--ground))`;
    field.style.padding = '.3em .8em';
    return field;
  };
  return make('div', { class: 'scroll' }, make('table', { id: 'map' },
    make('caption', {}, `Median ${words}${chosen.step < 0 ? '' : ` of ${line(data.steps[chosen.step])}`}`),
    make('thead', {}, make('tr', {}, make('th', { scope: 'col' }, line(data.axes[chosen.rows]?.key ?? '')),
      ...columns.map((value) => make('th', { scope: 'col', class: 'number' }, line(value))))),
    make('tbody', {}, ...rows.map((value, row) => make('tr', {}, make('th', { scope: 'row' }, line(value)),
      ...columns.map((_, column) => field(row, column)))))));
}

const width = 1000;

function chart(height, label) {
  const drawn = svg('svg', { class: 'chart', viewBox: `0 0 ${width} ${height}`, role: 'img', 'aria-label': label });
  drawn.words = (x, y, text, anchor = 'start') => {
    const words = svg('text', { x, y, 'text-anchor': anchor });
    words.textContent = line(text);
    drawn.append(words);
  };
  return drawn;
}

// Each cell as a dot on a scale of factors.
function scale(values, from, to) {
  const [least, most] = [Math.min(...values), Math.max(...values)];
  if (!(least > 0) || least === most) return () => (from + to) / 2;
  return (value) => from + (Math.log(value / least) / Math.log(most / least)) * (to - from);
}

function distribution(cells) {
  const { of, say, words } = figures[chosen.figure];
  const bound = limit();
  const values = cells.map(of).filter((value) => value > 0);
  if (values.length === 0) return [];
  const names = data.axes[chosen.rows]?.values ?? ['all cells'];
  const height = names.length * 18 + 24;
  const x = scale(values, 180, width - 20);
  const drawn = chart(height, `Each cell's ${words}, by ${data.axes[chosen.rows]?.key ?? 'cell'}`);
  names.forEach((name, row) => {
    const y = row * 18 + 14;
    drawn.words(8, y + 4, name.length > 24 ? `${name.slice(0, 23)}…` : name);
    for (const cell of cells) {
      if (data.axes.length > 0 && cell[0][chosen.rows] !== row) continue;
      const dot = svg('circle', { cx: x(of(cell)).toFixed(1), cy: y, r: 3, 'fill-opacity': 0.5 });
      dot.style.fill = bound?.holds && !bound.holds(of(cell)) ? 'var(--bad)' : 'var(--response)';
      drawn.append(dot);
    }
  });
  drawn.words(180, height - 4, say(Math.min(...values)));
  drawn.words(width - 20, height - 4, say(Math.max(...values)), 'end');
  return [make('h2', {}, 'Distribution'), make('p', { class: 'quiet' },
    `Each dot is a cell. The scale is logarithmic, from ${say(Math.min(...values))} to ${say(Math.max(...values))}.`), drawn];
}

// The medians of the map along its rows, if those are numbers: a line for each column.
function course(cells) {
  const { say, words } = figures[chosen.figure];
  const axis = data.axes[chosen.rows];
  if (!axis?.numbers || axis.numbers.length < 3) return [];
  const medians = new Map([...groups(cells)].map(([key, values]) => [key, median(values)]));
  const columns = chosen.columns < 0 ? [''] : data.axes[chosen.columns].values;
  const rows = columns.map((name, column) => ({
    name,
    points: axis.numbers.map((number, row) => ({ number, row, value: medians.get(`${row} ${column}`) }))
      .filter((point) => point.value > 0).sort((a, b) => a.number - b.number)
      .map((point) => ({ ...point, title: `${[axis.values[point.row], name].filter(Boolean).join(', ')}: ${say(point.value)}` })),
  })).filter((row) => row.points.length > 0);
  const values = rows.flatMap((row) => row.points.map((point) => point.value));
  if (new Set(rows.flatMap((row) => row.points.map((point) => point.number))).size < 2) return [];
  const height = 260;
  const drawn = chart(height, `Median ${words} along ${axis.key}`);
  const y = scale(values, height - 40, 16);
  const ends = [...axis.numbers.keys()].sort((a, b) => axis.numbers[a] - axis.numbers[b]);
  drawn.words(60, height - 6, axis.values[ends[0]]);
  drawn.words(width - 160, height - 6, axis.values[ends[ends.length - 1]], 'end');
  drawn.words(8, 20, say(Math.max(...values)));
  drawn.words(8, height - 36, say(Math.min(...values)));
  const kind = spacing(axis.numbers) === 'log' ? 'logarithmic' : 'linear';
  return [
    make('h2', {}, line(`Along ${axis.key}`)),
    make('p', { class: 'quiet' }, `The scale of ${line(axis.key)} is ${kind}, as its values are spread; the scale of ${words} is logarithmic.`),
    along(drawn, rows, y, [60, width - 160]),
  ];
}

const named = (places) => data.axes.map((axis, place) => axis.values[places[place]]).filter(Boolean).join(', ');

// Combinations, with seeds put together: median time against median bytes.
function front(cells) {
  const found = new Map();
  for (const cell of cells) {
    const key = cell[0].join(' ');
    if (!found.has(key)) found.set(key, []);
    found.get(key).push(cell);
  }
  const points = [...found.values()].map((group) => ({
    name: named(group[0][0]),
    given: chosen.given < 0 ? null : group[0][0][chosen.given],
    time: median(group.map((cell) => cell[1])), bytes: median(group.map((cell) => cell[2])),
  })).filter((point) => point.time > 0 && point.bytes > 0);
  if (points.length < 2) return [];
  // What is given is not chosen: combinations with another value of it are no rivals.
  const best = points.filter((one) => !points.some((other) => other.given === one.given && other.time <= one.time
    && other.bytes <= one.bytes && (other.time < one.time || other.bytes < one.bytes)))
    .sort((a, b) => (a.given ?? -1) - (b.given ?? -1) || a.time - b.time);
  const height = 260;
  const x = scale(points.map((point) => point.time), 20, width - 20);
  const y = scale(points.map((point) => point.bytes), height - 30, 16);
  const drawn = chart(height, 'Time against bytes, a dot for each combination');
  for (const point of points) {
    const isBest = best.includes(point);
    const dot = svg('circle', { cx: x(point.time).toFixed(1), cy: y(point.bytes).toFixed(1), r: isBest ? 5 : 3 });
    dot.style.fill = isBest ? 'var(--good)' : 'var(--other)';
    const words = svg('title');
    words.textContent = line(`${point.name}: ${time(point.time)}, ${bytes(point.bytes)}`);
    dot.append(words);
    drawn.append(dot);
  }
  drawn.words(20, height - 6, 'faster');
  drawn.words(width - 20, height - 6, 'slower', 'end');
  drawn.words(8, 12, 'more bytes');
  return [
    make('h2', {}, 'Time against bytes'),
    make('p', { class: 'quiet' }, chosen.given < 0 ? 'No other combination beats the green ones in both.'
      : `No other combination with the same ${line(data.axes[chosen.given].key)} beats the green ones in both.`), drawn,
    make('div', { class: 'scroll' }, make('table', { id: 'front' },
      make('thead', {}, make('tr', {}, ...['Combination', 'Time', 'Bytes'].map((title, place) =>
        make('th', { scope: 'col', class: place > 0 ? 'number' : null }, title)))),
      make('tbody', {}, ...best.slice(0, 20).map((point) => make('tr', {},
        make('th', { scope: 'row' }, line(point.name || 'all')), make('td', { class: 'number' }, time(point.time)),
        make('td', { class: 'number' }, bytes(point.bytes))))))),
  ];
}

// Cells that were foretold and run: each as a dot, and how far they are apart.
function verification(predictions) {
  const both = predictions.filter((prediction) => prediction[2] > 0 && prediction[1] > 0);
  if (both.length === 0) return [];
  const off = ([, told, measured]) => Math.abs(measured - told) / told;
  const percent = (share) => `${(share * 100).toPrecision(2)} %`;
  const sorted = [...both].sort((a, b) => off(b) - off(a));
  const all = both.flatMap(([, told, measured]) => [told, measured]);
  const height = 300;
  const x = scale([...all], 60, width - 20);
  const y = scale([...all], height - 30, 16);
  const drawn = chart(height, 'Measured time against the time that theory predicted');
  const diagonal = svg('line', {
    x1: x(Math.min(...all)), y1: y(Math.min(...all)), x2: x(Math.max(...all)), y2: y(Math.max(...all)),
  });
  diagonal.style.stroke = 'var(--other)';
  drawn.append(diagonal);
  for (const [places, told, measured] of both) {
    const dot = svg('circle', { cx: x(told).toFixed(1), cy: y(measured).toFixed(1), r: 3, 'fill-opacity': 0.6 });
    dot.style.fill = 'var(--response)';
    const words = svg('title');
    words.textContent = line(`${named(places)}: predicted ${time(told)}, measured ${time(measured)}`);
    dot.append(words);
    drawn.append(dot);
  }
  drawn.words(60, height - 6, 'predicted');
  drawn.words(8, 12, 'measured');
  return [
    make('h2', {}, 'Prediction against measurement'),
    make('p', {}, `${count(both.length, 'cell')} ${both.length === 1 ? 'was' : 'were'} predicted and run. The median difference is `
      + `${percent(median(both.map(off)))}, the largest ${percent(off(sorted[0]))}. On the line both are the same.`),
    drawn,
    make('div', { class: 'scroll' }, make('table', { id: 'verification' },
      make('caption', {}, 'Largest differences from the prediction'),
      make('thead', {}, make('tr', {}, ...['Combination', 'Foretold', 'Measured', 'Difference'].map((title, place) =>
        make('th', { scope: 'col', class: place > 0 ? 'number' : null }, title)))),
      make('tbody', {}, ...sorted.slice(0, 10).map((one) => make('tr', {},
        make('th', { scope: 'row' }, line(named(one[0]) || 'all')), make('td', { class: 'number' }, time(one[1])),
        make('td', { class: 'number' }, time(one[2])), make('td', { class: 'number' }, percent(off(one)))))))),
  ];
}

function trouble() {
  const failed = data.cells.filter((cell) => cell[4] > 0).length;
  const untold = data.predictions.length - foretold.length;
  return [
    untold > 0 ? make('p', { class: 'warn' }, `Theory cannot predict ${untold.toLocaleString('en')} of `
      + `${count(data.predictions.length, 'cell')}.`) : null,
    failed > 0 ? make('p', { class: 'bad' }, `${count(failed, 'cell')} with failed transfers.`) : null,
    data.missing.length > 0 ? make('details', {},
      make('summary', { class: 'warn' }, `${count(data.missing.length, 'cell')} without a result`),
      make('p', {}, data.missing.slice(0, 200).join(', '), data.missing.length > 200 ? ', …' : '')) : null,
  ];
}

// Whether the limit holds, over all that is shown.
function judgement(cells) {
  const bound = limit();
  if (bound === null) return null;
  if (bound.error) return make('p', { class: 'bad', role: 'alert' }, line(bound.error));
  const held = cells.filter((cell) => bound.holds(figures[chosen.figure].of(cell))).length;
  return make('p', { id: 'judgement' }, `${held.toLocaleString('en')} of ${count(cells.length, 'cell')}: `
    + `${figures[chosen.figure].words} ${bound.sign} ${figures[chosen.figure].say(bound.bound)}.`);
}

function draw() {
  const cells = shown(chosen.figure === 'predicted' ? data.predictions : data.cells)
    .filter((cell) => figures[chosen.figure].of(cell) !== null);
  const focused = document.activeElement?.id;
  const parts = cells.length === 0 ? [make('p', { class: 'warn' }, 'No cell has these values.')]
    : [judgement(cells), map(cells), ...course(cells), ...distribution(cells),
      ...(chosen.figure === 'predicted' || chosen.step >= 0 ? [] : front(cells)), ...verification(shown(foretold))];
  root.replaceChildren(...[
    make('h1', {}, line(data.title)),
    make('p', { class: 'quiet' }, `${line(data.about)} ${count(data.cells.length, 'cell')}.`),
    ...trouble(), tools(), ...parts,
  ].filter(Boolean));
  // Who chooses by keyboard goes on choosing.
  if (focused) document.getElementById(focused)?.focus();
}

draw();
