/** Formats the tables as Markdown for a pull request, with figures spelt as by `benchstat`. */
import type { BenchmarkComparison, BenchmarkUnit, Finding, TimeComparison } from '../../../core/contract/contract.ts';
import { statements } from '../../../core/finding.ts';

/** Escapes names, which come from pasted text: nothing in them may become markup, a link or a mention. */
export function inert(text: string): string {
  return text.replace(/[\\`*_{}[\]<>()#+!|~&]/g, '\\$&').replace(/\s+/g, ' ').replaceAll('@', '&#64;')
    .replaceAll('://', '&#58;//');
}

export function benchMarkdown(
  finding: Finding, columns: readonly string[], units: readonly BenchmarkUnit[], notes: readonly string[]
): string {
  return [
    said(finding), ...units.map((unit) => unitTable(unit, columns)),
    ...(notes.length === 0 ? [] : [notes.map((note) => `- ${inert(note)}`).join('\n')])
  ].join('\n\n').concat('\n');
}

/** Describes the change by count if no test shows one. */
export function countedWords({ countedText }: BenchmarkComparison): string {
  return countedText === null ? '' : countedText === 'same' ? ', same in every run' : `, counted ${countedText}`;
}

function unitTable(unit: BenchmarkUnit, names: readonly string[]): string {
  const columns = names.map((_, column) => column)
    .filter((column) => unit.rows.some(({ cells }) => cells[column] !== null));
  const config = Object.entries(unit.config).filter(([, value]) => value !== '')
    .map(([key, value]) => `${key}: ${value}`).join(', ');
  const head = [
    unit.unit,
    ...columns.flatMap((column, at) => (at === 0 ? [names[column] ?? ''] : [names[column] ?? '', 'vs base']))
  ].map(inert);
  const rows = unit.rows.map(({ name, cells }) => [inert(name), ...columns.flatMap((column, at) => {
    const cell = cells[column] ?? null;
    const center = cell === null ? '' : `${cell.centerText} ± ${cell.rangeText}`;
    const comparison = cell?.comparison ?? null;
    if (at === 0) return [center];
    if (comparison === null) return [center, ''];
    const delta = comparison.deltaText === '~' ? '\\~' : comparison.deltaText;
    return [center, `${delta} (${comparison.testText})${countedWords(comparison)}`];
  })]);
  const means = ['geomean', ...columns.flatMap((column, at) => {
    const mean = unit.geomeans[column];
    return at === 0 ? [mean?.centerText ?? ''] : [mean?.centerText ?? '', mean?.deltaText ?? ''];
  })];
  const notes = [
    ...new Set(unit.rows.flatMap(({ note }) => note ?? []).concat(unit.geomeans.flatMap((mean) => mean.notes)))
  ];
  return [
    ...(config === '' ? [] : [inert(config), '']),
    line(head), line(head.map((_, i) => (i === 0 ? '---' : '---:'))),
    ...rows.map(line), ...(rows.length > 1 ? [line(means)] : []),
    ...(notes.length === 0 ? [] : ['', ...notes.map((note) => `- ${inert(note)}`)]),
  ].join('\n');
}

export function timeMarkdown(
  finding: Finding, columns: readonly string[], { rows, note }: TimeComparison, notes: readonly string[]
): string {
  const head = ['GNU time', ...columns, 'before / after'].map(inert);
  const lines = rows.map(({ label, beforeText, afterText, factorText }) =>
    line([label, beforeText, afterText, factorText === null ? '' : `${factorText}x`]));
  return [
    said(finding), '', line(head), line(['---', '---:', '---:', '---:']), ...lines, '', note,
    ...notes.map((text) => `- ${inert(text)}`), '',
  ].join('\n');
}

function line(cells: readonly string[]): string {
  return `| ${cells.join(' | ')} |`;
}

function said(finding: Finding): string {
  const [claim = '', ...evidence] = statements(finding);
  return [`**${inert(claim)}**`, ...evidence.map(inert)].join(' ');
}
