import { expect, it } from 'vitest';
import { recognize } from '../../../recognize.ts';

const [A, B] = ['01JNAB0000000000000000000B', '01JNAB1111111111111111111C'];
const line = (ulid: string, isSkipped = true): string => 'level=error ts=2025-06-02T10:00:02.2Z caller=db.go:1020 '
  + `component=tsdb msg="Failed to read meta.json for a block during reload${isSkipped ? '. Skipping' : ''}" `
  + `dir=/data/${ulid} err="open /data/${ulid}/meta.json: no such file or directory"`;
const saidOf = (...lines: string[]): string => recognize(new TextEncoder().encode(lines.join('\n'))).interest ?? '';

it('names each block without meta.json, and that the server goes on', () => {
  const said = saidOf(line(A), line(B));
  expect(said).toContain(`The blocks ${A} and ${B} have no meta.json, as after writes or deletions that did not end. `
    + 'Prometheus skips such folders and runs on without them');
  expect(said).toMatch(/By their ids, they were begun from 2025-03-02T\S{9} on: 9\dd \d{1,2}h before these lines/);
  expect(said).not.toContain('that one folder');
});

it('names one block', () => {
  const said = saidOf(line(A));
  expect(said).toContain(`The block ${A} has no meta.json, as after a write or a deletion that did not end. P`);
  expect(said).toContain('By its id, it was begun at 2025-03-02T');
});

it('moves several aside where they stop the start', () => {
  expect(saidOf(line(A, false), line(B, false))).toContain('did not end: move those folders aside, and the rest is '
    + 'opened without their samples.');
});

it('names the blocks whose meta.json is not whole', () => {
  const cut = (ulid: string): string => line(ulid).replace(/err=".*/, 'err="unexpected end of JSON input"');
  expect(saidOf(cut(A), cut(B))).toContain(`as after a full disk or a loss of power. Those are 2 blocks: ${A}, ${B}; `
    + 'Prometheus skips them and runs on. By their ids, they were begun from ');
  expect(saidOf(cut(A))).toContain(`That is the block ${A}; Prometheus skips it and runs on.`);
});
