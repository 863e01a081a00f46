/** Says in sentences what several profiles of one program show together: which way their values go, and why. Pure. */
import type { Finding } from '../../../contract/contract.ts';
import { formatNumber, formatProfileValue, formatSeconds } from '../../../text/format.ts';
import { placeText } from './seriesPlaces.ts';
import {
  extremesOf, measured, moversOf, stepsOf, trendOf, type Measured, type Mover, type Restarted, type SeriesOf,
  type SeriesPoint, type Trend,
} from './seriesTrend.ts';

interface SeriesAsked {
  of: SeriesOf;
  /** At least three, in their order. */
  points: readonly SeriesPoint[];
  /** Whether the order is that of their times, not that of their names. */
  isByTime: boolean;
  /** Whether some are of another build than the first, so that they are not of one process. */
  areOtherBuilds: boolean;
  /** Returns code and claim of the diff of two profiles, by their indices; null if they cannot be compared. */
  diffOf: (sides: readonly [number, number]) => Promise<Diff | null>;
}

/** `sides`: indices of the two profiles whose diff shows the change, the earlier first; null if none does. */
export interface SeriesSaid { sentences: string[]; sides: readonly [number, number] | null; values: string[] }

type Diff = Pick<Finding, 'code' | 'sentence'>;
interface Subject { name: string; rises: string }

const GROWS = 'grows';
const RISES = 'rises';
const WITHIN_NOISE = 'diff-within-noise';
/** Codes of diffs whose total is within noise, though functions changed. */
const TOTAL_WITHIN_NOISE = /^diff-(?:functions|renamed)$/;
const MEMORY: Subject = { name: 'In-use heap', rises: GROWS };
const SUBJECTS: Readonly<Record<string, Subject>> = {
  inuse_space: MEMORY, space: MEMORY, inuse_objects: { name: 'The number of objects in use', rises: GROWS },
  goroutine: { name: 'The number of goroutines', rises: RISES },
  goroutineleak: { name: 'The number of leaked goroutines', rises: RISES },
  threadcreate: { name: 'The number of threads', rises: RISES }, cpu: { name: 'CPU', rises: RISES },
  alloc_space: { name: 'Allocated memory', rises: RISES }, alloc_objects: { name: 'Allocations', rises: RISES },
  contentions: { name: 'The number of waits', rises: RISES },
};
const WAITS: Readonly<Record<string, string>> = {
  mutex: 'Waiting for held locks', block: 'Blocking of goroutines, without waits for work,',
};
const NO_LEAK = 'This shows no leak in this time.';
const AT_A_TIME = ' goroutines at a time';
/** Types whose growth a leak would show. */
const OF_LEAKS = /^(?:inuse_(?:space|objects)|space|goroutine|threadcreate)$/;
const OF_GOROUTINES = /^(?:goroutine|goroutineleak)$/;
const OF_HEAP = /^(?:inuse_space|space)$/;

/** Share of a change from which a function is named as its cause, and from which a second one is. */
const MAIN = 0.2;
const SECOND = 0.1;
const NEARLY_ALL = 0.9;
/** Share above which others fell, so that it is no part of the whole. */
const MORE_THAN_ALL = 1.05;
const MAX_LISTED = 8;
const ARROW = ' → ';
const GAP = '…';
const SAME_DURATION = 0.05;
const HOUR_SECONDS = 3600;
/** Time between the first and the last from which growth per hour is no extrapolation. */
const MIN_PACE_SECONDS = 600;

const percent = (share: number): string => `${Math.round(100 * share)} %`;
/** Removes the comma after a caller, where no words follow. */
const withoutComma = (text: string): string => (text.endsWith(',') ? text.slice(0, -1) : text);

function valueText(value: number, unit: string): string {
  if (!unit.endsWith('/s')) return formatProfileValue(value, unit);
  const base = unit.slice(0, -'/s'.length);
  return `${base === 'count' ? formatNumber(value) : formatProfileValue(value, base)}/s`;
}

/** Returns `120 → 180 → 310 MiB`; each with its unit if they differ. Leaves out the middle of many. */
export function arrowText(texts: readonly string[]): string {
  const shown = texts.length <= MAX_LISTED ? texts : [...texts.slice(0, 4), GAP, ...texts.slice(-3)];
  const split = shown.map((text) => /^([−\d.,]{1,30}) (\S{1,20})$/.exec(text));
  const units = new Set(split.flatMap((match) => (match === null ? [] : [match[2] === 'core' ? 'cores' : match[2]])));
  const [unit] = units;
  const isShared = unit !== undefined && units.size === 1
    && split.every((match, i) => match !== null || shown[i] === GAP);
  return isShared ? `${split.map((match) => match?.[1] ?? GAP).join(ARROW)} ${unit}` : shown.join(ARROW);
}

function subjectOf({ type, kind }: SeriesOf): Subject | null {
  if (type === 'delay') return { name: WAITS[kind] ?? 'Waiting', rises: RISES };
  return SUBJECTS[type] ?? null;
}

