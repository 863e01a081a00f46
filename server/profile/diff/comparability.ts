/** Reports how the two sides of a diff differ besides the change under test. */
import type { Comparability, Normalize, SideDifference } from '../../../core/contract/contract.ts';
import type { Pair, SideProfile, SpanCoverage } from '../query/pair.ts';
import type { Profile } from '../decode/profile.ts';
import { scaleUnit } from '../query/units.ts';
import { valueText } from './words/valueText.ts';

/** Tolerance for profiles requested with the same seconds: the target adds some latency. */
const DURATION_TOLERANCE = 0.05;
const UPTIME_TOLERANCE = 0.1;
/** Tolerance relative to the larger one: a profile at the edge of a span makes a smaller difference. */
const COVERAGE_TOLERANCE = 0.25;
/** Uptime until which a server is warming up: caches are empty, its log may just have been replayed. */
const WARM_SECONDS = 300;
const SHORT_BUILD_ID = 16;

interface Sides { before: SideProfile[]; after: SideProfile[] }

/**
 * Returns known differences, those that change the meaning of the numbers first; a fact missing on one side is not one.
 * `helps`: the `normalize` that compensates for it; null if none does, or if one that does is already set.
 */
export function comparabilityOf(pair: Pair): Comparability {
  const { sides, normalize } = pair;
  const isPaced = normalize !== 'none' && normalize !== 'sum';
  const help = (wanted: Normalize): Normalize | null => (isPaced ? null : wanted);
  return {
    differences: [
      programsDiffer(sides), typesDiffer(sides), unitsDiffer(pair), sumsDiffer(pair), durationsDiffer(sides, help),
      coveragesDiffer(sides),
      periodsDiffer(pair), uptimesDiffer(sides, help), buildsDiffer(sides), goVersionsDiffer(sides), coresDiffer(sides),
    ].filter((each) => each !== null),
  };
}

/** Returns one text for each side, or null if they are equal or a side has none. */
function unlike(sides: Sides, text: (side: SideProfile) => string): { before: string; after: string } | null {
  const said = (side: SideProfile[]): string =>
    [...new Set(side.map(text))].filter((each) => each !== '').sort().join(', ');
  const [before, after] = [said(sides.before), said(sides.after)];
  return before === after || before === '' || after === '' ? null : { before, after };
}

function typesDiffer(sides: Sides): SideDifference | null {
  const differ = unlike(sides, ({ profile }) => profile.sampleTypes.map((type) => type.type).join(' + '));
  return differ && {
    what: 'sample-type', ...differ,
    consequence: 'The profiles are of different kinds: only the sample types both have can be compared.', helps: null,
  };
}

function unitsDiffer({ sides, combined, type }: Pair): SideDifference | null {
  const wanted = combined.sampleTypes[type];
  const differ = unlike(
    sides, ({ profile }) => profile.sampleTypes.find((own) => own.type === wanted?.type)?.unit ?? ''
  );
  return differ && { what: 'unit', ...differ, consequence: `Values are shown in ${wanted?.unit ?? ''}.`, helps: null };
}

/** Reports unequal group sizes for sums; means always compare evenly. */
function sumsDiffer({ sides: { before, after }, normalize }: Pair): SideDifference | null {
  if (before.length === after.length || normalize !== 'sum') return null;
  const count = (side: SideProfile[]): string => (side.length === 1 ? '1 profile' : `${side.length} profiles`);
  return {
    what: 'profiles', before: count(before), after: count(after),
    consequence: 'Profiles of a side are added up, so the side with more of them has more of everything.',
    helps: 'none',
  };
}

const LANGUAGES: Record<string, string> = {
  go: 'Go', rs: 'Rust', js: 'JavaScript', mjs: 'JavaScript', cjs: 'JavaScript', ts: 'JavaScript', py: 'Python',
  java: 'Java', kt: 'Java', rb: 'Ruby', c: 'C or C++', cc: 'C or C++', cpp: 'C or C++', h: 'C or C++', hpp: 'C or C++',
};

/** Returns the language of most source files, or '' if no function has a file of a known one. */
function languageOf(file: string): string {
  const extension = /\.(\w{1,5})$/.exec(file)?.[1] ?? '';
  return LANGUAGES[extension] ?? (file.startsWith('node:') ? 'JavaScript' : '');
}

