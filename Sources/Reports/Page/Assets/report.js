// Puts a run's report together from the data within the page.

import { Chart, TimeWindow, tools } from '/charts.js';
import { sequence, sequenceLegend } from '/sequence.js';
import { bytes, count, line, make, rate, svg, time } from '/text.js';
import { Waterfall } from '/waterfall.js';

const data = JSON.parse(document.getElementById('data').textContent);
const root = document.getElementById('report');

const paragraph = (text, kind) => make('p', { class: kind }, line(text));

function head() {
  const words = { 'expectations-failed': 'expectations not met', untrusted: 'not trusted' }[data.outcome] ?? data.outcome;
  const isGood = data.outcome === 'ok';
  return [
    make('h1', {}, line(data.scenario), ': ', make('span', { class: isGood ? 'ok' : 'bad' }, words)),
    paragraph(`${data.startedAt}; ${data.line}`, 'quiet'),
    data.failure ? paragraph(data.failure, 'bad') : '',
    data.emulation.trusted ? '' : paragraph(`Not trusted: ${data.emulation.why}`, 'bad'),
    ...data.answer.map((text) => paragraph(text, 'answer')),
    ...data.findings.map((text) => paragraph(text)),
    ...data.missing.map((text) => paragraph(`Missing: ${text}`, 'warn')),
  ];
}

function expectations() {
  if (data.expectations.length === 0) return [];
  const held = data.expectations.filter((one) => one.verdict === 'held').length;
  const marks = { held: 'ok', 'not-held': 'bad' };
  return [
    make('h2', {}, `Expectations: ${held} of ${data.expectations.length} held`),
    make('div', { class: 'scroll' }, make('table', {}, make('thead', {}, make('tr', {},
      ...['', 'Expected', 'Found'].map((title) => make('th', { scope: 'col' }, title)))),
    make('tbody', {}, ...data.expectations.map((one) => make('tr', {},
      make('td', { class: marks[one.verdict] ?? 'warn' }, one.verdict.replaceAll('-', ' ')),
      make('th', { scope: 'row' }, line(one.text)), make('td', {}, line(one.actual))))))),
  ];
}

function steps() {
  return data.steps.flatMap((step) => {
    const transfers = data.transfers.filter((transfer) => transfer.step === step.name);
    if (transfers.length === 0) return [];
    const figures = [
      `${count(transfers.length, 'transfer')} in ${time(step.makespan)}`,
      step.theory ? `theory ${time(step.theory)}` : '',
      step.overlap ? `durations add up to ${time(step.sum)}` : '',
      step.utilisation !== null ? `the down-link was sending for ${(step.utilisation * 100).toFixed(1)} % of the time` : '',
      step.hitRatio ? `${(step.hitRatio * 100).toFixed(0)} % answered by caches` : '',
    ].filter(Boolean).join('; ');
    return [
      make('h2', {}, `Step ${line(step.name)}`), paragraph(`${figures}.`, 'quiet'),
      step.sentence ? paragraph(step.sentence) : '', new Waterfall(step, transfers, data.causes).root,
    ];
  });
}

function caches() {
  const tiers = ['memory', 'disk', 'revalidated', 'network', 'coalesced', 'none'];
  const steps = data.steps.filter((step) => tiers.some((tier) => tier !== 'network' && step.answers?.[tier]));
  if (steps.length === 0) return [];
  return [
    make('h2', {}, 'Where answers came from'),
    make('table', {}, make('thead', {}, make('tr', {}, ...['Step', ...tiers].map((title) =>
      make('th', { scope: 'col' }, title)))),
    make('tbody', {}, ...steps.map((step) => make('tr', {}, make('th', { scope: 'row' }, line(step.name)),
      ...tiers.map((tier) => make('td', { class: 'number' }, step.answers[tier] || '')))))),
  ];
}

// MARK: Charts

function stepped(range, start, stretch, values, chart) {
  const points = [];
  const from = Math.max(0, Math.floor((range.shown[0] - start) / stretch));
  const to = Math.min(values.length, Math.ceil((range.shown[1] - start) / stretch) + 1);
  for (let place = from; place < to; place += 1) {
    const y = chart.y(values[place]);
    points.push([range.x(start + place * stretch), y], [range.x(start + (place + 1) * stretch), y]);
  }
  return points;
}

const within = (range, start, stretch, values) =>
  values.slice(Math.max(0, Math.floor((range[0] - start) / stretch)), Math.ceil((range[1] - start) / stretch) + 1);