/** Returns null for values of a type without a rule. */
export async function seriesWords(asked: SeriesAsked): Promise<SeriesSaid | null> {
  const { of, points } = asked;
  const [subject, found] = [subjectOf(of), measured(of, points)];
  if (subject === null || found === null) return null;
  if (found.how === 'restart') return restarted(subject, found, asked);
  const trend = trendOf(found, OF_GOROUTINES.test(of.type));
  const ends = extremesOf(found, trend);
  const sides: readonly [number, number] = found.how === 'between' ? [0, points.length - 1] : ends;
  const diff = trend === 'same' || found.how === 'between' ? null : await asked.diffOf(sides);
  const values = found.values.map(({ total }) => valueText(total, found.unit));
  const text = `${arrowText(values)}${of.type === 'delay' && found.unit === 'count' ? AT_A_TIME : ''}`;
  const heads = {
    over: `${placesWords(found, points)}${overWords(asked)}`, text, sides: ends, values: found, subject,
    claim: diff !== null && found.unit === 'cores' ? diff.sentence : null,
  };
  const said = diff?.code === WITHIN_NOISE ? withinNoise(heads)
    : TOTAL_WITHIN_NOISE.test(diff?.code ?? '')
      ? [...withinNoise(heads), ...heads.claim === null ? [] : [claimWords(heads, asked, heads.claim)]]
      : byTrend[trend](heads, asked);
  return {
    sides, values: found.how === 'between' ? points.map(() => '') : values,
    sentences: [...said, ...contextWords(asked, found)],
  };
}

interface Heads {
  over: string; text: string; sides: readonly [number, number]; values: Measured; subject: Subject;
  /** Claim of the diff of the sides if it says more than its functions: CPU by subsystem. */
  claim: string | null;
}

function placesWords({ how }: Measured, points: readonly SeriesPoint[]): string {
  return ` ${how === 'between' ? 'between' : 'in'} ${points.length} profiles`;
}

function spanOf({ points, isByTime }: SeriesAsked): number | null {
  const [first, last] = [points[0]?.time ?? null, points.at(-1)?.time ?? null];
  return isByTime && first !== null && last !== null && last > first ? last - first : null;
}

function overWords(asked: SeriesAsked): string {
  const span = spanOf(asked);
  return span === null ? '' : ` over ${formatSeconds(span)}`;
}

const byTrend: Record<Trend, (heads: Heads, asked: SeriesAsked) => string[]> = {
  rising: (heads, asked) => [...oneWay(heads, asked, 'grew'), ...leakWords(heads, asked)],
  falling: (heads, asked) => [
    ...oneWay(heads, asked, 'fell'), ...OF_LEAKS.test(asked.of.type) ? [NO_LEAK] : [],
  ],
  same: ({ subject, over, text, values }, { of, areOtherBuilds }) => [
    `${subject.name} is about the same${over}: ${text}.`, ...mostWords(values),
    ...OF_LEAKS.test(of.type) && !areOtherBuilds ? [NO_LEAK] : [],
  ],
  mixed: (heads, asked) => mixed(heads, asked),
};

/** Returns what grew or fell in each profile, by how much and where. */
function oneWay(heads: Heads, asked: SeriesAsked, did: 'grew' | 'fell'): string[] {
  const { subject, over, text, values, sides, claim } = heads;
  const { points, of } = asked;
  const way = did === 'grew' ? subject.rises : 'falls';
  const where = values.how === 'between' ? `${way} each time${over}`
    : `${way} in each of ${points.length} profiles${overWords(asked)}`;
  const span = spanOf(asked);
  const [first, last] = [values.values[0]?.total ?? 0, values.values.at(-1)?.total ?? 0];
  const pace = span === null || span < MIN_PACE_SECONDS || did === 'fell' || !OF_HEAP.test(of.type) ? ''
    : `, +${valueText((last - first) * HOUR_SECONDS / span, values.unit)} per hour`;
  const head = `${subject.name} ${where}: ${text}${pace}`;
  return claim !== null ? [`${head}.`, claimWords(heads, asked, claim)]
    : [`${head}; ${moversWords(moversOf(values, sides), values.unit, did)}.`];
}

function claimWords({ sides: [from, to] }: Heads, { points }: SeriesAsked, claim: string): string {
  return `${points[to]?.name ?? ''} against ${points[from]?.name ?? ''}: ${claim}`;
}

function moversWords([main, second]: readonly Mover[], unit: string, did: 'grew' | 'fell'): string {
  if (main === undefined) return 'no function changed with it';
  const name = placeText(main.place);
  if (main.share < MAIN)
    return withoutComma(`no function accounts for much of it, the most is ${percent(main.share)} in ${name}`);
  const each = main.isEach ? ` and ${did} each time` : '';
  const part = main.share > MORE_THAN_ALL
    ? `${name} ${did} by ${valueText(Math.abs(main.change), unit)}, more than all of it, while others ${
      did === 'grew' ? 'fell' : 'grew'}`
    : `${name} accounts for ${percent(Math.min(1, main.share))} of it${each}`;
  const next = second === undefined || second.share < SECOND || main.share >= NEARLY_ALL ? ''
    : `, ${placeText(second.place)} for ${percent(second.share)}`;
  return `${part}${next}`;
}

