/** Quotes sentences of the writer of a report: those not reported yet, shortened around what they say. Pure. */

const MAX_CHARS = 240;
const SAME_CHARS = 40;

/** The question of a form of reports, which its answer may follow. */
const QUESTION = /^(?:(?:What|Under|Which|How)\b[^?]{0,60}\? {1,3}){1,3}(?=\S)/i;

/** A sentence, and where in it the words begin for which it is quoted. */
export interface Place { own: string; at: number }

/** Whether the facts have the beginning of a sentence, behind a label such as `Description:`. */
export function isTold(sentence: string, facts: string): boolean {
  const own = sentence.replace(/^[\p{L} ]{1,30}: /u, '').slice(0, SAME_CHARS).toLowerCase();
  const lower = facts.toLowerCase();
  return lower.includes(own) || lower.includes(own.replaceAll('"', '\''));
}

/** Returns the sentences that a pattern finds, each once. */
export const placesOf = (says: RegExp, sentences: readonly string[]): Place[] => sentences.flatMap((own) => {
  const at = says.exec(own)?.index;
  return at === undefined ? [] : [{ own, at }];
});

/** Returns the quotations of up to `most` places, the first of them, in the order of the text. */
export const quotations = (places: readonly Place[], sentences: readonly string[], most: number): string[] =>
  [...new Map(places.map(({ own, at }): [string, number] => [own, at]))].slice(0, most)
    .sort(([a], [b]) => sentences.indexOf(a) - sentences.indexOf(b)).map(([own, at]) => `"${shown(own, at)}"`);

/** Returns a sentence without its end mark; of a long one the words around a place. */
function shown(sentence: string, at: number): string {
  const whole = sentence.replace(QUESTION, '').replace(/^(?:and|but|so|then),? /i, '')
    .replace(/[\s.:;,!]{1,8}$/, '').replaceAll('"', '\'');
  if (whole.length <= MAX_CHARS) return whole;
  const from = Math.max(0, Math.min(at - MAX_CHARS / 3, whole.length - MAX_CHARS));
  const begin = from === 0 ? 0 : whole.indexOf(' ', from) + 1;
  const end = begin + MAX_CHARS >= whole.length ? whole.length : whole.lastIndexOf(' ', begin + MAX_CHARS);
  return `${begin === 0 ? '' : '\u2026 '}${whole.slice(begin, end)}${end === whole.length ? '' : ' \u2026'}`;
}
