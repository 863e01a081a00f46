/** Describes the shape of an unknown text: JSON with its keys, a table with its columns. Pure. */

const MAX_NAMES = 4;
const MAX_NAME = 30;

/** Returns a description with its article: "a table with the columns a, b", "JSON with the keys a, b". */
export function shapeOf(text: string): string {
  const head = text.slice(0, 16 * 1024).trim();
  if (/^[{[]/.test(head)) return jsonShape(head) ?? 'text';
  const [first = '', second = ''] = head.split('\n').map((line) => line.trim()).filter((line) => line !== '');
  const separator = [',', ';', '\t', '|'].find((one) =>
    first.split(one).length > 2 && first.split(one).length === second.split(one).length);
  if (separator !== undefined) {
    const columns = first.split(separator).map((cell) => cell.replace(/^"|"$/g, '').trim())
      .filter((cell) => cell !== '');
    if (columns.length > 1 && columns.every(isName)) return `a table with the columns ${listed(columns)}`;
  }
  if (/^<\?xml|^<\w/.test(head)) return 'XML or HTML';
  if (/^(?:package|import|func|#include|def|class|use) \S/m.test(head) && /[{};()]/.test(head)) return 'source code';
  const lines = head.split('\n').filter((line) => line.trim() !== '');
  const pairs = lines.filter((line) => /^\s*[\w .%()/-]{1,60}:\s+\S/.test(line)).length;
  if (pairs > 2 && pairs * 3 > lines.length * 2) return 'lines of names and values';
  return 'text';
}

/** Describes JSON by the keys of the outermost object, or of the first object in a list. */
function jsonShape(head: string): string | null {
  const keys: string[] = [];
  const outer = head.startsWith('[') ? 2 : 1;
  let depth = 0;
  for (const [token, name] of head.matchAll(/"((?:[^"\\]|\\.){0,200})"(?=\s*:)|"(?:[^"\\]|\\.){0,5000}"|[{}[\]]/g)) {
    if (name !== undefined && depth === outer) keys.push(name);
    depth += /[{[]/.test(token) && token.length === 1 ? 1 : /[}\]]/.test(token) && token.length === 1 ? -1 : 0;
  }
  const names = [...new Set(keys)].filter(isName);
  return names.length === 0 ? null : `JSON with the keys ${listed(names)}`;
}

const isName = (text: string): boolean => /^[\w .%()/-]{1,60}$/.test(text);

export function listed(names: readonly string[]): string {
  const some = names.slice(0, MAX_NAMES).map((name) => name.slice(0, MAX_NAME));
  return `${some.join(', ')}${names.length > MAX_NAMES ? ` and ${names.length - MAX_NAMES} more` : ''}`;
}
