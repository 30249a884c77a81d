// Puts the parts together.

import { Compose } from './compose.js';
import { save } from './contents.js';
import { Controls } from './controls.js';
import { Details } from './details.js';
import { Exchanges } from './exchanges.js';
import { filter } from './filter.js';
import { Held } from './held.js';
import { List } from './list.js';
import { MessageWindow } from './message.js';
import { News } from './news.js';
import { line } from './text.js';
import { Throughput } from './throughput.js';
import { UnderWay } from './underway.js';

const find = (name) => document.getElementById(name);

const exchanges = new Exchanges();
const controls = new Controls(find('panel'), find('notice'));
const message = new MessageWindow();
const compose = new Compose(message, controls);
const held = new Held(find('held'), controls, message);
const underWay = new UnderWay(find('underway'));
const news = new News(find('news'));
const throughput = new Throughput(find('throughput'));
const details = new Details(find('details'), {
  close: () => list.choose(null),
  buttons: (row) => controls.buttons(row),
});
const list = new List(find('exchanges'), (row) => details.show(row));

controls.onEdit = (row) => compose.beginWith(row);

// A request that was written here is shown once its exchange has come.
let awaited = null;
compose.onSent = (client) => {
  awaited = client;
  showAwaited(exchanges.rows);
};

function showAwaited(rows) {
  const row = awaited && rows.findLast((one) => one.client === awaited);
  if (!row) return;
  awaited = null;
  list.choose(row);
}

let passes = filter('');
let isLive = true;
// What to do while nothing has passed.
let hint = '';
let listed = [];

function refresh() {
  listed = exchanges.rows.filter(passes);
  const all = exchanges.rows.length;
  const some = listed.length === all ? `${all}` : `${listed.length} of ${all}`;
  find('count').textContent = `${some} ${all === 1 ? 'exchange' : 'exchanges'}`;
  find('save').disabled = listed.length === 0;
  showUnderWay();
  const empty = isLive ? `Nothing has passed yet. ${hint}` : 'The session has no exchanges.';
  list.show(listed, all === 0 ? empty : 'Nothing matches the filter.');
}

function showUnderWay() {
  underWay.show(exchanges.underWay.filter(passes), exchanges.underWayCount);
}

exchanges.on('underway', showUnderWay);

// Many rows in one frame are drawn once.
let isDue = false;
exchanges.on('rows', (fresh) => {
  throughput.add(fresh);
  // An exchange that has ended waits no more.
  if (held.messages.length > 0) held.refresh();
  showAwaited(fresh);
  if (isDue) return;
  isDue = true;
  requestAnimationFrame(() => {
    isDue = false;
    refresh();
  });
});

exchanges.on('settled', (numbers) => {
  if (numbers.includes(details.row?.number)) details.show(details.row);
});

exchanges.on('news', (told) => news.show(told));

exchanges.on('subject', (subject) => {
  details.causes = subject.causes ?? {};
  find('kind').textContent = line(subject.title);
  document.title = line(`${subject.title} · netlab`);
  isLive = subject.isLive;
  hint = line(subject.hint ?? '');
  find('throughput').hidden = !isLive;
  find('follow').hidden = !isLive;
  if (!isLive) list.follows = false;
  refresh();
});

exchanges.on('changed', async () => {
  const isSteered = await controls.refresh();
  find('settings').hidden = !isSteered;
  find('compose').hidden = !controls.sends;
  if (controls.sends) await held.refresh();
});

exchanges.on('connection', (state) => {
  const words = { open: '', lost: 'The connection is lost. Trying again…',
    closed: 'The program has ended, or this page’s link is no longer valid.' };
  controls.say(words[state]);
});

find('filter').addEventListener('input', (event) => {
  passes = filter(event.target.value);
  refresh();
});

find('follow').addEventListener('click', (event) => {
  list.follows = !list.follows;
  event.target.setAttribute('aria-pressed', list.follows);
  refresh();
});

find('compose').addEventListener('click', () => compose.begin());

find('clear').addEventListener('click', () => {
  list.choose(null);
  exchanges.clear();
});

find('save').addEventListener('click', async () => {
  const numbers = listed.map((row) => row.number).join(',');
  const response = await fetch('exchanges.har', { method: 'POST', body: numbers });
  if (response.ok) save(await response.blob(), 'netlab.har');
  else controls.say(await response.text());
});

find('settings').addEventListener('click', (event) => {
  const panel = find('panel');
  panel.hidden = !panel.hidden;
  event.target.setAttribute('aria-expanded', !panel.hidden);
});

document.addEventListener('keydown', (event) => {
  const isTyping = /^(INPUT|TEXTAREA|SELECT)$/.test(document.activeElement?.tagName ?? '');
  if (event.key === '/' && !isTyping) {
    event.preventDefault();
    find('filter').focus();
  }
});

refresh();
exchanges.connect();