function lineCharts(range) {
  if (!data.chart) return [];
  const { start, stretch, down, up } = data.chart;
  const throughput = new Chart(range, {
    height: 160, figure: rate, label: 'Throughput of the line, down and up',
    most: (shown) => Math.max(data.rate.down ?? 0, ...within(shown, start, stretch, down.rates)),
  });
  throughput.content = () => {
    throughput.line(stepped(range, start, stretch, down.rates, throughput), 'var(--payload)');
    throughput.line(stepped(range, start, stretch, up.rates, throughput), 'var(--request)');
    if (data.rate.down) throughput.mark(data.rate.down, 'var(--quiet)');
  };
  const queue = new Chart(range, {
    height: 110, figure: bytes, label: 'Bytes queued for the line, down and up',
    most: (shown) => Math.max(...within(shown, start, stretch, down.queue), ...within(shown, start, stretch, up.queue)),
  });
  queue.content = (area) => {
    queue.line(stepped(range, start, stretch, down.queue, queue), 'var(--payload)');
    queue.line(stepped(range, start, stretch, up.queue, queue), 'var(--request)');
    down.drops.forEach((drops, place) => {
      if (drops === 0) return;
      const x = range.x(start + (place + 0.5) * stretch);
      const mark = svg('path', { class: 'line', d: `M${x},0 L${x},14` });
      mark.style.stroke = 'var(--bad)';
      mark.style.strokeWidth = '3px';
      area.append(mark);
    });
  };
  return [
    make('h3', {}, 'Throughput', make('span', { class: 'quiet' }, '  down blue, up green, the line’s rate dashed')),
    throughput.root,
    make('h3', {}, 'Queue', make('span', { class: 'quiet' }, '  bytes waiting; drops red at the top')), queue.root,
  ];
}

function underWay(range) {
  const changes = data.transfers.filter((transfer) => transfer.source === 'network' || transfer.source === 'revalidated')
    .flatMap((transfer) => [[transfer.start, 1], [transfer.start + transfer.duration, -1]])
    .sort((one, other) => one[0] - other[0] || one[1] - other[1]);
  let atOnce = 0;
  const points = changes.map(([at, change]) => [at, (atOnce += change)]);
  const chart = new Chart(range, {
    height: 80, figure: (value) => (Number.isInteger(value) ? String(value) : ''), label: 'Transfers in parallel',
    most: () => Math.max(1, ...points.map((point) => point[1])),
  });
  chart.content = () => {
    const drawn = [];
    for (const [at, value] of points) {
      const x = range.x(at);
      drawn.push([x, drawn.length > 0 ? drawn.at(-1)[1] : chart.y(0)], [x, chart.y(value)]);
    }
    chart.line(drawn, 'var(--sharing)');
  };
  return [make('h3', {}, 'Transfers under way'), chart.root];
}

function connections(range) {
  if (data.flows.length === 0) return [];
  const place = make('div');
  const names = data.flows.map((flow) => {
    const files = data.transfers.filter((transfer) => transfer.port === flow.port).map((transfer) => transfer.file);
    const more = files.length > 2 ? `, and ${files.length - 2} more` : '';
    return line(`Port ${flow.port}: ${files.slice(0, 2).join(', ')}${more}`);
  });
  const choice = make('select', { 'aria-label': 'Connection' },
    ...names.map((name, index) => make('option', { value: index }, name)));
  let shown = null;
  const show = (index, moves) => {
    const { chart, first, last } = sequence(range, data.flows[index], names[index]);
    shown?.leave();
    shown = chart;
    place.replaceChildren(chart.root);
    if (moves) range.show(first - (last - first) * 0.02, last + (last - first) * 0.02);
  };
  choice.addEventListener('change', () => show(Number(choice.value), true));
  show(0, false);
  return [make('h3', {}, 'Time and sequence'), make('div', { class: 'tools' }, choice), sequenceLegend(), place];
}

function charts() {
  const ends = data.transfers.map((transfer) => transfer.start + transfer.duration);
  if (ends.length === 0) return [];
  const begin = Math.min(...data.transfers.map((transfer) => transfer.start));
  const range = new TimeWindow(begin, Math.max(...ends));
  return [
    make('h2', {}, 'The line over time'), tools(range), ...lineCharts(range), ...underWay(range), ...connections(range),
  ];
}

function environment() {
  const { emulation } = data;
  const rows = [
    ['Packets left late, median', time(emulation.latenessP50Ns)], ['99th percentile', time(emulation.latenessP99Ns)],
    ['worst', time(emulation.latenessMaxNs)], ['Packets that the recorders missed', emulation.captureDrops],
    ['Trusted', emulation.trusted ? 'yes' : `no: ${emulation.why}`],
  ].filter(([, value]) => value !== null && value !== '');
  return [
    make('h2', {}, 'Emulation'), make('table', {}, make('tbody', {}, ...rows.map(([name, value]) =>
      make('tr', {}, make('th', { scope: 'row' }, name), make('td', {}, String(value)))))),
    make('h2', {}, 'Files beside this page'), make('table', {}, make('tbody', {}, ...data.files.map((file) =>
      make('tr', {}, make('th', { scope: 'row' }, make('a', { href: file.name }, file.name)), make('td', {}, file.what))))),
  ];
}

root.append(...[...head(), ...expectations(), ...steps(), ...caches(), ...charts(), ...environment()].filter(Boolean));