export function languageOfSide(side: Pick<SideProfile, 'profile'>[]): string {
  // Many functions share a file.
  const functions = new Map<string, number>();
  for (const { profile } of side)
    for (const { file } of profile.functions) functions.set(file, (functions.get(file) ?? 0) + 1);
  const counts = new Map<string, number>();
  for (const [file, count] of functions) {
    const language = languageOf(file);
    if (language !== '') counts.set(language, (counts.get(language) ?? 0) + count);
  }
  return [...counts].sort(([, a], [, b]) => b - a)[0]?.[0] ?? '';
}

/** Reports another language, or no function in common: not a change of one program. */
function programsDiffer({ before, after }: Sides): SideDifference | null {
  const namesOf = (side: SideProfile[]): Set<string> =>
    new Set(side.flatMap(({ profile }) => profile.functions.map(({ name }) => name)));
  const languages = [languageOfSide(before), languageOfSide(after)] as const;
  const isOther = languages[0] !== languages[1] && languages[0] !== '' && languages[1] !== '';
  const first = namesOf(before);
  // Usually one of the first few names of the other side decides it.
  if (!isOther && after.some(({ profile }) => profile.functions.some(({ name }) => first.has(name)))) return null;
  const second = namesOf(after);
  if (first.size === 0 || second.size === 0) return null;
  const words = (language: string, { size }: Set<string>): string =>
    `${language === '' ? '' : `${language}, `}${size} ${size === 1 ? 'function' : 'functions'}`;
  return {
    what: 'program', before: words(languages[0], first), after: words(languages[1], second),
    consequence: isOther
      ? 'Two programs in different languages: their totals compare, their functions do not.'
      : 'The two sides have no function in common: these are two programs, or one profile lacks its symbols.',
    helps: null,
  };
}

/** Formats the mean of a group, marked `each` to distinguish it from a sum. */
function eachText(mean: number, side: SideProfile[]): string {
  return `${valueText(mean, 'nanoseconds')}${side.length > 1 ? ' each' : ''}`;
}

function durationsDiffer(
  { before, after }: Sides, help: (wanted: Normalize) => Normalize | null
): SideDifference | null {
  const mean = (side: SideProfile[]): number =>
    side.reduce((sum, { profile }) => sum + Number(profile.durationNanos), 0) / side.length;
  const [first, second] = [mean(before), mean(after)];
  if (first <= 0 && second <= 0) return null;
  if (first <= 0 || second <= 0) {
    const words = (nanos: number): string => (nanos > 0 ? valueText(nanos, 'nanoseconds') : 'since the start');
    return {
      what: 'duration', before: words(first), after: words(second),
      consequence: 'One side holds what happened in a time, the other everything since its process started.',
      helps: null,
    };
  }
  if (Math.abs(first - second) <= DURATION_TOLERANCE * Math.max(first, second)) return null;
  return {
    what: 'duration', before: eachText(first, before), after: eachText(second, after),
    consequence:
      'A longer profile has more of everything; per second they compare evenly. Leave it when both did the same work.',
      helps: help('duration'),
  };
}

/** Compares the share of a time span that its profiles cover. Snapshots of a moment cover nothing. */
function coveragesDiffer({ before, after }: Sides): SideDifference | null {
  const [first, second] = [coverageOf(before), coverageOf(after)];
  if (first === null || second === null || isAlike(first.ratio, second.ratio)) return null;
  return {
    what: 'coverage', before: first.words, after: second.words, helps: null,
    consequence: 'Profiles cover the two windows unequally: work in the uncovered time is in neither total.',
  };
}

function isAlike(a: number, b: number): boolean {
  return Math.abs(a - b) <= COVERAGE_TOLERANCE * Math.max(a, b);
}

function coverageOf(side: SideProfile[]): { ratio: number; words: string } | null {
  const spans = side.flatMap(({ span }) => (span === undefined ? [] : [span]));
  const sum = (of: (span: SpanCoverage) => number): number => spans.reduce((all, span) => all + of(span), 0);
  const [covered, seconds, profiles] = [
    sum((span) => span.coveredSeconds), sum((span) => span.seconds), sum((span) => span.profiles),
  ];
  if (spans.length < side.length || covered <= 0 || seconds <= 0) return null;
  const ratio = covered / seconds;
  return {
    ratio, words: `${Math.round(100 * ratio)} % of ${valueText(seconds, 'seconds')}, `
      + (profiles === 1 ? '1 profile' : `${profiles} profiles`),
  };
}

