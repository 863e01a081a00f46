/** Summarizes tables of perf report without functions, and of perf diff. Pure. */
import { joined } from '../../../look/factTools.ts';

const MAX_LINES = 5000;
const MAX_TOLD = 3;
/** `    61.31%  etcd  etcd`: a share, a command and perhaps a file, without a function. */
const OBJECT = /^[ \t]{0,12}([\d.]{1,6})%[ \t]{2,12}(\S[^\n[]{0,200}(?:\[[\w.]{1,60}\])?)[ \t]{0,60}$/;
const WITHOUT_FUNCTIONS = /^# Overhead {2,20}(?!.*\bSymbol\b)\S/m;

/** Returns the commands and files with the highest shares; null for another table. */
export function objectFacts(text: string): string | null {
  if (!WITHOUT_FUNCTIONS.test(text)) return null;
  const rows = text.split('\n', MAX_LINES).flatMap((line) => {
    const [, share, name = ''] = OBJECT.exec(line) ?? [];
    return share === undefined || /^swapper\b/.test(name) ? []
      : [{ share, name: name.trim().replaceAll(/ {2,}/g, ', ') }];
  }).toSorted((a, b) => Number(b.share) - Number(a.share)).slice(0, MAX_TOLD);
  const [first, ...others] = rows;
  return first === undefined ? null : joined([
    `${first.name} has the highest share: ${first.share} %${others.length === 0 ? ''
      : `; then ${others.map(({ name, share }) => `${name} (${share} %)`).join(' and ')}`}.`,
    'The table has no functions: perf report --sort=comm,dso,symbol shows them.',
  ]);
}

const DIFFERENCE = /^# Baseline {1,12}Delta\b/m;
/** `12.10%    +21.30%  app  [.] hash_lookup`; a function that is new has no first share. */
const CHANGED = new RegExp(String.raw`^[ \t]{0,12}(?:([\d.]{1,6})%)?[ \t]{1,30}([-+][\d.]{1,6})%[ \t]{1,12}`
  + String.raw`\S[^\n]{0,200}? \[[.kgu]\] {1,4}(\S[^\n]{0,300}?)\s*$`);

/** Returns what grew and shrank most in a table of perf diff; null for another table. */
export function differenceOfPerf(text: string): string | null {
  if (!DIFFERENCE.test(text)) return null;
  const rows = text.split('\n', MAX_LINES).flatMap((line) => {
    const [, base, delta, name = ''] = CHANGED.exec(line) ?? [];
    return delta === undefined ? [] : [{ base, delta: Number(delta), name }];
  }).toSorted((a, b) => b.delta - a.delta);
  const [most] = rows;
  const least = rows.at(-1);
  const words = ({ base, delta, name }: { base: string | undefined; delta: number; name: string }): string =>
    `${name} by ${delta} points${base === undefined ? ' (it is new)' : ` (from ${base} %)`}`;
  return most === undefined || least === undefined ? null : joined([
    'It is the difference of two profiles, in points of their shares.',
    most.delta > 0 ? `Grew most: ${words(most)}.` : null,
    least.delta < 0 ? `Shrank most: ${words({ ...least, delta: -least.delta })}.` : null,
    'Shares add up to 100 % on each side: what grew may only have become a larger part of less.',
  ]);
}
