/**
 * Parses the log of a Thanos, Mimir or Cortex compactor, which merges the blocks of a bucket: errors that it retries, a
 * halt, and blocks that it skips from then on.
 */
import type { Action, Part } from '../../../../../core/contract/contract.ts';
import { at, count, parts, seconds } from '../../../../../core/text/parts.ts';
import { freeTheDisk, restartCompactor } from '../../../advice/steps.ts';
import type { LogLine } from '../../../logs/readLog.ts';
import { causesOf, errorOf, failureOf, paceOf, periodOf, type LoggedFailure } from './loggedFailures.ts';

export interface CompactorEvents {
  failures: LoggedFailure[];
  halted: LoggedFailure | null;
  /** Blocks marked so that no compaction uses them again. */
  marked: LogLine[];
  /** Lines of compactions or iterations that it finished, of whichever tenant. */
  done: LogLine[];
  program: 'Thanos' | 'Mimir' | 'Cortex' | 'Mimir or Cortex' | null;
}

const ROWS: readonly [RegExp, 'failed' | 'halted' | 'marked' | 'done' | 'seen'][] = [
  [/^critical error detected/i, 'halted'],
  // A compactor without --wait exits, and its message is the error with its stack.
  [/^(?:group|compact|compaction)\b[^]{1,8000}\bcritical error detected\b/, 'halted'],
  [/^retriable error/i, 'failed'],
  // Loki's compactor works on files of an index.
  [/^compaction job failed|^failed to compact (?:user )?blocks|^failed to compact(?! files\b)/i, 'failed'],
  [/mark(?:ed|ing)? .{0,60}no[- ]compact/i, 'marked'],
  [/^compaction iterations done|^compacted blocks|^compaction job (?:succeeded|finished)/i, 'done'],
  [/^successfully compacted user blocks|^uploaded block/i, 'done'],
  [/^start sync of metas|^start of (?:gc|compactions)|^starting compaction of user blocks/i, 'seen'],
  [/^downloaded and verified blocks/i, 'seen'],
];

const SAME_FAILURE_MS = 5000;

const kindOf = (message: string): (typeof ROWS)[number][1] | null =>
  ROWS.find(([pattern]) => pattern.test(message))?.[1] ?? null;

export const isCompactorMessage = (message: string): boolean => kindOf(message) !== null;

/** Returns the compactor's events; expects lines in time order. */
export function compactorEvents(lines: readonly LogLine[]): CompactorEvents {
  const events: CompactorEvents = { failures: [], halted: null, marked: [], done: [], program: null };
  for (const line of lines) {
    const kind = kindOf(line.message);
    if (kind === null) continue;
    const program = programOf(line);
    if (events.program === null || program === 'Mimir' || program === 'Cortex') events.program = program;
    if (kind === 'failed') addFailure(events.failures, failureOf(line, null));
    else if (kind === 'halted') events.halted ??= failureOf(line, null);
    else if (kind === 'marked') events.marked.push(line);
    else if (kind === 'done' && line.fields.success !== 'false') events.done.push(line);
  }
  return events;
}

