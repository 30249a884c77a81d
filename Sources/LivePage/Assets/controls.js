// What the page's user tells the program: switches of the line, of TLS and of clients; repeating; curl commands.

import { capturePart } from './capture.js';
import { command, needsFile } from './curl.js';
import { rulesPart } from './rules.js';
import { bytes, count, line, make, time } from './text.js';

export async function tell(method, target, body) {
  const response = await fetch(`control${target}`, { method, body });
  const text = await response.text();
  if (!response.ok) throw new Error(text.trim() || `status ${response.status}`);
  return JSON.parse(text);
}

export class Controls {
  constructor(panel, notice) {
    this.panel = panel;
    this.notice = notice;
    this.status = null;
  }

  // Asks what is switched on. False if the program cannot be told anything.
  async refresh() {
    try {
      this.status = await tell('GET', '');
    } catch {
      return false;
    }
    if (!this.panel.contains(document.activeElement)) this.draw();
    return true;
  }

  async switch(method, target) {
    try {
      this.status = await tell(method, target);
      this.say('');
      this.draw();
    } catch (error) {
      this.say(error.message);
    }
  }

  say(text) {
    this.notice.textContent = line(text);
    this.notice.hidden = text === '';
  }

  draw() {
    const { line: present, lines, profiles, intercepted, allowed, passed, breakpoints } = this.status;
    const parts = [this.lineForm(present, profiles ?? [])];
    if (!intercepted) return this.panel.replaceChildren(...parts);
    parts.push(this.hostLineForm(lines ?? [], profiles ?? []));
    parts.push(this.listForm('Look into TLS', 'intercepted', intercepted, 'example.com or *',
      'TLS with these hosts is opened. Clients must trust the certificate: http://netlab.test/ through the proxy.'));
    parts.push(this.listForm('Other machines that may use the proxy', 'allowed', allowed, '192.168.0.0/16',
      'This machine may always use it.'));
    parts.push(this.breakpointForm(breakpoints ?? []), rulesPart(this.status.rules), capturePart(this.status.capture));
    if (passed.length > 0) {
      parts.push(make('div', {}, make('h2', {}, 'Passed through unseen'),
        make('ul', {}, ...passed.map(({ client, host }) => make('li', {}, line(`${client} to ${host}`))))));
    }
    return this.panel.replaceChildren(...parts);
  }

  // Whether the program takes requests that were written here.
  get sends() {
    return Boolean(this.status?.intercepted);
  }

  lineForm(present, profiles) {
    const choice = make('select', { 'aria-label': 'Profile of the line', disabled: !present },
      make('option', { value: '' }, 'Profile…'), ...profiles.map((name) => make('option', { value: name }, name)));
    choice.addEventListener('change', async () => {
      if (!choice.value) return;
      await this.switch('PUT', `/line?profile=${encodeURIComponent(choice.value)}`);
      // What was refused is not chosen.
      choice.value = '';
    });
    const setting = make('input', { 'aria-label': 'Setting of the line', disabled: !present,
      placeholder: 'link.down.rate=1Mbit/s' });
    const form = make('form', {}, choice, setting, make('button', { disabled: !present }, 'Set'));
    form.addEventListener('submit', (event) => {
      event.preventDefault();
      if (setting.value) this.switch('PUT', `/line?set=${encodeURIComponent(setting.value)}`);
    });
    const missing = this.status.missing ?? 'There is no line: start the program with --profile, or with --line.';
    const words = present ?? missing;
    return make('div', {}, make('h2', {}, 'Line'), make('p', {}, line(words)), form);
  }

  hostLineForm(lines, profiles) {
    const rows = lines.map(({ host, line: words }) => make('li', {},
      make('span', {}, line(`${host}: ${words}`)), make('button', {
        'aria-label': line(`Remove the line of ${host}`),
        onclick: () => this.switch('DELETE', `/lines/${encodeURIComponent(host)}`),
      }, 'Remove')));
    const input = make('input', { 'aria-label': 'Hosts with a line of their own', placeholder: '*.example.com',
      spellcheck: 'false' });
    const choice = make('select', { 'aria-label': 'Profile of the hosts\u2019 line' },
      ...profiles.map((name) => make('option', { value: name }, name)), make('option', { value: '' }, 'no limits'));
    const form = make('form', {}, input, choice, make('button', {}, 'Add'));
    form.addEventListener('submit', (event) => {
      event.preventDefault();
      const host = input.value.trim();
      const query = choice.value ? `?profile=${encodeURIComponent(choice.value)}` : '';
      if (host) this.switch('PUT', `/lines/${encodeURIComponent(host)}${query}`);
    });
    return make('div', {}, make('h2', {}, 'Lines of hosts'),
      make('p', {}, 'Hosts that match share one line between the proxy and them. Others use the line above, or none.'),
      make('ul', {}, ...rows), form);
  }

