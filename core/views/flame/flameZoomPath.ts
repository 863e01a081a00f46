/**
 * The frame a flame graph is zoomed into, as an address has it: names from the outermost function inwards, parted by
 * `;` as in folded stacks. `\` stands before a `;` or `\` of a name, and `\0` for a frame without one.
 */

/** Longer ones would not fit into the request line of a reload: the zoom is then not in the link. */
const MAX_ENCODED_CHARS = 8_000;

/** '' for the whole graph, and for a path too long for an address. */
export function formatZoom(path: readonly string[]): string {
  const text = path.map((name) => (name === '' ? '\\0' : name.replace(/[\\;]/g, '\\$&'))).join(';');
  return encodeURIComponent(text).length > MAX_ENCODED_CHARS ? '' : text;
}

/** The names; none for null or ''. Every text reads as some path. */
export function parseZoom(text: string | null): string[] {
  if (text === null || text === '' || text.length > MAX_ENCODED_CHARS) return [];
  const names = [''];
  for (let i = 0; i < text.length; i += 1) {
    const char = text.charAt(i);
    if (char === ';') names.push('');
    else if (char !== '\\') names.push(`${names.pop() ?? ''}${char}`);
    else {
      i += 1;
      const next = text.charAt(i);
      if (next !== '0') names.push(`${names.pop() ?? ''}${next}`);
    }
  }
  return names;
}
