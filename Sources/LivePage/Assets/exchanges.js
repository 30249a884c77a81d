// The exchanges that the program tells of. State is the program's: after a lost connection it comes again.

const most = 10000;

export class Exchanges {
  constructor() {
    this.rows = [];
    this.byNumber = new Map();
    this.cleared = 0;
    // Those that have begun and not ended, as the program told last, and how many there are in all.
    this.underWay = [];
    this.underWayCount = 0;
    this.listeners = { rows: [], underway: [], changed: [], connection: [], subject: [], news: [], settled: [] };
  }

  on(event, call) {
    this.listeners[event].push(call);
  }

  tell(event, value) {
    for (const call of this.listeners[event]) call(value);
  }

  connect() {
    const source = new EventSource('events');
    this.feed = null;
    source.addEventListener('rows', (event) => {
      // Another program on the same port counts from the start.
      const feed = event.lastEventId.slice(0, event.lastEventId.lastIndexOf('-'));
      if (this.feed !== feed) this.empty();
      this.feed = feed;
      this.add(JSON.parse(event.data));
    });
    source.addEventListener('subject', (event) => this.tell('subject', JSON.parse(event.data)));
    source.addEventListener('news', (event) => this.tell('news', JSON.parse(event.data)));
    source.addEventListener('underway', (event) => {
      const { count, rows } = JSON.parse(event.data);
      this.begin(rows, count);
    });
    source.addEventListener('changed', () => this.tell('changed'));
    source.addEventListener('open', () => {
      this.tell('connection', 'open');
      this.tell('changed');
    });
    source.addEventListener('error', () => {
      // Nobody tells of their end.
      this.begin([], 0);
      this.tell('connection', source.readyState === EventSource.CLOSED ? 'closed' : 'lost');
    });
  }

  begin(rows, count) {
    for (const row of rows) prepare(row);
    this.underWay = rows.filter((row) => !this.byNumber.has(row.number));
    this.underWayCount = Math.max(this.underWay.length, count - (rows.length - this.underWay.length));
    this.tell('underway');
  }

  // Rows that have ended take the place of those under way.
  end(rows) {
    const ended = new Set(rows.map((row) => row.number));
    const left = this.underWay.filter((row) => !ended.has(row.number));
    this.underWayCount -= this.underWay.length - left.length;
    this.underWay = left;
  }

  add(rows) {
    this.end(rows);
    const fresh = [];
    const settled = [];
    for (const row of rows) {
      if (row.number <= this.cleared) continue;
      prepare(row);
      if (this.byNumber.has(row.number)) {
        this.settle(row);
        settled.push(row.number);
        continue;
      }
      this.byNumber.set(row.number, row);
      this.rows.push(row);
      fresh.push(row);
    }
    if (this.rows.length > most) {
      for (const row of this.rows.splice(0, this.rows.length - most)) this.byNumber.delete(row.number);
    }
    if (fresh.length > 0 || settled.length > 0) this.tell('rows', fresh);
    if (settled.length > 0) this.tell('settled', settled);
  }

  // A row that comes again has all that is known by now.
  settle(row) {
    const listed = this.byNumber.get(row.number);
    for (const key of Object.keys(listed)) delete listed[key];
    Object.assign(listed, row);
  }

  clear() {
    this.cleared = this.rows.reduce((highest, row) => Math.max(highest, row.number), this.cleared);
    this.rows = [];
    this.byNumber.clear();
    this.tell('rows', []);
  }

  empty() {
    this.cleared = 0;
    this.rows = [];
    this.byNumber.clear();
    this.tell('rows', []);
  }
}

// What the list and the filter ask again and again.
function prepare(row) {
  const url = row.url ?? '';
  const match = /^([a-z][a-z0-9+.-]*):\/\/([^/?#]*)(.*)$/i.exec(url);
  row.scheme = match ? match[1].toLowerCase() : '';
  row.host = match ? match[2] : url;
  row.path = match ? match[3] || '/' : '';
  row.type = (row.contentType ?? '').split(';')[0].trim();
  row.size = row.responseBodyBytes ?? row.sentBodyBytes ?? 0;
  row.start = row.clientFirstByteNs ?? row.requestFirstByteNs ?? 0;
  row.took = row.durationNs ?? 0;
  row.search = [row.method, url, row.status, row.type, row.failure, row.run, row.step]
    .map((part) => part ?? '').join(' ').toLowerCase();
  row.isBad = Boolean(row.failure) || (row.status ?? 0) >= 500;
}

// What an exchange is, for the column Type: of a WebSocket or a stream of events also how many messages went each way.
export function kind(row) {
  if (row.kind === 'tunnel') return 'tunnel';
  if (row.messages === 'websocket') return `websocket ↑${row.messagesSent} ↓${row.messagesReceived}`;
  if (row.messages === 'events') return `events ↓${row.messagesReceived}`;
  return row.type;
}

// The value of a field, by its name in lower case.
export const fieldValue = (fields, name) =>
  (fields ?? []).find((field) => field.name.toLowerCase() === name)?.value;

// The phases of a row, in their order: what each was, and how long it took.
export function phases(row) {
  const told = [
    ['blocked', 'Waited for its turn', row.blockedNs],
    ['name', 'Name lookup', row.nameNs],
    ['connect', 'Connect', row.connectNs],
    ['tunnel', 'Upstream proxy', row.tunnelNs],
    ['tls', 'TLS handshake', row.tlsNs],
    ['held', 'Held at a breakpoint', row.heldNs],
    ['request', 'Request', row.requestNs],
    ['wait', 'Latency', row.latencyNs],
    ['response', 'Response', row.responseNs],
    ['front', 'The line in front', row.lineNs],
  ];
  return told.filter(([, , ns]) => ns > 0);
}