/** The folder in a path by which Mimir and Cortex differ. */
const FOLDER = /(?:^|[\s"'=:[])\/(?:[\w.@-]{1,60}\/){0,6}(mimir|cortex)\//;

/** Returns the program: jobs, and groups that are merged or split, are Mimir's; Cortex logs the rest too. */
function programOf({ message, fields }: LogLine): NonNullable<CompactorEvents['program']> {
  const group = `${fields.groupKey ?? ''} ${fields.err ?? ''}`;
  if (/\bjob\b/i.test(message) || /-(?:merge|split)-/.test(group)) return 'Mimir';
  const folder = FOLDER.exec(group)?.[1];
  if (folder !== undefined) return folder === 'mimir' ? 'Mimir' : 'Cortex';
  return /user blocks/i.test(message) || fields.component === 'compactor' ? 'Mimir or Cortex' : 'Thanos';
}

/** Adds a failure unless it repeats one: Mimir logs for a tenant what it has just logged for a job. */
function addFailure(failures: LoggedFailure[], failure: LoggedFailure): void {
  const last = failures.at(-1);
  const again = last !== undefined && failure.line.timeMs - last.line.timeMs < SAME_FAILURE_MS;
  if (!again || last.cause === null) failures.push(failure);
  if (again && last.cause === null && failure.cause !== null) failures.splice(-2, 1);
}

/** Returns the tenant of a line of Mimir or Cortex; "" without one. */
const tenantOf = ({ fields }: LogLine): string => fields.user ?? fields.tenant ?? '';

/** The name of a job of Mimir within its key, and the time of its blocks. */
const JOB = /-((?:split|merge)-\d{1,6}_of_\d{1,6})\b/;
const JOB_DONE = /^compaction job (?:succeeded|finished)/i;
const TIME = /^\d{4}-\d\d-\d\d \d\d:\d\d/;

/** Says that the failures are of one tenant, while jobs of others succeed; null if they are not. */
function othersOf(failures: readonly LoggedFailure[], done: readonly LogLine[]): string | null {
  const [failed = '', second] = new Set(failures.map(({ line }) => tenantOf(line)));
  const fine = done.filter((line) => JOB_DONE.test(line.message) && !['', failed].includes(tenantOf(line)));
  if (failed === '' || second !== undefined || fine.length === 0) return null;
  const [job, other] = new Set(failures.map(({ line }) => JOB.exec(line.fields.groupKey ?? '')?.[1] ?? ''));
  const times = [failures[0]?.line.fields.minTime, failures[0]?.line.fields.maxTime]
    .map((time) => TIME.exec(time ?? '')?.[0] ?? '');
  const span = times.includes('') ? '' : `, blocks of ${times.join(' to ')}`;
  const which = job === undefined || job === '' || other !== undefined ? '' : ` (${job}${span})`;
  const tenants = new Set(fine.map(tenantOf)).size;
  return `It is ${which === '' ? 'only' : 'one job of'} tenant ${failed}${which}: ${
    fine.length === 1 ? '1 job' : `${fine.length} jobs`} of ${tenants === 1 ? 'another tenant' : `${tenants} other `
    + 'tenants'} succeeded.`;
}

/** The message of a compactor that waits after the halt; without --wait it exits. */
const HALTING = /; halting\b/i;
const RUNS_ON = 'Its process runs on, but it compacts, downsamples and applies retention for no group.';
const AGAIN = 'It halts again while the cause is there.';
const UNORDERED = /\bout-of-order chunks\b/;
const SKIP = 'Mark the block for no compaction (thanos tools bucket mark), or let the compactor skip such blocks '
  + '(--compact.skip-block-with-out-of-order-chunks, from 0.23 on), then restart it.';

export interface CompactorVerdict {
  code: string; claim: Part[]; evidence: Part[][]; actions: Action[]; critical: boolean;
}

/** Codes: `log-compactor-halted`, `log-compactor-failing`, `log-compactor-marks`; null if it works or is not one. */
export function judgeCompactor(events: CompactorEvents): CompactorVerdict | null {
  const { failures, halted, marked, done } = events;
  const name = `The ${events.program ?? ''} compactor`.replace('  ', ' ');
  const lastMark = marked.at(-1);
  const marks = lastMark === undefined ? []
    : parts`${count(marked.length, 'block')} marked “no compaction”, the last at ${at(lastMark.timeMs / 1000)}.`;
  if (halted !== null) {
    const why = causesOf([halted]);
    const runsOn = HALTING.test(halted.line.message);
    return {
      code: 'log-compactor-halted', critical: true, actions: [...stepsFor(halted), restartCompactor],
      claim: parts`${name} has halted at ${at(halted.line.timeMs / 1000)}${why === '' ? '' : `: ${why}`}.`,
      evidence: [
        runsOn ? parts`${RUNS_ON}` : [],
        parts`It ${runsOn ? 'stays so' : 'compacts nothing'} until it is restarted. ${AGAIN}`,
        parts`It said: ${errorOf(halted)}.`, ...where(halted),
        events.program === 'Thanos' && UNORDERED.test(errorOf(halted)) ? parts`${SKIP}` : [], marks,
      ],
    };
  }
  const last = failures.at(-1);
  if (last !== undefined) {
    const failed = tenantOf(last.line);
    const recovered = done.some((line) => line.timeMs > last.line.timeMs
      && (failed === '' || tenantOf(line) === '' || tenantOf(line) === failed));
    const others = othersOf(failures, done);
    const whom = others === null ? '' : ` for tenant ${failed}`;
    const every = periodOf(failures);
    const why = causesOf(failures);
    const reason = why === '' ? '' : `: ${why}`;
    return {
      code: 'log-compactor-failing', critical: !recovered && failures.length > 1, actions: stepsFor(last),
      claim: recovered ? parts`${name} failed ${count(failures.length, 'time')}${whom} and recovered${reason}.`
        : every !== null ? parts`${name} fails${whom} every ${seconds(every)}${reason}.`
          : failures.length === 1 ? parts`${name} failed${whom} at ${at(last.line.timeMs / 1000)}${reason}.`
            : parts`${name} failed ${count(failures.length, 'time')}${whom}${paceOf(failures)}${reason}.`,
      evidence: [
        others === null ? [] : parts`${others}`,
        failures.length === 1 && !recovered ? parts`Its error: ${errorOf(last)}.`
          : parts`${count(failures.length, 'failure')} since ${
            at((failures[0] ?? last).line.timeMs / 1000)}: ${errorOf(last)}.`,
        ...where(last),
        recovered || !/retriable/i.test(last.line.message) ? []
          : parts`It tries the same again for ever; nothing is compacted meanwhile.`,
        marks,
      ],
    };
  }
  return marked.length === 0 ? null : {
    code: 'log-compactor-marks', critical: false, actions: [],
    claim: parts`${name} leaves ${count(marked.length, 'block')} out of compaction.`,
    evidence: [marks, parts`They stay as they are; queries over them read more blocks.`],
  };
}

/** Describes the disk, block and group; a full disk is that of the compactor's own folder, not of a server. */
function where({ cause, line }: LoggedFailure): Part[][] {
  const error = line.fields.err ?? '';
  const group = /group (\S{1,80}?):? /.exec(error)?.[1];
  const block = /(?:download|upload|compact)\w* block (?:from |\[)?([0-9A-Z]{26})/.exec(error)?.[1];
  const path = /(?:write|open|mkdir|create|preallocate) (\/[\w./@-]{1,200}?)\/\d+@/.exec(error)?.[1];
  return [
    ...unorderedIn(error),
    block === undefined ? [] : parts`Block ${block}${group === undefined ? null : parts` of group ${group}`}.`,
    cause !== 'disk-full' ? []
      : parts`The full disk is the compactor’s own${
        path === undefined ? '' : ` (${path})`}, not that of a Prometheus.`,
  ];
}

/** How Thanos and Cortex name a block in which series have chunks out of order. */
const DROPPED_BLOCK = new RegExp(
  /blocks with out-of-order chunks are dropped from compaction: {1,4}(?:\S{0,300}\/)?/.source
    + /([0-9A-HJKMNP-TV-Z]{26}): (\d{1,12})\/(\d{1,12}) series\b/.source
);

const UNTIL_MARKED = 'Its group is not compacted until the block is marked for no compaction: see whether a later '
  + 'line says that it was marked, and whether the compactor may write no-compact-mark.json to the bucket; else mark '
  + 'it by hand. The block itself stays in the bucket and is still queried.';

/** Tells in how many series of a block chunks are out of order, and how the compactor gets past that block. */
function unorderedIn(error: string): Part[][] {
  const [, block, some, all] = DROPPED_BLOCK.exec(error) ?? [];
  if (block === undefined) return [];
  return [
    parts`The block ${block} has chunks out of order in ${Number(some).toLocaleString('en-US')} of its ${
      Number(all).toLocaleString('en-US')} series, which is about the block and not about samples that come in now.`,
    parts`${UNTIL_MARKED}`,
  ];
}

function stepsFor({ cause }: LoggedFailure): Action[] {
  return cause === 'disk-full' ? [freeTheDisk] : [];
}
