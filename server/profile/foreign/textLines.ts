/** Yields the lines of a text without their ends, so that a text of 100 MB is not split all at once. */
export function* textLines(text: string): Generator<string> {
  let from = 0;
  while (from < text.length) {
    const end = text.indexOf('\n', from);
    const to = end < 0 ? text.length : end;
    yield text.charCodeAt(to - 1) === 13 && to > from ? text.slice(from, to - 1) : text.slice(from, to);
    from = to + 1;
  }
}
