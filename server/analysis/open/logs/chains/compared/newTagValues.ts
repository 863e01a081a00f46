/** Says why each point makes a new value of a tag: a time, an identifier or a query string in it. Pure; bounded. */
import { counted, cutMiddle } from '../../../../../../core/text/format.ts';
import { knownMeaning } from '../../messages/knownMessages.ts';

const LIMIT = 'max-values-per-tag limit exceeded';
/** A log line has the quotation marks of the answer once or twice escaped. */
const QUOTED = String.raw`\\{0,7}"([^"\\]{0,500})\\{0,7}"`;
const REFUSED = new RegExp(String.raw`max-values-per-tag limit exceeded \(\d{1,12}/\d{1,12}\): measurement=${QUOTED}`
  + String.raw` tag=${QUOTED} value=${QUOTED}(?: dropped=(\d{1,9}))?`);
const MEANING = knownMeaning(LIMIT);
const MIN_VALUES = 2;
/** Share of the values that have such a part. */
const MIN_SHARE = 0.8;
const MAX_VALUE = 80;

/** Parts of a value that are another one each time; the first that fits is told. */
const PARTS: readonly (readonly [RegExp, string, string])[] = [
  [/[?&;]\w{0,20}=?1[4-9]\d{8}(?:\d{3}|\d{6}|\d{9})?(?!\d)/, 'a time in its query string',
    'cut the query string off before the write'],
  [/(?<![\d.])1[4-9]\d{8}(?:\d{3}|\d{6}|\d{9})?(?![\d.])|\d{4}-\d\d-\d\d[T _]\d\d:\d\d/, 'a time in it',
    'leave the time out of the tag'],
  [/\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/i, 'a UUID in it',
    'leave the identifier out of the tag, or write it as a field'],
  [/\b(?=[0-9a-f]{0,63}\d)[0-9a-f]{16,64}\b/i, 'a long identifier in it',
    'leave it out of the tag, or write it as a field'],
  [/\?[^=&]{1,60}=/, 'a query string', 'cut it off before the write'],
];

interface Refused { measurement: string; tag: string; value: string; dropped: number }

/** Returns facts that say what makes the values of the tag new, in place of what the message means of any. */
export function withNewTagValues(facts: string | null, lines: readonly string[]): string | null {
  if (facts === null || MEANING === null || !facts.includes(MEANING)) return facts;
  const all = lines.flatMap((line): Refused[] => {
    const [, measurement = '', tag, value = '', dropped = '0'] = REFUSED.exec(line) ?? [];
    return tag === undefined ? [] : [{ measurement, tag, value, dropped: Number(dropped) }];
  });
  const [first] = all;
  if (first === undefined || all.some(({ tag }) => tag !== first.tag)) return facts;
  const values = [...new Set(all.map(({ value }) => value))];
  const [, what, step] = PARTS.find(([part]) =>
    values.filter((value) => part.test(value)).length >= Math.max(MIN_VALUES, MIN_SHARE * values.length)) ?? [];
  const dropped = all.reduce((sum, one) => sum + one.dropped, 0);
  const lost = dropped === 0 ? '' : ` By the lines, ${counted(dropped, 'point')} were dropped; those of known values `
    + 'were stored.';
  if (what === undefined || step === undefined) return `${facts}${lost}`;
  return facts.replace(MEANING, () => `The tag ${first.tag} of ${first.measurement} has as many values as it may, and `
    + `points with new ones are dropped. Nearly each value is a new one, as it has ${what} ("${
      cutMiddle(first.value, MAX_VALUE)}"): ${step}, then delete the old series or let their shards expire; a higher `
    + `limit only needs more memory.${lost}`);
}
