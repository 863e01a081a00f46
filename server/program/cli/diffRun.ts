/**
 * `tsdbscope diff before after` for CI: prints the Profile diff page as text, and reports a regression by its exit
 * code.
 */
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { basename } from 'node:path';
import type { DiffTopTable, Normalize, RenameProposal } from '../../../core/contract/contract.ts';
import { firstNormalize } from '../../../core/profile/pairPace.ts';
import { readCommandFile } from './commandFiles.ts';
import { REGRESSION_EXIT, type CommandResult } from './commandResult.ts';
import type { DiffCommand } from './diffCommand.ts';
import { InputError } from '../../kernel/config/usageError.ts';
import { diffText } from './diffText.ts';
import type { DiffRegression, JudgedDiff, PacedCommand } from './judgedDiff.ts';
import { decodeAny } from '../../profile/foreign/decodeAny.ts';
import { diffTop, totalVerdict } from '../../profile/diff/diff.ts';
import { coresScale } from '../../profile/diff/joint/coresScale.ts';
import { renameProposals } from '../../profile/diff/renameProposals.ts';
import type { ReportedProfile } from '../../profile/reports/diffReport.ts';
import { preparedProfile } from '../../profile/prepare/preparedProfile.ts';
import { pairOf, type Pair, type SideProfile } from '../../profile/query/pair.ts';
import { defaultTypeOf, profileFacts, type ProfileFacts } from '../../profile/query/profileFacts.ts';
import { perUnit } from '../../profile/tree/perUnit.ts';
import { plain, reportMarkdown } from '../../profile/reports/reportMarkdown.ts';
import { valueText } from '../../profile/diff/words/valueText.ts';
import { changeText } from '../../../core/text/change.ts';
import type { Result } from '../../../core/result.ts';

interface Side { profiles: SideProfile[]; reported: ReportedProfile[]; facts: ProfileFacts[] }

/**
 * Throws UsageError for a file that cannot be read, InputError for one that is not a profile or for sides that are not
 * comparable.
 */
export async function runDiff(command: DiffCommand): Promise<CommandResult> {
  const { filters, format, top } = command;
  const before = await readSide(command, 'before');
  const after = await readSide(command, 'after');
  const normalize = command.normalize ?? firstOf(before, after);
  const asked: PacedCommand = { ...command, normalize };
  const sampleType = command.sampleType ?? defaultTypeOf([...after.facts, ...before.facts]);
  const pair = valueOf(pairOf(before.profiles, after.profiles, sampleType, normalize));
  const table = valueOf(diffTop(pair, { ...filters, limit: 0 }));
  const shown = perUnit(table, coresScale(pair));
  const regressions = regressionsOf(pair, shown, command);
  const renames = valueOf(renameProposals(pair, filters)).proposals;
  const judged: JudgedDiff = {
    table: shown, before: before.reported, after: after.reported, regressions,
    renames,
    verdict: verdictOf(pair, shown, regressions, asked) + renameWords(regressions, renames),
  };
  const exitCode = regressions.length > 0 ? REGRESSION_EXIT : 0;
  switch (format) {
    case 'text': return { output: diffText(judged, asked), exitCode };
    case 'json': {
      // Programs get the values in the unit of the profile.
      const inOwnUnit = { ...judged, table, regressions: regressionsOf(pair, table, command) };
      return { output: `${JSON.stringify(jsonOf(inOwnUnit, asked), null, 1)}\n`, exitCode };
    }
    case 'markdown': {
      const report = reportMarkdown(
        { table: shown, before: judged.before, after: judged.after, normalize, filters, maxRows: top }
      );
      const [head = '', ...rest] = report.split('\n\n');
      return { output: [head, `**${plain(judged.verdict)}**`, ...rest].join('\n\n'), exitCode };
    }
  }
}

/** Returns how two profiles are compared at first; groups as they are. */
function firstOf({ facts: [before, ...others] }: Side, { facts: [after, ...more] }: Side): Normalize {
  return before === undefined || after === undefined || others.length + more.length > 0 ? 'none'
    : firstNormalize(before, after);
}

/** Reads a file, or several separated by commas; a file whose own name has a comma is one. */
async function readSide({ filters, ...files }: DiffCommand, which: 'before' | 'after'): Promise<Side> {
  const text = files[which];
  const named = existsSync(text) ? [text] : text.split(',').filter((part) => part !== '');
  const side: Side = { profiles: [], reported: [], facts: [] };
  for (const file of named) {
    const { name, bytes } = await readCommandFile('diff', file);
    const decoded = await decodeAny(bytes);
    if (!decoded.ok) throw new InputError(`diff: ${name}: ${decoded.error.message}.`);
    const { profile, expanded } = decoded.value;
    side.profiles.push({ profile: valueOf(preparedProfile(profile, filters, which)) });
    side.reported.push({ id: createHash('sha256').update(expanded).digest('hex'), name: basename(name), file: name });
    side.facts.push(profileFacts(profile, name));
  }
  return side;
}