  listForm(title, target, items, hint, words) {
    const rows = items.map((item) => make('li', {}, make('span', {}, line(item)), make('button', {
      'aria-label': line(`Remove ${item}`),
      onclick: () => this.switch('DELETE', `/${target}/${encodeURIComponent(item)}`),
    }, 'Remove')));
    const input = make('input', { 'aria-label': title, placeholder: hint, spellcheck: 'false' });
    const form = make('form', {}, input, make('button', {}, 'Add'));
    form.addEventListener('submit', (event) => {
      event.preventDefault();
      if (input.value.trim()) this.switch('PUT', `/${target}/${encodeURIComponent(input.value.trim())}`);
    });
    return make('div', {}, make('h2', {}, title), make('p', {}, words), make('ul', {}, ...rows), form);
  }

  breakpointForm(breakpoints) {
    const rows = breakpoints.map(({ pattern, phases }) => make('li', {},
      make('span', {}, line(`${pattern}: ${phases.join(', ')}`)), make('button', {
        'aria-label': line(`Remove the breakpoint ${pattern}`),
        onclick: () => this.switch('DELETE', `/breakpoints/${encodeURIComponent(pattern)}`),
      }, 'Remove')));
    const input = make('input', { 'aria-label': 'Breakpoint', placeholder: 'api.example.com or a URL with *',
      spellcheck: 'false' });
    const phases = make('select', { 'aria-label': 'What is held' }, ...[['request', 'requests'],
      ['response', 'responses'], ['request,response', 'both']].map(([value, text]) => make('option', { value }, text)));
    const form = make('form', {}, input, phases, make('button', {}, 'Add'));
    form.addEventListener('submit', (event) => {
      event.preventDefault();
      const pattern = input.value.trim();
      if (pattern) this.switch('PUT', `/breakpoints/${encodeURIComponent(pattern)}?phases=${phases.value}`);
    });
    return make('div', {}, make('h2', {}, 'Breakpoints'),
      make('p', {}, 'Matching messages wait here until you forward them, changed or not.'),
      make('ul', {}, ...rows), form);
  }

  // MARK: One exchange

  buttons(row) {
    const copy = make('button', { onclick: () => this.copy(row) }, 'Copy as curl');
    if (!this.sends || row.kind === 'tunnel') return [copy];
    const times = make('input', { type: 'number', min: '1', max: '1000', value: '10', 'aria-label': 'How often' });
    const again = make('button', {
      onclick: () => this.again(row, Math.min(1000, Math.max(1, Number(times.value) || 1)), again),
    }, 'Repeat');
    const edit = make('button', { onclick: () => this.onEdit(row) }, 'Edit and send');
    return [copy, ' ', edit, ' ', again, ' ', times, ' times'];
  }

  // Called with a row whose request is to be written anew.
  onEdit() {}

  async copy(row) {
    let text = '';
    try {
      const response = await fetch(`exchanges/${row.number}`);
      if (!response.ok) throw new Error();
      const entry = await response.json();
      const size = entry._row?.requestBodyBytes ?? entry.request.bodySize;
      const content = size > 0 ? await fetch(`exchanges/${row.number}/request`) : null;
      const body = content?.ok ? new Uint8Array(await content.arrayBuffer()) : null;
      text = command(row, entry.request.headers ?? [], body);
      await navigator.clipboard.writeText(text);
      this.say(`The curl command is in the clipboard.${remark(text, content)}`);
    } catch {
      this.say(text || 'The exchange is no longer kept.');
    }
  }

  async again(row, times, button) {
    button.disabled = true;
    try {
      const target = `/requests/${row.number}?times=${times}&concurrency=${Math.min(times, 8)}`;
      const { results } = await tell('POST', target);
      this.say(summary(results));
    } catch (error) {
      this.say(error.message);
    }
    button.disabled = false;
  }
}

function summary(results) {
  const took = results.map((result) => result.durationNs).sort((one, other) => one - other);
  const statuses = new Map();
  for (const result of results) {
    const name = result.failure ?? String(result.status);
    statuses.set(name, (statuses.get(name) ?? 0) + 1);
  }
  const words = [...statuses].map(([name, number]) => `${name}: ${count(number, 'time')}`).join(', ');
  const middle = took[Math.floor(took.length / 2)];
  const all = results.reduce((sum, result) => sum + result.bytes, 0);
  return `${words}; fastest ${time(took[0])}, median ${time(middle)}, slowest ${time(took.at(-1))}; ${bytes(all)} in all`;
}

// What the user has to know of a copied command.
function remark(text, content) {
  if (content && !content.ok) return ' The request’s content is not kept, and the command lacks it.';
  return needsFile(text) ? ' The request’s content is long: save it as the file content first.' : '';
}
