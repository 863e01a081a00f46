/** Finding of a flame graph or a table of one profile, the same on the page, in a picture and in an embed. Pure. */
import { finding } from '../../finding.ts';
import { emptyReason } from '../../profile/emptyProfiles.ts';
import { goWaitFinding } from './stacks/goWaitClaims.ts';
import type {
  DiffTopTable, Finding, Part, ProfileInfo, SubsystemTable, TopTable,
} from '../../contract/contract.ts';
import { nameWithin } from '../flame/frameLabel.ts';
import { diffClaim } from './diffClaim.ts';
import {
  branchStatement, clockStatement, withCallees, withoutCallersStatement,
} from './stacks/branches.ts';
import { lockFinding } from './stacks/lockClaims.ts';
import { isRuntimeArtefact, saysNothing } from './stacks/leaves.ts';
import { leadingFacts, mayBePart, withFacts } from './said/fileClaims.ts';
import { ballastStatement, isBallast, keptStatement, queryStatements, withSmallHeap } from './stacks/heapClaims.ts';
import { collectorStatements, isOfCollector } from './stacks/collectorClaims.ts';
import { costStatement, libraryClaim, libraryOf } from './stacks/libraryClaims.ts';
import { packageMark, packageStatements } from './stacks/packageClaims.ts';
import { taskStatement } from './stacks/taskClaims.ts';
import {
  busyRows, busyTotal, calledStatement, fewSamplesClaim, helperOf, idleStatement, isOwnLeading, javaStatement,
  nextStatement, ownCodeStatement, uncertainStatement,
} from './stacks/stackClaims.ts';
import {
  fewWaitsStatement, idleClaim, isNearlyAll, isOnCpu, littleWords, MAY_WAIT, waitersStatement, WAITING_NEXT, waitsClaim,
  waitsOf, workStatement,
} from './stacks/waits.ts';
import { isMajority, leadingSubsystem } from './stacks/subsystemClaims.ts';
import {
  besideStatement, isOnlyStill, stillStatement, stillThreads, threadWork, valueOf,
} from './stacks/threadClaims.ts';
import { cores, count, parts, profileQuantity, ratio, render, seconds } from '../../text/parts.ts';

