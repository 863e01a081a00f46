/** Warns about profiles that are misleading: stacks that were not unwound, sums, differences, wall time. */
import type { ProfileCaveat, TopRow } from '../../../core/contract/contract.ts';
import { parts, profileQuantity, quantity, ratio, render, seconds, type Piece } from '../../../core/text/parts.ts';
import { at, type Profile } from '../decode/profile.ts';
import type { StackView } from '../decode/stackView.ts';
import { sumOf, type Column } from '../decode/values.ts';
import { brokenStacks } from './claims/brokenStacks.ts';
import { profilerFrames } from './claims/profilerFrames.ts';
import type { FrameNames } from './frameNames.ts';
import { readSlots } from '../decode/stackSlots.ts';
import { durationSecondsOf, isImplausibleDuration, isImplausibleTime } from '../decode/profileTimes.ts';

interface Asked {
  view: StackView; names: FrameNames; column: Column; type: number; total: number; rows: readonly TopRow[];
}

/** Share of the total from which on the profile shows no code. */
const LEADING_SHARE = 0.5;
/** Share from which failed unwinding is reported before the largest function. */
const FIRST_SHARE = 0.3;
/** Share below which a problem is not mentioned. */
const NOTED_SHARE = 0.05;
/** No single process has this much memory. */
const IMPOSSIBLE_BYTES = 2 ** 40;
/** Wall time of more threads than this is no CPU time. */
const MAX_CORES = 1024;

/** Frames that profilers write in place of the ones they could not find: Parca, Elastic and OpenTelemetry, Java. */
const ERROR_FRAME = new RegExp([
  'unwind(?:ing)? (?:failed|error)', 'unwinding aborted due to error\\b.*', 'stack unwinding (?:failed|error)',
  'truncated(?: stack)?', 'broken stack', 'incomplete stack', 'unwind[-_]failed', 'stack[-_]trace[-_]error',
  '(?:unknown|not_walkable)_(?:not_)?Java', 'no_Java_frame', 'skipped_frames', 'break_(?:compiled|interpreted|deopt)',
].map((one) => `^[[<(]?${one}[\\])>]?$`).join('|'), 'i');
const NAMELESS = /^(?:[[<(]?(?:unknown|anonymous code)[\])>]?|\?{2,3}|0x[0-9a-f]{1,16}|[0-9a-f]{12,16})$/i;

/** Returns the caveats, the most important first. */
export function caveatsOf(profile: Profile, asked: Asked): ProfileCaveat[] {
  const found = [
    unwinding(profile, asked), profilerFrames(profile, asked),
    symbols(profile, asked), wallClock(profile, asked), inUse(profile, asked),
    allocatedMeanwhile(profile, asked), counts(profile, asked), spanOf(profile, asked), implausible(profile),
    emptyDefault(profile, asked),
  ].filter((each) => each !== null);
  const leads = found.findIndex((each) => each.leads);
  return found.map((each, i) => (each.leads && i !== leads ? { ...each, leads: false } : each));
}

function said(code: ProfileCaveat['code'], sentence: ReturnType<typeof parts>, leads = false): ProfileCaveat {
  return { code, sentence: render(sentence), leads };
}

interface Found { value: number; byLeaf: Map<string, number>; byMapping: Map<number, number> }

/**
 * Sums the values of samples that `isFound` accepts, by the printed name and by the mapping of their innermost frame;
 * with `ofLeaf` that frame is all that it sees.
 */
function samplesBy(
  { names, view, column }: Asked, frames: Profile, isFound: (slots: number[]) => boolean, ofLeaf = false
): Found {
  const found: Found = { value: 0, byLeaf: new Map(), byMapping: new Map() };
  const slots: number[] = [];
  for (let sample = 0; sample < frames.sampleCount; sample++) {
    const value = Math.abs(column.numbers[sample] ?? 0);
    if (view.kept[sample] === 0 || value === 0) continue;
    readSlots(frames, { view, names }, { sample, slots, first: ofLeaf });
    if (slots.length === 0 || !isFound(slots)) continue;
    found.value += value;
    const leaf = names.names[slots[0] ?? 0] ?? '';
    found.byLeaf.set(leaf, (found.byLeaf.get(leaf) ?? 0) + value);
    const mapping = at(frames.locations.mapping, at(frames.frames, at(view.from, sample)));
    found.byMapping.set(mapping, (found.byMapping.get(mapping) ?? 0) + value);
  }
  return found;
}

