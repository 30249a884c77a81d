// A transfer's time, split completely into causes.

import { line, make, time } from './text.js';

// Only the archives of runs have one.
export const ledgerOf = (entry) => entry?._netlab?.ledger ?? null;

export function ledger(entry, words) {
  const rows = ledgerOf(entry);
  if (!rows) return [];
  const told = Object.entries(rows).filter(([, ns]) => typeof ns === 'number' && ns > 0);
  told.sort(([, one], [, other]) => other - one);
  const whole = told.reduce((sum, [, ns]) => sum + ns, 0);
  const unknown = Object.entries(rows).filter(([, ns]) => ns === null).map(([cause]) => cause);
  return [
    make('table', { class: 'ledger' }, make('caption', {}, 'Where the transfer’s time went'),
      make('tbody', {}, ...told.map(([cause, ns]) => bar(cause, ns, whole, words)))),
    rows.estimated === true && make('p', { class: 'quiet' },
      'The times of single packets were not known: this is an estimate.'),
    unknown.length > 0 && make('p', { class: 'quiet' }, line(`Not known: ${unknown.join(', ')}.`)),
  ];
}

// A cause, its time, and its share of the whole as a bar.
export function bar(cause, ns, whole, words) {
  const part = make('i', { class: 'cause' });
  part.style.left = '0';
  part.style.width = `${(ns / whole) * 100}%`;
  return make('tr', {},
    make('th', { scope: 'row' }, line(words[cause] ? `${cause}: ${words[cause]}` : cause)), make('td', {}, time(ns)),
    make('td', { class: 'wide' }, make('div', { class: 'bar', 'aria-hidden': 'true' }, part)));
}