/** Number of rows from which the claim is chosen, because some are not code. */
export const CLAIM_ROWS = 20;
const MAX_NAME_LETTERS = 70;
/** Share from which garbage collection gets its own statement. */
const GC_SHARE = 0.1;
const TYPE_WORDS: Record<string, string> = {
  'cpu': 'CPU', 'wall': 'wall time', 'time': 'wall-clock time', 'alloc_space': 'allocated bytes',
  'inuse_space': 'memory in use', 'alloc_objects': 'allocated objects', 'inuse_objects': 'objects in use',
  'goroutineleak': 'leaked goroutines', 'lock': 'time waiting for locks', 'offcpu-time': 'time off the CPU',
  'park': 'parked time', 'cpu_samples': 'CPU samples', 'native_samples': 'samples of native code',
  'sampled_time': 'sampled time', 'peak_space': 'memory at the peak', 'end_space': 'memory at the end',
  'live_space': 'sampled objects in use', 'malloc_space': 'native memory allocated',
  'unfreed_space': 'native memory that was not freed',
  'monitor_wait': 'time in Object.wait', 'printed': 'the printed stacks', 'space': 'memory', 'goroutine': 'goroutines',
};
/** Share of the first function below which what others have with their callees says more. */
const SMALL_FIRST = 0.15;
/** Frames in place of functions that are not known. */
const NAMELESS = /^(?:\[|[<(]?unknown|0x[0-9a-f])/i;
/** Kind of leaked goroutines: they wait in the runtime, so no function has a relevant self value. */
const LEAKED = 'goroutineleak';

export interface ProfileContext {
  info?: Pick<ProfileInfo, 'durationSeconds'>
    & Partial<Pick<ProfileInfo, 'sampleTypes' | 'said' | 'defaultSampleType'>>;
  isFiltered?: boolean;
  /** Share of garbage collection in the roll-up by subsystem; null if not yet known. */
  gcRatio?: number | null;
  /** Roll-up by subsystem, used if `needsSubsystems`. */
  subsystems?: SubsystemTable | null;
}

type Leading = Pick<TopTable, 'sampleType' | 'unit' | 'total' | 'rows' | 'stacks'>;

/** Returns rows that the claim can name, largest first. */
function namedRows(top: Leading & Pick<TopTable, 'caveats'>): ReturnType<typeof busyRows> {
  const nobody = new Set((top.caveats ?? []).flatMap(({ names = [] }) => names));
  const rows = busyRows(top).filter(({ function: name, flat }) => flat !== 0 && !nobody.has(name));
  // A ballast is no use of memory.
  const others = top.sampleType.startsWith('inuse_') ? rows.filter(({ function: name }) => !isBallast(name)) : rows;
  return others.length === 0 ? rows : others;
}

/** Returns whether the largest function is meaningless without the work that calls it. */
export function needsSubsystems(top: Leading & Pick<TopTable, 'caveats'>): boolean {
  const [first] = namedRows(top);
  return first !== undefined && top.total > 0 && ['cpu', 'samples'].includes(top.sampleType)
    && saysNothing(first.function) && !(top.caveats ?? []).some(({ leads }) => leads);
}

type Top = Pick<TopTable, 'unit' | 'sampleType' | 'total' | 'rows' | 'caveats' | 'stacks'>;

/** Returns what the file says if that leads, else the finding on the samples, which of a small heap mean little. */
export function profileFinding(top: Top, context: ProfileContext = {}): Finding {
  const { info, isFiltered = false } = context;
  const shown = { sampleType: top.sampleType, isFiltered };
  const told = info === undefined ? null : leadingFacts(info, shown);
  if (told !== null) return told;
  const own = withSmallHeap(samplesFinding(top, context), top, !isFiltered && !mayBePart(info ?? {}));
  return info === undefined ? own : withFacts(own, info, shown);
}

/**
 * Returns the function with the largest self value that is not a runtime artifact, and its share; if that is
 * meaningless alone, the leading subsystem and its function. `top` is ordered by flat, largest first. A profile that is
 * itself a difference has no shares. Without samples (of that type, or after the filters) it says so.
 */
function samplesFinding(
  top: Top, { info, isFiltered = false, gcRatio = null, subsystems = null }: ProfileContext
): Finding {
  const { sampleType, unit, stacks, caveats = [] } = top;
  const total = busyTotal(top);
  const nobody = new Set(caveats.flatMap(({ names = [] }) => names));
  const isAllOnCpu = isOnCpu(info?.sampleTypes ?? [], sampleType);
  const waits = isAllOnCpu ? null : waitsOf(top, total);
  const waiters = new Set(waits?.rows.map(({ function: name }) => name));
  const all = namedRows(top);
  const still = MAY_WAIT.has(sampleType) && !isAllOnCpu ? stillThreads(stacks, waiters) : [];
  const busy = all.filter((row) => !waiters.has(row.function) && !isOnlyStill(row, still));
  const known = busy.length === 0 ? all : busy;
  const first = known.find(({ function: name }) => !isRuntimeArtefact(name)) ?? known[0] ?? top.rows[0];
  if (sampleType === LEAKED && !isFiltered) return leakFinding(total);
  if (first === undefined || (total === 0 && first.flat === 0)) {
    const claim = isFiltered
      ? `No ${sampleType} sample passes the filters; clear one of them.` : emptyClaim(top);
    return finding(
      { code: isFiltered ? 'profile-filtered-empty' : 'profile-empty', severity: 'unknown', claim: [{ text: claim }] }
    );
  }
  const type = TYPE_WORDS[sampleType] ?? sampleType;
  const name = `${nameWithin(first.function, MAX_NAME_LETTERS)}${packageMark(first.function, top.rows)}`;
  const flat = profileQuantity(first.flat, unit);
  const whole = profileQuantity(total, unit);
  const isUsable = !caveats.some(({ code }) => code === 'implausible-duration' || code === 'wall-clock');
  const duration = isUsable ? info?.durationSeconds ?? null : null;
  const lead = caveats.find(({ leads }) => leads);
  const ahead = lead === undefined ? caveats.find(({ goesFirst }) => goesFirst === true) : undefined;
  const told = (some: readonly string[] = []): Part[][] => some.map((text) => [{ text }]);
  const without = (one: typeof lead): Part[][] => told(caveats.filter((caveat) => caveat !== one)
    .flatMap(({ sentence, details = [] }) => [sentence, ...details]));
  const others = [...told(lead?.details), ...without(lead)];
  const isCode = lead?.code !== 'unwinding-failed' && lead?.code !== 'no-symbols';
  const helper = helperOf(top, first.function);
  const among = waits === null || waiters.has(first.function) ? '' : ' of what does not wait';
  const most = helper === null ? `has the highest self value${among}` : `has most${among}, ${helper}`;
  const ties = known.filter(({ function: other, flat: value }) =>
    other !== first.function && value === first.flat && !isRuntimeArtefact(other));
  const tie = ties.length !== 1 || helper !== null ? ''
    : `, and ${nameWithin(ties[0]?.function ?? '', MAX_NAME_LETTERS)} the same`;
  const ofLibrary = libraryClaim(stacks, { name: first.function, shown: name }, { total, type, unit, among });
  const largest = ofLibrary ?? (total > 0 && first.flat > 0
    ? parts`${name} ${most}${tie}: ${ratio(first.flat / total)} of ${type}, ${flat} of ${whole}.`
    : parts`${name} ${most}${tie}: ${flat} of ${whole}.`);
  const gc = isCode && sampleType === 'cpu' && gcRatio !== null && gcRatio >= GC_SHARE
    ? parts`Garbage collection takes ${ratio(gcRatio)}.` : [];
  const inCores = duration !== null && duration > 0 && sampleType === 'cpu' && unit === 'nanoseconds'
    ? parts`${whole} of CPU in ${seconds(duration)}: ${cores(total / 1e9 / duration)}.${
      littleWords(total / 1e9 / duration, stacks)}` : [];
  if (lead !== undefined) {
    const isKnown = !nobody.has(first.function) && first.flat !== 0 && !lead.code.startsWith('net-');
    return finding({
      code: `profile-${lead.code}`, severity: isCode ? 'info' : 'unknown', claim: [{ text: lead.sentence }],
      evidence: [
        !isKnown ? [] : lead.code === 'no-symbols' ? parts`Of the functions with names, ${largest}` : largest,
        isCode ? [] : inCores, ...others, gc,
      ],
    });
  }
  const sentences = caveats.map(({ sentence }) => sentence);
  const inGo = goWaitFinding(top, sentences) ?? lockFinding(top, sentences);
  if (inGo !== null) return inGo;
  const idle = idleStatement(stacks, top, type);
  if (waits !== null && isNearlyAll(waits.value + valueOf(still), total)) return finding({
    code: 'profile-waits', severity: 'info', claim: waitsClaim(waits, { unit, type, total }),
    evidence: [
      ...others, waitersStatement(waits, top), stillStatement(still, top),
      ...stacks?.ofThreads !== undefined ? [threadWork(top, waiters, still)]
        : [ownCodeStatement(stacks, { name: '', flat: 0 }, total), workStatement(waits, top, total)],
      besideStatement(top), WAITING_NEXT, idle,
    ],
  });
  const isIdle = idleClaim(top);
  if (isIdle !== null) return finding({
    code: 'profile-waits', severity: 'info', claim: isIdle,
    evidence: [
      ...others, first.flat > 0 ? parts`Of the rest, ${whole}, most is in ${name}: ${flat}.` : [], WAITING_NEXT,
    ],
  });
  const mostFrequent = all.find(({ function: other }) => waiters.has(other) || other === first.function) ?? first;
  const few = fewSamplesClaim(stacks, { name: mostFrequent.function, flat: mostFrequent.flat, unit, type });
  const leading = subsystems === null || !needsSubsystems(top) ? null
    : leadingSubsystem(subsystems, { total: top.total, type }, first.flat);
  if (few !== null && (leading === null || !isMajority(subsystems, total, stacks?.samples ?? 0)))
    return finding({
      code: 'profile-few-samples', severity: 'info', claim: few,
      evidence: [
        isAllOnCpu ? [] : fewWaitsStatement(top, total), inCores, idle, ...others,
      ],
    });
  const ofCollector = waits?.isMost === true ? null
    : collectorStatements(stacks, { name: first.function, flat: first.flat, total, type, unit });
  if (ofCollector !== null) return finding({
    code: 'profile-largest', severity: 'info',
    claim: ahead === undefined ? ofCollector.claim : [{ text: ahead.sentence }],
    evidence: [
      ...ahead === undefined ? [] : [...told(ahead.details), ofCollector.claim], ...ofCollector.evidence, largest,
      inCores, ...ahead === undefined ? others : without(ahead),
      ownCodeStatement(stacks, { name: first.function, flat: first.flat }, total),
      nextStatement(known.filter(({ function: other }) => !isOfCollector(other) && !saysNothing(other)),
        { name: first.function, flat: first.flat }, { total, ties: [], helpers: stacks?.leaves ?? [] }), idle,
    ],
  });
  const called = ofLibrary !== null ? [] : calledStatement(stacks, first.function, type === TYPE_WORDS['lock']);
  const leaf = { name: first.function, flat: libraryOf(stacks, first.function)?.value ?? first.flat };
  const leadsOwn = isOwnLeading(stacks, leaf, total);
  const own = ownCodeStatement(stacks, leaf, total, leadsOwn ? type : '');
  const next = stacks === undefined ? []
    : nextStatement(known.filter(({ function: other }) => !saysNothing(other) && !NAMELESS.test(other)
      && (own.length === 0 || other !== stacks.own?.function)), { ...leaf, flat: first.flat },
    { total, ties: tie === '' ? [] : ties, helpers: stacks.leaves });
  const java = javaStatement(stacks, total, type);
  // No single function that it calls says as much.
  const ownClaim = leadsOwn && leading === null && java?.leads !== true ? own : [];
  const claim = java?.leads === true ? java.vm : leading ?? (ownClaim.length > 0 ? ownClaim : largest);
  const waiting = waits === null ? [] : waitersStatement(waits, top);
  const isWaiting = waits?.isMost === true;
  const says = isWaiting ? waitsClaim(waits, { unit, type, total }) : claim;
  return finding({
    code: 'profile-largest', severity: 'info', claim: ahead === undefined ? says : [{ text: ahead.sentence }],
    evidence: [
      ...ahead === undefined ? [] : [...told(ahead.details), says],
      isWaiting ? waiting : [], stillStatement(still, top), isWaiting ? claim : [],
      java?.leads === true ? java.code : [],
      claim === largest ? [] : largest, ...sampleType === 'inuse_space' ? queryStatements(stacks, total) : [],
      ...packageStatements(stacks, total, unit),
      inCores, ...ahead === undefined ? others : without(ahead), gc, uncertainStatement(stacks, leaf, total),
      isWaiting ? [] : waiting,
      called, costStatement(stacks, first.function), keptStatement(stacks, first.function, total),
      ofLibrary !== null ? [] : withCallees(top, first.function, total),
      clockStatement(top, total), withoutCallersStatement(top, total),
      top.rows.length < CLAIM_ROWS || (own.length === 0 && first.flat < SMALL_FIRST * total)
        ? branchStatement(top, first.function, total) : [],
      ownClaim.length > 0 ? [] : own, leading === null ? taskStatement(stacks, first.function, total) : [], next,
      sampleType.startsWith('inuse_') ? ballastStatement(top, first.function, total) : [],
      java === null || java.leads ? [] : java.vm, idle,
    ],
  });
}

/** Says that there are no values, or that there are some without call stacks. */
function emptyClaim({ sampleType, total, unit }: Leading): string {
  const reason = emptyReason(sampleType);
  return total <= 0 ? `This profile has no ${sampleType} samples.${reason === null ? '' : ` ${reason}`}`
    : `${render([profileQuantity(total, unit)])} of ${
      TYPE_WORDS[sampleType] ?? sampleType} have no call stacks: no function is known.`;
}

function leakFinding(total: number): Finding {
  if (total === 0)
    return finding({ code: 'profile-no-leaks', severity: 'ok', claim: parts`No goroutine has leaked.` });
  return finding({
    code: 'profile-leaks', severity: 'warning', claim: parts`${count(total, 'goroutine')} leaked.`,
    evidence: [
      parts`What they wait for, a channel or a lock, is out of reach of all that runs: they never continue.`,
      parts`The callers of runtime.gopark say where they wait.`,
    ],
  });
}

/** Returns the finding as known before the functions are summed. */
export function totalFinding({ total, unit, sampleType }: Pick<TopTable, 'total' | 'unit' | 'sampleType'>): Finding {
  return finding({
    code: 'profile-total', severity: 'info',
    claim: parts`${profileQuantity(total, unit)} of ${TYPE_WORDS[sampleType] ?? sampleType} in total.`,
  });
}

/** Returns the same for a diff. */
export function totalsFinding(
  { totals, unit, sampleType }: Pick<DiffTopTable, 'totals' | 'unit' | 'sampleType'>
): Finding {
  const { before, after } = totals;
  return finding({
    code: 'diff-totals', severity: 'info',
    claim: before === after
      ? parts`${TYPE_WORDS[sampleType] ?? sampleType} is ${profileQuantity(before, unit)} on both sides.`
      : diffClaim({ totals, unit, sampleType }, []),
  });
}
