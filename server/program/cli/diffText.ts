/** Formats a diff as plain text for a terminal: verdict, finding, differences between the sides, rows. */
import type { DiffTopRow, RenameProposal } from '../../../core/contract/contract.ts';
import { aligned, visible } from '../../analysis/benchmarks/textColumns.ts';
import { shellWord } from '../../../core/views/profile/sideCommand.ts';
import type { JudgedDiff, PacedCommand } from './judgedDiff.ts';
import { normalizeWords, reportFile, type ReportedProfile } from '../../profile/reports/diffReport.ts';
import { valueText } from '../../profile/diff/words/valueText.ts';
import { flatChangeText } from '../../../core/text/change.ts';
import { statements } from '../../../core/finding.ts';

export function diffText(
  { table, before, after, renames, verdict }: JudgedDiff, { top, normalize, filters }: PacedCommand
): string {
  const { finding, sampleType, unit, totals, howSure, comparability, rows, groups } = table;
  const files = (side: readonly ReportedProfile[]): string => side.map(reportFile).join(', ');
  const set = Object.entries(filters).map(([key, value]) => `${key}=${String(value)}`);
  const unlike = comparability.differences.map(({ what, before: first, after: second, consequence, helps }) => (
    `  ${what}: ${first} -> ${second}. ${consequence}${helps === null ? '' : ` (--normalize ${helps} helps.)`}`
  ));
  const own = rows.filter(({ flat }) => flat.before !== 0 || flat.after !== 0);
  const shown = own.slice(0, top);
  const left = own.length - shown.length;
  return [
    [visible(verdict), ...statements(finding).map(visible)].join('\n'),
    [
      `${sampleType}, ${normalizeWords(normalize, groups)}${set.length === 0 ? '' : `, ${set.join(' ')}`}${
        normalize === 'duration' ? ' (--normalize none: as recorded)' : ''}`,
      `before: ${files(before)} (${valueText(totals.before, unit)})`,
      `after:  ${files(after)} (${valueText(totals.after, unit)})`,
    ].map(visible).join('\n'),
    ...(unlike.length === 0 ? []
      : [`The two sides differ in more than the change:\n${unlike.map(visible).join('\n')}`]),
    [
      aligned([['before', 'after', 'change', 'q', '', 'function'], ...shown.map((row) => line(row, unit))], 'last'),
      ...(left > 0 ? [`${left} more functions; --top shows more.`] : []), "Values are each function's own (flat).",
    ].join('\n'),
    ...(renames.length === 0 ? []
      : [`Perhaps only renamed (same callers and callees):\n${renames.slice(0, top).map(renameLine).join('\n')}`]),
    visible(howSure.sentence),
  ].join('\n\n').concat('\n');
}

function renameLine({ rule }: RenameProposal): string {
  return `  --rename ${visible(shellWord(rule))}`;
}

function line({ function: name, flat, cum, qValue, sure }: DiffTopRow, unit: string): string[] {
  return [
    valueText(flat.before, unit), valueText(flat.after, unit), flatChangeText(flat, cum),
    qValue === null ? '' : qValue < 0.001 ? '<0.001' : qValue.toFixed(3),
    { different: 'sure', noise: 'noise', unknown: '' }[sure], visible(name),
  ];
}
