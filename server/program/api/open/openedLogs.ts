/** Answers what an opened log says, and joins it with a target on request. */
import type { CompactionLogs, Finding, MeasuredLog, OpenedLog, QueryLog } from '../../../../core/contract/contract.ts';
import { finding, statements, worstFirst } from '../../../../core/finding.ts';
import type { Result } from '../../../../core/result.ts';
import { at, parts, seconds } from '../../../../core/text/parts.ts';
import { asksForSpace, decidedSpace } from '../../../analysis/open/logs/databases/addressSpace.ts';
import { isWait } from '../../../analysis/open/logs/said/causes/waitMeanings.ts';
import { isMeaning } from '../../../analysis/open/logs/said/meanings.ts';
import { isRelativePathMeaning } from '../../../analysis/open/logs/said/relativePaths.ts';
import { isWalMeaning } from '../../../analysis/open/logs/said/walMeanings.ts';
import { isQuiet } from '../../../analysis/open/parts/gravity.ts';
import { asksForDisk, decidedDisk } from '../../../analysis/open/parts/steps/answers/diskSpeed.ts';
import { sentencesOf } from '../../../analysis/open/look/sentences.ts';
import { causesAtStart } from '../../../analysis/open/parts/sentences.ts';
import type { StoredLog } from '../../../features/logs/logStore.ts';
import type { ApiDeps } from '../http/deps.ts';
import { badData, valueOf } from '../../../kernel/http/errors.ts';
import { healthyStarts, withoutFigures } from './healthyStarts.ts';
import { withTogether } from './joinedLogs.ts';
import { withSentences } from './logSentences.ts';
import { DEATH, DOWN, DURING, FAILURE, FAULTS, LEADS, RUNS, SLOW } from './leadingFacts.ts';

export type LogDeps = Pick<ApiDeps, 'logs' | 'data' | 'replays' | 'targets'>;

/** Returns the answer for a stored log. Throws if it is not found or cannot be read. */
export async function openedLog(deps: LogDeps, id: string): Promise<OpenedLog> {
  const log = valueOf(deps.logs.get(id));
  const bytes = valueOf(await deps.logs.bytes(id));
  const starts = wholeLog(await deps.data.replayLog(bytes), ({ replays }) => replays.length > 0);
  const compactions = wholeLog(
    await deps.data.compactionLog(bytes, null),
    // Failures alone, and a halted compactor, matter too.
    (read) => read.finding.code !== 'log-without-compactions'
      || (log.what.format === 'block-meta' && read.blocks.length > 0)
  );
  const queries = wholeLog(await deps.data.queryLog(bytes), (read) => read !== null);
  const { name, timeMs, sizeBytes, what, target } = log;
  const first = withCompactions(firstClaim(log, { starts, compactions, queries }), log.facts, { starts, compactions });
  const stopped = withStop(withStart(withoutFigures(first, starts), starts, compactions), starts, log.facts);
  const claim = withSpace(stopped, log.facts);
  const isRead = starts !== null || compactions !== null || queries !== null;
  return withSentences(withTogether({
    id, name, time: timeMs / 1000, sizeBytes, what, finding: claim, starts, compactions, queries, target,
    facts: claim.code === 'log-facts' ? log.facts : othersOf(log.facts, statements(claim).join(' '), isBad(claim)),
    next: isRead || claim.code !== 'log-facts' ? null : log.remedy, step: null, sentences: [],
  }, log.together ?? null));
}

