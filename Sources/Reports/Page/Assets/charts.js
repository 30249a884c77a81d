// Charts over the run's time. All share one stretch of time, which the reader may zoom.

import { make, svg, time } from '/text.js';

const width = 1000;

// The stretch of time that all charts show.
export class TimeWindow {
  constructor(start, end) {
    this.whole = [start, Math.max(end, start + 1)];
    this.shown = [...this.whole];
    this.listeners = [];
  }

  show(start, end) {
    const least = Math.min(1e5, this.whole[1] - this.whole[0]);
    const span = Math.min(Math.max(end - start, least), this.whole[1] - this.whole[0]);
    const from = Math.min(Math.max(start, this.whole[0]), this.whole[1] - span);
    this.shown = [from, from + span];
    for (const call of this.listeners) call();
  }

  zoom(factor, at = (this.shown[0] + this.shown[1]) / 2) {
    this.show(at - (at - this.shown[0]) * factor, at + (this.shown[1] - at) * factor);
  }

  move(share) {
    const step = (this.shown[1] - this.shown[0]) * share;
    this.show(this.shown[0] + step, this.shown[1] + step);
  }

  reset() {
    this.show(...this.whole);
  }

  x(ns) {
    return ((ns - this.shown[0]) / (this.shown[1] - this.shown[0])) * width;
  }
}

export function tools(range) {
  const words = make('span', { class: 'quiet' });
  const say = () => {
    words.textContent = `${time(range.shown[0] - range.whole[0])} to ${time(range.shown[1] - range.whole[0])}`;
  };
  range.listeners.push(say);
  say();
  const button = (text, label, call) => make('button', { 'aria-label': label, onclick: call }, text);
  return make('div', { class: 'tools' }, button('+', 'Zoom in', () => range.zoom(0.5)),
    button('−', 'Zoom out', () => range.zoom(2)), button('←', 'Earlier', () => range.move(-0.25)),
    button('→', 'Later', () => range.move(0.25)), button('All', 'The whole run', () => range.reset()), words,
    make('span', { class: 'quiet' }, 'Or turn the wheel over a chart, and drag it.'));
}

const round = (value) => {
  const power = 10 ** Math.floor(Math.log10(value || 1));
  return [1, 2, 5, 10].map((step) => step * power).find((step) => step >= value) ?? value;
};

// A chart with a scale at its left and the time below. `draw` gets the chart's `y` and adds to `area`.
export class Chart {
  constructor(range, { height, label, figure, most }) {
    this.range = range;
    this.height = height;
    this.figure = figure;
    this.most = most;
    this.root = svg('svg', { class: 'chart', viewBox: `0 0 ${width} ${height}`, role: 'img', 'aria-label': label,
      preserveAspectRatio: 'none' });
    this.root.style.height = `${height}px`;
    this.grid = svg('g');
    this.area = svg('g');
    this.words = svg('g');
    this.root.append(this.grid, this.area, this.words);
    this.listener = () => this.draw();
    range.listeners.push(this.listener);
    this.root.addEventListener('wheel', (event) => {
      event.preventDefault();
      range.zoom(event.deltaY > 0 ? 1.25 : 0.8, this.at(event));
    }, { passive: false });
    this.root.addEventListener('pointerdown', (event) => {
      this.root.setPointerCapture(event.pointerId);
      this.held = event.clientX;
    });
    this.root.addEventListener('pointermove', (event) => {
      if (this.held === undefined) return;
      const share = (this.held - event.clientX) / this.root.clientWidth;
      this.held = event.clientX;
      range.move(share);
    });
    this.root.addEventListener('pointerup', () => { this.held = undefined; });
    // Letters keep their shape however wide the chart is.
    new ResizeObserver(() => this.draw()).observe(this.root);
  }

  // It follows the stretch of time no more.
  leave() {
    this.range.listeners = this.range.listeners.filter((call) => call !== this.listener);
  }

  at(event) {
    const box = this.root.getBoundingClientRect();
    const [from, to] = this.range.shown;
    return from + ((event.clientX - box.left) / box.width) * (to - from);
  }

  y(value) {
    return this.height - 16 - (value / this.top) * (this.height - 24);
  }

  draw() {
    this.top = round(this.most(this.range.shown) || 1);
    this.grid.replaceChildren();
    this.words.replaceChildren();
    const stretch = width / (this.root.clientWidth || width);
    const say = (x, y, text, anchor) => {
      const words = svg('text', { transform: `translate(${x},${y}) scale(${stretch},1)`, 'text-anchor': anchor });
      words.textContent = text;
      this.words.append(words);
    };
    for (const share of [0, 0.5, 1]) {
      const y = this.y(this.top * share);
      this.grid.append(svg('line', { class: 'grid', x1: 0, x2: width, y1: y, y2: y }));
      if (share > 0) say(4, y + 11, this.figure(this.top * share), 'start');
    }
    const [from, to] = this.range.shown;
    const step = round((to - from) / 8);
    for (let at = Math.ceil((from - this.range.whole[0]) / step) * step; at <= to - this.range.whole[0]; at += step) {
      const x = this.range.x(at + this.range.whole[0]);
      this.grid.append(svg('line', { class: 'grid', x1: x, x2: x, y1: 0, y2: this.height - 16 }));
      if (x > 20 && x < width - 20) say(x, this.height - 4, time(at), 'middle');
    }
    this.area.replaceChildren();
    this.content(this.area);
  }

  line(points, colour) {
    if (points.length === 0) return;
    const path = points.map(([x, y]) => `${x.toFixed(1)},${y.toFixed(1)}`).join(' L');
    const line = svg('path', { class: 'line', d: `M${path}` });
    line.style.stroke = colour;
    this.area.append(line);
  }

  // A rule across the chart, such as the line's rate.
  mark(value, colour) {
    const rule = svg('line', { x1: 0, x2: width, y1: this.y(value), y2: this.y(value), 'stroke-dasharray': '6 4',
      'vector-effect': 'non-scaling-stroke' });
    rule.style.stroke = colour;
    this.area.append(rule);
  }
}
