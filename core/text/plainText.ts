/**
 * The text without control characters other than line ends and tabs, and without those that turn the direction of the
 * text after them, so that a note cannot rearrange what stands beside it. null: no text at all.
 */
export function plainText(value: unknown): string | null {
  if (typeof value !== 'string') return null;
  // eslint-disable-next-line no-control-regex -- control characters are what is looked for
  return value.replace(/\p{Surrogate}/gu, '\ufffd').replace(/\r\n?/g, '\n')
    .replace(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g, '').trim();
}
