/** Draws the tables of a benchmark comparison, one per unit, with figures as in benchstat. */
import type {
  BenchmarkCell, BenchmarkReport, BenchmarkRow, BenchmarkUnit, TimeComparison,
} from '../../../core/contract/contract.ts';
import { changeKind } from '../../../core/views/benchmarks/changeKind.ts';
import { number, stacked, TYPE, type Block, type Sheet, type TextStyle } from './sheet.ts';

const ROW = 20;
const COLUMN_GAP = 16;
const MAX_ROWS = 60;

interface Cell { words: string; ink?: string }
interface Column { head: string; align: 'start' | 'end'; cells: Cell[]; isCode?: boolean }

export function benchmarkTables(sheet: Sheet, widthPx: number, report: BenchmarkReport): Block[] {
  let left = MAX_ROWS;
  const tables = report.units.map((unit) => {
    const rows = unit.rows.slice(0, left);
    left -= rows.length;
    return rows.length === 0 ? { height: 0, svg: '' }
      : unitTable(sheet, widthPx, unit, { rows, names: report.columns });
  });
  const notShown = report.units.reduce((sum, { rows }) => sum + rows.length, 0) - (MAX_ROWS - left);
  return [
    ...(report.time === null ? [] : [timeTable(sheet, widthPx, report.time, report.columns)]),
    ...tables,
    notShown === 0 ? { height: 0, svg: '' }
      : sheet.paragraph(`${notShown.toLocaleString('en-US')} more rows are not shown.`, TYPE.faint, widthPx, 1),
  ];
}

/** Parts of a cell, from full to what a narrow picture shows. */
const FORMS = [
  { hasRange: true, hasTest: true }, { hasRange: true, hasTest: false }, { hasRange: false, hasTest: false },
];
type Form = (typeof FORMS)[number];

function unitTable(
  sheet: Sheet, widthPx: number, unit: BenchmarkUnit,
  { rows, names }: { rows: readonly BenchmarkRow[]; names: readonly string[] },
): Block {
  const forms = FORMS.map((form) => columnsOf(unit, rows, names, form));
  const columns = forms.find((form) => naturalWidth(sheet, form) <= widthPx) ?? forms.at(-1) ?? [];
  const config = Object.entries(unit.config).filter(([, value]) => value !== '')
    .map(([key, value]) => `${key} ${value}`).join(' · ');
  const means = unit.geomeans.flatMap(({ centerText: center, deltaText }, i) => (
    center === null ? [] : [`${names[i] ?? ''} ${center}${deltaText === null ? '' : ` (${deltaText})`}`]
  ));
  return stacked([
    sheet.paragraph(`${unit.unit}${unit.nearExact ? ', counted: near exact' : ''}`, TYPE.strong, widthPx, 1),
    sheet.paragraph(config, TYPE.faint, widthPx, 2),
    table(sheet, widthPx, columns),
    sheet.paragraph(
      unit.rows.length > 1 && means.length > 0 ? `geomean: ${means.join(', ')}` : '', TYPE.body, widthPx, 2
    ),
  ], 4);
}

function columnsOf(
  unit: BenchmarkUnit, rows: readonly BenchmarkRow[], names: readonly string[], { hasRange, hasTest }: Form
): Column[] {
  return [
    { head: 'benchmark', align: 'start', isCode: true, cells: rows.map(({ name }) => ({ words: name })) },
    ...names.flatMap((name, at): Column[] => {
      const cells = rows.map((row) => row.cells[at] ?? null);
      return [
        { head: name, align: 'end', cells: cells.map((cell) => ({ words: centerText(cell, hasRange) })) },
        ...(at === 0 ? [] : [
          { head: 'change', align: 'end' as const, cells: cells.map((cell) => changeCell(cell, unit.better)) },
          ...(hasTest ? [{
            head: 'test', align: 'end' as const,
            cells: cells.map((cell) => ({ words: cell?.comparison?.testText ?? '', ink: 'ink-faint' })),
          }] : []),
        ]),
      ];
    }),
  ];
}

function centerText(cell: BenchmarkCell | null, hasRange: boolean): string {
  return cell === null ? 'none' : hasRange ? `${cell.centerText} ± ${cell.rangeText}` : cell.centerText;
}

