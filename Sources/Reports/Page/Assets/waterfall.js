// The transfers of a step as bars, by the ledger's causes or by the client's phases.

import { bytes, line, make, rate, svg, time } from '/text.js';

// Colours of causes; small ones share one.
const colours = {
  payload: '--payload', overhead: '--overhead', sharing: '--sharing', window: '--window', recovery: '--recovery',
  retransmit: '--retransmit', server: '--server', propagation: '--propagation', cache: '--cache',
  blocked: '--blocked', proxy: '--tunnel', connect: '--connect', tls: '--tls', dns: '--name', request: '--request',
  unexplained: '--unexplained',
};

const phaseNames = [
  ['cacheNs', 'Cache', '--cache'], ['blockedNs', 'Waiting for a connection', '--blocked'],
  ['dnsNs', 'Name lookup', '--name'], ['connectNs', 'Connect', '--connect'], ['tlsNs', 'TLS handshake', '--tls'],
  ['requestNs', 'Request', '--request'], ['waitNs', 'Waiting for the first byte', '--wait'],
  ['receiveNs', 'Receiving', '--response'], ['decodeNs', 'Decoding', '--other'],
];

export const colour = (name) => `var(${colours[name] ?? '--other'})`;

function parts(transfer, mode, causes) {
  if (mode === 'phases') {
    return phaseNames.map(([key, name, shade]) => [name, transfer.phases?.[key] ?? 0, `var(${shade})`])
      .filter(([, ns]) => ns > 0);
  }
  return causes.map(({ name }) => [name, transfer.ledger?.[name] ?? 0, colour(name)]).filter(([, ns]) => ns > 0);
}

export class Waterfall {
  constructor(step, transfers, causes) {
    this.step = step;
    this.transfers = transfers;
    this.causes = causes;
    this.mode = transfers.some((transfer) => transfer.ledger) ? 'causes' : 'phases';
    this.legend = make('ul', { class: 'legend' });
    this.rows = make('div', { class: 'rows' });
    this.buttons = ['causes', 'phases'].map((mode) => make('button', {
      onclick: () => {
        this.mode = mode;
        this.draw();
      },
    }, mode === 'causes' ? 'By cause' : 'By the client’s phases'));
    this.root = make('div', {}, make('div', { class: 'tools' }, ...this.buttons), this.legend, this.rows);
    this.draw();
  }

  draw() {
    ['causes', 'phases'].forEach((mode, place) => this.buttons[place].setAttribute('aria-pressed', mode === this.mode));
    const open = new Set([...this.rows.querySelectorAll('[aria-expanded=true]')].map((row) => row.dataset.id));
    const end = Math.max(...this.transfers.map((transfer) => transfer.start + transfer.duration), this.step.start + 1);
    const span = end - this.step.start;
    const seen = new Map();
    this.rows.replaceChildren(...this.transfers.flatMap((transfer) => this.row(transfer, span, seen, open)));
    this.legend.replaceChildren(...[...seen].map(([name, shade]) => {
      const mark = make('i');
      mark.style.background = shade;
      return make('li', {}, mark, name);
    }));
  }

  row(transfer, span, seen, open) {
    const bar = svg('svg', { viewBox: '0 0 1000 15', preserveAspectRatio: 'none', 'aria-hidden': 'true' });
    let at = transfer.start - this.step.start;
    const piece = (ns, shade) => {
      const rect = svg('rect', { x: (at / span) * 1000, y: 1, width: Math.max(0.5, (ns / span) * 1000), height: 13 });
      rect.style.fill = shade;
      bar.append(rect);
    };
    const told = parts(transfer, this.mode, this.causes);
    if (told.length === 0) piece(transfer.duration, 'var(--other)');
    for (const [name, ns, shade] of told) {
      seen.set(name, shade);
      piece(ns, shade);
      at += ns;
    }
    const detail = make('div', { class: 'detail', hidden: true });
    const row = make('button', { class: 'row', 'aria-expanded': 'false', 'data-id': transfer.id },
      make('span', { class: `what${transfer.error ? ' bad' : ''}` }, line(transfer.file)), bar,
      make('span', { class: 'took' }, time(transfer.duration)));
    const turn = () => {
      detail.hidden = !detail.hidden;
      row.setAttribute('aria-expanded', !detail.hidden);
      if (!detail.hidden && detail.childElementCount === 0) detail.append(...this.detail(transfer));
    };
    row.addEventListener('click', turn);
    if (open.has(String(transfer.id))) turn();
    return [row, detail];
  }

  detail(transfer) {
    const figures = (title, rows) => {
      const told = rows.filter(([, value]) => value);
      if (told.length === 0) return null;
      return make('table', {}, make('caption', {}, title), make('tbody', {}, ...told.map(([name, value, remark]) =>
        make('tr', {}, make('th', { scope: 'row' }, name), make('td', { class: 'number' }, value),
          remark ? make('td', { class: 'number quiet' }, remark) : null))));
    };
    const theory = transfer.theory ?? {};
    // How much longer the transfer took.
    const compared = (name, ns) => {
      const more = ns ? ((transfer.duration - ns) / ns) * 100 : 0;
      return [name, time(ns), `measured ${more < 0 ? '−' : '+'}${Math.abs(more).toFixed(2)} %`];
    };
    const share = (name, ns) => [name, time(ns), `${((ns / transfer.duration) * 100).toFixed(1)} %`];
    return [
      ...transfer.sentences.map((text) => make('p', {}, line(text))),
      transfer.error ? make('p', { class: 'bad' }, line(transfer.error)) : '',
      make('div', { class: 'parts' }, ...[
        figures('The exchange', [
          ['URL', line(transfer.url)], ['Answered by', transfer.source], ['Status', transfer.status],
          ['Protocol', transfer.version], ['Body', bytes(transfer.body)],
          ['Connection', transfer.connection && `${transfer.connection}${transfer.opened ? ', opened for it' : ''}`],
          ['Speed', transfer.duration > 0 && transfer.body > 0 ? rate((transfer.body * 8e9) / transfer.duration) : ''],
        ]),
        figures('Measured and theory', [
          ['Duration', time(transfer.duration)], ['Request to last byte, client’s log', time(transfer.log)],
          ['Request to last byte, packets', time(transfer.capture)],
          compared('Theory, alone on the line', theory.aloneNs), compared('Theory, with the others', theory.sharedNs),
          compared('All its bytes / rate', theory.wireNs), compared('Body / rate', theory.articleNs),
        ]),
        figures('Where the time went', this.causes.map(({ name }) => [name, transfer.ledger?.[name]])
          .filter(([, ns]) => ns).map(([name, ns]) => share(name, ns))),
        figures('The client’s phases', phaseNames.map(([key, name]) => [name, transfer.phases?.[key]])
          .filter(([, ns]) => ns).map(([name, ns]) => share(name, ns))),
      ].filter(Boolean)),
    ].filter(Boolean);
  }
}
