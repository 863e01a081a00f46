/** Summarizes the output of Criterion: what changed, and how many measurements are outliers. Pure. */
import { counted, formatNumber } from '../../../../../core/text/format.ts';
import { alikeFact, mostAlikeFact } from './alike.ts';
import { otherBaseline } from './otherBaseline.ts';
import { tellingMean } from './rowValues.ts';

/** A benchmark, whose name may stand in the line before, and its time in the middle. */
const TIME = new RegExp(String.raw`^(\S.{0,200}?)?\s+time: +\[[\d.]{1,20} \S{1,3} ([\d.]{1,20}) (\S{1,3}) `
  + String.raw`[^\]]{1,60}\]`, 'gm');
const CRITERION_CHANGE = new RegExp([
  String.raw`^(\S.{0,200}?)?\s+time: +\[[\d.]{1,20} \S{1,3} ([\d.]{1,20}) (\S{1,3}) [^\]]{1,60}\]\s*\n\s+`,
  String.raw`(?:thrpt: +\[[^\]]{1,80}\]\s*\n\s+)?change:\s*(?:\n?\s*time: +)?`,
  String.raw`\[\S+ (\S+)% \S+\] \(p = \S+ ([<>]) [^\n]{0,40}(?:\n[ \t]{1,60}thrpt: [^\n]{1,120})?`,
  String.raw`(?:\n[ \t]{1,60}Performance has (regressed|improved))?`,
].join(''), 'gm');

const MIN_FOR_MEAN = 3;
const MAX_NAMED = 3;
const REGRESSED = 'regressed';
const IMPROVED = 'improved';

const percent = (change: number): string => `${change < 0 ? '' : '+'}${formatNumber(100 * change)} %`;

const VERDICTS = [
  { word: REGRESSED, pattern: /Performance has regressed/g },
  { word: IMPROVED, pattern: /Performance has improved/g },
  { word: 'within its noise threshold', pattern: /Change within noise threshold/g },
  { word: 'without a change', pattern: /No change in performance detected/g },
];

