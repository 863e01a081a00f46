/** XML text and attribute values; characters that XML 1.0 forbids become U+FFFD. */
export function escaped(text: string): string {
  return text
    // eslint-disable-next-line no-control-regex -- these are the characters XML forbids
    .replace(
      /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g,
      '\ufffd'
    )
    .replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
