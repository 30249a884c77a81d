// All about one exchange, in tabs.

import { contents } from './contents.js';
import { fieldValue, phases } from './exchanges.js';
import { ledger, ledgerOf } from './ledger.js';
import { bytes, line, make, rate, time } from './text.js';

const titles = ['Overview', 'Request', 'Response', 'Timing', 'Size', 'TLS', 'Ledger'];

export class Details {
  constructor(place, actions) {
    this.place = place;
    this.actions = actions;
    this.tab = 'Overview';
    // What a ledger's causes mean, by their keys.
    this.causes = {};
    this.tabs = titles.map((title) => make('button', {
      role: 'tab', id: `tab-${title}`, 'aria-controls': 'tab-panel', onclick: () => this.open(title),
    }, title));
    const list = make('div', { role: 'tablist', 'aria-label': 'Details', class: 'tabs',
      onkeydown: (event) => this.pressed(event) }, ...this.tabs);
    const close = make('button', { class: 'close', 'aria-label': 'Close details', onclick: actions.close }, '×');
    this.panel = make('div', { role: 'tabpanel', id: 'tab-panel', tabindex: '0' });
    place.append(make('div', { class: 'tabs' }, list, close), this.panel);
    list.classList.remove('tabs');
  }

  async show(row) {
    this.row = row;
    this.place.hidden = !row;
    this.entry = null;
    if (!row) return;
    this.draw();
    try {
      const response = await fetch(`exchanges/${row.number}`);
      if (response.ok && this.row === row) this.entry = await response.json();
    } catch {
      // What the list knows is shown already.
    }
    if (this.row === row) this.draw();
  }

  open(title) {
    this.tab = title;
    this.draw();
  }

  pressed(event) {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!step) return;
    const shown = this.tabs.filter((tab) => !tab.hidden);
    const now = shown.findIndex((tab) => tab.textContent === this.tab);
    const next = shown[(now + step + shown.length) % shown.length];
    this.open(next.textContent);
    next.focus();
  }

  // A proxy's list has only what it shows. All that the log knows comes with the entry.
  get known() {
    return this.entry?._row ? { ...this.row, ...this.entry._row } : this.row;
  }

  draw() {
    const hasLedger = ledgerOf(this.entry) !== null;
    this.tabs[titles.indexOf('Ledger')].hidden = !hasLedger;
    // The chosen tab is kept for the next exchange that has it.
    const open = this.tab === 'Ledger' && !hasLedger ? 'Overview' : this.tab;
    this.tabs.forEach((tab, place) => {
      const isChosen = titles[place] === open;
      tab.setAttribute('aria-selected', isChosen);
      tab.setAttribute('tabindex', isChosen ? '0' : '-1');
    });
    this.panel.setAttribute('aria-labelledby', `tab-${open}`);
    const draw = { Overview: overview, Request: request, Response: response, Timing: timing, Size: size, TLS: tls,
      Ledger: (row, entry) => ledger(entry, this.causes) };
    this.panel.replaceChildren(...draw[open](this.known, this.entry, this.actions).filter(Boolean));
    this.panel.scrollTop = 0;
  }
}

const pairs = (list) => {
  const told = list.filter(([, value]) => value !== null && value !== undefined && value !== '');
  return make('dl', {}, ...told.flatMap(([name, value]) =>
    [make('dt', {}, line(name)), make('dd', {}, line(value))]));
};

const yes = (value) => (value === true ? 'yes' : value === false ? 'no' : null);

function overview(row, entry, actions) {
  return [
    make('p', {}, ...actions.buttons(row)),
    pairs([
      ['URL', row.url], ['Method', row.method], ['Status', row.status ? `${row.status} ${reason(entry)}`.trim() : null],
      ['Failure', row.failure],
      ['Run', row.run], ['Step', row.step], ['Bytes from', row.source], ['Kind', row.kind], ['From cache', row.cache],
      ['Rules', (row.rules ?? []).join(', ')], ['Body not rewritten', row.bodyNotRewritten],
      ['Started', row.at], ['Took', took(row)],
      ['Client', row.client], ['Client’s protocol', row.clientProtocol],
      ['Server’s address', row.serverAddress], ['Server’s protocol', entry?.response?.httpVersion],
      ['Upstream proxy', row.upstreamProxy], ['Kept alive', yes(row.keptAlive)], ['Retries', row.retries || null],
      ['Content type', row.contentType], ['Content encoding', row.contentEncoding],
      ['TLS', row.tlsVersion ?? row.tunnelTLSVersion],
    ]),
  ];
}

