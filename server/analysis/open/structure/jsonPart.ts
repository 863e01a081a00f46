/** Extracts JSON from a text with other content around it, or from JSON whose beginning was cut off. Pure. */

const MAX_LINES = 2000;
const MIN_LINES = 3;
const FEW_LINES = 25;
const SMALL_PART = 4;
const STRING = String.raw`"(?:[^"\\]|\\.){0,2000}"`;
/** A line of JSON, trimmed. */
const LINE = new RegExp([
  String.raw`^(?:[{}[\],\s]+|[{[]{0,3}\s{0,20}${STRING}\s{0,20}(?::.{0,4000})?,?|-?\d[\d.eE+-]{0,30},?`,
  String.raw`|(?:true|false|null),?|[{[].{0,4000}[}\]],?)$`,
].join(''));
const KEY = new RegExp(String.raw`^[{[\s]{0,26}${STRING}\s{0,20}:`);

/** The mark of a key, without which there is no JSON. */
const HAS_KEY = /"\s{0,20}:/;

/** Returns the longest run of JSON lines, starting with a bracket; null if no run has a key. */
export function jsonPart(text: string): string | null {
  if (!HAS_KEY.test(text)) return null;
  let best: string[] = [];
  let run: string[] = [];
  const given = text.split('\n', MAX_LINES);
  for (const raw of [...given, 'end']) {
    const line = raw.replace(/^> ?/, '').trim();
    if (line !== '' && LINE.test(line)) run.push(line);
    else {
      if (run.length > best.length && run.some((one) => KEY.test(one))) best = run;
      run = [];
    }
  }
  const all = given.filter((line) => line.trim() !== '').length;
  // A small part of a long text is an example in a document, not a pasted answer.
  if (all > FEW_LINES && best.length * SMALL_PART < all) return null;
  const first = best.findIndex((line) => /^[{[]/.test(line) || KEY.test(line));
  if (best.length < MIN_LINES || first < 0) return null;
  const lines = best.slice(first);
  const part = lines.join('\n').trim();
  return /^[{[]/.test(part) ? part : `{${part}`;
}
