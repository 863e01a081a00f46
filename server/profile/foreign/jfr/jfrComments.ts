/** Says what a Java Flight Recorder recording holds of each kind, and what of it could not be read. Pure. */
import {
  counted, formatDateTime, formatProfileValue, formatRatio, formatSeconds, timesText,
} from '../../../../core/text/format.ts';
import type { ForeignFrame } from '../stacks/foreignStacks.ts';
import type { JfrGap } from './jfrChunks.ts';
import type { JfrEvent, JfrPauses } from './jfrEvents.ts';
import type { JfrStack } from './jfrPools.ts';
import type { SampleSettings } from './jfrSettings.ts';
import { EXECUTION_SAMPLE, JFR_KINDS, KINDS, type JfrKindId } from './jfrSources.ts';

export interface JfrContents {
  events: readonly JfrEvent[];
  /** Kinds whose events all state an amount. */
  measured: ReadonlySet<JfrKindId>;
  /** Whether memory that was freed is set apart. */
  hasFrees: boolean;
  /** Whether events of native memory are left out at a limit, so that what was freed is not known. */
  hasSkipped: boolean;
  /** The number of chunks that were read. */
  chunks: number;
  gaps: readonly JfrGap[];
  /** Settings of the chunks with events. */
  settings: readonly SampleSettings[];
  pauses: JfrPauses;
  startNanos: bigint;
  durationNanos: bigint;
}

interface Sums {
  count: number;
  amount: number;
  perEvent: Map<string, number>;
  perName: Map<string, number>;
  perClass: Map<string, number>;
  longest: { amount: number; name: string };
  /** The smallest and the largest amount of one sample. */
  perSample: { least: number; most: number };
}

const MAX_NAME = 120;
/** Packages of the JDK: what they do, they do for a method of the program. */
const OF_JDK = /^(?:java|javax|jdk|sun|com\.sun)\./;
const CONTENTION = 'this is lock contention, which takes no CPU time; waits below the threshold of the recording are '
  + 'not in it';

/** Returns sentences without their full stop. */
export function jfrComments(contents: JfrContents): string[] {
  const { events, measured, chunks, startNanos, durationNanos } = contents;
  const sums = sumsOf(events);
  const seconds = Number(durationNanos) / 1e9;
  const start = startNanos > 0n ? ` from ${formatDateTime(Number(startNanos) / 1e9, 'utc')} UTC` : '';
  return [
    ...gapComments(contents),
    ...seconds > 0 ? [`It records ${formatSeconds(seconds)}${start}${chunks > 1 ? ` in ${chunks} chunks` : ''}`] : [],
    ...JFR_KINDS.flatMap((kind) => {
      const own = sums.get(kind);
      return own === undefined ? [] : [kindComment(kind, own, { isMeasured: measured.has(kind), contents })];
    }),
    ...pauseComments(contents.pauses, seconds), ...settingComments(contents), ...stackComments(events),
  ];
}

function sumsOf(events: readonly JfrEvent[]): Map<JfrKindId, Sums> {
  const all = new Map<JfrKindId, Sums>();
  const names = new Map<JfrStack, string>();
  for (const { source, kind, stack, className, count, amount } of events) {
    const sums = all.get(kind) ?? {
      count: 0, amount: 0, perEvent: new Map<string, number>(), perName: new Map<string, number>(),
      perClass: new Map<string, number>(), longest: { amount: 0, name: '' },
      perSample: { least: Infinity, most: 0 },
    };
    all.set(kind, sums);
    const name = names.get(stack) ?? ownMethod(stack.frames);
    names.set(stack, name);
    const weight = amount ?? count;
    sums.count += count;
    sums.amount += amount ?? 0;
    sums.perSample.least = Math.min(sums.perSample.least, (amount ?? 0) / count);
    sums.perSample.most = Math.max(sums.perSample.most, (amount ?? 0) / count);
    add(sums.perEvent, source.event, count);
    add(sums.perName, name, weight);
    add(sums.perClass, className, weight);
    if (weight > sums.longest.amount) sums.longest = { amount: weight, name };
  }
  return all;
}

/** Returns the innermost method that is no part of the JDK, else the innermost frame. */
function ownMethod(frames: readonly ForeignFrame[]): string {
  const own = frames.find(({ name, file }) => file === undefined && name.includes('.') && !OF_JDK.test(name));
  return (own ?? frames[0])?.name.slice(0, MAX_NAME) ?? '';
}

