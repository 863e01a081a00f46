/** Tests that all processes of a deadlock of PostgreSQL are named. */
import { expect, it } from 'vitest';
import { recognize } from '../../recognize.ts';
import { postgresCircle } from './postgresCircle.ts';

const AT = '2026-01-02 03:04:05.678 UTC';
const waits = (process: number, by: number): string =>
  `Process ${process} waits for ShareLock on transaction ${process}0; blocked by process ${by}.`;
const log = (...details: string[]): string => [
  `${AT} [71] LOG:  database system is ready to accept connections`, `${AT} [71] ERROR:  deadlock detected`,
  `${AT} [71] DETAIL:  ${details.join('\n\t')}`, `${AT} [71] HINT:  See server log for query details.`,
].join('\n');

it('names each process of the circle with its statement', () => {
  const text = log(waits(71, 72), waits(72, 73), waits(73, 71), 'Process 71: UPDATE cart SET n = 1',
    'Process 73: UPDATE stock SET n = 2');
  expect(postgresCircle(text, 'Let them lock rows in the same order.')).toBe('In that deadlock, process 71 ("UPDATE '
    + 'cart SET n = 1") waits for process 72, process 72 for process 73 and process 73 ("UPDATE stock '
    + 'SET n = 2") for process 71.');
  expect(recognize(new TextEncoder().encode(text)).interest)
    .toMatch(/In that deadlock, process 71 .* retry it, and let all /);
});

it('details that are cut show no circle', () => {
  expect(postgresCircle(log(waits(71, 72), waits(72, 73)), null)).toBeNull();
  expect(postgresCircle('no deadlock here', null)).toBeNull();
});
