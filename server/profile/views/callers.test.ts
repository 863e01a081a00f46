import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { FlameNode } from '../../../core/contract/contract.ts';
import { drawTree, foldedProfile } from '../../../testdata/profiles/foldedProfile.ts';
import { anyStacks } from '../../../testdata/profiles/anyStacks.ts';
import { loadProfile, unwrap } from '../../../testdata/profiles/oracles.ts';
import { readPeek, viewText } from '../../../testdata/profiles/pprofText.ts';
import { callers, diffCallers } from './callers.ts';
import { pairOf } from '../query/pair.ts';
import type { Question } from '../query/question.ts';
import { top } from '../query/top.ts';

const say = (
  row: { function: string; value: number; inline: boolean }
): string => `${row.function} ${row.value}${row.inline ? ' inline' : ''}`;

describe('callers and callees are those of go tool pprof -peek', () => {
  it.each<[string, string, Question, number]>([
    ['seed-before.peek.txt', 'seed-wal/before.cpu.pb.gz', {}, 1],
    ['recursion.peek.txt', 'goprofiles/before/recursion.cpu.pb.gz', {}, 5],
    ['recursion.noinlines.peek.txt', 'goprofiles/before/recursion.cpu.pb.gz', { noinlines: true }, 5],
    ['heap.peek.txt', 'goprofiles/before/heap.pb.gz', { sampleType: 'alloc_space' }, 1],
  ])('%s', async (file, name, question, least) => {
    const profile = await loadProfile(name);
    const blocks = readPeek(viewText(file));
    expect(blocks.length).toBeGreaterThanOrEqual(least);
    for (const block of blocks) {
      const ours = unwrap(callers(profile, block.function, question));
      expect({
        function: ours.function, flat: ours.flat, cum: ours.cum, callers: ours.callers.map(say),
        callees: ours.callees.map(say),
      }).toEqual(block);
    }
  });

  it('of a diff, where the delta is what -peek -diff_base prints', async () => {
    const [
      before, after,
    ] = [await loadProfile('seed-wal/before.cpu.pb.gz'), await loadProfile('seed-wal/after.cpu.pb.gz')];
    const pair = unwrap(pairOf([{ profile: before }], [{ profile: after }], 'cpu', 'none'));
    const blocks = readPeek(viewText('seed-diff.peek.txt'));
    expect(blocks).toHaveLength(2);
    for (const block of blocks) {
      const ours = unwrap(diffCallers(pair, block.function, {}));
      const delta = (rows: typeof ours.callers): string[] => rows.map((row) => say({ ...row, value: row.value.delta }));
      expect({
        function: ours.function, flat: ours.flat.delta, cum: ours.cum.delta, callers: delta(ours.callers),
        callees: delta(ours.callees),
      }).toEqual(block);
      expect(ours.calleeTree.root)
        .toMatchObject({ before: ours.cum.before, after: ours.cum.after, name: block.function });
    }
  });
});

describe('sandwich', () => {
  const tree = (node: FlameNode): string[] => drawTree(node, (each) => `${each.value}/${each.self}`);

  it('shows callers upside down and callees below', () => {
    const table = unwrap(
      callers(
        foldedProfile('main;serve;read 3\nmain;serve;read;alloc 1\nmain;init;read 2\nmain 4'), 'read',
        { sampleType: 'samples' }
      )
    );
    expect(tree(table.callerTree.root))
      .toEqual(['read 6/0', '  init 2/0', '    main 2/2', '  serve 4/0', '    main 4/4']);
    expect(tree(table.calleeTree.root)).toEqual(['read 6/5', '  alloc 1/1']);
  });

  it('cuts a recursive stack at the outermost occurrence', () => {
    const table = unwrap(callers(foldedProfile('main;fib;fib;fib 3'), 'fib', { sampleType: 'samples' }));
    expect(tree(table.callerTree.root)).toEqual(['fib 3/0', '  main 3/3']);
    expect(tree(table.calleeTree.root)).toEqual(['fib 3/0', '  fib 3/0', '    fib 3/3']);
    expect(table.callees).toEqual([]);
  });

  it('counts what is narrower than minRatio instead of giving it', () => {
    const table = unwrap(callers(foldedProfile('main;read;a 99\nmain;read;b 1'), 'read', { minRatio: 0.05 }));
    expect(table.calleeTree).toMatchObject({ nodes: 2, culledNodes: 1 });
  });

  it('says when no sample has the function', () => {
    const profile = foldedProfile('main;read 1\nmain;idle 0');
    expect(callers(profile, 'idle', {})).toMatchObject(
      { ok: false, error: { errorType: 'not_found', message: expect.stringContaining('"idle"') as string } }
    );
    expect(callers(profile, 'read', { focus: '(' })).toMatchObject({ ok: false, error: { errorType: 'bad_data' } });
  });

  it('for any stacks: roots are cum, callees add up to cum - flat unless it recurs, self adds up everywhere', () => {
    fc.assert(fc.property(anyStacks(), (stacks) => {
      const profile = foldedProfile(stacks);
      for (const row of unwrap(top(profile, { sampleType: 'samples' })).rows) {
        const table = unwrap(callers(profile, row.function, { sampleType: 'samples' }));
        expect([table.flat, table.cum]).toEqual([row.flat, row.cum]);
        for (const { root } of [table.callerTree, table.calleeTree]) {
          expect(root.value).toBe(row.cum);
          expect(selfs(root)).toBe(row.cum);
        }
        const recurs = stacks.split('\n')
          .some((stack) => stack.split(/[; +]/).filter((name) => name === row.function).length > 1);
        const sum = table.callees.reduce((all, each) => all + each.value, 0);
        if (!recurs) expect(sum).toBe(row.cum - row.flat);
      }
    }), { numRuns: 60 });
  });
});

function selfs(node: FlameNode): number {
  return node.children.reduce((sum, child) => sum + selfs(child), node.self);
}
