import { expect, it } from 'vitest';
import { recognize } from './recognize.ts';

const STATISTICS = ['', '# runtime.MemStats', '# Alloc = 1048576', '# Sys = 4194304', '# HeapAlloc = 1048576',
  '# NextGC = 2097152'];
const open = (...lines: string[]): { format: string; door: string | null; remedy: string | null } =>
  recognize(new TextEncoder().encode([...lines, ...STATISTICS].join('\n')));

it('a heap profile of a program that samples nothing has no page, and no advice to fetch another form', () => {
  const { format, door, remedy } = open('heap profile: 0: 0 [0: 1] @ heap/0');
  expect({ format, door }).toEqual({ format: 'text-heap-unsampled', door: null });
  expect(remedy).toMatch(/^That program samples no allocations/);
});

it('a heap profile with samples opens as before', () => {
  expect(open('heap profile: 1: 8 [2: 16] @ heap/1048576', '1: 8 [2: 16] @ 0x1 0x2').door).toBe('profile');
});

it('idle memory of the heap that the program keeps is reported', () => {
  const said = (idle: number, released: number): string | null => recognize(new TextEncoder().encode([
    'heap profile: 0: 0 [0: 1] @ heap/0', ...STATISTICS, `# HeapIdle = ${idle}`, `# HeapReleased = ${released}`,
  ].join('\n'))).interest;
  expect(said(3 * 2 ** 20, 2 ** 20)).toContain(' 2 MiB of the heap are idle, and not returned to the system.');
  expect(said(3 * 2 ** 20, 3 * 2 ** 20)).not.toContain('idle');
});
