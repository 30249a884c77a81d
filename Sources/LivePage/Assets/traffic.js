// The page of phones' traffic: puts the parts together.

import { Flows, flowDetails } from './flows.js';
import { count, line, make, time } from './text.js';

const find = (name) => document.getElementById(name);

const flows = new Map();
const lookups = new Map();
let version = 0;
let state = { startedAtMs: null, oldestFlow: 1, oldestLookup: 1, missedPackets: 0, line: '', ownLines: {}, withoutLine: {}, phone: '', endpoint: '', steps: [] };
let words = {};
let chosen = null;

const list = new Flows(find('flows'), (flow) => choose(flow.number));

// The time of day of what began so many nanoseconds after the first packet.
function at(ns) {
  const date = new Date(state.startedAtMs + ns / 1e6);
  return `${date.toLocaleTimeString('en-GB')}.${String(date.getMilliseconds()).padStart(3, '0')}`;
}

function choose(number) {
  chosen = number;
  draw();
}

const passes = (row) => {
  const wanted = find('filter').value.toLowerCase().split(/\s+/).filter(Boolean);
  const text = Object.values(row).filter((value) => typeof value === 'string').join(' ').toLowerCase();
  return wanted.every((word) => text.includes(word));
};

const unmatched = 'Nothing matches the filter.';

function draw() {
  const shown = [...flows.values()].filter(passes);
  const asked = [...lookups.values()].filter(passes);
  list.chosen = chosen;
  const focused = document.activeElement?.dataset?.flow;
  list.show(shown, at, state, flows.size > 0 ? unmatched : 'No flow yet. They appear once a phone’s tunnel is on.');
  if (focused) document.querySelector(`[data-flow="${focused}"]`)?.focus();
  showLookups(asked);
  find('count').textContent = `${count(shown.length, 'flow')}, ${count(asked.length, 'look-up')}`;
  find('line').textContent = line(`Line: ${state.line}`);
  const flow = flows.get(chosen);
  find('details').hidden = !flow;
  if (flow) find('details').replaceChildren(...flowDetails(flow, at, words, () => choose(null)).filter(Boolean));
  showNotice();
}

function showLookups(asked) {
  const heading = ['Phone', 'Name', 'Type', 'Answer', 'Start', 'Time'];
  const rows = asked.map((one) => make('tr', { class: one.answer === null ? 'quiet' : null },
    make('td', {}, line(one.phone)), make('td', {}, line(one.name)), make('td', {}, line(one.type)),
    make('td', { title: one.answer }, line(one.answer ?? 'no answer yet')), make('td', { class: 'number' }, at(one.startNs)),
    make('td', { class: 'number' }, time(one.durationNs) + (one.askedAgain ? ', asked again' : ''))));
  find('lookups').replaceChildren(make('h2', {}, 'Look-ups'), asked.length === 0
    ? make('p', { class: 'empty' }, lookups.size > 0 ? unmatched : 'No look-up yet.')
    : make('table', { class: 'traffic' }, make('thead', {}, make('tr', {},
      ...heading.map((title, place) => make('th', { scope: 'col', class: place > 3 ? 'number' : null }, title)))),
    make('tbody', {}, ...rows)));
}

let lostConnection = '';

function showNotice() {
  const told = [lostConnection,
    state.oldestFlow > 1 && `The ${count(state.oldestFlow - 1, 'oldest flow')} made room for newer ones.`,
    state.oldestLookup > 1 && `The ${count(state.oldestLookup - 1, 'oldest look-up')} made room for newer ones.`,
    state.missedPackets > 0 && `${count(state.missedPackets, 'packet')} came too fast to be looked at.`].filter(Boolean);
  find('notice').textContent = told.join(' ');
  find('notice').hidden = told.length === 0;
}

function introduce() {
  find('introduction').replaceChildren(
    make('img', { src: 'code.svg', alt: `The QR code of ${line(state.phone)}` }),
    make('div', {}, make('ol', {}, ...state.steps.map((step) => make('li', {}, line(step.replaceAll('`', ''))))),
    make('p', {}, line(`${state.phone} reaches netlab at ${state.endpoint}, UDP.`)),
    make('p', {}, 'The code has the phone’s private key: whoever has it may use the tunnel.')));
}

// One request at a time; what changes meanwhile is asked for after it.
let isAsking = false;
let isDue = false;

async function ask() {
  isDue = true;
  if (isAsking) return;
  isAsking = true;
  try {
    while (isDue) {
      isDue = false;
      const response = await fetch(`traffic?after=${version}`);
      if (response.ok) take(await response.json());
    }
  } catch {
    // The stream of events tells when the program is there again.
  }
  isAsking = false;
}

function take(told) {
  const isFirst = version === 0 && state.phone === '';
  version = told.version;
  state = told;
  for (const flow of told.flows) flows.set(flow.number, flow);
  for (const one of told.lookups) lookups.set(one.number, one);
  for (const number of flows.keys()) if (number < told.oldestFlow) flows.delete(number);
  for (const number of lookups.keys()) if (number < told.oldestLookup) lookups.delete(number);
  if (isFirst) {
    introduce();
    openCode(flows.size === 0);
  } else if (flows.size > 0 && !wasSwitched) {
    openCode(false);
  }
  draw();
}

// The code is shown until the first flow, unless the user has switched it.
let wasSwitched = false;

function openCode(isOpen) {
  find('introduction').hidden = !isOpen;
  find('code').setAttribute('aria-expanded', isOpen);
}

find('code').addEventListener('click', () => {
  wasSwitched = true;
  openCode(find('introduction').hidden);
});

find('filter').addEventListener('input', draw);

document.addEventListener('keydown', (event) => {
  if (event.key === 'Escape') choose(null);
  if (event.key !== '/' || document.activeElement === find('filter')) return;
  event.preventDefault();
  find('filter').focus();
});

const events = new EventSource('events');
events.addEventListener('subject', (event) => { words = JSON.parse(event.data).causes ?? {}; });
events.addEventListener('changed', ask);
events.addEventListener('open', () => {
  lostConnection = '';
  ask();
});
events.addEventListener('error', () => {
  lostConnection = events.readyState === EventSource.CLOSED
    ? 'The program has ended, or this page’s link is no longer valid.' : 'The connection is lost. Trying again…';
  showNotice();
});
