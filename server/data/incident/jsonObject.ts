/** Says what is wrong with a line that is none, to follow `line 7: `. */
export const NO_OBJECT = 'it is not a JSON object';

/** Returns the fields of a JSON object; null where the text is none. */
export function jsonObjectOf(text: string): Record<string, unknown> | null {
  try {
    const parsed: unknown = JSON.parse(text);
    return typeof parsed !== 'object' || parsed === null || Array.isArray(parsed) ? null : { ...parsed };
  } catch {
    return null;
  }
}
