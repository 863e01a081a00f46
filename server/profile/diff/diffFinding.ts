/** What a diff says in one line, noise left out. */
import type { DiffTopRow, DiffTopTable, Finding, Normalize, Sides } from '../../../core/contract/contract.ts';
import { MOST_CHANCE } from '../../statistics/falseDiscovery.ts';
import { changeText, valueText } from './valueText.ts';

/** From here on more of the same work is worth a warning. */
const WARNING_RATIO = 1.1;
const NORMALIZED: Record<string, string> = {
  total: ', after made equal in total', duration: ', per second of profile', 'samples-ingested': ', per ingested sample',
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
 * `CPU fell from 75.2 s to 51.0 s (−32 %). GC fell from 20.6 s to 5.6 s; 8 functions grew and 20 fell beyond noise, most of
 * all X (from 9.0 s to 1.9 s); the rest is within noise.`
 *
 * Functions are counted by their own values; where none of those changed beyond noise, by what they have with all they call.
 *
 * Severity: `unknown` when neither side has a value; `ok` when nothing differs beyond noise; `warning` when the total
 * rose by a tenth or more beyond noise, or by as much where noise cannot be told; `info` for everything else.
 */
export function diffFinding(diff: Findable): Finding {
  const { before, after } = diff.totals;
  const type = TYPE_WORDS[diff.sampleType] ?? diff.sampleType;
  if (before === 0 && after === 0) return { severity: 'unknown', sentence: `Neither profile has any ${diff.sampleType}.`, time: null };
  const changed = diff.rows.some((row) => row.flat.delta !== 0 || row.cum.delta !== 0);
  if (!changed) return { severity: 'ok', sentence: `No difference: ${type} is ${valueText(before, diff.unit)} on both sides and no function changed.`, time: null };
  const totals = { before, after, delta: after - before };
  const rises = diff.normalize !== 'total' && before > 0 && after >= before * WARNING_RATIO;
  if (diff.howSure.method === 'none') {
    return { severity: rises ? 'warning' : 'info', sentence: `${fromTo(type, totals, diff)}. ${largestChange(diff)}; whether that is noise cannot be told from this kind of profile.`, time: null };
  }
  // Totals that were made equal have no difference of their own, only rounding.
  const beyond = diff.normalize !== 'total' && diff.totalPValue !== null && diff.totalPValue <= MOST_CHANCE && before !== after;
  if (diff.isMomentary) return momentary(diff, beyond, `${type} ${valueText(before, diff.unit)} before, ${valueText(after, diff.unit)} after${bracket(totals, diff.normalize)}`);
  const rest = beyondNoise(diff);
  if (!beyond && rest === null) {
    const said = diff.normalize === 'total' ? `${type} made equal in total, ${valueText(before, diff.unit)}` : `${type} ${valueText(before, diff.unit)} before, ${valueText(after, diff.unit)} after${bracket(totals, diff.normalize)}`;
    return { severity: 'ok', sentence: `No difference beyond noise: ${said}.`, time: null };
  }
  const opening = beyond
    ? fromTo(type, totals, diff)
    : diff.normalize === 'total'
      ? `${type} is made equal in total, ${valueText(before, diff.unit)}`
      : `${type} is the same within noise, ${valueText(before, diff.unit)} before and ${valueText(after, diff.unit)} after${bracket(totals, diff.normalize)}`;
  const sentence = rest === null ? `${opening}. No single function changed beyond noise.` : `${opening}. ${rest}; the rest is within noise.`;
  return { severity: beyond && rises ? 'warning' : 'info', sentence, time: null };
}

function momentary({ rows, unit }: Findable, isTotalBeyond: boolean, said: string): Finding {
  const beyond = rows.filter((row) => row.sure === 'unknown');
  const [largest] = beyond;
  if (largest === undefined && !isTotalBeyond && rows.every((row) => row.cumSure !== 'unknown')) {
    return { severity: 'ok', sentence: `No difference beyond noise: ${said}.`, time: null };
  }
  const which = largest === undefined ? '' : `; ${beyond.length === 1 ? '1 function is' : `${beyond.length} functions are`} beyond sampling error, most of all ${shownName(largest.function)} (${sidesText(largest.flat, unit)})`;
  return {
    severity: 'info', time: null,
    sentence: `No difference can be told from one moment against another: ${said}${which}. That may be the ups and downs of one load; 4 snapshots or more on each side would tell.`,
  };
}

/** `CPU fell from 75.2 s to 51.0 s (−32 %)`. */
function fromTo(what: string, { before, after }: Sides, { unit, normalize }: Findable): string {
  const verb = after < before ? 'fell' : after > before ? 'rose' : 'stayed the same,';
  return `${what} ${verb} from ${valueText(before, unit)} to ${valueText(after, unit)}${bracket({ before, after, delta: after - before }, normalize)}`;
}

function bracket({ before, after }: Sides, normalize: Normalize): string {
  const how = NORMALIZED[normalize] ?? (normalize === 'none' ? '' : `, ${normalize.slice('function:'.length)} made equal`);
  const inside = `${changeText(before, after)}${how}`.replace(/^, /, '');
  return inside === '' ? '' : ` (${inside})`;
}

/** GC and the functions called different; null when there are none. */
function beyondNoise(diff: Findable): string | null {
  const parts: string[] = [];
  const { gc, unit } = diff;
  if (gc !== null && gc.pValue !== null && gc.pValue <= MOST_CHANCE && gc.delta !== 0) {
    parts.push(gc.after === 0 ? `GC is gone, it had ${valueText(gc.before, unit)}` : `GC ${gc.delta < 0 ? 'fell' : 'rose'} from ${valueText(gc.before, unit)} to ${valueText(gc.after, unit)}`);
  }
  const own = changesOf(diff.rows, 'flat', unit);
  const withCallees = own ?? changesOf(diff.rows, 'cum', unit);
  if (own !== null) parts.push(own);
  else if (withCallees !== null) parts.push(`${parts.length === 0 ? 'With' : 'with'} all they call, ${withCallees}`);
  return parts.length === 0 ? null : parts.join('; ');
}

/** `3 functions grew and 2 fell beyond noise, most of all X (from 1.00 s to 2.00 s)`; null when none did. */
function changesOf(rows: readonly DiffTopRow[], which: 'flat' | 'cum', unit: string): string | null {
  const different = rows.filter((row) => row[which === 'flat' ? 'sure' : 'cumSure'] === 'different');
  const largest = different.reduce<DiffTopRow | undefined>((most, row) => (most === undefined || Math.abs(row[which].delta) > Math.abs(most[which].delta) ? row : most), undefined);
  if (largest === undefined) return null;
  const grown = different.filter((row) => row[which].delta > 0).length;
  const fallen = different.length - grown;
  const counts = [grown > 0 ? `${functions(grown)} grew` : '', fallen > 0 ? `${grown > 0 ? fallen : functions(fallen)} fell` : ''].filter((each) => each !== '').join(' and ');
  return `${counts} beyond noise, most of all ${shownName(largest.function)} (${sidesText(largest[which], unit)})`;
}

/** `/src/runtime/mgc.go`, `tsdb/head.go:12`; not the import path of a function. */
const SOURCE_FILE = /^(?:\/|[A-Za-z]:[\\/]).*\.\w{1,8}(?::\d{1,9})?$|[/\\].*\.(?:go|s|c|cc|cpp|h|rs|js|mjs|ts|py|java)(?::\d{1,9})?$/;

/** The path of a source file, as finer granularities print it behind the name or in its place, is cut to the file, as in tables. */
export function shownName(name: string): string {
  const path = name.slice(name.lastIndexOf(' ') + 1);
  if (path.length > MOST_PATH || !SOURCE_FILE.test(path)) return name;
  return `${name.slice(0, name.length - path.length)}${path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1)}`;
}

const MOST_PATH = 1000;

function functions(count: number): string {
  return count === 1 ? '1 function' : `${count} functions`;
}

function sidesText({ before, after }: Sides, unit: string): string {
  if (before === 0) return `new with ${valueText(after, unit)}`;
  if (after === 0) return `gone, it had ${valueText(before, unit)}`;
  return `from ${valueText(before, unit)} to ${valueText(after, unit)}`;
}

function largestChange({ rows, unit }: Findable): string {
  const [largest] = rows;
  if (largest === undefined || largest.flat.delta === 0) return 'No function changed of itself';
  return `The largest change is ${shownName(largest.function)} (${sidesText(largest.flat, unit)})`;
}
