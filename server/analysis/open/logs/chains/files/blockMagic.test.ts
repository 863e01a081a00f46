import { describe, expect, it } from 'vitest';
import { recognize } from '../../../recognize.ts';
import { magicMeaning } from './blockMagic.ts';

const ULID = '01JNAB0000000000000000000B';
const saidOf = (...lines: string[]): string => recognize(new TextEncoder().encode(lines.join('\n'))).interest ?? '';
const failed = (magic: string): string => 'ts=2025-03-02T10:00:02.2Z caller=main.go:1100 level=error err="opening '
  + `storage failed: reloadBlocks: corrupted block ${ULID}: invalid magic number ${magic}"`;
const HEALTHY = 'ts=2025-03-02T10:00:01.2Z caller=repair.go:56 level=info component=tsdb msg="Found healthy block" '
  + `mint=1740902400000 maxt=1740909600000 ulid=${ULID}`;

describe('the first bytes of a damaged file', () => {
  it.each([
    ['7b0a0922', /text: 7b0a0922 is `\{`, a line break, a tab and `"`, as JSON such as meta\.json begins, where/],
    ['0', /with only zeros where its magic number must be/],
    ['130bc91', /with the magic number of a file of head chunks, and not with that of an index/],
    ['1f8b0800', /data compressed with gzip/], ['deadbeef', /the bytes deadbeef, which are of no file of a TSDB/],
  ])('%s', (hex, meaning) => { expect(magicMeaning(hex)).toMatch(meaning); });

  it('are reported with what the block holds, and why a check of it says nothing', () => {
    const said = saidOf(HEALTHY, failed('3c68746d'));
    expect(said).toContain('3c68746d is `<htm`');
    expect(said).toContain(`The block ${ULID} holds 2h from 2025-03-02T08:00:00Z on: only that is missing without it.`);
    expect(said).toContain('That it is logged as a healthy block is no contradiction');
    expect(said).not.toContain('What was read does not have the form');
  });

  it('are reported of an error that only a sentence quotes', () => {
    expect(saidOf(`It fails with \`opening storage failed: corrupted block ${ULID}: invalid magic number 0\` now.`, '',
      HEALTHY)).toMatch(/^It ended with "opening [^"]{10,200}"\. A block cannot be read: .* begins with only zeros/);
  });

  it('are not reported of a block that could not be mapped, which stays where it is', () => {
    const said = saidOf(HEALTHY, failed('0').replace('invalid magic number 0',
      'mmap files: mmap, size 536867902: cannot allocate memory'));
    expect(said).toContain('it could not be mapped: keep it where it is.');
    expect(said).not.toContain('out of the data folder');
  });

  it('name each block that cannot be read', () => {
    const other = ULID.replace('0000B', '0000C');
    expect(saidOf(failed('0'), failed('0').replace(ULID, other).replace('10:00:02', '10:01:02')))
      .toContain(`The same holds for ${other}: 2 blocks are named in all.`);
  });
});
