/** Ties the log of a program that suffers to the log of the one whose work fails, or cannot be done. Pure. */
import { gravityOfLevel } from '../../../logs/errors/levels.ts';
import { counted } from '../../../../../core/text/format.ts';
import type { LogLine } from '../../../logs/readLog.ts';
import { shortError } from '../../../logs/shortError.ts';
import { joined } from '../../look/factTools.ts';
import { clockOf, type CaseLog } from './caseLog.ts';
import { storeCauseOf, storeStep } from './storeCause.ts';
import { wholeText } from './troubles.ts';

/** What is said of the log named, which suffers, and the parts of its own report that this makes needless. */
export interface FailedWork { name: string; said: string; without: readonly (string | RegExp)[] }

/** Work that one program does at intervals, and that others depend on. */
interface Work {
  /** An error of those who depend on it; its groups: when the work last succeeded, and the age that is allowed. */
  suffers: RegExp;
  starts: RegExp; fails: RegExp; succeeds: RegExp;
  /** What the work makes, and what does the work. */
  result: string; worker: string;
  /** What follows, and what does not help. */
  effect: string; needless: string;
  without: readonly (string | RegExp)[];
}

const WORKS: readonly Work[] = [{
  suffers: new RegExp('bucket index is too old(?:\\. It was last updated at (\\S{10,40}?), which exceeds the maximum '
    + 'allowed staleness period of ([\\dhms.]{2,20}))?'),
  starts: /^started blocks cleanup and maintenance/, fails: /^failed to run blocks cleanup and maintenance/,
  succeeds: /^successfully completed blocks cleanup and maintenance/,
  result: 'the bucket index', worker: 'the blocks cleaner of the compactor',
  effect: 'queries fail', needless: 'Restarting the queriers changes nothing.',
  without: [/: see whether the compactor runs, which writes it(?=\.)/],
}];

const MAX_CAUSE = 170;
/** An index is dated within the run that writes it; without a line on its start, at most this long before its end. */
const MAX_RUN_MS = 15 * 60_000;
const START_MS = 1000;
const SEVERAL = /^\d{1,6} errors?:\s/;

/** Returns the first of several errors in one, shortened. */
const causeOf = ({ fields, message }: LogLine): string =>
  shortError((fields['err'] ?? fields['error'] ?? message).replace(SEVERAL, '').split('; ', 1)[0] ?? '', MAX_CAUSE);

/** Tells that `one` suffers because work in `other` fails; null if it does not. */
export function failedWork(one: CaseLog, other: CaseLog): FailedWork | null {
  for (const work of WORKS) {
    const said = workSaid(work, one, other);
    if (said !== null) return { name: one.name, said, without: work.without };
  }
  return null;
}