const SAME_TEXT_CHARS = 60;
const KNOWN_ISSUE = /^This is (?:probably )?[A-Za-z]+ \d+ \(/;
const STEP = /^Until the update: /;

/** Warnings, that there are none, and what a log usually says do not matter beside a finding. */
const LEFT_OUT = new RegExp([
  /^(?:It logged (?:the warning|at level \w{1,10})|No error or warning is|None of its \d{1,4} lines names) /,
  /^(?:The longest duration that a line|Of \d{1,4} durations that its lines|Most often it says|They all say) /,
  /^It was ready at |^The failure "|^That was while it (?:replayed its WAL|opened its TSDB),/,
].map(({ source }) => source).join('|'));
/** A warning of another program, which does not matter beside a finding that something failed. */
const OF_OTHER = /^(?:The program \S{1,60}|[A-Z][\w-]{1,30}(?: [A-Z][\w-]{1,30}){0,2}) logged the warning /;
/** The judgement of a log in which no line names a fault, beside a finding that something failed. */
const NAMES_NO_FAULT = /^The lines (?:name no fault|show a (?:start|whole run))\b/;
const isBad = ({ severity }: Finding): boolean => severity === 'critical' || severity === 'warning';
const DAMAGE = /^The cause given is "[^]{0,400}?(?:corrupt|checksum|no space left on device)/;
const STOPPED = /^It was told to stop at (?:\d{4}-\d\d-\d\dT)?(\S{1,8})/;

/** What programs log around the error of a compaction, which the finding quotes. */
const WRAPPER = new RegExp(`^(?:(?:It logged the|The) (?:error|warning)|Also:) "(?:${[
  /compaction (?:job )?failed|retriable error/, /critical error detected; halting|failed to compact \w[\w ]{2,20}/,
].map(({ source }) => source).join('|')})"`);
const COMPACTION_FAILED = new RegExp([
  /\bcompactions? failed\b|\bcompactor (?:failed|fails|has halted)\b/,
  /\btruncations? of the head’s chunk files failed\b|\bWAL truncations? failed\b/,
].map(({ source }) => source).join('|'));

/** A count of what was lost, for which a warning matters beside any finding. */
const COUNTS_LOSS = /\b(?:num_?)?dropped\w{0,20}=\d/i;
const MIN_SAME_CHARS = 40;

const withoutQuiet = (facts: readonly string[]): string[] => facts.filter((fact) => !LEFT_OUT.test(fact));

/**
 * Returns the facts that a finding has not mentioned, or null. A log's warning does not count if there is a finding.
 */
function othersOf(facts: string | null, said: string, isSerious = false): string | null {
  if (facts === null) return null;
  let isKnown = false;
  let [isOmitted, isLeftOut] = [false, false];
  const all = sentencesOf(facts);
  const others = all.flatMap((fact, i) => {
    const [, quote] = /"([^"]{1,200})/.exec(fact) ?? [];
    // A known issue that the finding names too, with everything said about it.
    isKnown = KNOWN_ISSUE.test(fact) ? said.includes(fact) : isKnown && (said.includes(fact) || STEP.test(fact));
    // What the error before it means.
    // What names a path or an amount says more than a finding that has the error.
    if (isMeaning(fact))
      return isSaidMeaning(fact, said) || (isOmitted && !isWalMeaning(fact) && !isRelativePathMeaning(fact))
        || isWait(fact) ? [] : [fact];
    // The cause of a warning goes with it, unless it is damage that readers must know of.
    const isOfSerious = isSerious && (OF_OTHER.test(fact) || NAMES_NO_FAULT.test(fact));
    const isVerdict = !isSerious && !/\bname no fault\b|\bnothing is wrong\b/.test(facts) && isQuiet(fact);
    isLeftOut = (((LEFT_OUT.test(fact) && !isVerdict) || isOfSerious) && !COUNTS_LOSS.test(fact)
      && !DAMAGE.test(all[i + 1] ?? '')) || (fact.length >= MIN_SAME_CHARS && said.includes(fact))
      || isSaidStop(fact, said) || isSaidExit(fact, said)
      || (fact.startsWith(SIGBUS) && said.includes(SIGBUS))
      || (isLeftOut && fact.startsWith('The cause given is '));
    isOmitted = isKnown || isLeftOut
      || (quote !== undefined && said.includes(quote.split(' … ')[0]?.slice(0, SAME_TEXT_CHARS) ?? quote))
      || isSaidCause(fact, said) || isSaidFailure(fact, all[i + 1] ?? '', said);
    return isOmitted ? placeOf(fact, said) : [fact];
  });
  // The line of a crash says its function, too.
  const told = others.some((fact) => fact.startsWith('The crash is at '))
    ? others.filter((fact) => !fact.startsWith('The crash was in ')) : others;
  return told.length === 0 ? null : told.join(' ');
}

