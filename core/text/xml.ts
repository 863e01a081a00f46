/** Control characters, noncharacters and lone surrogates. */
// oxlint-disable-next-line no-control-regex -- these are the characters XML forbids
const FORBIDDEN = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|\p{Surrogate}/gu;

/** Escapes XML text and attribute values; characters that XML 1.0 forbids become U+FFFD. */
export function escaped(text: string): string {
  return text.replace(FORBIDDEN, '\ufffd').replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