function workSaid(work: Work, one: CaseLog, other: CaseLog): string | null {
  const hurt = one.lines.flatMap((line) => {
    const found = work.suffers.exec(wholeText(line));
    return found === null ? [] : [{ line, updated: found[1], allowed: found[2] }];
  });
  const last = hurt.at(-1);
  if (last === undefined) return null;
  const updatedMs = Date.parse(last.updated ?? '');
  const goodRun = other.lines.findLast(({ message, timeMs }) =>
    work.succeeds.test(message) && timeMs <= last.line.timeMs);
  const sinceMs = Number.isNaN(updatedMs) ? goodRun?.timeMs ?? -Infinity : updatedMs;
  // A run that succeeded after the update, and did not make it, shows that something else is wrong.
  if (goodRun !== undefined && !isOfRun(work, other, goodRun, sinceMs)) return null;
  const failed = other.lines.filter(({ message, timeMs }) => work.fails.test(message) && timeMs > sinceMs);
  const [first] = failed;
  const latest = failed.at(-1);
  if (first === undefined || latest === undefined || first.timeMs > last.line.timeMs) return null;
  if (!isOfSameUsers(hurt.map(({ line }) => line), failed)) return null;
  const recovered = other.lines.find(({ message, timeMs }) =>
    work.succeeds.test(message) && timeMs > Math.max(latest.timeMs, last.line.timeMs));
  const cause = storeCauseOf(wholeText(latest));
  const good = goodRun === undefined || goodRun.timeMs < sinceMs ? ''
    : `, in the last good run in ${other.name} (completed at ${clockOf(goodRun.timeMs)})`;
  const updated = Number.isNaN(updatedMs) ? '' : ` was last updated at ${clockOf(updatedMs)} UTC${good}; it`;
  const isMixed = other.lines.some(({ message, timeMs }) =>
    work.succeeds.test(message) && timeMs > first.timeMs && timeMs < latest.timeMs);
  const many = `${isMixed ? '' : 'all '}${failed.length} runs`;
  const runs = failed.length === 1 ? `the run at ${clockOf(first.timeMs)} UTC failed`
    : `${many} from ${clockOf(first.timeMs)} to ${clockOf(latest.timeMs)} UTC failed`;
  return joined([
    `The cause is in ${other.name}: ${work.result}${updated} is written by ${work.worker}, of which ${runs}: "${
      causeOf(latest)}".`,
    `${last.allowed === undefined ? `Therefore ${work.effect}` : `When it is older than ${last.allowed}, ${work.effect}`
    } (${counted(hurt.length, 'error')} in ${one.name}).`,
    recovered !== undefined ? `A run succeeded at ${clockOf(recovered.timeMs)} UTC, so that should end.`
      : `${cause === null ? 'Resolve that error' : storeStep(cause)}: with the next run that succeeds it is up to `
        + `date again. ${work.needless}`,
  ]);
}

const USER = /\buser:? {0,2}([\w.@-]{1,100}?)(?=[:;,\s]|$)/g;

/** Whether those who suffer are among the users that the failed runs name; true if either side names none. */
function isOfSameUsers(hurt: readonly LogLine[], failed: readonly LogLine[]): boolean {
  const users = new Set(hurt.flatMap(({ fields }) => fields['user'] ?? fields['org_id'] ?? []));
  const named = failed.slice(-1).flatMap(({ fields, message }) =>
    [...(fields['err'] ?? message).matchAll(USER)].flatMap(([, user]) => user ?? []));
  return users.size === 0 || named.length === 0 || named.some((user) => users.has(user));
}

/** Whether a run that ended is the one in which the result was dated. */
function isOfRun({ starts }: Work, { lines }: CaseLog, run: LogLine, datedMs: number): boolean {
  if (run.timeMs <= datedMs) return true;
  const start = lines.findLast(({ message, timeMs }) => starts.test(message) && timeMs <= run.timeMs);
  return start === undefined ? run.timeMs - datedMs <= MAX_RUN_MS : start.timeMs <= datedMs + START_MS;
}

const ULID = /\b[0-7][0-9A-HJKMNP-TV-Z]{25}\b/g;
const DELETED = /^deleted block\b/;
const UNREADABLE = /^loading block failed\b/;

/** Tells that errors of `one` name a block that the program of `other` deleted before, or cannot load. */
export function lostBlock(one: CaseLog, other: CaseLog): FailedWork | null {
  const named = new Map<string, LogLine>();
  for (const line of one.lines.filter(({ level }) => gravityOfLevel(level) === 'error')) {
    for (const [block] of wholeText(line).matchAll(ULID)) if (!named.has(block)) named.set(block, line);
  }
  for (const line of other.lines) {
    const isDeleted = DELETED.test(line.message);
    if (!isDeleted && !UNREADABLE.test(line.message)) continue;
    const [block = ''] = wholeText(line).match(ULID) ?? [];
    const error = named.get(block);
    if (error === undefined || (isDeleted && line.timeMs > error.timeMs)) continue;
    const which = `The block ${block}, which errors of ${one.name} name from ${clockOf(error.timeMs)} UTC on,`;
    const at = `by the program of ${other.name} (at ${clockOf(line.timeMs)} UTC)`;
    const said = isDeleted ? `${which} was deleted ${at}. If the reader still lists it, compare the interval at which `
      + 'it reads the bucket with the deletion delay of the compactor.'
      : `${which} cannot be loaded ${at}: "${causeOf(line)}".`;
    return { name: one.name, said, without: [] };
  }
  return null;
}