/** Returns the change, coloured only if it is significant and known to be better or worse. */
function changeCell(cell: BenchmarkCell | null, better: -1 | 0 | 1): Cell {
  const comparison = cell?.comparison ?? null;
  if (comparison === null) return { words: '' };
  const kind = changeKind(comparison, better);
  if (kind === undefined) return { words: comparison.deltaText, ink: 'ink-soft' };
  return { words: `${comparison.deltaText} ${kind}`, ink: kind === 'better' ? 'ink-ok' : 'ink-failure' };
}

function timeTable(sheet: Sheet, widthPx: number, time: TimeComparison, names: readonly string[]): Block {
  return stacked([
    sheet.paragraph('GNU time', TYPE.strong, widthPx, 1),
    table(sheet, widthPx, [
      {
        head: 'figure', align: 'start',
        cells: time.rows.map(({ label, isDerived }) => ({ words: `${label}${isDerived ? ' (computed)' : ''}` })),
      },
      { head: names[0] ?? 'before', align: 'end', cells: time.rows.map(({ beforeText }) => ({ words: beforeText })) },
      { head: names[1] ?? 'after', align: 'end', cells: time.rows.map(({ afterText }) => ({ words: afterText })) },
      {
        head: 'before over after', align: 'end',
        cells: time.rows.map(({ factorText }) => ({ words: factorText === null ? '' : `${factorText}×` })),
      },
    ]),
    sheet.paragraph(time.note, TYPE.body, widthPx, 3),
  ], 4);
}

function styleOf({ isCode }: Column, ink = 'ink'): TextStyle {
  return { ...(isCode === true ? TYPE.code : TYPE.body), ink };
}

function widthOfColumn(sheet: Sheet, column: Column): number {
  return Math.max(
    sheet.widthOf(column.head, TYPE.faint), ...column.cells.map(({ words }) => sheet.widthOf(words, styleOf(column)))
  );
}

function naturalWidth(sheet: Sheet, columns: readonly Column[]): number {
  return columns.reduce((sum, column) => sum + widthOfColumn(sheet, column), (columns.length - 1) * COLUMN_GAP);
}

/** Draws columns at their natural width; the first gets the rest, at least a third, and is cut in the middle. */
function table(sheet: Sheet, widthPx: number, columns: readonly Column[]): Block {
  const [first, ...others] = columns;
  if (first === undefined) return { height: 0, svg: '' };
  const wanted = others.map((column) => widthOfColumn(sheet, column));
  const gaps = others.length * COLUMN_GAP;
  const firstWanted = widthOfColumn(sheet, first);
  const firstWidth = Math.max(
    Math.min(firstWanted, widthPx * 0.35),
    Math.min(firstWanted, widthPx - gaps - wanted.reduce((sum, width) => sum + width, 0))
  );
  // If that is still too wide, the other columns shrink by the same share.
  const room = widthPx - firstWidth - gaps;
  const shrink = Math.min(1, room / (wanted.reduce((sum, width) => sum + width, 0) || 1));
  const widths = [firstWidth, ...wanted.map((width) => width * shrink)];
  const rowCount = first.cells.length;
  let left = 0;
  const drawn = columns.map((column, i) => {
    const width = widths[i] ?? 0;
    const x = column.align === 'start' ? left : left + width;
    const options = {
      anchor: column.align, room: width + 0.5, cut: column.isCode === true ? 'middle' as const : 'end' as const,
    };
    const svg = sheet.text(x, 13, column.head, TYPE.faint, options)
      + column.cells.map(({ words, ink }, row) => (
        sheet.text(x, (row + 1) * ROW + 14, words, styleOf(column, ink), options)
      )).join('');
    left += width + COLUMN_GAP;
    return svg;
  });
  const tableWidth = Math.min(widthPx, left - COLUMN_GAP);
  const rules = Array.from({ length: rowCount + 1 }, (_, row) => `M0 ${(row + 1) * ROW - 0.5}h${number(tableWidth)}`)
    .join('');
  return {
    height: (rowCount + 1) * ROW, svg: `<path d="${rules}" fill="none" ${sheet.stroke('line', 1)}/>${drawn.join('')}`,
  };
}
