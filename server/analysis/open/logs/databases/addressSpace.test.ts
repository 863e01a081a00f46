import { expect, it } from 'vitest';
import { recognize } from '../../recognize.ts';
import { asksForSpace, decidedSpace } from './addressSpace.ts';

const line = (second: number, rest: string): string =>
  `ts=2025-03-04T05:06:${String(second).padStart(2, '0')}.000Z caller=main.go:5 level=info ${rest}`;
const START = line(1, 'msg="Starting Prometheus" version="(version=2.53.1, branch=HEAD, revision=abc)"');
const FAILED = 'ts=2025-03-04T05:16:07.523Z caller=db.go:8 level=error component=tsdb msg="compaction failed" '
  + 'err="reloadBlocks blocks: corrupted block 01FT768SVFE6SPFVJWT2SM1RK0: mmap files: mmap, size 104857600: cannot '
  + 'allocate memory"';
const of = (...lines: string[]): string => recognize(new TextEncoder().encode(lines.join('\n'))).interest ?? '';

it('a 32-bit host and a limit that the log states are not asked for', () => {
  const said = of(START, line(2, 'host_details="(Linux 5.15.0-v7l+ #1 SMP armv7l pi (none))"'),
    line(2, 'vm_limits="(soft=unlimited, hard=unlimited)"'), FAILED);
  const space = decidedSpace(said) ?? '';
  expect(space).toContain('shows a 32-bit system (host_details: armv7l)');
  expect(space).toContain('even a file of 100 MiB found no room');
  expect(space).toContain('ulimit -v is not the cause');
  expect(space).toContain('64-bit build; until then keep less data');
  expect(asksForSpace(space)).toBe(false);
  expect(said).not.toContain('uname -m');
});

it('a 64-bit build is none of 32 bits, and a 64-bit kernel alone decides nothing', () => {
  expect(of(START, line(2, 'build_context="(go=go1.22.5, platform=linux/amd64, user=a)"'), FAILED))
    .toContain('the build is one for 64 bits (platform=linux/amd64): compare vm.max_map_count');
  expect(decidedSpace(of(START, line(2, 'host_details="(Linux 6.1.0 #1 SMP aarch64 pi (none))"'), FAILED))).toBeNull();
});
