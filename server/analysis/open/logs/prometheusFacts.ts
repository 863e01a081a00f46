/** Facts on a Prometheus start besides its WAL replay: the check of its blocks and of old files. */
import { formatSeconds } from '../../../../core/text/format.ts';
import { distinct, joined, quoted, timeOf } from '../look/factTools.ts';
import { isExcerpt } from '../../logs/excerpt/leftOut.ts';
import { slowLoads } from './configurationLoads.ts';
import { crashFacts } from './logFacts.ts';
import type { Look } from '../look/look.ts';
import { withAlertQueue } from './losses/alertQueue.ts';
import { beforeFirst } from './losses/beforeFirst.ts';
import { withFileDiscovery } from './losses/fileDiscovery.ts';
import { lossLeads } from './losses/leads.ts';
import { lostReferences } from './losses/lostReferences.ts';
import { withTakenLabels } from './messages/matchGroups.ts';
import { meaningOf } from './said/meanings.ts';
import { mergedBlocks } from './ordinary/mergedBlocks.ts';
import { lateHead, unorderedSeries } from './heads/lateHead.ts';
import { longCheckpoints } from './heads/longCheckpoints.ts';
import { damagedLabels } from './chains/damagedLabels.ts';
import { droppedSamples, refusedPool, withoutLoss } from './chains/droppedSamples.ts';
import { sharedTargets, withoutOpenStep } from './chains/compared/sharedTargets.ts';
import { withoutTwoTargets } from './chains/compared/twiceInScrape.ts';
import { scrapeRounds } from './said/causes/scrapeRounds.ts';
import { withStopByHand } from './ordinary/stoppedByHand.ts';
import { withAddressSpace } from './databases/addressSpace.ts';
import { narrowProcess, withoutCode } from './databases/narrowProcess.ts';
import { withoutExpected } from './chains/files/expectedOverlaps.ts';
import { headFilesFact } from './chains/files/headFiles.ts';
import { misspelledFields, withoutReloads } from './chains/misspelledFields.ts';
import { withOwnClock } from './chains/ownClock.ts';
import { withQueryLog } from './chains/files/queryLogFile.ts';
import { withNativeExemplars } from './chains/compared/nativeExemplars.ts';
import { quarantinedSeries } from './chains/compared/quarantined.ts';
import { unsentOutage } from './chains/compared/unsentOutage.ts';
import { removedCheckpointFact } from './chains/files/removedCheckpoint.ts';
import { withBlockMagic } from './chains/files/blockMagic.ts';
import { withMissingMetas } from './chains/files/missingMetas.ts';
import { reshardingFacts, standstill } from './chains/resharding.ts';
import { shortBlocksFact } from './chains/files/shortBlocks.ts';
import { entriesOf } from './ordinary/entries.ts';
import { oldQueue } from './values/oldQueue.ts';
import { remoteLag } from './values/remoteLag.ts';
import { stoppedStarts } from './probes/stoppedStarts.ts';
import { unreadyProbe } from './probes/replayProbe.ts';
import { withPastDisk } from './said/causes/systemMeanings.ts';
import { failedRules, refusedAtStart } from './rules/failed/failedRules.ts';
import {
  rushedFact, throttlingFact, throttlingFigures, withRushedStep, withThrottlingStep,
} from './chains/throttling.ts';
import { refusedWatches, withoutOtherWatches } from './chains/watches.ts';
import { paceOf } from './figures/repeats.ts';

const RECOVERY = /Starting crash recovery/;
/** What several requests lost comes before the errors beside it. */
const DROPS_MANY = /^By the lines, /;

