/**
 * Zoomed frame of a flame graph in an address: names from the outermost function inwards, separated by `;` as in folded
 * stacks. `\` escapes a `;` or `\` in a name, and `\0` is a frame without a name.
 */

/** Length limit, because longer paths exceed the request line of a reload; the link then omits the zoom. */
const MAX_ENCODED_CHARS = 8_000;

/** Formats a path; '' for the whole graph, and for a path too long for an address. */
export function formatZoom(path: readonly string[]): string {
  const text = path.map((name) => (name === '' ? '\\0' : name.replace(/[\\;]/g, '\\$&'))).join(';');
  return encodeURIComponent(text).length > MAX_ENCODED_CHARS ? '' : text;
}

/** Parses the names; none for null or ''. Every text is a valid path. */
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
