/** The finding of a diff: the change of the total and of what changed most, without noise. */
import { finding } from '../../../core/finding.ts';
import type { DiffTopRow, DiffTopTable, Finding, Normalize, Part, Sides } from '../../../core/contract/contract.ts';
import { count, joined, parts, ratio } from '../../../core/text/parts.ts';
import { MAX_CHANCE } from '../../statistics/falseDiscovery.ts';
import { valuePart } from './valueText.ts';

/** From here on more of the same work is worth a warning. */
const WARNING_RATIO = 1.1;
/** From here on a rise reads better as a factor. */
const LARGE_RATIO = 10;
const SMALL_CHANGE = 0.1;
const NORMALIZED: Record<string, string> = {
  total: 'totals made equal', duration: 'per second of profile', 'samples-ingested': 'per ingested sample',
};
const TYPE_WORDS: Record<string, string> = { cpu: 'CPU', samples: 'CPU samples' };

export interface Findable extends Pick<DiffTopTable, 'unit' | 'sampleType' | 'totals' | 'howSure'> {
  /** All of them, in the table's order. */
  rows: readonly DiffTopRow[];
  normalize: Normalize;
  totalPValue: number | null;
  gc: (Sides & { pValue: number | null }) | null;
  /** What is beyond sampling error may still be the moment of a snapshot: such rows are `unknown`. */
  isMomentary: boolean;
}

/**
 * `CPU fell 32 %, from 75.2 s to 51 s, most of all in runtime.scanobject.` GC, the counts of functions that changed and
 * how the sides were made comparable are evidence. Functions are counted by their own values; where none of those
 * changed beyond noise, by what they have with all they call.
 *
 * Severity: `unknown` when neither side has a value; `ok` when nothing differs beyond noise; `warning` when the total
 * rose by a tenth or more beyond noise, or by as much where noise cannot be estimated; `info` for everything else.
 * Codes: `profile-empty`, `diff-none`, `diff-untested`, `diff-within-noise`, `diff-momentary`, `diff-total`,
 * `diff-functions`.
 */
export function diffFinding(diff: Findable): Finding {
  const { before, after } = diff.totals;
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
  const scaling = normalizedEvidence(diff.normalize);
  if (diff.howSure.method === 'none') {
    const largest = diff.rows.find((row) => row.flat.delta !== 0);
    return finding({
      code: 'diff-untested', severity: rises ? 'warning' : 'info', confidence: 'likely',
      claim: totalClaim(type, diff, largest),
      evidence: [
        ...largestEvidence(largest, diff.unit), ...scaling,
        parts`This kind of profile does not show whether that is noise.`,
      ],
    });
  }
  // Totals that were made equal have no difference of their own, only rounding.
  const beyond = diff.normalize !== 'total' && diff.totalPValue !== null && diff.totalPValue <= MAX_CHANCE
    && before !== after;
  const same = diff.normalize === 'total' ? parts`${type} is scaled to ${value(before)} on both sides`
    : parts`${type} is ${value(before)} before and ${value(after)} after`;
  if (diff.isMomentary) return momentary(diff, beyond, { same, scaling });
  const changes = changesOf(diff.rows, 'flat', diff.unit) ?? changesOf(diff.rows, 'cum', diff.unit);
  const evidence = [...gcEvidence(diff), ...(changes === null ? [] : [changes.words]), ...scaling];
  if (beyond) {
    return finding({
      code: 'diff-total', severity: rises ? 'warning' : 'info', claim: totalClaim(type, diff, changes?.largest),
      evidence: [
        ...evidence,
        changes === null && evidence.length === scaling.length ? parts`No single function changed beyond noise.`
          : parts`The rest is within noise.`,
      ],
    });
  }
  if (evidence.length === scaling.length) {
    return withinNoise(same, scaling);
  }
  const what = changes === null ? parts`GC changed` : parts`${changes.count} changed`;
  return finding({
    code: 'diff-functions', severity: 'info', claim: parts`${what} beyond noise, while the total is the same: ${same}.`,
    evidence,
  });
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
  const are = beyond.length === 1 ? 'is' : 'are';
  const which = largest === undefined ? [] : [
    parts`${count(beyond.length, 'function')} ${are} beyond sampling error, ${mostOfAll(largest, 'flat', unit)}.`,
  ];
  return finding({
    code: 'diff-momentary', severity: 'info', confidence: 'too-early',
    claim: parts`One snapshot per side cannot separate a difference from drift: ${same}.`,
    evidence: [...which, ...scaling, parts`Take 4 or more snapshots on each side.`],
  });
}

