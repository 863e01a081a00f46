/** Tells how many alerts or samples the lines of an error count, which its quotation leaves out. Pure; bounded. */

const QUOTE = /\b(?:error|warning|failure) "([^"\n]{6,300})/;
/** Characters of a message by which its lines are found. */
const MAX_QUOTE = 60;
const KEY =
  /[\s{,"](num_alerts|num_dropped|numDropped|dropped_items|rejected_items|num_rejected)["']?[=:] ?["']?(\d{1,12})\b/g;
const MAX_CHARS = 128 * 1024;
const MAX_LINES = 3000;
const MAX_LINE = 4000;
const MAX_VALUES = 3;

const whole = (value: number): string => value.toLocaleString('en-US');

/** Returns the counts of the lines of the first quotation; null without one that the facts do not have. */
export function countsOfLines(facts: string, text: string): string | null {
  const [quote = ''] = QUOTE.exec(facts)?.[1]?.split(' \u2026 ', 1) ?? [];
  if (quote === '') return null;
  const lines = text.slice(0, MAX_CHARS).split('\n', MAX_LINES).map((line) => line.slice(0, MAX_LINE))
    .filter((line) => line.includes(quote.slice(0, MAX_QUOTE)));
  const counts = new Map<string, number[]>();
  for (const line of lines) for (const [, key = '', value] of line.matchAll(KEY))
    counts.set(key, [...counts.get(key) ?? [], Number(value)]);
  const said = [...counts].flatMap(([key, values]) => {
    const distinct = [...new Set(values)];
    const sum = values.reduce((all, one) => all + one, 0);
    const [first = 0] = distinct;
    if (sum === 0 || distinct.some((one) => facts.includes(whole(one))) || facts.includes(whole(sum))) return [];
    return [distinct.length === 1 ? `${key} is ${whole(first)}${values.length === 1 ? '' : ' in each'}`
      : distinct.length === values.length && values.length <= MAX_VALUES ? `${key} is ${values.map(whole).join(' and ')}`
        : `the values of ${key} sum up to ${whole(sum)}`];
  });
  return said.length === 0 ? null : `In its ${lines.length === 1 ? 'line' : 'lines'}, ${said.join(' and ')}.`;
}
