/**
 * Judges a log whose errors and warnings are all harmless or over: a wait for a neighbour that became ready, sends
 * that succeeded by a retry, messages of no loss that matters. Pure; bounded.
 */
import { counted, formatSeconds } from '../../../../../core/text/format.ts';
import { ends } from '../../look/factTools.ts';
import type { Look } from '../../look/look.ts';
import { atTime, entriesOf, oldestFirst, secondsBetween, type Entry } from '../../logs/ordinary/entries.ts';
import { saidLine } from '../../logs/said/lines/saidLine.ts';
import { sentencesOf } from '../../look/sentences.ts';
import { isMeaning } from '../../logs/said/meanings.ts';
import { gravityOf } from '../gravity.ts';
import {
  firstAttempts, oneSkippedObject, sampledRefusals, sentAgainAfterRestart, type Failed,
} from './littleWrong.ts';

/** A longer text is only sampled. */
const MAX_LINES = 1000;
/** Ends of a program, whose lines have no level, and states of one that ended. */
const ENDS = new RegExp(/(?:^|[\s"|>\]:])(?:panic: |fatal error: |SIG(?:SEGV|BUS|ABRT|KILL)\b)/.source
  + /|\bKilled\b|OOMKilled|CrashLoopBackOff|[Oo]ut of memory|exit(?:ed with)? code [1-9]/.source, 'm');
/** Words before the quotation of an error or a warning, which are judged by their lines. */
const OF_LINE = /\b[Tt]he (?:error|warning) "/g;
/** A log that goes on for a shorter time shows nothing of what came after. */
const MIN_AFTER_SECONDS = 60;

/** A wait that such a message repeats until its success. */
interface Wait { failed: RegExp; done: RegExp; said: string }

const WAITS: readonly Wait[] = [
  {
    failed: /^failed to (?:get|fetch) (?:initial )?(?:Prometheus|external) \w{2,20}\. Is Prometheus running\?/i,
    done: /^successfully (?:loaded|validated) prometheus /i, said: 'for Prometheus',
  },
  {
    failed: /^Failed to trigger reload\. Retrying/, done: /^Reload triggered\b/, said: 'to trigger a reload',
  },
];
const UNREADY = /\b503\b/;
const ANSWERED = 'Prometheus answered 503 meanwhile: it ran, and was not ready yet, as while it replays its WAL.';

/** Returns that a wait is over; null if anything else failed, or if the log does not go on after it. */
function waitOver(entries: readonly Entry[], failed: readonly Failed[]): string | null {
  const wait = WAITS.find(({ failed: message }) => failed.every((one) => message.test(one.message)));
  const [first, last] = [failed[0]?.entry, failed.at(-1)?.entry];
  if (wait === undefined || last === undefined) return null;
  const done = entries.slice(entries.indexOf(last) + 1).find(({ message }) => wait.done.test(message));
  const newest = entries.findLast(({ moment }) => moment !== null);
  const [waited, after] = [secondsBetween(first, done), secondsBetween(done, newest)];
  if (done === undefined || waited === null || after === null || after < MIN_AFTER_SECONDS || atTime(done) === '')
    return null;
  const why = failed.every(({ cause }) => UNREADY.test(cause)) ? ` ${ANSWERED}` : '';
  return `Nothing is wrong where the log ends: it waited ${formatSeconds(waited)} ${wait.said}, until${
    atTime(done).replace(/^ at/, '')} ("${ends(done.message)}").${why} No error or warning follows in the ${
    formatSeconds(after)} after that.`;
}

const UNSENT = /^couldn't send a block with size (\d{1,12}) bytes to "([^"]{1,300})"/;
const AGAIN = /; re-sending the block in (\d[\d.]{0,12}) ?s(?:econds)?\b/;
const CLOSED = 'A broken pipe says that the other side had closed the connection before: if it matters, look at the '
  + 'idle timeout and the restarts of what listens there.';
/** The longest wait before the first retry: later ones are longer. */
const FIRST_WAIT_SECONDS = 2;

/** Returns that no block failed again; null if one did, or if other messages are beside those. */
function sentAtNextTry(entries: readonly Entry[], failed: readonly Failed[]): string | null {
  const blocks = failed.map(({ entry, message }) => {
    const [, size, url] = UNSENT.exec(message) ?? [];
    const wait = Number(AGAIN.exec(entry.line)?.[1] ?? 'NaN');
    return size === undefined || !(wait <= FIRST_WAIT_SECONDS) ? null : { key: `${size} ${url ?? ''}`, wait, entry };
  });
  if (blocks.some((one) => one === null)) return null;
  const last = blocks.at(-1);
  const newest = entries.findLast(({ moment }) => moment !== null);
  const isAgain = blocks.some((one, i) => blocks.slice(i + 1).some((later) => later?.key === one?.key
    && (secondsBetween(one?.entry, later?.entry) ?? 0) < MIN_AFTER_SECONDS));
  if (last === undefined || last === null || isAgain) return null;
  const isLastSeen = (secondsBetween(last.entry, newest) ?? 0) > last.wait;
  const seen = isLastSeen ? blocks.length : blocks.length - 1;
  if (seen === 0) return null;
  return `Little is wrong: no line says that a block failed again, so ${
    blocks.length === 1 ? 'the block' : seen === 1 ? 'the first one'
    : `each of the ${isLastSeen ? '' : 'first '}${seen} blocks`} was sent by a retry${
    isLastSeen ? ', and none was lost' : '; the retry of the last one is not in the lines'}.${
    failed.every(({ entry }) => entry.line.includes('write: broken pipe')) ? ` ${CLOSED}` : ''}`;
}

type JudgeLines = (failed: readonly Failed[], entries: readonly Entry[]) => string | null;

/** Messages that report no loss that matters, with the judgement on a log that has no others. */
const HARMLESS: readonly (readonly [RegExp, JudgeLines])[] = [
  [/^Error on ingesting out-of-order exemplars/, () =>
    'Little is wrong: only exemplars were refused; the samples of these scrapes are stored.'],
  [/^Series quarantined\.?$/, quarantined],
];

const CHECKPOINT = /^Done checkpointing in-memory metrics\b/;
const MAX_QUARANTINED = 20;

function quarantined(failed: readonly Failed[], entries: readonly Entry[]): string | null {
  const from = failed[0] === undefined ? -1 : entries.indexOf(failed[0].entry);
  const checkpoints = entries.slice(from).filter(({ message }) => CHECKPOINT.test(message)).length;
  return failed.length > MAX_QUARANTINED || checkpoints === 0 ? null
    : `Little is wrong: ${failed.length === 1 ? 'one series was' : `${failed.length} series were`} set aside, and the `
      + `server runs on (${counted(checkpoints, 'checkpoint')} done since the first of them).`;
}

/** What refused samples mean where nobody sends them again. */
const OF_REFUSED = /^(?:A series got two values for one time\b|What was refused is lost\.$)/;

/** Returns the judgement before the facts; null if a line or a fact tells of anything else that is wrong. */
export function harmlessFirst(look: Look, facts: string): string | null {
  const isOther = gravityOf(facts.replaceAll(OF_LINE, '"')) > 0;
  if (look.isCut || look.lines.length >= MAX_LINES || isOther || ENDS.test(look.bare)) return null;
  const entries = oldestFirst(entriesOf(look));
  const failed = entries.flatMap((entry): Failed[] => {
    const said = saidLine(entry.line);
    return said === null ? [] : [{ entry, message: said.message, cause: said.cause }];
  });
  if (failed.length === 0) return null;
  const judge = HARMLESS.find(([message]) => failed.every((one) => message.test(one.message)))?.[1];
  const again = sentAgainAfterRestart(failed, entries, look.text);
  // What such a refusal means otherwise is no cause and no step here.
  if (again !== null)
    return [again, ...sentencesOf(facts).filter((one) => !isMeaning(one) && !OF_REFUSED.test(one))].join(' ');
  const said = judge?.(failed, entries) ?? waitOver(entries, failed) ?? sentAtNextTry(entries, failed)
    ?? firstAttempts(failed, entries, look.text) ?? sampledRefusals(failed, entries) ?? oneSkippedObject(failed);
  return said === null ? null : `${said} ${facts}`;
}
