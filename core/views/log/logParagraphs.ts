/** Joins the sentences of a log to paragraphs. Pure. */

/** Begins what a further part of the text is: `It also has the output of free: …`. */
const PART = new RegExp([
  /^(?:It|The text) also (?:has|says)\b|^The text says:/, /^The lines have another error|^Also: |^It names the alert /,
].map(({ source }) => source).join('|'));
/** Sentences of one paragraph, beyond which the next one begins. */
const MAX_SENTENCES = 5;

/** Returns paragraphs of a few sentences; each further part of the text, and each further error, begins one. */
export function logParagraphs(sentences: readonly string[]): string[] {
  const paragraphs: string[][] = [];
  for (const sentence of sentences) {
    const last = paragraphs.at(-1);
    if (last === undefined || PART.test(sentence) || last.length >= MAX_SENTENCES) paragraphs.push([sentence]);
    else last.push(sentence);
  }
  return paragraphs.map((all) => all.join(' '));
}