/** Returns what steady growth may be, and the next step. */
function leakWords({ values, sides }: Heads, { of, areOtherBuilds }: SeriesAsked): string[] {
  if (areOtherBuilds || !OF_LEAKS.test(of.type)) return [];
  const [main] = moversOf(values, sides);
  const where = main === undefined || main.share < MAIN ? '' : placeText(main.place);
  if (OF_GOROUTINES.test(of.type))
    return [`Unless the load rose, they do not end: see what should end ${
      where === '' ? 'them' : `those of ${withoutComma(where)}`}.`];
  if (of.type === 'threadcreate') return ['Threads that block in system calls or in C make the runtime start more.'];
  return ['A leak grows like this, and so does a cache that fills or a load that rises: take one more at the same '
    + `load, and see what holds on to ${where === '' ? 'what grew' : `what ${where} allocates`}.`];
}

function mixed(heads: Heads, asked: SeriesAsked): string[] {
  const { subject, over, text, sides, values, claim } = heads;
  const { up, down, flat } = stepsOf(values.values.map(({ total }) => total));
  const counts = [[up, 'up'], [down, 'down'], [flat, 'level']].filter(([number]) => number !== 0)
    .map(([number, word]) => `${number} ${word}`).join(', ');
  const movers = moversOf(values, sides);
  const [main] = movers;
  const [from, to] = sides.map((at) => values.values[at]?.total ?? 0);
  const names = sides.map((at) => asked.points[at]?.name ?? '');
  const did = (to ?? 0) > (from ?? 0) ? 'grew' : 'fell';
  const most = claim !== null ? [claimWords(heads, asked, claim)]
    : values.how === 'between' || main === undefined || main.share < MAIN ? []
    : [`Between the ${did === 'grew' ? 'lowest' : 'highest'}, ${names[0] ?? ''}, and the ${
      did === 'grew' ? 'highest' : 'lowest'}, ${names[1] ?? ''}: ${
      moversWords([{ ...main, isEach: false }, ...movers.slice(1)], values.unit, did)}.`];
  return [
    `${subject.name} ${down === 0 ? `${subject.rises}${over}, but not each time`
      : up === 0 ? `falls${over}, but not each time` : `has no steady trend${over}`}: ${text} (steps: ${counts}).`,
    ...OF_LEAKS.test(asked.of.type) ? ['That alone shows no leak.'] : [], ...most,
  ];
}

function withinNoise({ subject, over, text, sides, values }: Heads): string[] {
  const which = sides[0] === 0 && sides[1] === values.values.length - 1 ? 'the first and the last'
    : 'the lowest and the highest';
  return [`${subject.name}${over} does not change beyond noise: ${text}; ${which} do not differ beyond it.`];
}

/** Returns the function with most of the last value. */
function mostWords({ values, how }: Measured): string[] {
  const last = values.at(-1);
  const [most] = [...last?.places ?? []].sort(([, a], [, b]) => b - a);
  return last === undefined || most === undefined || how === 'between' || last.total <= 0 ? []
    : [`Most of it is in ${withoutComma(placeText(most[0]))}: ${percent(most[1] / last.total)} in the last.`];
}

function restarted({ name }: Subject, { at }: Restarted, { points }: SeriesAsked): SeriesSaid {
  const [before, after] = [points[at - 1]?.name ?? '', points[at]?.name ?? ''];
  return {
    sides: null, values: points.map(() => ''),
    sentences: [`${name} adds up from the start of a process, but ${after} has less than ${before} before it: the `
      + 'process restarted between them, so what was added from each to the next is not known.'],
  };
}

/** Returns what limits a comparison: durations, missing times, other builds. */
function contextWords({ points, isByTime, areOtherBuilds }: SeriesAsked, { how, unit }: Measured): string[] {
  const durations = points.flatMap(({ seconds }) => seconds ?? []);
  const [least, most] = [Math.min(...durations), Math.max(...durations)];
  return [
    ...how !== 'rate' ? []
      : [most - least <= SAME_DURATION * most ? `Each profile is of ${formatSeconds(Math.round(least))}.`
        : `Values are per second of each profile, of ${formatSeconds(least)} to ${formatSeconds(most)}.`],
    ...how === 'between' && !unit.endsWith('/s') && unit !== 'cores' && !isByTime
      ? ['Without their times it is not known how long it took to add that.'] : [],
    ...isByTime ? [] : ['The profiles do not hold their times: they are in the order of their names.'],
    ...areOtherBuilds ? ['They are of different builds, so not all of one process.'] : [],
  ];
}
