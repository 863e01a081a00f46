import { expect, it } from 'vitest';
import type { CellValue, Cells } from '../../kernel/http/tableFormats.ts';
import { foldedProfile } from '../../../testdata/profiles/foldedProfile.ts';
import { unwrap } from '../../../testdata/profiles/oracles.ts';
import { diffTop } from '../../profile/diff/diff.ts';
import { pairOf } from '../../profile/query/pair.ts';
import { diffTopCells } from './profileTables.ts';

/** The cells of a function's row, by the head of their column. */
function rowOf({ header, rows }: Cells, name: string): Record<string, CellValue> {
  const row = rows.find((cells) => cells[header.indexOf('function')] === name) ?? [];
  return Object.fromEntries(header.map((head, column) => [head, row[column] ?? null]));
}

it('a diff as a table has each figure under its own head', () => {
  const [before, after] = [foldedProfile('main;read 6\nmain 4'), foldedProfile('main;read 9\nmain 3')];
  const cells = diffTopCells(
    unwrap(diffTop(unwrap(pairOf([{ profile: before }], [{ profile: after }], 'samples', 'none')), {}))
  );
  for (const { length } of cells.rows) expect(length).toBe(cells.header.length);
  expect(rowOf(cells, 'main')).toMatchObject({
    flat_before_count: 4, flat_after_count: 3, flat_delta_count: -1, flat_delta_share: -0.1,
    cum_before_count: 10, cum_after_count: 12, cum_delta_count: 2, cum_delta_share: 0.2,
  });
});
