/** Says what kinds of events a Java Flight Recorder file has, and which option converts each. Pure. */
import { counted, formatDateTime, formatSeconds, formatValue } from '../../../../core/text/format.ts';
import type { Look } from '../look/look.ts';
import { readJfr, type JfrKind, type JfrSummary } from './jfrChunk.ts';

/** `noun`: of one event; `nouns`: of several. */
interface Group { option: string; file: string; noun: string; nouns: string; events: readonly string[] }

/** Events that async-profiler converts to a profile; locks first, because a CPU profile does not show a wait. */
const LOCKS: Group = {
  option: '--lock --total', file: 'lock', noun: 'park of a thread, perhaps an idle one',
  nouns: 'parks of a thread, also of idle ones', events: ['jdk.JavaMonitorEnter', 'jdk.ThreadPark'],
};
const CPU: Group = {
  option: '--cpu', file: 'cpu', noun: 'sample of running code', nouns: 'samples of running code',
  events: ['jdk.ExecutionSample'],
};
const ALLOCATIONS: Group = {
  option: '--alloc --total', file: 'alloc', noun: 'sample of an allocation', nouns: 'samples of allocations',
  events: ['jdk.ObjectAllocationSample', 'jdk.ObjectAllocationInNewTLAB', 'jdk.ObjectAllocationOutsideTLAB'],
};
const GROUPS: readonly Group[] = [
  LOCKS, CPU,
  {
    option: '--cpu-time', file: 'cpu-time', noun: 'sample of CPU time', nouns: 'samples of CPU time',
    events: ['jdk.CPUTimeSample'],
  },
  {
    option: '--wall', file: 'wall', noun: 'wall-clock sample', nouns: 'wall-clock samples',
    events: ['profiler.WallClockSample'],
  },
  ALLOCATIONS,
  { option: '--live', file: 'live', noun: 'live object', nouns: 'live objects', events: ['profiler.LiveObject'] },
  {
    option: '--nativemem', file: 'nativemem', noun: 'call of malloc', nouns: 'calls of malloc',
    events: ['profiler.Malloc'],
  },
];
const RECORD = 'Record samples of code and allocations: jcmd PID JFR.start settings=profile duration=60s '
  + 'filename=app.jfr, or asprof -d 60 -o jfr -f app.jfr PID.';
/** Waits until another thread notifies, which the converter leaves out. */
const OBJECT_WAIT = 'jdk.JavaMonitorWait';
const NO_LOCKS = 'Without an option it makes a CPU profile only';

const summaries = new WeakMap<Look, { read: JfrSummary | null }>();

function summaryOf(look: Look): JfrSummary | null {
  const known = summaries.get(look) ?? { read: readJfr(look.bytes, look.isCut) };
  summaries.set(look, known);
  return known.read;
}

/** Returns the groups that a file has events of, with the events. */
function groupsIn({ kinds }: JfrSummary): { group: Group; own: { name: string; kind: JfrKind }[] }[] {
  return GROUPS.map((group) => ({
    group, own: group.events.flatMap((name) => {
      const kind = kinds.get(name);
      return kind === undefined ? [] : [{ name, kind }];
    }),
  })).filter(({ own }) => own.length > 0);
}

/** Describes the events of a file, waits for a monitor first. */
export function jfrFacts(look: Look): string {
  const summary = summaryOf(look);
  if (summary === null) return 'It may hold CPU, allocation and lock events of the JVM.';
  const { kinds, seconds, startSeconds, isWhole } = summary;
  const monitors = kinds.get('jdk.JavaMonitorEnter');
  const total = [...kinds.values()].reduce((sum, { count }) => sum + count, 0);
  const span = `${formatSeconds(seconds)} from ${formatDateTime(startSeconds, 'utc')} UTC`;
  const part = isWhole ? '' : ' in the part that was read';
  const objectWaits = kinds.get(OBJECT_WAIT)?.count ?? 0;
  const others = [
    ...groupsIn(summary).flatMap(({ group, own }) =>
      own.filter(({ name }) => name !== 'jdk.JavaMonitorEnter').map(({ name, kind: { count } }) =>
        `${counted(count, group.noun, group.nouns)} (${name})`)),
    ...objectWaits === 0 ? []
      : [`${counted(objectWaits, 'wait in Object.wait', 'waits in Object.wait')} (${OBJECT_WAIT})`],
  ];
  return [
    ...monitors === undefined ? [] : [waitsText(monitors)],
    ...others.length === 0 ? [] : [`It ${monitors === undefined ? '' : 'also '}has ${listOf(others)}.`],
    ...monitors === undefined && others.length === 0 ? ['It has no samples of code, allocations or locks.'] : [],
    `It records ${span}: ${counted(total, 'event')} of ${counted(kinds.size, 'kind')}${part}.`,
  ].join(' ');
}

function waitsText({ count, seconds, least, most }: JfrKind): string {
  const each = least === Infinity || seconds === 0 ? ''
    : `, ${formatSeconds(seconds)} together, ${formatSeconds(least)} to ${formatSeconds(most)} each`;
  const often = count === 1 ? 'once' : `${formatValue(count, 'count')} times`;
  return `Threads waited ${often} for a monitor that another held `
    + `(jdk.JavaMonitorEnter${each}): that is lock contention, waiting and no CPU time; waits below the recording’s `
    + 'threshold are not in it.';
}

const listOf = (words: readonly string[]): string =>
  (words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1) ?? ''}`);

/** Returns the command for each kind that the file has, or for the usual ones if it cannot be read. */
export function jfrRemedy(look: Look): string {
  const summary = summaryOf(look);
  const file = /^[\w.-]{1,80}$/.test(look.name) ? look.name : 'recording.jfr';
  const groups = summary === null ? [] : groupsIn(summary).map(({ group }) => group);
  if (summary?.isWhole === true && groups.length === 0) return RECORD;
  const found = groups.length === 0 ? [CPU, ALLOCATIONS, LOCKS] : groups;
  const commands = found.map((group) =>
    `jfrconv ${group.option} ${file} ${group.file}.pb.gz`);
  const isMore = found.some((group) => group !== CPU);
  const lost = !isMore ? '' : ` ${NO_LOCKS}, ${
    found.includes(LOCKS) ? 'which has no lock waits' : 'which has none of the other events'}.`;
  return `Convert each kind with async-profiler’s converter and open the results: ${commands.join('; ')}.${lost}${
    summary === null ? ` jfr summary ${file} (in the JDK) counts its events. jcmd PID JFR.dump filename=dump.jfr `
      + 'writes a recording that still runs.' : ''}`;
}