/** What a refused mapping needs, in the words of a finding and of a known message. */
const NO_ROOM = 'Mapping a file takes address space, not free memory';
const REFUSED_MAPPING = /^The kernel refused memory or a mapping\b/;

/** Whether a finding says the same of an error in other words. */
const isSaidMeaning = (fact: string, said: string): boolean => (REFUSED_MAPPING.test(fact) && said.includes(NO_ROOM))
  || (fact.startsWith('The compactor has halted, ') && HALTED.test(said));

/** What a memory fault means, which the finding on a start may say with its reason. */
const SIGBUS = 'SIGBUS means that a mapped file could not be accessed';
const MIN_END_CHARS = 24;

/** The line of a compactor that halts, of which the finding has the cause, and what it no longer does. */
const HALT = /^It logged the error "critical error detected|^It compacts, downsamples and applies retention for no g/;
const HALTED = / compactor has halted at /;

/** Whether an error is what the finding is about; one with a cause (`next`) that the finding lacks says more. */
function isSaidFailure(fact: string, next: string, said: string): boolean {
  const quote = /^The cause given is "([^"]{1,200})/.exec(next)?.[1];
  const hasCause = quote !== undefined && !said.includes(quote.slice(0, SAME_TEXT_CHARS)) && !isSaidCause(next, said);
  return (HALTED.test(said) && HALT.test(fact))
    || (COMPACTION_FAILED.test(said) && WRAPPER.test(fact) && !hasCause);
}

/** Whether the end of a cause, where the innermost one stands, is in the finding. */
function isSaidCause(fact: string, said: string): boolean {
  const end = /^The cause given is "(.{1,900})"\.$/.exec(fact)?.[1]?.slice(-SAME_TEXT_CHARS) ?? '';
  return end.length >= MIN_END_CHARS && said.includes(end);
}

/** Whether a fact on a stop is in the finding: as one of its starts, or as the stop above the first. */
function isSaidStop(fact: string, said: string): boolean {
  const clock = STOPPED.exec(fact)?.[1];
  return clock !== undefined && (/told to stop|shut down/.test(said) || said.includes(`of a server at ${clock} UTC`));
}

const EXITED = /^systemd: \S{1,80} exited, status (\d{1,3}\/[A-Z]{2,20})\.$/;

/** Whether the finding has the line in which systemd says that a process exited. */
function isSaidExit(fact: string, said: string): boolean {
  const status = EXITED.exec(fact)?.[1];
  return status !== undefined && said.includes(`status=${status}`);
}

/** Returns where a crash was whose message the finding has already; empty if it has that, too. */
function placeOf(fact: string, said: string): string[] {
  const place = /^It crashed with ".{1,900}?"(?: \(\d{1,6} times\))?, in (\S.{0,300})\.$/.exec(fact)?.[1];
  return place === undefined || said.includes(place) ? [] : [`The crash was in ${place}.`];
}

/** Findings on compactions that matter next to a start: single rounds, a pause, what failed, whether it keeps up. */
const BESIDE_A_START = /^(?:log-rounds|log-after-pause|log-(?:on|off)-clock|log-wal-not-synced|compaction-.+)$/;

