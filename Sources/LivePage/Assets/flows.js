// The phones' flows, by phone and host, and why one took as long as it did.

import { bar } from './ledger.js';
import { bytes, count, line, make, time } from './text.js';

const columns = [
  ['Host, server'], ['Protocol, app'], ['State'], ['Start', 'number'], ['Time', 'number'], ['Down', 'number'], ['Up', 'number'],
  ['Lost', 'number'], ['Why it took as long'],
];

const states = {
  opening: 'opening', open: 'open', closing: 'closing', closed: 'closed', reset: 'reset', refused: 'refused',
  unanswered: 'no answer',
};

// What was lost on the way to the phone, and from it; empty if nothing shows it.
export function lost(flow) {
  if (flow.lostDown === null) return '';
  const parts = [flow.lostDown > 0 && `↓${flow.lostDown}`, flow.lostUp > 0 && `↑${flow.lostUp}`].filter(Boolean);
  return parts.length > 0 ? parts.join(' ') : '0';
}

export const isBad = (flow) => ['reset', 'refused', 'unanswered'].includes(flow.state);

// By phone, and in it by host, in the order of their first flows.
function groups(flows) {
  const phones = new Map();
  for (const flow of flows) {
    if (!phones.has(flow.phone)) phones.set(flow.phone, new Map());
    const hosts = phones.get(flow.phone);
    if (!hosts.has(flow.host)) hosts.set(flow.host, []);
    hosts.get(flow.host).push(flow);
  }
  return phones;
}

const sum = (flows, key) => flows.reduce((whole, flow) => whole + (flow[key] ?? 0), 0);

// What is a phone's own: the time that its way to netlab takes, and its line. Both may be missing. A phone may be called as
// what every object has.
function about(phone, ownLines, withoutLines) {
  const [ownLine, withoutLine] = [ownLines, withoutLines].map((all) => (Object.hasOwn(all, phone) ? all[phone] : null));
  const words = [
    withoutLine && `Wi-Fi and tunnel alone: ${withoutLine}`, ownLine && `own line: ${ownLine}`,
  ].filter(Boolean).join('; ');
  const explanation = withoutLine ? `${words}. The Wi-Fi and the tunnel are measured by pings, which do not cross the line.` : words;
  return make('th', { colspan: 2, class: 'why', title: explanation }, line(words));
}

export class Flows {
  constructor(place, onChoice) {
    this.onChoice = onChoice;
    this.chosen = null;
    this.place = place;
  }

  // `ownLines` are those that phones do not share, `withoutLine` what the Wi-Fi and the tunnel add; `empty` says why there is no flow.
  show(flows, at, { ownLines, withoutLine }, empty) {
    const bodies = [];
    for (const [phone, hosts] of groups(flows)) {
      const all = [...hosts.values()].flat();
      bodies.push(make('tbody', {}, make('tr', { class: 'device' }, make('th', { colspan: 5, scope: 'rowgroup' },
        line(`${phone}: ${count(hosts.size, 'host')}, ${count(all.length, 'flow')}`)),
      make('th', { class: 'number' }, bytes(sum(all, 'bytesDown'))), make('th', { class: 'number' }, bytes(sum(all, 'bytesUp'))),
      about(phone, ownLines, withoutLine))));
      for (const [host, own] of hosts) {
        bodies.push(make('tbody', {}, make('tr', { class: 'host' },
          make('th', { colspan: 5, scope: 'rowgroup' }, line(host)),
          make('th', { class: 'number' }, bytes(sum(own, 'bytesDown'))),
          make('th', { class: 'number' }, bytes(sum(own, 'bytesUp'))), make('th', { colspan: 2 })),
        ...own.map((flow) => this.row(flow, at))));
      }
    }
    const heading = make('tr', {}, ...columns.map(([title, kind]) => make('th', { scope: 'col', class: kind }, title)));
    this.place.replaceChildren(make('h2', {}, 'Flows'), flows.length === 0
      ? make('p', { class: 'empty' }, empty)
      : make('table', { class: 'traffic' }, make('thead', {}, heading), ...bodies));
  }

  row(flow, at) {
    const choose = () => this.onChoice(flow);
    return make('tr', { class: isBad(flow) ? 'flow bad' : 'flow', 'aria-current': flow.number === this.chosen && 'true', onclick: choose },
      make('td', {}, make('button', { 'data-flow': flow.number }, line(flow.server))),
      make('td', {}, line(flow.app ? `${flow.protocol}, ${flow.app}` : flow.protocol)), make('td', {}, states[flow.state] ?? line(flow.state)),
      make('td', { class: 'number' }, at(flow.startNs)), make('td', { class: 'number' }, flow.durationNs > 0 ? time(flow.durationNs) : ''),
      make('td', { class: 'number' }, bytes(flow.bytesDown)), make('td', { class: 'number' }, bytes(flow.bytesUp)),
      make('td', { class: 'number' }, lost(flow)), make('td', { class: 'why', title: flow.why }, line(flow.why ?? '')));
  }
}

// What was repaired. The line carries several segments as one, which counts once.
const atLeast = (number) => (number > 0 ? `at least ${count(number, 'segment')}` : 'no segment');

const sources = {
  handshake: 'the name that the phone gave when it began encryption',
  dns: 'the name that the phone looked up',
  address: 'no look-up and no handshake names this address',
};

// One flow, with the causes of its time.
export function flowDetails(flow, at, words, close) {
  const causes = Object.entries(flow.causes);
  const whole = causes.reduce((all, [, ns]) => all + ns, 0);
  const facts = [
    ['Phone', `${flow.phone}, ${flow.client}`], ['Server', flow.server],
    ['Host', `${flow.host} (${sources[flow.nameFrom] ?? flow.nameFrom})`],
    ['Protocol', flow.protocol], ['App', flow.app ?? 'not known: only plain HTTP names it'], ['State', states[flow.state] ?? flow.state],
    ['Start', at(flow.startNs)], ['From the first packet to the last', time(flow.durationNs)],
    ['Down, with headers', bytes(flow.bytesDown)], ['Up, with headers', bytes(flow.bytesUp)],
  ];
  if (flow.roundTripNs) facts.push(['Round trip, by QUIC’s spin bit', time(flow.roundTripNs)]);
  if (flow.lostDown !== null) {
    facts.push(['Lost on the way to the phone', atLeast(flow.lostDown)], ['Lost on the way from the phone', atLeast(flow.lostUp)]);
  }
  const why = flow.why ?? (flow.protocol === 'QUIC' || flow.protocol === 'UDP'
    ? 'Only TCP shows why a flow took as long as it did.' : 'No request with its answer is known on this connection yet.');
  return [
    make('header', {}, make('h2', {}, line(`Flow ${flow.number}: ${flow.host}`)), make('button', { onclick: close }, 'Close')),
    make('p', { class: 'why' }, line(why)),
    causes.length > 0 ? make('table', { class: 'ledger' },
      make('caption', {}, `Where the time of ${count(flow.exchanges, 'request')} went (estimated from packets)`),
      make('tbody', {}, ...causes.map(([cause, ns]) => bar(cause, ns, whole, words)))) : null,
    make('dl', {}, ...facts.flatMap(([name, value]) => [make('dt', {}, name), make('dd', {}, line(value))])),
  ];
}
