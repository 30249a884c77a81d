// The rules that the proxy follows, as their file has them.

import { line, make, visible } from './text.js';

export function rulesPart(rules) {
  const title = make('h2', {}, 'Rules');
  if (!rules) return make('div', {}, title, make('p', {}, 'There are no rules: start the proxy with --rules FILE.'));
  const { file, count, words, problem } = rules;
  const list = make('ol', {}, ...words.map((one) => make('li', {}, line(one))));
  const more = count > words.length ? make('p', {}, `${count - words.length} more follow.`) : null;
  const head = line(`${count} of ${file}, which is read again whenever it changes.`);
  return make('div', { class: 'broad' }, title, make('p', {}, head), ...(problem ? faulty(problem) : []), list, more);
}

const faulty = (problem) => [
  make('p', { class: 'bad' }, 'The file has changed and cannot be followed. The rules stay as they were:'),
  make('pre', { tabindex: '0', 'aria-label': 'What is wrong with the rules' }, visible(problem)),
];
