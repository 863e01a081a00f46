/** Tests what is told of a file that NFS keeps because it is open. */
import { expect, it } from 'vitest';
import { recognize } from '../../../recognize.ts';

const line = (second: number, rest: string): string =>
  `level=error ts=2026-01-02T03:04:0${second}Z caller=table.go:152 table-name=index_7 ${rest}`;
const busy = (folder: string): string => `msg="failed to remove working directory ${folder}" `
  + `err="unlinkat ${folder}/.nfs0000000000a1b2c300000004: device or resource busy"`;
const said = (...lines: string[]): string => recognize(new TextEncoder().encode(lines.join('\n'))).interest ?? '';

it('the folder is on NFS, which is worse for boltdb', () => {
  const facts = said(line(1, busy('/loki/boltdb-shipper-compactor/index_7')));
  expect(facts).toContain('That folder is on NFS');
  expect(facts).toContain('as boltdb does not work well on NFS.');
  expect(said(line(1, busy('/loki/work')))).toMatch(/a local disk or a block device\.$/);
});

it('a recovered panic did not end Loki', () => {
  const panic = 'msg="failed to compact files" err="recovered from panic opening boltdb file: runtime error: index"';
  expect(said(line(1, panic))).toContain('and did not end Loki.');
  expect(said(line(1, 'msg="failed to compact files" err="no space"'))).not.toContain('recovered');
});
