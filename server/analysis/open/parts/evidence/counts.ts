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
  const found = lines.flatMap((line) => [...line.matchAll(KEY)])
    .map(([, key = '', value = '']) => ({ key, value: Number(value) }));
  const said = [...new Set(found.map(({ key }) => key))].flatMap((key) => {
    const values = found.filter((one) => one.key === key).map(({ value }) => value);
    const sum = values.reduce((all, one) => all + one, 0);
    return sum === 0 || [...values, sum].some((one) => isTold(facts, whole(one))) ? [] : [countsOf(key, values, sum)];
  });
  return said.length === 0 ? null : `In its ${lines.length === 1 ? 'line' : 'lines'}, ${said.join(' and ')}.`;
}

function countsOf(key: string, values: readonly number[], sum: number): string {
  const distinct = [...new Set(values)].map(whole);
  if (distinct.length === 1) return `${key} is ${distinct.join('')}${values.length === 1 ? '' : ' in each'}`;
  return distinct.length === values.length && values.length <= MAX_VALUES ? `${key} is ${distinct.join(' and ')}`
    : `the values of ${key} sum up to ${whole(sum)}`;
}

/** Whether the facts have a number, which is no part of a time or of another number. */
const isTold = (facts: string, number: string): boolean =>
  new RegExp(String.raw`(?<![\w.:,/-])${number}(?![\w:,/-]| times\b)`).test(facts);
