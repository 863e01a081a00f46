import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { FlameNode } from '../../../core/contract/contract.ts';
import { anyStacks } from '../../../testdata/profiles/anyStacks.ts';
import { foldedProfile } from '../../../testdata/profiles/foldedProfile.ts';
import { loadProfile, unwrap } from '../../../testdata/profiles/oracles.ts';
import type { Profile } from '../decode/profile.ts';
import type { Question } from '../query/question.ts';
import { flameGraph } from '../tree/stackTree.ts';
import { top } from '../query/top.ts';

const RUNS = { numRuns: 300 };
const questions = fc.record({
  granularity: fc.constantFrom('functions' as const, 'files' as const, 'lines' as const), noinlines: fc.boolean(),
}) satisfies fc.Arbitrary<Question>;

function checkSums(profile: Profile, question: Question): void {
  const table = unwrap(top(profile, question));
  expect(table.rows.reduce((sum, row) => sum + row.flat, 0)).toBe(table.total);
  for (const row of table.rows) {
    expect(row.cum).toBeGreaterThanOrEqual(row.flat);
    expect(row.cum).toBeLessThanOrEqual(table.total);
  }
  const graph = unwrap(flameGraph(profile, question));
  expect([graph.total, graph.root.value]).toEqual([table.total, table.total]);
  const check = (node: FlameNode): void => {
    expect(node.value).toBe(node.self + node.children.reduce((sum, child) => sum + child.value, 0));
    node.children.forEach(check);
  };
  check(graph.root);
}

describe('of a profile whose samples all have frames', () => {
  it('flat sums to the total, and the cum of the root is the total: any stacks, any names', () => {
    fc.assert(
      fc.property(anyStacks(), questions, (stacks, question) => { checkSums(foldedProfile(stacks), question); }), RUNS
    );
  });

  it('a function that every stack starts with has the total as its cum', () => {
    fc.assert(fc.property(anyStacks(), (stacks) => {
      const rooted = foldedProfile(stacks.split('\n').map((line) => `root;${line}`).join('\n'));
      const table = unwrap(top(rooted, {}));
      expect(table.rows.find((row) => row.function === 'root')?.cum).toBe(table.total);
    }), RUNS);
  });

  it.each([
    'seed-wal/before.cpu.pb.gz', 'live/heap-2.pb.gz', 'goprofiles/before/recursion.cpu.pb.gz', 'foreign/rust.cpu.pb',
    'otel/old.cpu.pb.gz',
  ])('flat sums to the total: %s', async (file) => { checkSums(await loadProfile(file), {}); });
});