/** Returns how many benchmarks changed, which most, and how far the measurements can be relied on. */
export function criterionFacts(text: string): string {
  const counts = VERDICTS.map(({ word, pattern }) => ({ word, count: [...text.matchAll(pattern)].length }))
    .filter(({ count }) => count > 0);
  const empty = [...text.matchAll(/\btime: +\[0\.0{1,6} ps 0\.0{1,6} ps /g)].length;
  const nothing = empty === 0 ? '' : ` ${counted(empty, 'benchmark')} measured nothing (0 ps): the compiler removed `
    + `what ${empty === 1 ? 'it calls' : 'they call'}, unless black_box keeps the result.`;
  if (counts.length === 0) {
    const times = [...text.matchAll(TIME)].map(([all, name, time = '', unit = '']) =>
      `${name ?? nameBefore(text, all)} ${time} ${unit}`.trim());
    const named = `${times.slice(0, MAX_NAMED).join(', ')}${times.length > MAX_NAMED ? ', …' : ''}`;
    return `It has ${counted(times.length, 'benchmark')} and compares with no earlier run${
      times.length === 0 ? '' : `: ${named}`}.${nothing}${outlierFacts(text, [])}`;
  }
  const changes = changesIn(text);
  const other = otherBaseline(changes);
  if (other !== null) return `${other}${nothing}`;
  const words = counts.map(({ word }) => word);
  const isChanged = words.includes(REGRESSED) || words.includes(IMPROVED);
  const told = isChanged ? changes.find(({ isTested }) => isTested) : undefined;
  // What became slower is reported beside a larger improvement.
  const slower = told === undefined || told.verdict === REGRESSED ? undefined
    : changes.find(({ verdict }) => verdict === REGRESSED);
  const tail = `${told === undefined ? '' : ` The largest: ${changeWords(told)}.`}${
    slower === undefined ? '' : ` The largest regression: ${changeWords(slower)}.`}`;
  const ratios = changes.map(({ change }) => 1 + change);
  const most = mostAlikeFact(changes, { less: 'faster', more: 'slower', percent, hasSameCounts: () => null });
  // A mean of changes of the machine is none of the code.
  const mean = most === null ? tellingMean(ratios, MIN_FOR_MEAN) : null;
  const alike = most ?? alikeFact(changes.map(({ change }) => change), ['faster', 'slower'], percent);
  return `${most === null ? '' : `${most} `}${driftWords(words, changes)}${
    counts.map(({ word, count }) => `${count} ${word}`).join(', ')}.${tail}${mean === null ? ''
    : ` The geometric mean of the ${ratios.length} changes is ${percent(mean - 1)} (computed here).`}${
    alike === null || most !== null ? '' : ` ${alike}`}${nothing}${outlierFacts(text, changes)}${
    countsOfWriter(text, counts)}`;
}

interface Change { name: string; change: number; time: number; unit: string; isTested: boolean; verdict: string | null }

/** Returns the changes of the benchmarks, the largest first. */
function changesIn(text: string): Change[] {
  return [...text.matchAll(CRITERION_CHANGE)].map(([all, name, time = '', unit = '', change = '', sign, verdict]) => ({
    name: name ?? nameBefore(text, all), change: Number(change.replace('\u2212', '-')) / 100,
    time: Number(time), unit, isTested: sign === '<', verdict: verdict ?? null,
  })).sort((a, b) => Math.abs(b.change) - Math.abs(a.change));
}

const changeWords = (one: Change): string =>
  `${one.name === '' ? '' : `${one.name}, `}${percent(one.change)}${byWords(one)}`;

const OUTLIERS = /^Found (\d{1,9}) outliers? among (\d{1,9}) measurements \(([\d.]{1,8})%\)/gm;
/** Share of outliers, in percent, from which they are reported. */
const MANY_OUTLIERS = 10;
/** One of so many benchmarks with outliers is no sign of the machine, which is the same for all. */
const FEW_OF = 3;

/** Says how many measurements are outliers, if they are many in one benchmark; "" otherwise. */
function outlierFacts(text: string, changes: readonly Change[]): string {
  const rows = [...text.matchAll(TIME)].map((match) =>
    ({ name: match[1] ?? nameBefore(text, match[0]), at: match.index }));
  const found = [...text.matchAll(OUTLIERS)].map(({ index, 1: count, 2: of, 3: share }) => ({
    name: rows.findLast(({ at }) => at < index)?.name ?? '', count: Number(count), of: Number(of), share: Number(share),
  })).sort((a, b) => a.share - b.share);
  const [first, last] = [found[0], found.at(-1)];
  if (first === undefined || last === undefined || last.share < MANY_OUTLIERS) return '';
  const benchmarks = rows.length;
  const isOfFew = benchmarks > 1 && found.length * FEW_OF <= benchmarks;
  const isSmall = changes.length > 0 && changes.every(({ change }) => Math.abs(change) < MAX_DRIFT);
  if (isOfFew) return ` ${last.count} of the ${last.of} measurements${
    last.name === '' ? '' : ` of ${last.name}`} are outliers; ${
    found.length > 1 ? 'the other benchmarks have fewer' : 'no other benchmark has any'}.`;
  const span = found.length === 1 || first.share === last.share ? `${last.share} %` : `${first.share} to ${
    last.share} %`;
  return ` ${span} of the measurements${found.length === 1 ? '' : ' of a benchmark'} are outliers: the machine was `
    + `probably not quiet${changes.length === 0 ? '.' : isSmall
      ? ', so changes of a few percent say little: repeat both sides on a quiet one.'
      : '; repeat both sides on a quiet one before a small change counts.'}`;
}

const SAID = /\b(\d{1,5}) regressions?\b/gi;

/** Says that the text counts more regressions than its lines have; "" otherwise. */
function countsOfWriter(text: string, counts: readonly { word: string; count: number }[]): string {
  const own = counts.find(({ word }) => word === REGRESSED)?.count ?? 0;
  const said = [...new Set([...text.matchAll(SAID)].map(([, count]) => Number(count)))].filter((count) => count > own);
  return said.length === 0 ? '' : ` The text speaks of ${said.slice(0, MAX_NAMED).join(' and of ')} regressions; of `
    + `those, these lines have ${own === 0 ? 'none' : own}.`;
}

/** Changes of both directions up to this one may come from one run to the next. */
const MAX_DRIFT = 0.05;

/** Says that small changes in both directions are no change of the code, as far as the text shows. */
function driftWords(words: readonly string[], changes: readonly { change: number }[]): string {
  const isSmall = changes.every(({ change }) => Math.abs(change) < MAX_DRIFT);
  return isSmall && words.includes(REGRESSED) && words.includes(IMPROVED)
    ? 'All changes are below 5 %, in both directions, as runs of the same code may differ. ' : '';
}

/** Returns by how much time a change is. */
const byWords = ({ change, time, unit }: { change: number; time: number; unit: string }): string => (time > 0
  ? ` (${formatNumber(Math.abs(time - time / (1 + change)))} ${unit} of ${formatNumber(time / (1 + change))} ${unit})`
  : '');

/** Returns the previous line, where Criterion prints a long name. */
function nameBefore(text: string, whole: string): string {
  return text.slice(0, text.indexOf(whole)).trimEnd().split('\n').at(-1)?.trim() ?? '';
}
