/** Says how large the chunk pool of a store gateway is, and which rule reads so much of it. Pure; bounded. */
import type { Answer } from './answer.ts';

const SIZE = /--chunk-pool-size[= ]["']?([\d.]{1,12}[kKMGT]?i?B?)\b/;
/** A rule with a range of days, as a log quotes it. */
const LONG_RULE = new RegExp(/\brule="(?:record|alert): ([\w:]{1,120})\\nexpr: (?:[^"\\\n]|\\.){0,2000}?\[/.source
  + /(\d{1,3}[dwy])(?::\w{0,6})?\]/.source);

function answer(text: string): string | null {
  const size = SIZE.exec(text)?.[1];
  const [, rule, range] = LONG_RULE.exec(text) ?? [];
  if (size === undefined && rule === undefined) return null;
  return [
    size === undefined ? ': raise it (--chunk-pool-size) within the memory of its pod.'
      : `. In the text, the chunk pool is ${size} (--chunk-pool-size): raise it within the memory limit of its pod.`,
    rule === undefined ? 'See which queries read so much: long ranges of many series.'
      : `The rule ${rule} reads ${range ?? ''} of data at each evaluation: record a short range first, take the long `
        + 'one over that record, or evaluate it less often.',
  ].join(' ');
}

export const POOL_ANSWERS: readonly Answer[] = [
  [/: raise it \(--chunk-pool-size, max-chunk-pool-bytes\), and see which queries read so much\./, answer],
];
