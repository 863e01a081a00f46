/** Formats the report as plain text in columns, for a terminal. */
import type { BenchmarkReport, BenchmarkUnit } from '../../../core/contract/contract.ts';
import { countedWords } from './benchMarkdown.ts';
import { aligned, visible } from './textColumns.ts';
import { statements } from '../../../core/finding.ts';

export function benchText({ finding, columns, units, time, notes }: BenchmarkReport): string {
  const tables = units.map((unit) => unitText(unit, columns));
  if (time !== null) {
    const rows = time.rows.map(({ label, beforeText, afterText, factorText }) =>
      [label, beforeText, afterText, factorText === null ? '' : `${factorText}x`]);
    tables.push(`${aligned([['', ...columns, 'before/after'], ...rows])}\n${time.note}`);
  }
  return `${[statements(finding).join(' '), ...notes, ...tables].map(visible).join('\n\n')}\n`;
}

function unitText(unit: BenchmarkUnit, columns: readonly string[]): string {
  const config = Object.entries(unit.config).map(([key, value]) => `${key}: ${value}`);
  const rows = unit.rows.map(({ name, cells }) => [name, ...cells.flatMap((cell, at) => {
    const center = cell === null ? '' : `${cell.centerText} ± ${cell.rangeText}`;
    const comparison = cell?.comparison ?? null;
    return at === 0 ? [center] : [
      center, comparison === null ? '' : `${comparison.deltaText} (${comparison.testText})${countedWords(comparison)}`,
    ];
  })]);
  const means = [
    'geomean',
    ...unit.geomeans.flatMap(
      ({ centerText, deltaText }, at) => (at === 0 ? [centerText ?? ''] : [centerText ?? '', deltaText ?? ''])
    )
  ];
  const head = [unit.unit, ...columns.flatMap((name, at) => (at === 0 ? [name] : [name, 'vs base']))];
  const notes = [
    ...new Set([...unit.rows.flatMap(({ note }) => note ?? []), ...unit.geomeans.flatMap((mean) => mean.notes)])
  ];
  return [...config, aligned([head, ...rows, ...(rows.length > 1 ? [means] : [])]), ...notes].join('\n');
}
