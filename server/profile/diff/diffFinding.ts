/** Builds the finding of a diff: the change of the total and of what changed most, without noise. */
import { finding } from '../../../core/finding.ts';
import type { DiffTopRow, DiffTopTable, Finding, Normalize, Part, Sides } from '../../../core/contract/contract.ts';
import { cores, count, parts, quantity, ratio, seconds } from '../../../core/text/parts.ts';
import { MAX_CHANCE } from '../../../core/statistics/falseDiscovery.ts';
import { diffClaim, TYPE_WORDS, type Area } from '../../../core/views/profile/diffClaim.ts';
import { scaleUnit } from '../query/units.ts';
import {
  changesOf, extremes, functionsClaim, inShownUnit, mostOfAll, sidesParts, type Changes, type Extremes,
} from './functionChanges.ts';
import type { Durations } from './joint/coresScale.ts';
import { movedEvidence, movedRows } from './joint/movedNames.ts';
import {
  isDifferent, renamedAlone, renamedClaim, renamedEvidence, renamedRows, type RenamedRows,
} from './renamedFunctions.ts';
import { shownName } from './shownName.ts';
import { valuePart } from './words/valueText.ts';

/** Factor from which a rise of the same work is worth a warning. */
const WARNING_RATIO = 1.1;
/** Factor from which a rise reads better as a factor. */
const LARGE_RATIO = 10;
const SMALL_CHANGE = 0.1;
/** Share of a duration by which another one is about equal. */
const SMALL_DURATION = 0.05;
const NORMALIZED: Record<string, string> = {
  total: 'totals made equal', duration: 'per second of profile', 'samples-ingested': 'per ingested sample',
};

export interface Findable extends Pick<DiffTopTable, 'unit' | 'sampleType' | 'totals' | 'howSure' | 'groups'> {
  /** All rows, in the table's order. */
  rows: readonly DiffTopRow[];
  normalize: Normalize;
  totalPValue: number | null;
  gc: (Sides & { pValue: number | null }) | null;
  /** True if differences beyond sampling error may be due to the moment of a snapshot: such rows are `unknown`. */
  isMomentary: boolean;
  /** Returns the subsystems; called only if the total changed beyond noise. */
  areas: () => Area[];
  /** Whether the sides are of one build, in which no function has another name; null if that is not known. */
  isOneBuild?: boolean | null;
  /** Seconds of the profiles of each side, for CPU time; null if not known. */
  durations?: Durations | null;
}

/**
 * Returns `CPU −32 % (75.2 to 51 s): GC −12 s, allocation −7 s, WAL replay −4.9 s.` if the total changed beyond
 * noise. If noise cannot be estimated, names the largest change of either sign. Evidence: GC, the counts of changed
 * functions, what a group counts as and how the sides were made comparable. Functions are counted by flat values; if
 * none of those changed beyond noise, by cum values; the evidence says which, and the count by either.
 *
 * Severity: `unknown` if neither side has a value; `ok` if nothing differs beyond noise; `warning` if the total rose by
 * a tenth or more beyond noise, or by as much if noise cannot be estimated; `info` for everything else. Codes:
 * `profile-empty`, `diff-none`, `diff-untested`, `diff-within-noise`, `diff-momentary`, `diff-total`, `diff-functions`,
 * `diff-renamed`.
 */
