/** Tests what is said of rows that vminsert sent to other storage nodes. */
import { expect, it } from 'vitest';
import { reroutedRows } from './reroutedRows.ts';

const AGAIN = '; closing the connection to storageNode and re-routing this data to healthy storage nodes';
const unsent = (rows: number, then = AGAIN): string =>
  `cannot send 9000 bytes with ${rows} rows to -storageNode="store-2:8400": timeout${then}`;
const copy = (number: number, rows: number): string => `cannot make a copy #${number} out of 3 copies according to `
  + `-replicationFactor=3 for 9000 bytes with ${rows} rows, since a part of storage nodes is temporarily unavailable`;

it('rows that are re-routed are not lost', () => {
  expect(reroutedRows([unsent(1200), unsent(34)])).toBe('The 1,234 rows of these sends are re-routed to the other '
    + 'storage nodes, so these lines show no loss.');
});

it('a copy that could not be made leaves the rows with fewer copies', () => {
  expect(reroutedRows([copy(2, 40), copy(2, 60)]))
    .toBe('Copy #2 of 3 could not be made 2 times (100 rows): they are stored with fewer copies.');
});

it('lines that do not say what became of the rows decide nothing', () => {
  expect(reroutedRows([unsent(5), unsent(5, '')])).toBeNull();
  expect(reroutedRows([copy(2, 40), copy(3, 60)])).toBeNull();
  expect(reroutedRows(['successfully dialed -storageNode="store-2:8400"'])).toBeNull();
});