export function prometheusFacts(look: Look): string | null {
  const lines = distinct(look);
  const isPart = isExcerpt(look.text);
  const end = stopped(lines);
  const logged = withAddressSpace(crashFacts(withoutExpected(withoutReloads(look))), look);
  const drops = droppedSamples(lines);
  const watches = refusedWatches(lines);
  const others = withNativeExemplars(withQueryLog(withoutStop(logged, end !== null), look), lines);
  const throttled = withRushedStep(withThrottlingStep(others, lines, look.words), lines);
  const queued = withFileDiscovery(withAlertQueue(withTakenLabels(throttled, lines), lines), lines);
  const stepped = withOwnClock(queued, look);
  const named = withMissingMetas(stepped, lines);
  const narrow = narrowProcess(look.bare);
  const quotedAs = quotedEnd(look, named);
  const damaged = withBlockMagic(quotedAs ?? named, lines, look.text);
  const facts = withoutOtherWatches(withoutLoss(quotedAs === null ? damaged : named, drops), watches);
  const leads = drops !== null && DROPS_MANY.test(drops) && lossLeads(facts);
  const refused = refusedPool(lines, facts) ?? sharedTargets(lines);
  const unstored = unwritten(lines);
  const untwinned = withoutOpenStep(withoutTwoTargets(facts, refused), refused);
  const said = untwinned !== null && unstored?.startsWith(HAD_NO_ROOM) === true ? withPastDisk(untwinned) : untwinned;
  if (!lines.some((line) => RECOVERY.test(line)))
    return withStopByHand(joined([
      unstored, leads ? drops : null, lossLeads(facts) ? standstill(look) : null,
      quotedAs === null ? null : damaged,
      quotedAs === null ? checkedBlocks(lines, isPart) : null,
      begunCompactions(lines, isPart), mergedBlocks(lines), withoutCode(said, narrow),
      facts?.includes('told to stop') === true ? stoppedStarts(lines, look.envelope) : null, scrapeRounds(lines),
      unreadyProbe(lines), narrow, refused, quarantinedSeries(lines),
      unsentOutage(lines), lostReferences(lines), beforeFirst(lines),
      lateHead(lines), longCheckpoints(lines), damagedLabels(lines) ?? unorderedSeries(lines),
      removedCheckpointFact(look),
      shortBlocksFact(look), misspelledFields(look),
      logged === null || facts?.includes('told to stop') === true ? null : end, slowLoads(lines),
      refusedAtStart(lines), failedRules(lines), reshardingFacts(look), headFilesFact(look), throttlingFigures(lines),
      oldQueue(look), remoteLag(entriesOf(look)),
      throttlingFact(lines), rushedFact(lines), watches, leads ? null : drops,
    ]), look, facts === null && unstored === null);
  const secondsOf = (line: string | undefined): number =>
    (line === undefined ? NaN : Number(/^[A-Z]{4}\[(\d{1,9})\]/.exec(line)?.[1] ?? timeOf(line)));
  const begun = secondsOf(lines.find((line) => RECOVERY.test(line)));
  const done = lines.find((line) => /[Cc]rash recovery complete/.test(line));
  const took = secondsOf(done ?? lines.findLast((line) => Number.isFinite(secondsOf(line)))) - begun;
  const scanned = lines.flatMap((line) => /(\d{1,12}) files scanned/.exec(line)?.[1] ?? []).at(-1);
  // Its stamps have whole seconds.
  const long = took > 0 ? ` after ${formatSeconds(took)}` : took === 0 ? ' after less than 1 s' : '';
  const series = done === undefined ? undefined : lines.flatMap((line) =>
    /\b(\d{1,12}) series (?:found|loaded)\b/.exec(line)?.[1] ?? []).at(-1);
  const files = scanned === undefined ? '' : `, with ${Number(scanned).toLocaleString('en-US')} files scanned`;
  return joined([
    done === undefined
      ? `It was not shut down cleanly before, and recovers from that: it serves nothing until it is done. The ${
        isPart ? 'excerpt' : 'log'} ends ${took > 0 ? `${long.trimStart()} of it` : 'before that'}${files}.`
      : `It was not shut down cleanly before; its crash recovery was complete${long}${files}${
        series === undefined ? '' : `, and it has ${Number(series).toLocaleString('en-US')} series`}.`,
    'A Prometheus older than 2.0 has no WAL: it checks all of its files instead.', facts,
  ]);
}

