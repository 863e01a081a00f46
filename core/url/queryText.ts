const maxTextLength = 2_000;

/** Returns a text of the query; undefined if missing, empty, or too long. */
export function parseText(query: URLSearchParams, key: string): string | undefined {
  const text = query.get(key);
  return text === null || text === '' || text.length > maxTextLength ? undefined : text;
}
