/** Shortens function names for a frame or a table cell. Pure text in, text out; never markup. */

/**
 * Matches the end of a source file path, optionally with a line: `.go:1140`. Tested only on the last few characters.
 */
const SOURCE_END = /\.\w{1,8}(?::\d{1,9})?$/;

/**
 * Returns a Go name without its import path: `github.com/prometheus/tsdb.(*Head).append` -> `tsdb.(*Head).append`.
 * Keeps paths inside type parameters and arguments, and names of other languages.
 */
export function shortName(name: string): string {
  // Finer granularities print the file after the name: `runtime.scanobject /src/runtime/mgcmark.go:1140`.
  const space = name.lastIndexOf(' ');
  const path = name.slice(space + 1);
  if (space > 0 && path.includes('/') && SOURCE_END.test(path.slice(-24)))
    return `${shortName(name.slice(0, space))} ${path.slice(path.lastIndexOf('/') + 1)}`;
  const bracket = name.search(/[[({<]/);
  const head = bracket < 0 ? name : name.slice(0, bracket);
  const slash = head.lastIndexOf('/');
  return slash < 0 || slash === name.length - 1 ? name : name.slice(slash + 1);
}

/**
 * Truncates in the middle, so that the package and the method both remain. At most `maxChars` characters including the
 * ellipsis; the tail gets the larger half. Empty below 3 characters, which are unreadable.
 */
export function middleCut(text: string, maxChars: number): string {
  const chars = Array.from(text.length > 4 * maxChars ? text.slice(0, 2 * maxChars) + text.slice(-2 * maxChars) : text);
  if (text.length <= maxChars || chars.length <= maxChars) return text;
  if (maxChars < 3) return '';
  const head = Math.floor((maxChars - 1) / 2);
  const tail = maxChars - 1 - head;
  return `${chars.slice(0, head).join('')}…${chars.slice(-tail).join('')}`;
}
