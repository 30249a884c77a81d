// Time-sequence graphs: the bytes of one connection over time, as tcptrace draws them.

import { Chart } from '/charts.js';
import { bytes, count, make, svg } from '/text.js';

const kinds = ['var(--payload)', 'var(--recovery)', 'var(--bad)'];

export function sequence(range, flow, label) {
  const first = flow.pieces[0][0];
  const last = Math.max(flow.pieces.at(-1)[1] + flow.pieces.at(-1)[0], flow.acknowledgements.at(-1)?.[0] ?? 0);
  const total = Math.max(...flow.pieces.map(([, , from, length]) => from + length));
  const lost = flow.pieces.filter((piece) => piece[4] === 2).length;
  const again = flow.pieces.filter((piece) => piece[4] === 1).length;
  const chart = new Chart(range, {
    height: 220, figure: bytes,
    label: `${label}: ${bytes(total)}, ${count(lost, 'packet')} lost, ${again} sent again`,
    most: ([from, to]) => Math.max(1, ...flow.pieces.filter(([at]) => at >= from && at <= to)
      .map(([, , start, length]) => start + length)),
  });
  chart.content = (area) => {
    const [from, to] = range.shown;
    const acks = flow.acknowledgements.filter(([at]) => at >= from && at <= to);
    chart.line(stairs(chart, acks, (ack) => ack[1]), 'var(--good)');
    const room = acks.filter((ack) => ack[1] + ack[2] <= chart.top * 1.2);
    chart.line(stairs(chart, room, (ack) => ack[1] + ack[2]), 'var(--sharing)');
    for (const [at, span, start, length, kind] of flow.pieces) {
      if (at + span < from || at > to) continue;
      const x = range.x(at);
      const piece = svg('path', { class: 'line',
        d: `M${x.toFixed(1)},${chart.y(start).toFixed(1)} L${range.x(at + span).toFixed(1)},${chart.y(start + length).toFixed(1)}` });
      piece.style.stroke = kinds[kind];
      if (kind > 0) piece.style.strokeWidth = '4px';
      area.append(piece);
    }
  };
  return { chart, first, last };
}

function stairs(chart, acks, value) {
  const points = [];
  for (const ack of acks) {
    const x = chart.range.x(ack[0]);
    if (points.length > 0) points.push([x, points.at(-1)[1]]);
    points.push([x, chart.y(value(ack))]);
  }
  return points;
}

export function sequenceLegend() {
  const entry = (shade, text) => {
    const mark = make('i');
    mark.style.background = shade;
    return make('li', {}, mark, text);
  };
  return make('ul', { class: 'legend' }, entry(kinds[0], 'data that the origin sent'),
    entry('var(--good)', 'acknowledged'), entry('var(--sharing)', 'the client\u2019s window, where it is near'),
    entry(kinds[1], 'sent again'), entry(kinds[2], 'lost on the line'));
}
