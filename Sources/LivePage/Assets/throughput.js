// Bytes that came from servers, second by second, over the last minute.

import { make, rate, svg } from './text.js';

const seconds = 60;

export class Throughput {
  constructor(place) {
    this.sums = new Map();
    // The newest second, by the program's clock, and when this page heard of it.
    this.now = 0;
    this.heard = performance.now();
    this.area = svg('path', { class: 'area' });
    this.edge = svg('path', { class: 'edge' });
    this.chart = svg('svg', { viewBox: `0 0 ${seconds} 30`, preserveAspectRatio: 'none', role: 'img' });
    this.edge.setAttribute('vector-effect', 'non-scaling-stroke');
    this.chart.append(this.area, this.edge);
    this.words = make('span');
    place.append(make('span', {}, 'Throughput, last minute'), this.chart, this.words);
    this.draw();
    setInterval(() => this.draw(), 1000);
  }

  // A response's bytes are spread over the time in which they came.
  add(rows) {
    for (const row of rows) {
      const last = row.serverLastByteNs ?? row.responseLastByteNs;
      if (last === null || last === undefined || row.size === 0) continue;
      const first = Math.min(row.serverFirstByteNs ?? last, last);
      const [from, to] = [Math.floor(first / 1e9), Math.floor(last / 1e9)];
      const span = last - first;
      for (let second = Math.max(from, to - seconds); second <= to; second += 1) {
        const part = span === 0 ? 1 : (Math.min(last, (second + 1) * 1e9) - Math.max(first, second * 1e9)) / span;
        this.sums.set(second, (this.sums.get(second) ?? 0) + row.size * part);
      }
      if (to <= this.now) continue;
      this.now = to;
      this.heard = performance.now();
    }
    for (const second of this.sums.keys()) if (second < this.now - 2 * seconds) this.sums.delete(second);
    this.draw();
  }

  draw() {
    const now = this.now + Math.floor((performance.now() - this.heard) / 1000);
    const bits = Array.from({ length: seconds }, (_, place) =>
      (this.sums.get(now - seconds + 1 + place) ?? 0) * 8);
    const peak = Math.max(...bits);
    const points = bits.map((value, place) => `${place},${(30 - (value / (peak || 1)) * 28).toFixed(2)}`);
    const text = peak === 0 ? 'nothing yet' : `now ${rate(bits.at(-1))}, at most ${rate(peak)}`;
    this.edge.setAttribute('d', `M${points.join(' L')}`);
    this.area.setAttribute('d', `M0,30 L${points.join(' L')} L${seconds - 1},30 Z`);
    this.chart.setAttribute('aria-label', `Throughput of the last minute: ${text}`);
    this.words.textContent = text;
  }
}
