const maxTextLength = 2_000;

/** A text of the query; undefined where it is missing, empty, or too long. */
export function parseText(query: URLSearchParams, key: string): string | undefined {
  const text = query.get(key);
  return text === null || text === '' || text.length > maxTextLength ? undefined : text;
}