/** Findings on compactions that go on as they should, which say nothing beside a fault. */
const ORDINARY = /^log-(?:rounds|on-clock|too-few-compactions)$/;
/** Time from which a compaction may be why something else waited. */
const LONG_SECONDS = 30;
/** Whether a finding is of that kind; one on the schedule has the time between compactions in its claim, too. */
const isOrdinary = ({ code, severity, claim }: Finding): boolean => severity === 'info' && ORDINARY.test(code)
  && claim.filter((part) => 'quantity' in part && part.quantity >= LONG_SECONDS).length
    <= (code === 'log-on-clock' ? 1 : 0);

/** Adds what the compactions of the log say to the claim on its starts. */
function withCompactions(
  claim: Finding, facts: string | null, { starts, compactions }: Pick<LogParts, 'starts' | 'compactions'>
): Finding {
  if (compactions === null || claim === compactions.finding || starts === null) return claim;
  // Beside warnings, that it compacts on schedule is still of use.
  const isFaulty = isBad(claim) || (facts !== null && LEADS.test(facts) && compactions.finding.code !== 'log-on-clock');
  if (isFaulty && isOrdinary(compactions.finding)) return claim;
  const { finding: { code, claim: said, evidence }, source = '' } = compactions;
  if (!BESIDE_A_START.test(code) || claim.evidence.some((one) => one === said)) return claim;
  // The compactions of another server or process are not those of the one that starts.
  const isOther = source !== '' && starts.replays.some(({ key }) => !key.endsWith(`|${source}`));
  return {
    ...claim, evidence: [...claim.evidence, isOther ? parts`${source}: ${said}` : said, ...evidence.slice(0, 1)],
  };
}

/** Adds to what failed of its compactions that its only start did not: it became ready, and when. */
function withStart(claim: Finding, starts: MeasuredLog | null, compactions: CompactionLogs | null): Finding {
  const [start, another] = starts?.replays ?? [];
  if (start === undefined || another !== undefined || claim !== compactions?.finding || !isBad(claim)
    || start.outcome !== 'finished' || start.totalSeconds === null || start.end === null) return claim;
  return { ...claim, evidence: [
    ...claim.evidence, parts`Its start is not what failed: it was ready at ${at(start.end)}, ${
      seconds(start.totalSeconds)} after it began.`,
  ] };
}

/** How the ending of a start tells that the process was stopped on request after it. */
const STOPPED_LATER = /\bIt (?:was told to stop|shut down) \d[\w.\u00b5 ]{0,20} later\.$/;

/** Adds to what its only start took that it was stopped after it, where the facts do not say so. */
function withStop(claim: Finding, starts: MeasuredLog | null, facts: string | null): Finding {
  const [start, another] = starts?.replays ?? [];
  const stop = another !== undefined ? undefined : STOPPED_LATER.exec(start?.ending ?? '')?.[0];
  return stop === undefined || claim !== starts?.finding || /\bstopped\b|\bstops?\b/.test(facts ?? '') ? claim
    : { ...claim, evidence: [...claim.evidence, parts`${stop.replace(' later', ' after it was ready')}`] };
}

/** Puts what the log says of the address space, or of the disk, in place of the question for it. */
function withSpace(claim: Finding, facts: string | null): Finding {
  const [space, disk] = [decidedSpace(facts), decidedDisk(facts)];
  return space === null && disk === null ? claim : {
    ...claim, evidence: claim.evidence.map((one, i) => {
      const said = statements(claim)[i + 1] ?? '';
      const decided = asksForSpace(said) ? space : asksForDisk(said) ? disk : null;
      return decided === null ? one : parts`${decided}`;
    }),
  };
}

/** Joins its starts, compactions and queries with the target. Throws bad_data for a log that has none of them. */
export async function joinLog(deps: LogDeps, id: string, target: string): Promise<OpenedLog> {
  const log = valueOf(deps.logs.get(id));
  const bytes = valueOf(await deps.logs.bytes(id));
  const opened = await openedLog(deps, id);
  if (opened.starts === null && opened.compactions === null && opened.queries === null)
    throw badData(`${log.name} has no start, compaction or query that could join those of a target.`);
  if (opened.starts !== null) valueOf(await deps.replays.openLog(bytes, log.name, target));
  if (opened.compactions !== null) valueOf(await deps.data.compactionLog(bytes, target));
  valueOf(await deps.logs.join(id, target));
  return { ...opened, target };
}