/** `CPU fell 32 %, from 75.2 s to 51 s, most of all in runtime.scanobject.` */
function totalClaim(
  type: string, { totals: { before, after }, unit }: Findable, largest: DiffTopRow | undefined
): Part[] {
  const where = largest === undefined ? '' : `, most of all in ${shownName(largest.function)}`;
  if (after === before) return parts`${type} is ${valuePart(before, unit)} on both sides${where}.`;
  const sides = parts`from ${valuePart(before, unit)} to ${valuePart(after, unit)}`;
  return parts`${type} ${after < before ? 'fell' : 'rose'}${changeParts(before, after)} ${sides}${where}.`;
}

/** ` 32 %,`, ` to 12 times,`; empty when there is nothing to take a share of. */
function changeParts(before: number, after: number): Part[] {
  if (before <= 0 || after < 0) return [];
  const factor = after / before;
  if (factor >= LARGE_RATIO) return parts` to ${{ quantity: Math.round(factor), unit: 'count' }} times,`;
  const share = Math.abs(factor - 1);
  // Tenths of a percent matter for small changes only.
  return parts` ${ratio(share < SMALL_CHANGE ? share : Math.round(share * 100) / 100)},`;
}

function normalizedEvidence(normalize: Normalize): Part[][] {
  if (normalize === 'none') return [];
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

/** `3 functions grew and 2 fell beyond noise, most of all X (from 1 s to 2 s).`; null when none did. */
function changesOf(
  rows: readonly DiffTopRow[], which: 'flat' | 'cum', unit: string
): { words: Part[]; count: Part[]; largest: DiffTopRow } | null {
  const different = rows.filter((row) => row[which === 'flat' ? 'sure' : 'cumSure'] === 'different');
  const largest = different.reduce<DiffTopRow | undefined>(
    (most, row) => (most === undefined || Math.abs(row[which].delta) > Math.abs(most[which].delta) ? row : most),
    undefined
  );
  if (largest === undefined) return null;
  const grown = different.filter((row) => row[which].delta > 0).length;
  const fallen = different.length - grown;
  const counts = joined(
    [
      grown > 0 ? parts`${count(grown, 'function')} grew` : null,
      fallen > 0 ? parts`${count(fallen, 'function')} fell` : null,
    ],
    ' and '
  );
  const withCallees = which === 'flat' ? '' : 'Including what they call, ';
  return {
    largest, count: count(different.length, 'function'),
    words: parts`${withCallees}${counts} beyond noise, ${mostOfAll(largest, which, unit)}.`,
  };
}

function mostOfAll(row: DiffTopRow, which: 'flat' | 'cum', unit: string): Part[] {
  return parts`most of all ${shownName(row.function)} (${sidesParts(row[which], unit)})`;
}

/** `/src/runtime/mgc.go`, `tsdb/head.go:12`; not the import path of a function. */
const SOURCE_FILE =
  /^(?:\/|[A-Za-z]:[\\/]).*\.\w{1,8}(?::\d{1,9})?$|[/\\].*\.(?:go|s|c|cc|cpp|h|rs|js|mjs|ts|py|java)(?::\d{1,9})?$/;

/**
 * Cuts the path of a source file, which finer granularities print after or instead of the name, to the file, as tables
 * do.
 */
export function shownName(name: string): string {
  const path = name.slice(name.lastIndexOf(' ') + 1);
  if (path.length > MAX_PATH || !SOURCE_FILE.test(path)) return name;
  const file = path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1);
  return `${name.slice(0, name.length - path.length)}${file}`;
}

const MAX_PATH = 1000;

function sidesParts({ before, after }: Sides, unit: string): Part[] {
  if (before === 0) return parts`new with ${valuePart(after, unit)}`;
  if (after === 0) return parts`gone, it had ${valuePart(before, unit)}`;
  return parts`from ${valuePart(before, unit)} to ${valuePart(after, unit)}`;
}

function largestEvidence(largest: DiffTopRow | undefined, unit: string): Part[][] {
  if (largest === undefined) return [parts`No function's own value changed.`];
  return [parts`The largest change is ${shownName(largest.function)} (${sidesParts(largest.flat, unit)}).`];
}