function listed({ byLeaf }: Found, total: number): Piece {
  const largest = [...byLeaf].sort(([, a], [, b]) => b - a).slice(0, 3);
  return largest.map(([name, value]) => `${name} ${render([ratio(value / total)])}`).join(', ');
}

function unwinding(profile: Profile, asked: Asked): ProfileCaveat | null {
  const isError = asked.names.names.map((name) => ERROR_FRAME.test(name));
  if (!isError.includes(true) || asked.total <= 0) return null;
  const found = samplesBy(asked, profile, (slots) => slots.some((slot) => isError[slot] === true));
  const share = found.value / asked.total;
  if (share < NOTED_SHARE) return null;
  const errors = asked.names.names.filter((_, slot) => isError[slot] === true);
  const names = [...found.byLeaf.keys(), ...errors];
  const unit = unitOf(profile, asked);
  const value = profileQuantity(found.value, unit);
  const details = brokenStacks(errors, found.byLeaf, { total: asked.total, unit });
  return {
    ...said('unwinding-failed', share >= LEADING_SHARE
      ? parts`Stack unwinding failed for ${ratio(share)}, ${value}: no function can be blamed for it (${
        listed(found, asked.total)}).`
      : parts`Stack unwinding failed for ${ratio(share)}, ${value}, which is in no function's share.`,
    share >= LEADING_SHARE), names,
    ...share >= FIRST_SHARE && share < LEADING_SHARE ? { goesFirst: true } : {},
    ...details.length === 0 ? {} : { details },
  };
}

function symbols(profile: Profile, asked: Asked): ProfileCaveat | null {
  const { names, total } = asked;
  if (total <= 0 || names.names.length === 0) return null;
  const { lineStart, count } = profile.locations;
  const isBare = new Uint8Array(names.names.length);
  for (let location = 0; location < count; location++) {
    const from = at(names.start, location);
    if (at(lineStart, location) === at(lineStart, location + 1) && from < at(names.start, location + 1))
      isBare[at(names.slots, from)] = 1;
  }
  names.names.forEach((name, slot) => { if (NAMELESS.test(name)) isBare[slot] = 1; });
  const ofBinaries = binariesAsNames(profile, names);
  for (const slot of ofBinaries) isBare[slot] = 1;
  if (!isBare.includes(1)) return null;
  const found = samplesBy(asked, profile, (slots) => isBare[slots[0] ?? 0] === 1, true);
  const share = found.value / total;
  if (share < LEADING_SHARE) return null;
  const main = [...found.byMapping].sort(([, a], [, b]) => b - a)
    .flatMap(([mapping]) => profile.mappings[mapping] ?? [])
    .find(({ file }) => file !== '' && !file.startsWith('['));
  const file = main === undefined ? 'the program' : main.file.split('/').at(-1) ?? '';
  const build = main === undefined || main.buildId === '' ? '' : ` (build ID ${shortId(main.buildId)})`;
  const remedy = ofBinaries.size > 0 ? recordingStep(file)
    : main === undefined ? 'Name them with pprof PROGRAM FILE, or record it with symbols.'
    : `Add them with go tool pprof and an unstripped ${file} of the same build, or view addresses.`;
  return {
    ...said('no-symbols', parts`No symbols for ${ratio(share)}, ${
      profileQuantity(found.value, unitOf(profile, asked))}, of ${file}${build}: functions are unknown. ${
      remedy}`, true),
    names: [...found.byLeaf.keys()],
  };
}

/** Returns the names that are only those of a binary, as perf script has them for a frame without a symbol. */
function binariesAsNames({ locations, mappings }: Profile, names: FrameNames): Set<number> {
  const found = new Set<number>();
  for (let location = 0; location < locations.count; location++) {
    const file = mappings[at(locations.mapping, location)]?.file ?? '';
    const isNamed = at(locations.lineStart, location) < at(locations.lineStart, location + 1);
    if (!isNamed || file === '' || file.startsWith('[')) continue;
    const slot = at(names.slots, at(names.start, location));
    if (names.names[slot] === `[${file.split('/').at(-1) ?? ''}]`) found.add(slot);
  }
  return found;
}

