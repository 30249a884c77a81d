// An exchange's request as a curl command for a shell.

const quoted = (text) => `'${String(text).replaceAll("'", "'\\''")}'`;

// Fields that curl makes itself.
const own = ['host', 'content-length', 'connection', 'proxy-connection', 'transfer-encoding', 'accept-encoding'];

// A shell takes no longer word.
const longest = 100000;

// `body` has the request's content without compression, as bytes; null without one.
export function command(row, headers, body) {
  const parts = ['curl', quoted(row.url)];
  const method = row.method || 'GET';
  if (method === 'HEAD' && !body) parts.push('--head');
  else if (method !== (body ? 'POST' : 'GET')) parts.push('-X', quoted(method));
  const names = headers.map((field) => field.name.toLowerCase());
  for (const { name, value } of headers) {
    const lower = name.toLowerCase();
    if (own.includes(lower) || name.startsWith(':') || (body && lower === 'content-encoding')) continue;
    // With nothing behind the colon curl would send no such field.
    parts.push('-H', quoted(value === '' ? `${name};` : `${name}: ${value}`));
  }
  if (names.includes('accept-encoding')) parts.push('--compressed');
  if (!body) return parts.join(' ');
  // curl would say that it is a form.
  if (!names.includes('content-type')) parts.push('-H', quoted('Content-Type:'));
  return withBody(parts, body);
}

function withBody(parts, body) {
  const text = textOf(body);
  if (text !== null) return [...parts, '--data-raw', quoted(text)].join(' ');
  const octal = Array.from(body, (byte) => `\\${byte.toString(8).padStart(3, '0')}`).join('');
  if (octal.length > longest) return [...parts, '--data-binary', '@content'].join(' ');
  return [`printf ${quoted(octal)} |`, ...parts, '--data-binary', '@-'].join(' ');
}

// null if it cannot be a word of a shell.
function textOf(bytes) {
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
    return bytes.length > longest || text.includes('\0') ? null : text;
  } catch {
    return null;
  }
}

// Whether the command reads the content from a file that the user has yet to save.
export const needsFile = (text) => text.endsWith('--data-binary @content');