function periodsDiffer({ sides, combined, type }: Pair): SideDifference | null {
  const differ = unlike(sides, ({ profile }) => (profile.period > 0n ? periodText(profile) : ''));
  if (differ === null) return null;
  const isCount = combined.sampleTypes[type]?.unit === 'count' && combined.periodType.type === 'cpu';
  return {
    what: 'period', ...differ, helps: null,
    consequence: isCount
      ? 'Samples were taken at different rates, so their counts do not compare; choose the sample type cpu.'
      : 'Samples were taken at different rates. Values are scaled to what they stand for, so they compare; the side '
        + 'with the longer interval is noisier.',
  };
}

function periodText({ period, periodType }: Profile): string {
  const { value, unit } = scaleUnit(Number(period), periodType.unit, 'nanoseconds');
  const each = unit === 'ns' ? valueText(value, 'nanoseconds') : valueText(Number(period), periodType.unit);
  return `a sample each ${each}`;
}

/** Matters only for profiles that accumulate from the process start, and for a process that has just started. */
function uptimesDiffer({ before, after }: Sides, help: (wanted: Normalize) => Normalize | null): SideDifference | null {
  const mean = (side: SideProfile[]): number | null => {
    const known = side.map(({ target }) => target?.uptimeSeconds);
    return known.some((each) => each === undefined) ? null
      : known.reduce<number>((sum, each) => sum + (each ?? 0), 0) / side.length;
  };
  const [first, second] = [mean(before), mean(after)];
  if (first === null || second === null || Math.abs(first - second) <= UPTIME_TOLERANCE * Math.max(first, second))
    return null;
  const all = [...before, ...after];
  const said = { what: 'uptime' as const, before: valueText(first, 'seconds'), after: valueText(second, 'seconds') };
  if (all.every(({ profile }) => profile.durationNanos === 0n)) {
    const isCounted = all.every(({ samplesIngested }) => samplesIngested !== undefined);
    return {
      ...said,
      consequence:
        'What adds up from the start of the process (allocations, contention) is more in the one that ran longer.',
      helps: help(isCounted ? 'samples-ingested' : 'total'),
    };
  }
  if (Math.min(first, second) >= WARM_SECONDS) return null;
  return {
    ...said, consequence: 'One process had only just started: reading its data and filling caches is in its profile.',
    helps: null,
  };
}

function buildsDiffer(sides: Sides): SideDifference | null {
  const differ = unlike(sides, ({ profile }) => {
    const [main] = profile.mappings;
    return main === undefined ? '' : main.buildId === '' ? (main.file.split('/').at(-1) ?? '')
      : main.buildId.slice(0, SHORT_BUILD_ID);
  });
  return differ && {
    what: 'build-id', ...differ,
    consequence:
      'Two different builds: functions may have been renamed, moved or inlined, which shows as one gone and one new.',
    helps: null,
  };
}

function goVersionsDiffer(sides: Sides): SideDifference | null {
  const differ = unlike(sides, (side) => side.target?.goVersion?.replace(/^go/, '') ?? goVersionOf(side.profile));
  return differ && {
    what: 'go-version', ...differ, consequence: 'The runtime and the compiler changed too, not only the program.',
    helps: null,
  };
}

/** Returns the version in the path of the standard library's files, or ''. */
function goVersionOf(profile: Profile): string {
  for (const { name, file } of profile.functions) {
    if (!name.startsWith('runtime.')) continue;
    const found = /(?:go-?|golang-|[\\/]go[\\/])(1\.\d{1,2}(?:\.\d{1,2})?)(?:[-./\\]|$)/.exec(file)?.[1];
    if (found !== undefined) return found;
  }
  return '';
}

function coresDiffer(sides: Sides): SideDifference | null {
  const differ = unlike(sides, ({ target }) => (target?.cores === undefined ? '' : String(target.cores)));
  return differ && {
    what: 'cores', ...differ,
    consequence: 'With more cores the collector and other goroutines get more CPU in the same time.', helps: null,
  };
}