export function diffFinding(asked: Findable): Finding {
  const { before, after } = asked.totals;
  const { rows, moves } = movedRows(asked.rows, asked.howSure.method !== 'none');
  const diff = moves.length === 0 ? asked : withRows(asked, rows);
  const type = TYPE_WORDS[diff.sampleType] ?? diff.sampleType;
  if (before === 0 && after === 0) {
    const claim = [{ text: `Neither profile has any ${diff.sampleType}.` }];
    return finding({ code: 'profile-empty', severity: 'unknown', claim });
  }
  const value = (amount: number): Part => valuePart(amount, diff.unit);
  if (!diff.rows.some((row) => row.flat.delta !== 0 || row.cum.delta !== 0)) {
    return finding({
      code: 'diff-none', severity: 'ok',
      claim: parts`No difference: ${type} is ${value(before)} on both sides and no function changed.`,
    });
  }
  const rises = diff.normalize !== 'total' && before > 0 && after >= before * WARNING_RATIO;
  const scaling = [
    ...groupEvidence(diff.groups), ...movedEvidence(moves), ...durationsEvidence(diff),
  ];
  if (diff.howSure.method === 'none') {
    const { rows: untested, renamed } = otherNames(diff, 'untested');
    const largest = extremes(untested, 'flat');
    return finding({
      code: 'diff-untested', severity: rises ? 'warning' : 'info', confidence: 'likely',
      claim: totalClaim(type, diff, largest),
      evidence: [
        ...largestEvidence(largest, diff.unit), ...renamedEvidence(renamed, diff.unit), ...scaling,
        parts`This kind of profile does not show whether that is noise.`,
      ],
    });
  }
  // Totals made equal differ only by rounding.
  const beyond = diff.normalize !== 'total' && diff.totalPValue !== null && diff.totalPValue <= MAX_CHANCE
    && before !== after;
  const same = diff.normalize === 'total' ? parts`${type} is scaled to ${value(before)} on both sides`
    : parts`${type} is ${value(before)} before and ${value(after)} after`;
  if (diff.isMomentary) {
    const { rows: others, renamed } = otherNames(diff, 'momentary');
    return momentary(withRows(diff, others), beyond, {
      same, scaling: [...renamedEvidence(renamed, diff.unit), ...scaling],
    });
  }
  const { rows: restRows, renamed } = renamedRows(diff.rows);
  const rest = renamed.length === 0 ? diff : withRows(diff, restRows);
  const changes = changesOf(rest, 'flat') ?? changesOf(rest, 'cum');
  const sole = beyond ? [] : soleEvidence(diff, changes);
  const evidence = [
    ...renamedEvidence(renamed, diff.unit), ...gcEvidence(diff),
    // The sentence on the only function says its change, too.
    ...(sole.length === 0 ? changes?.words ?? [] : [sole, ...(changes?.words.slice(1) ?? [])]), ...scaling,
  ];
  if (beyond) {
    return finding({
      code: 'diff-total', severity: rises ? 'warning' : 'info',
      claim: areaClaim(diff),
      evidence: [
        ...evidence,
        changes === null && evidence.length === scaling.length ? parts`No single function changed beyond noise.`
          : parts`The rest is within noise.`,
      ],
    });
  }
  if (evidence.length === scaling.length) {
    return withinNoise(same, [...sameGcEvidence(diff), ...scaling]);
  }
  if (changes === null && renamed.length > 0) return finding({
    code: 'diff-renamed', severity: 'info', confidence: 'likely', claim: renamedClaim(renamed, diff.unit, same),
    evidence: [...renamedAlone(renamed, diff.unit, same), ...evidence.slice(1)],
  });
  return finding({
    code: 'diff-functions', severity: 'info', claim: functionsClaim(diff, changes),
    evidence: [parts`${same}.`, ...evidence],
  });
}

/** Merges renamed functions where no test says that rows differ; sides of one build have none. */
const otherNames = ({ rows, isOneBuild }: Findable, tests: 'momentary' | 'untested'): RenamedRows =>
  (isOneBuild === true ? { rows: [...rows], renamed: [] } : renamedRows(rows, tests));

/** Share of the total's change that one function has if it is all of it. */
const ALL_OF_IT = 0.85;

/** Returns that the only function that changed makes up the change of the total; empty otherwise. */
function soleEvidence({ totals: { before, after }, unit }: Findable, changes: Changes | null): Part[] {
  const { grown = null, fallen = null } = changes?.largest ?? {};
  const row = grown ?? fallen;
  const change = after - before;
  if (changes?.count !== 1 || row === null || change === 0) return [];
  const part = row[changes.by].delta / change;
  return part < ALL_OF_IT || part > 1 / ALL_OF_IT ? []
    : parts`The change of ${shownName(row.function)} (${sidesParts(row, changes.by, unit)}) is about all of that of ${
      parts`the total (${change > 0 ? '+' : ''}${valuePart(change, unit)}).`}`;
}

function withinNoise(same: Part[], evidence: Part[][]): Finding {
  return finding({
    code: 'diff-within-noise', severity: 'ok', claim: parts`No difference beyond noise: ${same}.`, evidence,
  });
}

interface Sameness { same: Part[]; scaling: Part[][] }

function momentary({ rows, unit }: Findable, isTotalBeyond: boolean, { same, scaling }: Sameness): Finding {
  const beyond = rows.filter((row) => row.sure === 'unknown');
  const [largest] = beyond;
  if (largest === undefined && !isTotalBeyond && rows.every((row) => row.cumSure !== 'unknown')) {
    return withinNoise(same, scaling);
  }
  const many = parts`${count(beyond.length, 'function')} ${beyond.length === 1 ? 'is' : 'are'}`;
  const which = largest === undefined ? [] : [
    parts`By flat ${many} beyond sampling error, ${mostOfAll(largest, 'flat', unit)}.`,
  ];
  return finding({
    code: 'diff-momentary', severity: 'info', confidence: 'too-early',
    claim: parts`One snapshot per side cannot separate a difference from drift: ${same}.`,
    evidence: [...which, ...scaling, parts`Take 4 or more snapshots on each side.`],
  });
}

const withRows = (diff: Findable, rows: readonly DiffTopRow[]): Findable =>
  ({ ...diff, rows, howSure: { ...diff.howSure, eitherDifferent: rows.filter(isDifferent).length } });

