// The list of exchanges: only the rows in sight are in the document, so that ten thousand scroll as well as ten.

import { kind, phases } from './exchanges.js';
import { bytes, line, make, time } from './text.js';

const height = 24;
const beyond = 8;

const columns = [
  { title: 'No.', kind: 'number', text: (row) => row.number },
  { title: 'Method', text: (row) => row.method ?? '' },
  { title: 'Host', text: (row) => row.host },
  { title: 'Path', text: (row) => row.path },
  { title: 'Status', kind: 'number', text: (row) => row.status ?? (row.failure ? 'failed' : '') },
  { title: 'Type', text: kind },
  { title: 'Size', kind: 'number', text: (row) => bytes(row.size) },
  { title: 'Time', kind: 'number', text: (row) => time(row.durationNs) },
];

export class List {
  constructor(place, onChoice) {
    this.rows = [];
    this.chosen = null;
    this.follows = true;
    this.onChoice = onChoice;
    this.pool = [];
    const heading = make('div', { role: 'row', class: 'heading' },
      ...columns.map((column) => make('span', { role: 'columnheader', class: column.kind }, column.title)),
      make('span', { role: 'columnheader' }, 'Waterfall'));
    this.space = make('div', { class: 'space', role: 'rowgroup' });
    this.empty = make('p', { class: 'empty' });
    this.scroller = make('div', { role: 'presentation', class: 'scroller', onscroll: () => this.scrolled() },
      this.space);
    this.grid = make('div', {
      role: 'grid', tabindex: '0', 'aria-label': 'Exchanges', 'aria-colcount': columns.length + 1,
      onkeydown: (event) => this.pressed(event),
    }, make('div', { role: 'rowgroup' }, heading), this.scroller);
    place.append(this.grid, this.empty);
    new ResizeObserver(() => {
      // The heading has no scroll bar.
      heading.style.marginRight = `${this.scroller.offsetWidth - this.scroller.clientWidth}px`;
      this.draw();
    }).observe(this.scroller);
  }

  show(rows, why) {
    this.rows = rows;
    this.space.style.height = `${rows.length * height}px`;
    this.grid.setAttribute('aria-rowcount', rows.length);
    this.empty.hidden = rows.length > 0;
    this.empty.textContent = why;
    this.scroller.hidden = rows.length === 0;
    if (this.follows) this.scroller.scrollTop = this.space.offsetHeight;
    this.draw();
  }

  scrolled() {
    if (!this.isDue) {
      this.isDue = true;
      requestAnimationFrame(() => {
        this.isDue = false;
        this.draw();
      });
    }
  }

  draw() {
    const first = Math.max(0, Math.floor(this.scroller.scrollTop / height) - beyond);
    const last = Math.min(this.rows.length, Math.ceil((this.scroller.scrollTop + this.scroller.clientHeight) / height) + beyond);
    const seen = this.rows.slice(first, last);
    const begin = Math.min(...seen.map((row) => row.start));
    const end = Math.max(...seen.map((row) => row.start + row.took), begin + 1);
    while (this.pool.length < seen.length) this.pool.push(this.makeRow());
    this.pool.forEach((element, place) => {
      const row = seen[place];
      element.root.hidden = !row;
      if (row) this.fill(element, row, first + place, begin, end - begin);
    });
    const chosen = seen.findIndex((row) => row.number === this.chosen);
    if (chosen >= 0) this.grid.setAttribute('aria-activedescendant', this.pool[chosen].root.id);
    else this.grid.removeAttribute('aria-activedescendant');
  }

  makeRow() {
    const cells = columns.map((column) => make('span', { role: 'gridcell', class: column.kind }));
    const bar = make('div', { class: 'bar', 'aria-hidden': 'true' });
    const root = make('div', { role: 'row', id: `row-${this.pool.length}` }, ...cells,
      make('span', { role: 'gridcell' }, bar));
    const element = { root, cells, bar, row: null };
    root.addEventListener('click', () => this.choose(element.row));
    this.space.append(root);
    return element;
  }

  fill(element, row, place, begin, span) {
    const { root, cells, bar } = element;
    element.row = row;
    root.style.top = `${place * height}px`;
    root.classList.toggle('odd', place % 2 === 1);
    root.classList.toggle('bad', row.isBad);
    root.setAttribute('aria-rowindex', place + 1);
    root.setAttribute('aria-selected', row.number === this.chosen);
    columns.forEach((column, index) => {
      const text = line(column.text(row));
      if (cells[index].textContent !== text) cells[index].textContent = text;
    });
    bar.replaceChildren(...pieces(row, begin, span));
  }

  choose(row) {
    this.chosen = row ? row.number : null;
    this.draw();
    this.onChoice(row);
  }

  pressed(event) {
    const now = this.rows.findIndex((row) => row.number === this.chosen);
    const page = Math.max(1, Math.floor(this.scroller.clientHeight / height) - 1);
    const target = {
      ArrowDown: now + 1, ArrowUp: now < 0 ? this.rows.length - 1 : now - 1, PageDown: now + page,
      PageUp: now - page, Home: 0, End: this.rows.length - 1,
    }[event.key];
    if (event.key === 'Escape') this.choose(null);
    if (target === undefined || this.rows.length === 0) return;
    event.preventDefault();
    const place = Math.min(Math.max(target, 0), this.rows.length - 1);
    const top = place * height;
    if (top < this.scroller.scrollTop) this.scroller.scrollTop = top;
    const bottom = top + height - this.scroller.clientHeight;
    if (bottom > this.scroller.scrollTop) this.scroller.scrollTop = bottom;
    this.choose(this.rows[place]);
  }
}

// The bar of a row within a stretch of time.
function pieces(row, begin, span) {
  const share = (ns) => `${(ns / span) * 100}%`;
  let at = row.start - begin;
  const whole = make('i', { class: 'rest' });
  whole.style.left = share(at);
  whole.style.width = share(row.took);
  const parts = phases(row).map(([kind, , ns]) => {
    const part = make('i', { class: kind });
    part.style.left = share(at);
    part.style.width = share(Math.min(ns, Math.max(0, row.start - begin + row.took - at)));
    at += ns;
    return part;
  });
  return [whole, ...parts];
}
