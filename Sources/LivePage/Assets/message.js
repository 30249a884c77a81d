// The window in which a message's text is written.

import { line, make } from './text.js';

// Milliseconds in which the program tells that a text is wrong. What takes longer goes its way without the window.
const patience = 400;

export class MessageWindow {
  constructor() {
    this.text = make('textarea', { 'aria-label': 'The message', spellcheck: 'false' });
    this.words = make('p', { role: 'alert' });
    this.title = make('h2', {});
    this.sender = make('button', { onclick: () => this.send() }, 'Send');
    this.dialog = make('dialog', {}, this.title, this.text, this.words, make('div', { class: 'buttons' },
      make('button', { onclick: () => this.dialog.close() }, 'Cancel'), this.sender));
    document.body.append(this.dialog);
  }

  // `send` gets the text and promises that it is on its way. Its errors are shown beside the text.
  open(title, text, words, send) {
    this.call = send;
    this.title.textContent = title;
    this.text.value = text;
    this.say(words, false);
    this.dialog.showModal();
  }

  get isOpen() {
    return this.dialog.open;
  }

  say(words, isBad) {
    this.words.textContent = line(words);
    this.words.className = isBad ? 'bad' : 'quiet';
  }

  async send() {
    this.sender.disabled = true;
    const sending = this.call(this.text.value);
    try {
      await Promise.race([sending, new Promise((done) => setTimeout(done, patience))]);
      this.dialog.close();
      // What goes wrong later is told by whoever sends.
      sending.catch(() => {});
    } catch (error) {
      this.say(error.message, true);
    } finally {
      this.sender.disabled = false;
    }
  }
}
