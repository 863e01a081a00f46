/** Tells that the TLS settings of a Kubernetes object stand beside remoteWrite, where it does not use them. Pure. */

const TLS = /x509|certificate/i;
const SENDER = /remote[ _-]?write/i;
const REMOTE = /^( {0,40})remoteWrite:[ \t]{0,8}(?:#.*)?$/;
const SETTINGS = /^ {0,40}(?:- )? {0,10}tlsConfig:/;
const SNAKE = /^ {0,40}(?:insecure_skip_verify|ca_file|cert_file|key_file|server_name):/;
const MAX_CHARS = 64 * 1024;
const MAX_LINES = 2000;

const indentOf = (line: string): number => line.length - line.trimStart().length;
const isSkipped = (line: string): boolean => line.trim() === '' || line.trimStart().startsWith('#');

/** Returns the lines of the map around a line that have its indent or a deeper one. */
function mapAround(lines: readonly string[], at: number, indent: number): { from: number; to: number } {
  const isOf = (line: string | undefined): boolean =>
    line !== undefined && (isSkipped(line) || indentOf(line) >= indent);
  let [from, to] = [at, at + 1];
  while (isOf(lines[from - 1])) from -= 1;
  while (isOf(lines[to])) to += 1;
  return { from, to };
}

/** Returns where the settings belong; null unless the facts are of a certificate at remote write. */
export function misplacedTls(facts: string, text: string): string | null {
  if (!TLS.test(facts) || !SENDER.test(facts)) return null;
  const lines = text.slice(0, MAX_CHARS).split('\n', MAX_LINES);
  const at = lines.findIndex((line) => REMOTE.test(line));
  const indent = REMOTE.exec(lines[at] ?? '')?.[1]?.length;
  if (indent === undefined) return null;
  const { from, to } = mapAround(lines, at, indent);
  // The entries of a list may have the indent of its key.
  const isEntry = (line: string): boolean => isSkipped(line) || indentOf(line) > indent
    || (indentOf(line) === indent && line.trimStart().startsWith('- '));
  const next = lines.findIndex((line, i) => i > at && !isEntry(line));
  const entries = lines.slice(at + 1, next < 0 ? lines.length : next);
  const place = lines.findIndex((line, i) =>
    i >= from && i < to && SETTINGS.test(line) && indentOf(line) === indent && !line.trimStart().startsWith('- '));
  if (place < 0 || entries.some((line) => SETTINGS.test(line))) return null;
  const isSnake = SNAKE.test(lines[place + 1] ?? '');
  return 'In the text, tlsConfig stands beside remoteWrite and not in its entry, so remote write does not use it: move '
    + `it into that entry of remoteWrite${isSnake ? ', with the names of that object (ca, insecureSkipVerify)' : ''}, `
    + 'give it the ca of that authority, and look at the generated configuration. insecureSkipVerify: true is for a '
    + 'test only.';
}
