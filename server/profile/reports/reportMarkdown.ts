/** Writes a diff as Markdown for a pull request: finding, comparability, significant rows, command to verify. */
import type { DiffTopRow } from '../../../core/contract/contract.ts';
import { diffCommand, normalizeWords, reportFile, type DiffReport } from './diffReport.ts';
import { valueText } from '../diff/words/valueText.ts';
import { flatChangeText } from '../../../core/text/change.ts';
import { render } from '../../../core/text/parts.ts';

const MAX_ROWS = 30;
const MAX_NAME = 300;

/**
 * Writes the report. Names come from profiles: code spans and escapes keep them from becoming markup, a link or a
 * mention.
 */
export function reportMarkdown(report: DiffReport): string {
  const { table } = report;
  return [
    `## ${plain(render(table.finding.claim))}`,
    ...(table.finding.evidence.length === 0 ? []
      : [table.finding.evidence.map((parts) => plain(render(parts))).join(' ')]),
    [
      `${plain(table.sampleType)}, ${plain(normalizeWords(report.normalize, table.groups))}. `
        + `Before: ${names(report.before)}. After: ${names(report.after)}.`,
      ...filterLine(report),
    ].join('\n'),
    ...comparability(report),
    ...rows(report),
    `How sure: ${plain(table.howSure.sentence)}`,
    ...check(report),
  ].join('\n\n') + '\n';
}

function names(profiles: DiffReport['before']): string {
  return profiles.map((profile) => (
    profile.file === undefined ? `${code(profile.name)} (\`${reportFile(profile)}\`)` : code(profile.file)
  )).join(', ');
}

function filterLine({ filters }: DiffReport): string[] {
  const set = Object.entries(filters)
    .flatMap(([key, value]) => (value === undefined || value === false ? [] : [code(`${key}=${String(value)}`)]));
  return set.length === 0 ? [] : [`Filters: ${set.join(', ')}.`];
}

function comparability({ table }: DiffReport): string[] {
  const { differences } = table.comparability;
  if (differences.length === 0) return [];
  return [`The two sides differ in more than the change:\n\n${differences.map((each) => (
    `- ${each.what}: ${code(each.before)} → ${code(each.after)}. `
      + `${plain(each.consequence)}${each.helps === null ? '' : ` (\`normalize=${each.helps}\` helps.)`}`
  )).join('\n')}`];
}

function rows(report: DiffReport): string[] {
  const { table } = report;
  const isTested = table.howSure.method !== 'none';
  const sure = isTested ? table.rows.filter((row) => row.sure === 'different')
    : table.rows.filter((row) => row.flat.delta !== 0);
  if (sure.length === 0) return [];
  const shown = sure.slice(0, report.maxRows ?? MAX_ROWS);
  const all = isTested ? table.howSure.different : sure.length + table.rowsLeftOut;
  const left = all - shown.length;
  return [
    [
      '| function | before | after | change | q |', '|---|--:|--:|--:|--:|',
      ...shown.map((row) => line(row, table.unit))
    ].join('\n'),
    left > 0 ? `${left} more ${isTested ? 'beyond noise' : 'rows'}; values are each function's own (flat).`
      : "Values are each function's own (flat).",
  ];
}

function line({ function: name, flat, cum, qValue }: DiffTopRow, unit: string): string {
  return `| ${code(name)} | ${valueText(flat.before, unit)} | ${valueText(flat.after, unit)} `
    + `| ${flatChangeText(flat, cum)} | ${qText(qValue)} |`;
}

function qText(qValue: number | null): string {
  if (qValue === null) return '–';
  return qValue < 0.001 ? '< 0.001' : qValue.toFixed(3);
}

function check(report: DiffReport): string[] {
  const command = diffCommand(report);
  if (command === null) return [
    '`go tool pprof` cannot compare them so; download the difference as a profile and open that with it.',
  ];
  const where = [...report.before, ...report.after].every(({ file }) => file !== undefined) ? ''
    : ', with the profiles saved under the names above';
  return [`The same figures by \`go tool pprof\`${where}:`, fenced(command)];
}

/** Returns a fence longer than any run of backticks inside; no line break of the text can end it. */
function fenced(text: string): string {
  const fence = '`'.repeat(Math.max(3, longestRun(text) + 1));
  return `${fence}sh\n${text.replace(/[\r\n]+/g, ' ')}\n${fence}`;
}

function code(text: string): string {
  const short = text.length > MAX_NAME ? `${text.slice(0, MAX_NAME)}…` : text;
  // In a table a bar ends the cell even inside code. Spaces separate a backtick of the name from the fence.
  const line = short.replace(/\s+/g, ' ').replaceAll('|', '\\|');
  const fence = '`'.repeat(longestRun(line) + 1);
  const pad = line === '' || line.startsWith('`') || line.endsWith('`') ? ' ' : '';
  return `${fence}${pad}${line}${pad}${fence}`;
}

function longestRun(text: string): number {
  return [...text.matchAll(/`+/g)].reduce((most, [run]) => Math.max(most, run.length), 0);
}

/** Escapes every character that could begin markup, a link, HTML or a mention. */
export function plain(text: string): string {
  return text.replace(/\s+/g, ' ').replace(/[\\`*_{}[\]<>#|~!&]/g, '\\$&').replaceAll('@', '&#64;')
    .replaceAll('://', '&#58;//');
}