function valueOf<T>(result: Result<T>): T {
  if (!result.ok) throw new InputError(`diff: ${result.error.message}.`);
  return result.value;
}

/** Returns what grew beyond noise by more than the threshold: the total first, then functions in table order. */
export function regressionsOf(
  pair: Pair, { rows, totals }: DiffTopTable,
  { gate, thresholdRatio, filters }: Pick<DiffCommand, 'gate' | 'thresholdRatio' | 'filters'>
): DiffRegression[] {
  const share = (before: number, after: number): number =>
    (totals.before > 0 ? (after - before) / totals.before : Infinity);
  const found: DiffRegression[] = [];
  const total = valueOf(totalVerdict(pair, filters));
  if (gate !== 'functions' && total.sure === 'different' && totals.after > totals.before) {
    found.push({
      what: 'total', function: null, ...totals, shareRatio: share(totals.before, totals.after), pValue: total.pValue,
      qValue: null,
    });
  }
  if (gate !== 'total') {
    for (const { function: name, flat, sure, pValue, qValue } of rows) {
      if (sure === 'different' && flat.delta > 0) found.push({
        what: 'function', function: name, before: flat.before, after: flat.after,
        shareRatio: share(flat.before, flat.after), pValue, qValue,
      });
    }
  }
  return found.filter(({ shareRatio }) => shareRatio > thresholdRatio);
}

function verdictOf(
  pair: Pair, table: DiffTopTable, regressions: readonly DiffRegression[], command: PacedCommand
): string {
  const { totals, unit } = table;
  const { thresholdRatio } = command;
  const over = overText(thresholdRatio);
  const [first] = regressions;
  if (first === undefined) return noneFound(pair, table, command);
  const words = ({ what, function: name, before, after }: DiffRegression): string => {
    const now = valueText(after, unit);
    const change = before === 0 ? `new with ${now}`
      : `${valueText(before, unit)} to ${now}, ${changeText(before, after)}`;
    return `${what === 'total' ? 'the total' : name ?? ''} (${change})`;
  };
  const ofTotal = first.what === 'function' && thresholdRatio > 0
    ? ` of the total before, ${valueText(totals.before, unit)}` : '';
  const more = regressions.length > 3 ? ` and ${regressions.length - 3} more` : '';
  return `Regression: ${regressions.slice(0, 3).map(words).join(', ')}${more} grew beyond noise${over}${ofTotal}.`;
}

/** Suggests renames: a function with a new name counts as removed and added. */
function renameWords(regressions: readonly DiffRegression[], renames: readonly RenameProposal[]): string {
  const found = renames.filter(({ to }) => regressions.some(({ function: name }) => name === to));
  const [first] = found;
  if (first === undefined) return '';
  const more = found.length === 1 ? '' : ` and ${found.length - 1} more`;
  return ` Perhaps only renamed: ${first.from} to ${first.to}${more}; compare with --rename.`;
}

function noneFound(
  pair: Pair, { totals, howSure, rows }: DiffTopTable, { gate, thresholdRatio, filters, normalize }: PacedCommand
): string {
  if (gate === 'total' && normalize !== 'total' && totals.after <= totals.before)
    return 'No regression: the total did not grow.';
  // Beyond sampling error, but perhaps only at the moment of a snapshot: then the total is unknown too.
  const isOpen = howSure.method === 'none' || rows.some(({ sure }) => sure === 'unknown')
    || (gate !== 'functions' && valueOf(totalVerdict(pair, filters)).sure === 'unknown');
  if (isOpen) {
    const judged = gate === 'functions' ? 'a function' : 'the total';
    return `Not judged: whether ${judged} grew beyond noise cannot be estimated from these profiles.`;
  }
  const what = {
    total: 'the total did not grow', functions: 'no flat value of a function grew',
    any: 'neither the total nor a function grew',
  }[gate];
  return `No regression: ${what} beyond noise${overText(thresholdRatio)}.`;
}

function overText(thresholdRatio: number): string {
  return thresholdRatio === 0 ? '' : ` by more than ${percent(thresholdRatio)}`;
}

function percent(ratio: number): string {
  return `${Number((100 * ratio).toPrecision(6))} %`;
}

function jsonOf(
  { table, before, after, regressions, renames, verdict }: JudgedDiff,
  { top, thresholdRatio, gate, normalize, filters }: PacedCommand
): unknown {
  const named = (side: ReportedProfile[]): { id: string; file: string }[] =>
    side.map(({ id, file }) => ({ id, file: file ?? '' }));
  const { rows, ...rest } = table;
  return {
    verdict, regressions, renames, thresholdRatio, gate, before: named(before), after: named(after), normalize, filters,
    ...rest, rows: rows.slice(0, top), rowsLeftOut: Math.max(0, rows.length - top),
  };
}
