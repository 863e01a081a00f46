/** The tables of an embed: benchmarks, and the largest changes of a diff. Loaded only for those. */
import type { BenchmarkCell, BenchmarkReport, BenchmarkUnit, PictureSubject } from '../../core/contract/contract.ts';
import { flatChangeText, formatDelta } from '../../core/text/change.ts';
import { changeKind } from '../../core/views/benchmarks/changeKind.ts';
import { middleCut } from '../../core/views/flame/flameNames.ts';
import { nameWithin } from '../../core/views/flame/frameLabel.ts';
import { formatProfileValue } from '../../core/text/format.ts';
import { element } from './element.ts';
import { topChanges } from './topChanges.ts';

type Cell = string | { text: string; title?: string; kind?: string };

function row(tag: 'th' | 'td', cells: readonly Cell[]): HTMLTableRowElement {
  return element('tr', {}, ...cells.map((cell, i) => {
    const { text, title, kind } = typeof cell === 'string' ? { text: cell, title: undefined, kind: undefined } : cell;
    const isName = tag === 'td' && i === 0;
    return element(
      isName ? 'th' : tag,
      {
        scope: isName ? 'row' : tag === 'th' ? 'col' : undefined, title, 'data-kind': kind,
        class: isName ? 'mono' : undefined,
      },
      text
    );
  }));
}

function table(caption: string, head: readonly Cell[], rows: readonly Cell[][]): HTMLElement {
  return element('div', { class: 'tableBox', tabindex: '0', role: 'region', 'aria-label': caption },
    element('table', {}, element('caption', {}, caption), element('thead', {}, row('th', head)),
      element('tbody', {}, ...rows.map((cells) => row('td', cells)))));
}

function centre(cell: BenchmarkCell | null | undefined): Cell {
  return cell === null || cell === undefined ? '–' : `${cell.centerText} ± ${cell.rangeText}`;
}

function delta(cell: BenchmarkCell | null | undefined, better: BenchmarkUnit['better']): Cell {
  const comparison = cell?.comparison ?? null;
  if (comparison === null) return '';
  const kind = changeKind(comparison, better);
  return {
    text: `${comparison.deltaText} (${comparison.testText})${kind === undefined ? '' : ` ${kind}`}`,
    ...(kind === undefined ? {} : { kind }),
  };
}

function unitTable(unit: BenchmarkUnit, names: readonly string[]): HTMLElement {
  const head = ['benchmark', ...names.flatMap((name, i) => (i === 0 ? [name] : [name, 'vs base']))];
  const rows = unit.rows.map(({ name, cells, note }): Cell[] => [
    note === null ? name : { text: `${name} *`, title: note },
    ...names.flatMap((_, i) => (i === 0 ? [centre(cells[i])] : [centre(cells[i]), delta(cells[i], unit.better)])),
  ]);
  const means = unit.geomeans.length > 0 && unit.rows.length > 1
    ? [
      [
        'geomean',
        ...names.flatMap(
          (_, i) => (
            i === 0 ? [unit.geomeans[i]?.centerText ?? '–']
              : [unit.geomeans[i]?.centerText ?? '–', unit.geomeans[i]?.deltaText ?? '']
          )
        )
      ],
    ] : [];
  return table(`${unit.unit}${unit.nearExact ? ', counted: near exact' : ''}`, head, [...rows, ...means]);
}

/** Returns the tables as in benchstat, or those of `time` if the texts were its output; with the notes below. */
export function benchmarkTables(report: BenchmarkReport): HTMLElement[] {
  const time = report.time === null ? []
    : [table('GNU time', ['figure', report.columns[0] ?? 'before', report.columns[1] ?? 'after', 'before over after'],
      report.time.rows.map(({ label, beforeText, afterText, factorText, isDerived }) => [
        `${label}${isDerived ? ' (computed)' : ''}`, beforeText, afterText,
        factorText === null ? '' : `${factorText}x`,
      ]))];
  const notes = [...new Set([
    ...report.notes,
    ...report.units.flatMap(({ rows }) => rows.flatMap(({ note }) => (note === null ? [] : [note]))),
    ...(report.time === null ? [] : [report.time.note]),
  ])];
  return [
    ...time, ...report.units.map((unit) => unitTable(unit, report.columns)),
    ...notes.map((note) => element('p', { class: 'note' }, note))
  ];
}

const mostChanges = 8;

/** Returns the largest changes of functions' own parts; for an older frozen embed, over its stored frames. */
export function changesTable(
  { answer: { root, unit, sampleType, culledNodes }, changes }: Extract<PictureSubject, { kind: 'diff' }>
): HTMLElement[] {
  const rows = changes ?? topChanges(root, mostChanges);
  if (rows.length === 0) return [element('p', { class: 'note' }, 'No function changed beyond noise.')];
  const left = changes !== undefined || culledNodes === 0 ? '' : ', by the frames drawn';
  const caption = `${sampleType} of functions themselves, largest changes${left}`;
  return [table(caption, ['function', 'change', 'before', 'after'], rows.map(({ name, before, after }) => {
    const change = flatChangeText({ before, after });
    const text = `${formatDelta(after - before, unit)}${change === '' ? '' : ` (${change})`}`;
    return [
      { text: nameWithin(name, 36), title: middleCut(name, 400) },
      { text, kind: after < before ? 'less' : 'more' },
      formatProfileValue(before, unit), formatProfileValue(after, unit),
    ];
  }))];
}