function areaClaim({ totals, unit, sampleType, areas }: Findable): Part[] {
  const { unit: shown, scaled } = inShownUnit(unit);
  return diffClaim(
    { totals: scaled(totals), unit: shown, sampleType }, areas().map((area) => ({ ...area, flat: scaled(area.flat) }))
  );
}

/** Returns e.g. `CPU fell 32 %, from 75.2 s to 51 s, most of all in runtime.scanobject; index.Add rose.` */
function totalClaim(type: string, { totals: { before, after }, unit }: Findable, { grown, fallen }: Extremes): Part[] {
  const [main, other] = after < before ? [fallen, grown] : [grown, fallen];
  const against = after < before ? 'rose' : 'fell';
  const where = (main === null ? '' : `, most of all in ${shownName(main.function)}`)
    + (other === null ? '' : `; ${shownName(other.function)} ${against}`);
  if (after === before) return parts`${type} is ${valuePart(before, unit)} on both sides${where}.`;
  const sides = parts`from ${valuePart(before, unit)} to ${valuePart(after, unit)}`;
  return parts`${type} ${after < before ? 'fell' : 'rose'}${changeParts(before, after)} ${sides}${where}.`;
}

/** Returns ` 32 %,` or ` to 12 times,`; empty if there is no base for a share. */
function changeParts(before: number, after: number): Part[] {
  if (before <= 0 || after < 0) return [];
  const factor = after / before;
  if (factor >= LARGE_RATIO) return parts` to ${{ quantity: Math.round(factor), unit: 'count' }} times,`;
  const share = Math.abs(factor - 1);
  // Tenths of a percent matter for small changes only.
  return parts` ${ratio(share < SMALL_CHANGE ? share : Math.round(share * 100) / 100)},`;
}

function groupEvidence(groups: Findable['groups']): Part[][] {
  if (groups === undefined) return [];
  const sizes = parts`${quantity(groups.before, 'count')} before, ${quantity(groups.after, 'count')} after`;
  return [parts`Each value is the ${groups.countAs} of its side's profiles (${sizes}).`];
}

/** Returns how values of unequal durations compare: in cores they do, as they are they do not. */
function durationsEvidence({ normalize, durations = null, totals: { before, after }, unit }: Findable): Part[][] {
  if (durations === null || Math.abs(durations.before - durations.after) <= SMALL_DURATION * durations.after)
    return normalizedEvidence(normalize);
  if (normalize === 'duration')
    return [parts`Values are per second of each profile, ${seconds(durations.before)} and ${seconds(durations.after)}${
      unit !== 'cores' ? [] : parts`; as recorded they have ${seconds(before * durations.before)} and ${
        seconds(after * durations.after)} of CPU`}.`];
  const nanos = scaleUnit(1, unit, 'nanoseconds');
  if (normalize !== 'none' || nanos.unit !== 'ns') return normalizedEvidence(normalize);
  const inCores = (value: number, time: number): Part => cores(value * nanos.value / 1e9 / time);
  return [parts`The profiles took ${seconds(durations.before)} and ${seconds(durations.after)}: that is ${
    inCores(before, durations.before)} before and ${inCores(after, durations.after)} after.`];
}

function normalizedEvidence(normalize: Normalize): Part[][] {
  if (normalize === 'none' || normalize === 'sum') return [];
  return [
    parts`Values are compared with ${NORMALIZED[normalize] ?? `${normalize.slice('function:'.length)} made equal`}.`,
  ];
}

function gcEvidence({ gc, unit }: Findable): Part[][] {
  if (gc === null || gc.pValue === null || gc.pValue > MAX_CHANCE || gc.delta === 0) return [];
  if (gc.after === 0) return [parts`GC is gone; it had ${valuePart(gc.before, unit)}.`];
  return [
    parts`GC ${gc.delta < 0 ? 'fell' : 'rose'} from ${valuePart(gc.before, unit)} to ${valuePart(gc.after, unit)}.`,
  ];
}

/** Share of garbage collection on both sides from which it is reported although it did not change beyond noise. */
const MUCH_GC = 0.1;
const DIGITS = 3;

function sameGcEvidence({ gc, totals }: Findable): Part[][] {
  const [before, after] = [(gc?.before ?? 0) / totals.before, (gc?.after ?? 0) / totals.after]
    .map((share) => Number(share.toPrecision(DIGITS)));
  return before === undefined || after === undefined || !(Math.min(before, after) >= MUCH_GC) ? []
    : [parts`GC has ${ratio(before)} before and ${ratio(after)} after, no difference beyond noise either.`];
}

function largestEvidence({ grown, fallen }: Extremes, unit: string): Part[][] {
  if (grown === null && fallen === null) return [parts`No function's own value changed.`];
  return [
    fallen && parts`The largest decrease is ${shownName(fallen.function)} (${sidesParts(fallen, 'flat', unit)}).`,
    grown && parts`The largest increase is ${shownName(grown.function)} (${sidesParts(grown, 'flat', unit)}).`,
  ].filter((each) => each !== null);
}
