/** Compares the alerts that a test of rules expected with those that came, by labels and annotations. Pure; bounded. */
import { counted, cutMiddle } from '../../../../core/text/format.ts';

/** The labels of an alert, and its annotations. */
interface LabelSet { labels: Map<string, string>; annotations: Map<string, string> }

const MAX_ALERTS = 200;
const MAX_PAIRS = 100;
const MAX_TOLD = 3;
const MAX_VALUE = 100;
const PAIR = /\s{0,20}"?([a-zA-Z_][\w.:/-]{0,200})"?="((?:[^"\\]|\\.){0,2000})",?/y;

/** Returns the pairs of `{a="b", c="d"}` whose brace opens at a place. */
function pairsAt(text: string, at: number): Map<string, string> {
  const pairs = new Map<string, string>();
  PAIR.lastIndex = at + 1;
  for (let found = PAIR.exec(text); found !== null && pairs.size < MAX_PAIRS; found = PAIR.exec(text))
    pairs.set(found[1] ?? '', (found[2] ?? '').replaceAll(String.raw`\"`, '"'));
  return pairs;
}

/** Returns the alerts of a side; versions before 2.26 print it within quotation marks. */
export function labelsOf(side: string): LabelSet[] {
  const isQuoted = /^"\[/.test(side.trim());
  const text = isQuoted ? side.replaceAll(/\\(["\\])/g, '$1') : side;
  return [...text.matchAll(/\bLabels: ?\{/g)].slice(0, MAX_ALERTS).map(({ 0: mark, index }, i, all) => {
    const end = all[i + 1]?.index ?? text.length;
    const notes = text.indexOf('Annotations:', index);
    return {
      labels: pairsAt(text, index + mark.length - 1),
      annotations: notes < 0 || notes > end ? new Map<string, string>() : pairsAt(text, text.indexOf('{', notes)),
    };
  });
}

const keyOf = ({ labels, annotations }: LabelSet): string =>
  JSON.stringify([[...labels].sort(), [...annotations].sort()]);

/** Returns `{a="b"}` without the name of the alert, which is told before it. */
function setText({ labels }: LabelSet): string {
  const own = [...labels].filter(([name]) => name !== 'alertname').map(([name, value]) => `${name}="${value}"`);
  return own.length === 0 ? '' : `{${cutMiddle(own.join(', '), MAX_VALUE)}}`;
}

const inQuotes = (text: string): string => `"${cutMiddle(text, MAX_VALUE)}"`;

function differences(noun: string, exp: ReadonlyMap<string, string>, got: ReadonlyMap<string, string>): string[] {
  const names = [...new Set([...exp.keys(), ...got.keys()])].sort();
  return names.flatMap((name) => {
    const [one, other] = [exp.get(name), got.get(name)];
    if (one === other) return [];
    return [one === undefined ? `the ${noun} ${name} (${inQuotes(other ?? '')}) was not expected`
      : other === undefined ? `the ${noun} ${name} (${inQuotes(one)}) is missing`
        : `the ${noun} ${name} is ${inQuotes(other)}, and not ${inQuotes(one)}`];
  });
}

const count = ({ length }: readonly unknown[]): string => (length === 0 ? 'none' : counted(length, 'alert'));

/** Says how two sides differ: in number, or in labels and annotations of the first pair that differs. */
export function sidesOf(expected: readonly LabelSet[], came: readonly LabelSet[]): string {
  const [keys, gotKeys] = [expected.map(keyOf), came.map(keyOf)];
  const missing = expected.filter((one) => !gotKeys.includes(keyOf(one)));
  const extra = came.filter((one) => !keys.includes(keyOf(one)));
  const [first, other] = [missing[0], extra[0]];
  if (first !== undefined && other !== undefined && missing.length === extra.length)
    return pairText(first, other, missing.length);
  const only = missing.length > 0 && extra.length > 0 ? undefined : first ?? other;
  if (expected.length + came.length === 0 || (first === undefined && other === undefined)) return 'the results differ';
  const set = only === undefined ? '' : setText(only);
  const more = Math.max(missing.length, extra.length) - 1;
  const which = only === undefined || set === '' ? ''
    : `; ${first !== undefined ? 'missing' : 'not expected'} ${
      more === 0 ? `is ${set}` : `are ${set} and ${more} more`}`;
  return `${count(expected)} ${expected.length > 1 ? 'were' : 'was'} expected, and ${count(came)} came${which}`;
}

function pairText(expected: LabelSet, came: LabelSet, pairs: number): string {
  const found = [
    ...differences('label', expected.labels, came.labels),
    ...differences('annotation', expected.annotations, came.annotations),
  ];
  const more = found.length - MAX_TOLD;
  return `${found.slice(0, MAX_TOLD).join(', ')}${more > 0 ? `, and ${more} more differ` : ''}${
    pairs === 1 ? '' : ` (of the first of ${pairs} alerts that differ)`}`;
}
