// Exchanges that have begun and not ended, above the list.

import { kind } from './exchanges.js';
import { bytes, line, make, time } from './text.js';

const columns = [
  { kind: 'number', text: (row) => row.number },
  { text: (row) => row.method },
  { text: (row) => row.host },
  { text: (row) => row.path },
  { kind: 'number', text: (row) => row.status ?? '' },
  { text: kind },
  { kind: 'number', text: (row) => bytes(row.size) },
  { kind: 'number', text: (row) => time(row.durationNs) },
  { text: (row) => row.phase },
];

export class UnderWay {
  constructor(place) {
    this.place = place;
    this.title = make('h2', {});
    this.table = make('div', { role: 'table', 'aria-label': 'Under way' });
    this.pool = [];
    place.append(this.title, this.table);
  }

  // `all` counts also those that the program does not list.
  show(rows, all) {
    this.place.hidden = rows.length === 0;
    this.title.textContent = rows.length < all ? `${rows.length} of ${all} under way` : `${all} under way`;
    while (this.pool.length < rows.length) this.pool.push(this.makeRow());
    this.pool.forEach(({ root, cells }, place) => {
      const row = rows[place];
      root.hidden = !row;
      if (!row) return;
      columns.forEach((column, index) => {
        const text = line(column.text(row));
        if (cells[index].textContent !== text) cells[index].textContent = text;
      });
    });
  }

  makeRow() {
    const cells = columns.map((column) => make('span', { role: 'cell', class: column.kind }));
    const root = make('div', { role: 'row' }, ...cells);
    this.table.append(root);
    return { root, cells };
  }
}
