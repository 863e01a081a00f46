/** Error for a line that is not a JSON object, to follow `line 7: `. */
export const NO_OBJECT = 'it is not a JSON object';

/** Returns the fields of a JSON object; null if the text is not one. */
export function jsonObjectOf(text: string): Record<string, unknown> | null {
  try {
    const parsed: unknown = JSON.parse(text);
    return typeof parsed !== 'object' || parsed === null || Array.isArray(parsed) ? null : { ...parsed };
  } catch {
    return null;
  }
}
