// How far the program is, and links to the reports that it has made.

import { line, make } from './text.js';

export class News {
  constructor(place) {
    this.place = place;
  }

  show({ sentence, reports }) {
    this.place.hidden = false;
    this.place.querySelector('span').textContent = line(sentence);
    this.place.querySelector('ul').replaceChildren(...reports.map(({ number, title }) => make('li', {},
      make('a', { href: `reports/${number}`, target: '_blank', rel: 'noopener' }, line(`Report of ${title}`)))));
  }
}
