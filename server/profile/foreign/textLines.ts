/** The lines of a text one by one, without their ends: a text of a hundred megabytes is not cut up at once. */
export function* textLines(text: string): Generator<string> {
  let from = 0;
  while (from < text.length) {
    const end = text.indexOf('\n', from);
    const to = end < 0 ? text.length : end;
    yield text.charCodeAt(to - 1) === 13 && to > from ? text.slice(from, to - 1) : text.slice(from, to);
    from = to + 1;
  }
}