/** Says how to record a profile with names. */
function recordingStep(file: string): string {
  return /^(?:perf-\d+\.map|anon|memfd:.{0,99})$/.test(file)
    ? 'That is code of a JIT: record again while it writes a perf map (/tmp/perf-PID.map), which has the names.'
    : `Record again with an unstripped ${file}, or with its debug symbols; a program in Go that serves /debug/pprof `
      + 'gives a profile with names by itself (/debug/pprof/profile).';
}

/** Shortens a build ID; in files of perf and Parca, Go's is the hexadecimal form of a text. */
function shortId(buildId: string): string {
  return buildId.length > 20 ? `${buildId.slice(0, 16)}…` : buildId;
}

function wallClock(profile: Profile, asked: Asked): ProfileCaveat | null {
  const own = profile.sampleTypes[asked.type];
  const span = durationSecondsOf(profile);
  const isTime = own?.unit === 'nanoseconds' && /^(?:time|wall|cpu)/.test(own.type);
  const isWall = /wall/i.test(profile.periodType.type) || own?.type === 'wall';
  if (!isTime || span === null || asked.total <= 0) return null;
  const threads = asked.total / 1e9 / span;
  if (isWall) return threads < 1.5 ? null : said('wall-clock',
    parts`This is wall-clock time, waiting included, of ${`about ${Math.round(threads)}`} goroutines or threads in ${
      seconds(span)}: not CPU time.`);
  return threads <= MAX_CORES ? null : said('implausible-duration',
    parts`${profileQuantity(asked.total, 'nanoseconds')} of CPU in ${seconds(span)} is more than ${
      `${MAX_CORES}`} cores: the duration is not used.`);
}

/** Checks in-use values: a profile of them describes a moment; one with a duration is a difference or a sum. */
function inUse(profile: Profile, asked: Asked): ProfileCaveat | null {
  const own = profile.sampleTypes[asked.type];
  const span = durationSecondsOf(profile);
  const unit = own?.unit ?? '';
  const hasNegative = asked.column.numbers.some((value) => value < 0);
  const within = span === null ? '' : ` in ${render([seconds(span)])}`;
  const what = own?.type === 'inuse_space' ? 'Memory in use' : own?.type === 'inuse_objects' ? 'Objects in use'
    : own?.type ?? '';
  if (hasNegative) {
    const net = sumOf(asked.column);
    const by = profileQuantity(Math.abs(net), unit);
    const verb = net < 0 ? 'shrank' : 'grew';
    const largest = extremes(asked.rows).map(({ function: name, flat }) =>
      `${name} ${flat < 0 ? '−' : '+'}${render([profileQuantity(Math.abs(flat), unit)])}`).join(', ');
    return said(net < 0 ? 'net-decrease' : 'net-increase', net === 0
      ? parts`${what} did not change in sum${within}: ${largest}.`
      : parts`${what} ${verb} by ${by}${within}: ${largest}.`, true);
  }
  if (span === null || own === undefined || !own.type.startsWith('inuse_')) return null;
  const total = profileQuantity(asked.total, unit);
  if (unit === 'bytes' && asked.total >= IMPOSSIBLE_BYTES) return said('summed-in-use',
    parts`${total} is a sum of heap profiles over ${seconds(span)}, not memory in use: only the shares are meaningful.`,
    true);
  return profile.defaultSampleType === '' && profile.sampleTypes.some(({ type }) => type.startsWith('alloc_'))
    ? said('net-increase', parts`${what} grew by ${total}${within}.`, true)
    : said('summed-in-use', parts`A heap profile of ${seconds(span)}: its ${total} may be a sum of several profiles, ${
      `not ${what.toLowerCase()} at a moment.`}`);
}

/** Says how much was allocated in the time of a difference of memory in use, whose own values say only what is left. */
function allocatedMeanwhile(profile: Profile, { type: own, column }: Asked): ProfileCaveat | null {
  const span = durationSecondsOf(profile);
  const type = profile.sampleTypes.findIndex(({ type: name }) => name === 'alloc_space');
  const isDifference = profile.sampleTypes[own]?.type === 'inuse_space' && column.numbers.some((value) => value < 0);
  let sum = 0;
  for (let sample = 0; isDifference && type >= 0 && sample < profile.sampleCount; sample++)
    sum += at(profile.values, sample * profile.sampleTypes.length + type);
  return span === null || sum <= 0 ? null : said('over-time', parts`${
    profileQuantity(sum, 'bytes')} were allocated in ${seconds(span)}: ${
    profileQuantity(sum / span, 'bytes')} per second.`);
}