const took = (row) => `${time(row.durationNs)}${row.isWhole === false ? ', cut short' : ''}`;

const reason = (entry) => entry?.response?.statusText ?? '';

const fields = (list) => pairs((list ?? []).map((field) => [field.name, field.value]));

function request(row, entry) {
  return [
    make('h2', {}, line(`${row.method ?? ''} ${row.path || row.url || ''}`)), entry && fields(entry.request.headers),
    make('h2', {}, 'Content'),
    contents(row.number, 'request', fieldValue(entry?.request?.headers, 'content-type'), row.requestBodyBytes),
  ];
}

function response(row, entry) {
  if (!row.status) return [make('p', { class: 'quiet' }, line(row.failure ?? 'There was no response.'))];
  return [
    make('h2', {}, line(`${row.status} ${reason(entry)}`)), entry && fields(entry.response.headers),
    make('h2', {}, 'Content'), contents(row.number, 'response', row.contentType, row.size),
  ];
}

function timing(row) {
  const all = phases(row);
  const sum = all.reduce((total, [, , ns]) => total + ns, 0);
  const whole = Math.max(row.durationNs ?? 0, sum, 1);
  let at = 0;
  const rows = all.map(([kind, title, ns]) => {
    const part = make('i', { class: kind });
    part.style.left = `${(at / whole) * 100}%`;
    part.style.width = `${(ns / whole) * 100}%`;
    at += ns;
    return make('tr', {}, make('th', { scope: 'row' }, title), make('td', {}, time(ns)),
      make('td', { class: 'wide' }, make('div', { class: 'bar', 'aria-hidden': 'true' }, part)));
  });
  return [
    make('table', {}, make('caption', {}, `Where the time went, as the ${row.run || row.lineNs > 0 ? 'client' : 'proxy'} saw it`),
      make('tbody', {}, ...rows)),
    pairs([
      ['Duration', took(row)], ['Latency', time(row.latencyNs)],
      ['Speed of the response', rate(row.responseBitsPerSecond)],
      ['Speed with all phases', row.durationNs > 0 ? rate((row.size * 8e9) / row.durationNs) : null],
    ]),
  ];
}

function size(row) {
  const both = (one, other) => (one === null || one === undefined ? null : one + (other ?? 0));
  return [
    pairs([
      ['TLS handshake, sent', bytes(row.tlsHandshakeSentBytes)],
      ['TLS handshake, received', bytes(row.tlsHandshakeReceivedBytes)],
      ['Request, fields', bytes(row.requestHeadBytes)], ['Request, content', bytes(row.requestBodyBytes)],
      ['Request, all', bytes(both(row.requestHeadBytes, row.requestBodyBytes))],
      ['Response, fields', bytes(row.responseHeadBytes)], ['Response, content', bytes(row.responseBodyBytes)],
      ['Response, all', bytes(both(row.responseHeadBytes, row.responseBodyBytes))],
      ['Messages, up', messages(row.messagesSent, row.messageBytesSent)],
      ['Messages, down', messages(row.messagesReceived, row.messageBytesReceived)],
      ['Sent to the client, fields', bytes(row.sentHeadBytes)],
      ['Sent to the client, content', bytes(row.sentBodyBytes)], ['Compression', row.contentEncoding],
    ]),
  ];
}

const messages = (count, size) => (count === null || count === undefined ? null : `${count} (${bytes(size)})`);

function tls(row) {
  if (!row.tlsVersion && !row.tunnelTLSVersion && !row.tunnelServerName) {
    return [make('p', { class: 'quiet' }, 'No TLS was seen.')];
  }
  return [
    pairs([
      ['Version', row.tlsVersion ?? row.tunnelTLSVersion], ['Cipher', row.tlsCipher ?? row.tunnelCipher],
      ['Session resumed', yes(row.tlsResumed)], ['Server name (SNI)', row.tunnelServerName],
      ['Protocols offered (ALPN)', row.tunnelOffers], ['Protocol chosen', row.tunnelProtocol],
      ['Certificate of', row.certificateSubject], ['Issued by', row.certificateIssuer],
      ['Names', Array.isArray(row.certificateNames) ? row.certificateNames.join(', ') : row.certificateNames],
      ['Valid until', row.certificateUntil],
    ]),
  ];
}
