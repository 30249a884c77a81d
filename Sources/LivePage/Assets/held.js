// Requests and responses that wait at breakpoints.

import { tell } from './controls.js';
import { bytes, line, make } from './text.js';

export class Held {
  constructor(place, controls, message) {
    this.place = place;
    this.controls = controls;
    this.messages = [];
    this.message = message;
  }

  async refresh() {
    try {
      this.messages = (await tell('GET', '/held')).held;
    } catch {
      this.messages = [];
    }
    this.draw();
  }

  draw() {
    this.place.hidden = this.messages.length === 0;
    const rows = this.messages.map((message) => {
      const what = message.phase === 'response' ? `Response ${message.status} to ` : '';
      const say = (text, call) => make('button', { 'aria-label': line(`${text} ${message.method} ${message.url}`),
        onclick: call }, text);
      return make('li', {},
        make('span', { class: 'what' }, line(`${what}${message.method} ${message.url}`),
          message.bodyBytes > 0 ? `, ${bytes(message.bodyBytes)}` : ''),
        say('Continue', () => this.answer('POST', message)), say('Edit', () => this.edit(message)),
        say('Abort', () => this.answer('DELETE', message)));
    });
    this.place.replaceChildren(make('h2', {}, 'Waiting at breakpoints'), make('ul', {}, ...rows));
  }

  async answer(method, message) {
    try {
      await tell(method, `/held/${message.id}`);
    } catch (error) {
      this.controls.say(error.message);
    }
    await this.refresh();
  }

  async edit(message) {
    try {
      const { text, showsBody } = await tell('GET', `/held/${message.id}`);
      this.message.open(message.phase === 'response' ? 'Edit the response' : 'Edit the request', text,
        showsBody ? '' : 'The body is not text. It stays unchanged unless you write a new one.',
        (written) => this.send(message, written));
    } catch (error) {
      this.controls.say(error.message);
      await this.refresh();
    }
  }

  async send(message, text) {
    await tell('POST', `/held/${message.id}`, text);
    await this.refresh();
  }
}
