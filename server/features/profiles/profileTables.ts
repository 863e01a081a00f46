/** Converts tables of profiles to cells, for CSV and text. Values have the profile's unit, named in the header. */
import type {
  CallersTable, DiffCallersTable, DiffFlameGraph, DiffLinesTable, DiffSubsystemTable, DiffTagsTable, DiffTopTable,
  DiffTracesTable, FlameGraph, LinesTable, Sides,
  SubsystemTable, TagsTable, TopTable, TracesTable,
} from '../../../core/contract/contract.ts';
import type { Cells, CellValue } from '../../kernel/http/tableFormats.ts';

function one(name: string, unit: string): string {
  return unit === '' ? name : `${name}_${unit}`;
}

function both(name: string, unit: string): string[] {
  return ['before', 'after', 'delta'].map((side) => one(`${name}_${side}`, unit));
}

function sides({ before, after, delta }: Sides): number[] {
  return [before, after, delta];
}

function shareOf(value: number, total: number): number | null {
  return total === 0 ? null : value / total;
}

export function topCells({ unit, total, rows }: TopTable): Cells {
  return {
    header: [one('flat', unit), 'flat_share', one('cum', unit), 'cum_share', 'function', 'file'],
    rows: rows.map(
      (row) => [row.flat, shareOf(row.flat, total), row.cum, shareOf(row.cum, total), row.function, row.file]
    ),
  };
}

/** Returns the rows of a diff. Shares of deltas are of the before side's total, with `base=base` of the difference. */
export function diffTopCells({ unit, totals, shareTotal, rows }: DiffTopTable): Cells {
  const total = shareTotal ?? (totals.before === 0 ? totals.after : totals.before);
  return {
    header: [
      ...both('flat', unit), 'flat_delta_share', ...both('cum', unit), 'cum_delta_share',
      'p_value', 'q_value', 'sure', 'cum_p_value', 'cum_q_value', 'cum_sure', 'function', 'file',
    ],
    rows: rows.map((row) => [
      ...sides(row.flat), shareOf(row.flat.delta, total), ...sides(row.cum), shareOf(row.cum.delta, total),
      row.pValue, row.qValue, row.sure, row.cumPValue, row.cumQValue, row.cumSure, row.function, row.file,
    ]),
  };
}

/** Returns every frame with its depth, parents before children, in tree order. */
function flameRows<Node extends { children: Node[] }>(root: Node): { node: Node; depth: number }[] {
  const rows: { node: Node; depth: number }[] = [];
  const queue = [{ node: root, depth: 0 }];
  for (let row = queue.pop(); row !== undefined; row = queue.pop()) {
    rows.push(row);
    for (const child of row.node.children.toReversed()) queue.push({ node: child, depth: row.depth + 1 });
  }
  return rows;
}

/** Returns the rows of frames in tree order, parents before children. */
export function flameCells({ unit, root }: FlameGraph): Cells {
  return {
    header: ['depth', one('value', unit), one('self', unit), 'function'],
    rows: flameRows(root).map(({ node, depth }) => [
      depth, node.net ?? node.value, node.selfNet ?? node.self, node.name,
    ]),
  };
}

export function diffFlameCells({ unit, root }: DiffFlameGraph): Cells {
  return {
    header: [
      'depth', one('width', unit), ...both('value', unit), one('self_before', unit), one('self_after', unit), 'kind',
      'sure', 'function',
    ],
    rows: flameRows(root).map(({ node, depth }) => [
      depth, node.value, node.before, node.after, node.delta, node.selfBefore, node.selfAfter, node.kind, node.sure
        ?? null, node.name,
    ]),
  };
}

/** Returns the rows of stacks, with the innermost frame first. */
export function tracesCells({ unit, rows }: TracesTable): Cells {
  return {
    header: [one('value', unit), 'labels', 'stack'],
    rows: rows.map((row) => [row.value, labelsText(row.labels), stackText(row.frames)]),
  };
}

export function diffTracesCells({ unit, rows }: DiffTracesTable): Cells {
  return {
    header: [...both('value', unit), 'labels', 'stack'],
    rows: rows.map((row) => [...sides(row.value), labelsText(row.labels), stackText(row.frames)]),
  };
}

function labelsText(labels: TracesTable['rows'][number]['labels']): string {
  return labels.map(({ key, values }) => `${key}=${values.join(' ')}`).join(', ');
}

function stackText(frames: TracesTable['rows'][number]['frames']): string {
  return frames.map((frame) => frame.function + (frame.inline ? ' (inline)' : '')).join('; ');
}

export function callersCells(table: CallersTable): Cells {
  const edges = (relation: string, rows: CallersTable['callers']): CellValue[][] =>
    rows.map((row) => [relation, row.value, row.inline, row.function, row.file]);
  return {
    header: ['relation', one('value', table.unit), 'inline', 'function', 'file'],
    rows: [
      ...edges('caller', table.callers),
      ['flat', table.flat, null, table.function, table.file], ['cum', table.cum, null, table.function, table.file],
      ...edges('callee', table.callees),
    ],
  };
}

export function diffCallersCells(table: DiffCallersTable): Cells {
  const edges = (relation: string, rows: DiffCallersTable['callers']): CellValue[][] => (
    rows.map((row) => [relation, ...sides(row.value), row.inline, row.function, row.file])
  );
  return {
    header: ['relation', ...both('value', table.unit), 'inline', 'function', 'file'],
    rows: [
      ...edges('caller', table.callers),
      ['flat', ...sides(table.flat), null, table.function, table.file],
      ['cum', ...sides(table.cum), null, table.function, table.file],
      ...edges('callee', table.callees),
    ],
  };
}

export function linesCells({ unit, files }: LinesTable): Cells {
  return {
    header: [one('flat', unit), one('cum', unit), 'line', 'file', 'text'],
    rows: files.flatMap(({ file, rows }) => rows.map((row) => [row.flat, row.cum, row.line, file, spaced(row.text)])),
  };
}

export function diffLinesCells({ unit, files }: DiffLinesTable): Cells {
  return {
    header: [...both('flat', unit), ...both('cum', unit), 'line', 'file', 'text'],
    rows: files.flatMap(
      ({ file, rows }) => rows.map((row) => [...sides(row.flat), ...sides(row.cum), row.line, file, spaced(row.text)])
    ),
  };
}

export function tagsCells({ unit, keys }: TagsTable): Cells {
  return {
    header: ['key', one('flat', unit), 'share', 'value'],
    rows: keys.flatMap(({ key, rows }) => rows.map((row) => [key, row.flat, row.share, row.value])),
  };
}

export function diffTagsCells({ unit, keys }: DiffTagsTable): Cells {
  return {
    header: ['key', ...both('flat', unit), 'share_before', 'share_after', 'value'],
    rows: keys.flatMap(
      ({ key, rows }) => rows.map((row) => [key, ...sides(row.flat), row.share.before, row.share.after, row.value])
    ),
  };
}

export function subsystemCells({ unit, rows }: SubsystemTable): Cells {
  return {
    header: [one('flat', unit), 'share', 'id', 'name'],
    rows: rows.map((row) => [row.flat, row.share, row.id, row.name]),
  };
}

export function diffSubsystemCells({ unit, rows }: DiffSubsystemTable): Cells {
  return {
    header: [...both('flat', unit), 'share_before', 'share_after', 'id', 'name'],
    rows: rows.map((row) => [...sides(row.flat), row.share.before, row.share.after, row.id, row.name]),
  };
}

/** Keeps the indentation of source text, because tables remove control characters. */
function spaced(text: string | null): string | null {
  return text === null ? null : text.replaceAll('\t', '    ');
}
