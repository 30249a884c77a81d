// Requests that are written on the page. They go through the proxy as a client's do.

import { tell } from '/controls.js';
import { bytes, time } from '/text.js';

const example = 'GET https://example.com/\nUser-Agent: netlab\n\n';

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
      const { text, hadBody } = await tell('GET', `/requests/${row.number}`);
      const words = hadBody ? 'The request had a body, which is not kept: write one after the empty line.' : '';
      this.open(`Request ${row.number} again`, `${text.trimEnd()}\n\n`, words);
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