/** Returns its final error, if a sentence next to other lines of the log quotes it in backticks. */
function quotedEnd({ words }: Look, told: string | null): string | null {
  const said = /`(opening storage failed: [^`\n]{1,600})`/.exec(words)?.[1];
  const meaning = said === undefined ? null : meaningOf(said);
  return said === undefined ? null
    : joined([`It ended with ${quoted(said)}.`, meaning !== null && told?.includes(meaning) === true ? null : meaning]);
}

/** Counts the checked blocks in a log that is only the middle of a start; null for other logs. */
function checkedBlocks(lines: readonly string[], isPart: boolean): string | null {
  const blocks = lines.filter((line) => /found healthy block/i.test(line)).length;
  const timed = lines.filter((line) => Number.isFinite(timeOf(line))).length;
  return blocks === 0 || blocks < timed ? null
    : `It is a part of a start: ${blocks} ${blocks === 1 ? 'block was' : 'blocks were'} checked${
      isPart ? '; the replay of the WAL is not in the lines.' : ', and the log ends before the replay of the WAL.'}`;
}

const BEGUN = /\bmsg="compact blocks" blocks="?\[([0-9A-Z ]{26,4000})\]/;

/** Counts compactions of a 2.0 beta, which logs their source blocks, but neither block times nor the end. */
function begunCompactions(lines: readonly string[], isPart: boolean): string | null {
  const begun = lines.flatMap((line) => {
    const blocks = BEGUN.exec(line)?.[1];
    return blocks === undefined ? [] : [{ time: timeOf(line), isHead: !blocks.includes(' ') }];
  });
  if (begun.length === 0) return null;
  // Others may be left out between them.
  const [every, apart] = isPart ? ['', ''] : paceOf(begun.filter(({ isHead }) => isHead).map(({ time }) => time));
  return `It began ${isPart ? 'at least ' : ''}${begun.length} ${begun.length === 1 ? 'compaction' : 'compactions'}${
    every !== '' ? `, one of a single block${every}` : apart === '' ? '' : `; those of a single block are ${
      apart.replace(', ', '')}`}. `
    + 'A beta of Prometheus 2.0 does not log when they end.';
}

/** Errors of a write, with what they say of the disk. */
const UNWRITTEN = /(write to WAL: [^"]{1,300}?(no space left on device|input\/output error|stale file handle))/;

const HAD_NO_ROOM = 'It dropped samples, because its disk was full';
/** Later lines which show that its disk is written again. */
const WRITES = /\bmsg"?[=:] ?"(?:write block|WAL checkpoint complete)/i;

/** Reports failed WAL writes of a server that runs on although its disk is full or broken. */
function unwritten(lines: readonly string[]): string | null {
  const said = lines.flatMap((line, i) => {
    const [, error, reason] = UNWRITTEN.exec(line) ?? [];
    return error === undefined ? [] : [{ error, i, isFull: reason === 'no space left on device' }];
  });
  const [first, last] = [said[0], said.at(-1)];
  if (first === undefined || last === undefined) return null;
  const isOver = lines.slice(last.i + 1).some((line) => WRITES.test(line));
  const isFull = said.some((one) => one.isFull);
  const what = isOver ? isFull ? HAD_NO_ROOM : 'It dropped samples, because its disk reported errors'
    : `It drops samples, because its disk ${isFull ? 'is full' : 'reports errors'}`;
  const after = isOver ? ' No line says so after a later block or checkpoint.' : '';
  return `${what}. ${said.length === 1 ? 'One line says' : `${said.length} lines say`} so, the first: ${
    quoted(first.error)}.${after}`;
}

const STOP = /Received (?:SIGTERM|an OS signal), exiting gracefully/;

const STOPPED_ONCE = /(?:^| )It was told to stop(?: at [^".]{1,40})?\./;

/** Drops that it was told to stop if its end is reported, too. */
function withoutStop(facts: string | null, isEndTold: boolean): string | null {
  const said = isEndTold ? facts?.replace(STOPPED_ONCE, '').trim() : facts;
  return said === undefined || said === '' ? null : said;
}

/** Says when a server that logged errors was told to stop, and when it had ended; null without both lines. */
function stopped(lines: readonly string[]): string | null {
  const from = lines.findLastIndex((line) => STOP.test(line));
  const to = lines.findIndex((line, i) => i > from && from >= 0 && line.includes('See you next time!'));
  const [told, ended] = [timeOf(lines[from] ?? ''), timeOf(lines[to] ?? '')];
  return !(ended >= told) ? null
    : `It was told to stop at ${new Date(told * 1000).toISOString().replace(/\.\d+/, '')}, and ended ${
      formatSeconds(ended - told)} later.`;
}