/** Returns null if the log has nothing of this kind: another reading, or its name, says what it is. */
function wholeLog<T>(read: Result<T>, isWanted: (value: T) => boolean): T | null {
  if (read.ok) return isWanted(read.value) ? read.value : null;
  if (read.error.errorType === 'bad_data') return null;
  throw new Error(read.error.message);
}

interface LogParts { starts: MeasuredLog | null; compactions: CompactionLogs | null; queries: QueryLog | null }

/** Returns the worst finding of its starts, compactions and queries; else what it is. Never the state of a target. */
function firstClaim(log: StoredLog, { starts, compactions, queries }: LogParts): Finding {
  const read = [starts, compactions, queries].flatMap((part) => (part === null ? [] : [part.finding]));
  const [worst] = worstFirst(read);
  const { facts, remedy } = log;
  const isSerious = worst !== undefined && isBad(worst);
  // Compactions that worked, and a start that went well, say less than what failed beside them.
  const start = starts === null || worst !== starts.finding ? null : healthyStarts(starts);
  const isAside = start !== null;
  const leads = starts === null || start === 'short' ? LEADS : isAside ? FAULTS : DEATH;
  const isLed = facts !== null && (leads.test(facts) || SLOW.test(facts) || RUNS.test(facts));
  // That a service is down matters more than what failed while it ran.
  const isDown = starts === null && facts !== null && DOWN.test(facts);
  if (worst !== undefined && !isDown && (isSerious || !isLed)) return worst;
  if (facts === null) return finding({
    code: 'log-without-starts', severity: 'unknown', claim: parts`It has no start, compaction or query that is read.`,
    evidence: remedy === null ? [] : [parts`${remedy}`],
  });
  const said = isDown && worst !== undefined ? othersOf(facts, statements(worst).join(' ')) ?? facts : facts;
  const [claim = '', ...sentences] = sentencesOf(said);
  const isBeside = SLOW.test(claim) || RUNS.test(claim);
  const evidence = (RUNS.test(claim) ? withoutQuiet(sentences) : sentences).map((sentence) => parts`${sentence}`);
  // The cause of the claim and what it means stay with it.
  const ofCrash = DEATH.test(claim) ? Math.max(0, sentences.findIndex((one) => !DURING.test(one))) : 0;
  const ofClaim = isBeside ? evidence.length : ofCrash + causesAtStart(sentences.slice(ofCrash));
  // Compactions that worked are no cause of what the other side refused.
  const isWell = worst !== undefined && worst === compactions?.finding && worst.severity === 'info';
  const isLast = (isAside || isWell) && !DEATH.test(claim) && !isBeside;
  // Of one start the parts are of no interest then.
  const isOne = starts?.replays.length === 1;
  return finding({
    code: 'log-facts', severity: DEATH.test(claim) ? 'critical' : FAILURE.test(claim) ? 'warning' : 'info',
    claim: parts`${claim}`,
    evidence: [
      ...evidence.slice(0, ofClaim),
      // What single steps of a compaction took says nothing of an end.
      ...worst === undefined || (isOrdinary(worst) && !isBeside) || isLast
        || (DEATH.test(claim) && worst.code === 'log-too-few-compactions') ? []
        : isBeside || isDown ? [worst.claim, ...worst.evidence] : [worst.claim],
      ...evidence.slice(ofClaim), ...!isLast || worst === undefined || (isWell && isOrdinary(worst)) ? []
        : isOne || isWell ? [worst.claim]
        : [worst.claim, ...worst.evidence],
    ],
  });
}
