// The packets that the proxy records.

import { line, make } from './text.js';

export function capturePart(file) {
  const title = make('h2', {}, 'Packets');
  if (!file) {
    return make('div', {}, title, make('p', {}, 'Packets are not recorded: start the proxy with --pcap FILE.pcapng.'));
  }
  const words = `Connections with clients and servers are recorded in ${file}, with the TLS secrets that decrypt them. `
    + 'In Wireshark, tcp.port == N shows the connection of the client with port N.';
  return make('div', {}, title, make('p', {}, line(words)),
    make('a', { href: 'capture.pcapng', download: 'netlab.pcapng' }, 'Save the capture so far'));
}
