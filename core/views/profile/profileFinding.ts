/** What a flame graph or a table of one profile says, the same on the page, in a picture and in an embed. Pure. */
import { finding } from '../../finding.ts';
import type { DiffTopTable, Finding, ProfileInfo, TopTable } from '../../contract/contract.ts';
import { nameWithin } from '../flame/frameLabel.ts';
import { diffClaim } from './diffClaim.ts';
import { cores, parts, profileQuantity, ratio, seconds } from '../../text/parts.ts';

/** Rows that the claim is chosen from: some stand for no code. */
export const CLAIM_ROWS = 20;
const MAX_NAME_LETTERS = 70;
/** From this share on the garbage collector is worth a statement of its own. */
const GC_SHARE = 0.1;
const TYPE_WORDS: Record<string, string> = {
  cpu: 'CPU', wall: 'wall time', time: 'wall-clock time', alloc_space: 'allocated bytes', inuse_space: 'memory in use',
  alloc_objects: 'allocated objects', inuse_objects: 'objects in use',
};

export interface ProfileContext {
  info?: Pick<ProfileInfo, 'durationSeconds'>;
  isFiltered?: boolean;
  /** Share of garbage collection in the roll-up by subsystem; null while not known. */
  gcRatio?: number | null;
}

/**
 * Entry points of the runtime that the compiler or a signal calls amid other code: their samples are of the function
 * that was interrupted, grew its stack or wrote a pointer, and nothing can be done about them.
 */
const RUNTIME_ARTEFACT = new RegExp(`^runtime\\.(?:${[
  'asyncPreempt2?', 'morestack(?:c|_noctxt)?', 'newstack', 'gcWriteBarrier\\w*', 'goexit\\d?', 'mcall', 'mstart\\d?',
  'systemstack(?:_switch)?', 'gogo', 'asmcgocall', 'rt0_go', 'sigreturn\\w*', 'sigtramp\\w*',
].join('|')})(?:\\.abi\\d)?$`);

function isRuntimeArtefact(name: string): boolean {
  return RUNTIME_ARTEFACT.test(name);
}

/**
 * The function with the largest self value that is not a runtime artefact, and its share; `top` with the largest
 * flat first. A profile that is itself a difference has no shares. Without samples (of that type, or after the filters)
 * it says so.
 */
export function profileFinding(
  top: Pick<TopTable, 'unit' | 'sampleType' | 'total' | 'rows' | 'caveats'>,
  { info, isFiltered = false, gcRatio = null }: ProfileContext = {}
): Finding {
  const { sampleType, total, unit, caveats = [] } = top;
  const nobody = new Set(caveats.flatMap(({ names = [] }) => names));
  const own = top.rows.filter(({ function: name, flat }) => flat !== 0 && !nobody.has(name));
  const first = own.find(({ function: name }) => !isRuntimeArtefact(name)) ?? own[0] ?? top.rows[0];
  if (first === undefined || (total === 0 && first.flat === 0)) {
    const claim = isFiltered
      ? `No ${sampleType} sample passes the filters; clear one of them.` : `This profile has no ${sampleType} samples.`;
    return finding(
      { code: isFiltered ? 'profile-filtered-empty' : 'profile-empty', severity: 'unknown', claim: [{ text: claim }] }
    );
  }
  const type = TYPE_WORDS[sampleType] ?? sampleType;
  const name = nameWithin(first.function, MAX_NAME_LETTERS);
  const flat = profileQuantity(first.flat, unit);
  const whole = profileQuantity(total, unit);
  const isUsable = !caveats.some(({ code }) => code === 'implausible-duration' || code === 'wall-clock');
  const duration = isUsable ? info?.durationSeconds ?? null : null;
  const lead = caveats.find(({ leads }) => leads);
  const others = caveats.filter((caveat) => caveat !== lead).map(({ sentence }) => [{ text: sentence }]);
  const isCode = lead?.code !== 'unwinding-failed' && lead?.code !== 'no-symbols';
  const largest = total > 0 && first.flat > 0
    ? parts`${name} has the highest self value: ${ratio(first.flat / total)} of ${type}, ${flat} of ${whole}.`
    : parts`${name} has the highest self value: ${flat} of ${whole}.`;
  const gc = isCode && sampleType === 'cpu' && gcRatio !== null && gcRatio >= GC_SHARE
    ? parts`Garbage collection takes ${ratio(gcRatio)}.` : [];
  if (lead !== undefined) {
    const isKnown = !nobody.has(first.function) && first.flat !== 0 && !lead.code.startsWith('net-');
    return finding({
      code: `profile-${lead.code}`, severity: isCode ? 'info' : 'unknown', claim: [{ text: lead.sentence }],
      evidence: [isKnown ? largest : [], ...others, gc],
    });
  }
  return finding({
    code: 'profile-largest', severity: 'info',
    claim: largest,
    evidence: [
      duration !== null && duration > 0 && sampleType === 'cpu' && unit === 'nanoseconds'
        ? parts`${whole} of CPU in ${seconds(duration)}: ${cores(total / 1e9 / duration)}.` : [],
      ...others, gc,
    ],
  });
}

/** What is known before the functions are added up. */
export function totalFinding({ total, unit, sampleType }: Pick<TopTable, 'total' | 'unit' | 'sampleType'>): Finding {
  return finding({
    code: 'profile-total', severity: 'info',
    claim: parts`${profileQuantity(total, unit)} of ${TYPE_WORDS[sampleType] ?? sampleType} in total.`,
  });
}

/** The same of a diff. */
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
