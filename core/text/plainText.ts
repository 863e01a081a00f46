/** Control characters other than line ends and tabs, and those that change the text direction. */
// oxlint-disable-next-line no-control-regex -- control characters are what is looked for
const DROPPED = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g;

/**
 * Returns the text without control and bidirectional characters, so that a note cannot rearrange adjacent text; null if
 * the value is not text.
 */
export function plainText(value: unknown): string | null {
  if (typeof value !== 'string') return null;
  return value.replace(/\p{Surrogate}/gu, '\ufffd').replace(/\r\n?/g, '\n').replace(DROPPED, '').trim();
}