function kindComment(
  kind: JfrKindId, sums: Sums, { isMeasured, contents }: { isMeasured: boolean; contents: JfrContents }
): string {
  const { count, amount, perEvent, longest } = sums;
  const events = `(${[...perEvent.keys()].join(', ')})`;
  const unit = isMeasured ? KINDS[kind].measured?.unit ?? 'count' : 'count';
  const most = mostOf(sums.perName, isMeasured ? unit : 'samples');
  const each = isMeasured ? periodWords(sums) : ', counted as samples: the recording states no period';
  const total = isMeasured ? `, ${formatProfileValue(amount, unit)}${count > 1 ? ' in total' : ''}` : '';
  const at = longest.name === '' ? '' : ` in ${longest.name}`;
  const longestIn = !isMeasured ? '' : count === 1 ? at
    : `, the longest ${formatProfileValue(longest.amount, unit)}${at}`;
  switch (kind) {
    case 'cpu': return `${counted(count, 'CPU sample')} ${events}${each}`;
    case 'event': {
      const event = contents.settings.find((one) => one.kind === 'event')?.event ?? '';
      return `${counted(count, 'sample')} of the event ${event} ${events}, which is no time${most}`;
    }
    case 'wall': return `${counted(count, 'wall-clock sample')} ${events}${each}, of threads that run or wait${most}`;
    case 'native':
      return `${counted(count, 'sample')} of threads in native code ${events}, which run or wait${most}`;
    case 'alloc': return `${counted(count, 'allocation sample')} ${events}${total}${most}${classWords(sums, unit)}`;
    case 'live':
      return `${counted(count, 'sampled object')} ${count === 1 ? 'was' : 'were'} still in use at the end ${events}${
        total}${most}${classWords(sums, unit)}; each stands for more memory, and what grows from one recording to the `
        + 'next may be a leak';
    case 'unfreed':
      return `${counted(count, 'call')} of malloc ${events} whose memory was not freed in the recording${total}${
        most}; memory of its last seconds may be freed later, the rest may be a leak`;
    case 'malloc':
      return `${counted(count, 'call')} of malloc ${events}${contents.hasFrees ? ' whose memory was freed again' : ''}${
        total}${most}${contents.hasFrees || contents.hasSkipped ? ''
        : '; the recording does not say what of it was freed'}`;
    case 'lock':
      return `Threads waited ${timesText(count)} for a lock that another held ${events}${total}${longestIn}: ${
        CONTENTION}`;
    case 'park':
      return `Threads parked ${timesText(count)} ${events}${total}${longestIn}; idle threads park, too`;
    case 'wait':
      return `Threads waited ${timesText(count)} in Object.wait ${events}${total}${longestIn}; they wait there to be `
        + 'notified, as idle threads do, which is no lock contention';
  }
}

const periodWords = ({ amount, perSample: { least, most } }: Sums): string =>
  (least === most ? `, ${formatSeconds(most / 1e9)} each` : `, ${formatSeconds(amount / 1e9)} in total`);

/** Returns the method with most of a kind; "" if no method is known. */
function mostOf(perName: ReadonlyMap<string, number>, unit: string): string {
  const [name, value] = largest(perName);
  return name === '' ? '' : `, most in ${name} (${unit === 'samples' ? counted(value, 'sample')
    : formatProfileValue(value, unit)})`;
}

function classWords({ perClass }: Sums, unit: string): string {
  const [name, value] = largest(perClass);
  return name === '' ? '' : `; most is of ${name.slice(0, MAX_NAME)} (${formatProfileValue(value, unit)})`;
}

/** Returns the key with the largest value, "" for none; "" as a key stands for what is not known. */
function largest(values: ReadonlyMap<string, number>): [string, number] {
  let most: [string, number] = ['', 0];
  for (const [key, value] of values) if (key !== '' && value > most[1]) most = [key, value];
  return most;
}

function gapComments({ gaps, chunks }: JfrContents): string[] {
  const [first] = gaps;
  if (first === undefined) return [];
  const are = gaps.length === 1 ? 'is damaged and is' : 'are damaged and are';
  return [`${gaps.length} of ${chunks + gaps.length} chunks ${are} left out (at byte ${
    first.at.toLocaleString('en-US')}: ${first.reason})`];
}

/** Returns how long garbage collection paused all threads; nothing for a recording without collections. */
function pauseComments({ collections, nanos, longest }: JfrPauses, seconds: number): string[] {
  if (nanos <= 0) return [];
  const share = seconds > 0 ? ` (${formatRatio(nanos / 1e9 / seconds)} of the time)` : '';
  return [`${counted(collections, 'garbage collection')} paused all threads for ${formatSeconds(nanos / 1e9)} in total${
    share}, the longest pause ${formatSeconds(longest / 1e9)}`];
}

function settingComments({ events, measured, settings }: JfrContents): string[] {
  const isOfJdk = measured.has('cpu') && settings.some(({ event, kind }) => event === '' && kind === 'cpu')
    && events.some(({ kind, source }) => kind === 'cpu' && source.event === EXECUTION_SAMPLE);
  return [
    ...isOfJdk ? ['CPU time is an estimate: the JDK samples threads in Java code alone (no GC, JIT or native code), at '
      + 'most 5 per period'] : [],
    ...measured.has('cpu') && settings.some(({ isDefault }) => isDefault)
      ? ['The recording states no interval: 10 ms is the default of async-profiler'] : [],
  ];
}

function stackComments(events: readonly JfrEvent[]): string[] {
  const without = events.filter(({ stack }) => stack.frames.length === 0).length;
  const cut = events.filter(({ stack }) => stack.isCut).length;
  return [
    ...without === 0 ? [] : [`${counted(without, 'event has', 'events have')} no stack`],
    ...cut === 0 ? [] : [`${counted(cut, 'stack is', 'stacks are')} cut at the stack depth of the recording, so the `
      + 'outermost callers are missing'],
  ];
}

function add(sums: Map<string, number>, key: string, value: number): void {
  sums.set(key, (sums.get(key) ?? 0) + value);
}
