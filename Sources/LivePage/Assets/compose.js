// Requests that are written on the page. They go through the proxy as a client's do.

import { tell } from './controls.js';
import { bytes, time } from './text.js';

const example = 'GET https://example.com/\nUser-Agent: netlab\n\n';

// A past request's body as the text shows it, and what is to be said of it.
function content(past, number) {
  const none = { body: '', words: '' };
  if (past.bodyMissing) return { ...none, words: `The request had a body, and ${past.bodyMissing}.` };
  if (!past.body) return none;
  try {
    const bytes = Uint8Array.from(atob(past.body), (sign) => sign.charCodeAt(0));
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    // One line end at the text's end is not the body's.
    if (!past.bodyCoding && !text.includes('\u0000')) return { ...none, body: `${text}\n` };
  } catch {
    // It is no text.
  }
  return { ...none, words: 'The body is not text, and is left out here: '
    + `\`netlab proxy compose --from ${number} --edit\` keeps it.` };
}

export class Compose {
  constructor(message, controls) {
    this.message = message;
    this.controls = controls;
    // The text that was sent last, for the next try.
    this.last = example;
  }

  begin() {
    this.open('New request', this.last, 'Method and URL, then headers, an empty line, and the body.');
  }

  // Begins with a past request.
  async beginWith(row) {
    try {
      const past = await tell('GET', `/requests/${row.number}`);
      const { body, words } = content(past, row.number);
      this.open(`Request ${row.number} again`, `${past.text.trimEnd()}\n\n${body}`, words);
    } catch (error) {
      this.controls.say(error.message);
    }
  }

  open(title, text, words) {
    this.message.open(title, text, words, (written) => {
      this.last = written;
      this.controls.say('The request is on its way.');
      return this.send(written);
    });
  }

  async send(text) {
    try {
      const sent = await tell('POST', '/requests', text);
      this.controls.say(`${sent.status} ${sent.reason} after ${time(sent.durationNs)}, with ${bytes(sent.bodyBytes)}.`);
      this.onSent(sent.client);
    } catch (error) {
      // The window tells it while it is open.
      this.controls.say(this.message.isOpen ? '' : error.message);
      throw error;
    }
  }

  // Called with the address from which the request came.
  onSent() {}
}
