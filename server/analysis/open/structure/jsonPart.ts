/** The JSON in a text that something else is around, or whose head was cut off: as an object that begins. Pure. */

const MAX_LINES = 2000;
const MIN_LINES = 3;
const FEW_LINES = 25;
const SMALL_PART = 4;
const STRING = String.raw`"(?:[^"\\]|\\.){0,2000}"`;
/** Of a line without the blanks around it. */
const LINE = new RegExp([
  String.raw`^(?:[{}[\],\s]+|[{[]{0,3}\s{0,20}${STRING}\s{0,20}(?::.{0,4000})?,?|-?\d[\d.eE+-]{0,30},?`,
  String.raw`|(?:true|false|null),?|[{[].{0,4000}[}\]],?)$`,
].join(''));
const KEY = new RegExp(String.raw`^[{[\s]{0,26}${STRING}\s{0,20}:`);

/** Its longest run of lines that are JSON; null where there is none with a key. */
export function jsonPart(text: string): string | null {
  let best: string[] = [];
  let run: string[] = [];
  for (const raw of [...text.split('\n', MAX_LINES), 'end']) {
    const line = raw.replace(/^> ?/, '').trim();
    if (line !== '' && LINE.test(line)) run.push(line);
    else {
      if (run.length > best.length && run.some((one) => KEY.test(one))) best = run;
      run = [];
    }
  }
  const all = text.split('\n', MAX_LINES).filter((line) => line.trim() !== '').length;
  // A document has examples; a paste is one.
  if (all > FEW_LINES && best.length * SMALL_PART < all) return null;
  const first = best.findIndex((line) => /^[{[]/.test(line) || KEY.test(line));
  if (best.length < MIN_LINES || first < 0) return null;
  const lines = best.slice(first);
  const part = lines.join('\n').trim();
  return /^[{[]/.test(part) ? part : `{${part}`;
}