/** Returns the largest decrease and increase, the larger first. */
function extremes(rows: readonly TopRow[]): TopRow[] {
  const down = rows.find(({ flat }) => flat < 0);
  const up = rows.find(({ flat }) => flat > 0);
  return [down, up].filter((row) => row !== undefined).sort((a, b) => Math.abs(b.flat) - Math.abs(a.flat));
}

function counts(profile: Profile, asked: Asked): ProfileCaveat | null {
  const own = profile.sampleTypes[asked.type];
  if (own?.unit !== 'count' || profile.period > 0n) return null;
  if (/^(?:cpu-clock|task-clock)$/.test(own.type)) return said('counts',
    parts`The file has no sampling period: values are numbers of samples, not CPU time.`);
  // Only pprof states when it was taken, and sample of macOS, which labels threads; other forms never state a period.
  if (own.type !== 'samples' || profile.sampleTypes.length > 1 || profile.timeNanos <= 0n
    || profile.labels.strings.includes('thread')) return null;
  const span = durationSecondsOf(profile);
  return said('counts', span === null
    ? parts`The file states neither a sampling period nor a duration: samples are counted, and no CPU time or cores ${
      'follow from that.'}`
    : parts`The file states no sampling period: samples are counted, ${
      quantity(asked.total / span, 'count')} per second over ${seconds(span)}, and no CPU time follows from that.`);
}

/** Distinguishes values since the start of a process from values over a time. */
function spanOf(profile: Profile, asked: Asked): ProfileCaveat | null {
  const own = profile.sampleTypes[asked.type];
  const isGo = profile.sampleTypes.some(({ type }) => type.startsWith('inuse_') || type === 'contentions');
  if (own === undefined || !isGo || !/^(?:alloc_space|alloc_objects|contentions|delay)$/.test(own.type)) return null;
  if (profile.durationNanos <= 0n)
    return said('since-start', parts`Values add up since the process started, or since the profile was enabled${
      own.type === 'alloc_space' ? inUseWords(profile) : ''}.`);
  const span = durationSecondsOf(profile);
  if (span === null || own.type !== 'alloc_space' || asked.total <= 0) return null;
  const total = profileQuantity(asked.total, own.unit);
  const rate = profileQuantity(asked.total / span, own.unit);
  return said('over-time', parts`${total} in ${seconds(span)}: ${rate} per second.`);
}

/** Share of what was allocated below which what is in use is reported beside it. */
const LITTLE_IN_USE = 0.1;

/** Returns `; 14 MiB of it are in use`, so that what was allocated is not taken for memory; "" if that is much. */
function inUseWords({ sampleTypes, sampleCount, values }: Profile): Piece {
  const sums = ['alloc_space', 'inuse_space'].map((name) => {
    const column = sampleTypes.findIndex(({ type }) => type === name);
    let sum = 0;
    for (let row = 0; column >= 0 && row < sampleCount; row++) sum += at(values, row * sampleTypes.length + column);
    return sum;
  });
  const [allocated = 0, used = 0] = sums;
  return used <= 0 || used >= LITTLE_IN_USE * allocated ? '' : parts`; ${profileQuantity(used, 'bytes')} are in use`;
}

function implausible(profile: Profile): ProfileCaveat | null {
  if (isImplausibleDuration(profile))
    return said('implausible-duration', parts`The duration in the file is implausible and is not used.`);
  return isImplausibleTime(profile)
    ? said('implausible-time', parts`The time in the file is implausible and is not used.`) : null;
}

function emptyDefault(profile: Profile, asked: Asked): ProfileCaveat | null {
  const own = profile.sampleTypes[asked.type]?.type ?? '';
  const named = profile.defaultSampleType;
  const type = profile.sampleTypes.findIndex((one) => one.type === named);
  if (named === '' || named === own || type < 0) return null;
  const width = profile.sampleTypes.length;
  for (let sample = 0; sample < profile.sampleCount; sample++)
    if (at(profile.values, sample * width + type) !== 0) return null;
  return said('empty-default', parts`The default sample type, ${named}, has no values.`);
}

function unitOf(profile: Profile, { type }: Asked): string {
  return profile.sampleTypes[type]?.unit ?? '';
}
