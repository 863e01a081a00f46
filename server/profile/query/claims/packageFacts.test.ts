import { expect, it } from 'vitest';
import { statements } from '../../../../core/finding.ts';
import { profileFinding } from '../../../../core/views/profile/profileFinding.ts';
import { decodeAny } from '../../foreign/decodeAny.ts';
import { profileFacts } from '../profileFacts.ts';
import { top } from '../top.ts';

/** A chain of functions below the root, each with its file and its samples of 1 ms; what is in parentheses is apart. */
async function told(...chain: [name: string, url: string, count: number][]): Promise<string[]> {
  const node = (id: number, functionName: string, url: string, children: number[]): object =>
    ({ id, callFrame: { functionName, scriptId: '0', url, lineNumber: 1, columnNumber: 1 }, children });
  const apart = chain.flatMap(([name], at) => (name.startsWith('(') && name !== '(anonymous)' ? [at + 2] : []));
  const inChain = chain.map((_, at) => at + 2).filter((id) => !apart.includes(id));
  const samples = chain.flatMap(([, , count], at) => Array.from({ length: count }, () => at + 2));
  const file = {
    nodes: [
      node(1, '(root)', '', [...apart, ...inChain.slice(0, 1)]), ...chain.map(([name, url], at) => {
        const place = inChain.indexOf(at + 2);
        return node(at + 2, name, url, place < 0 ? [] : inChain.slice(place + 1, place + 2));
      }),
    ],
    startTime: 0, endTime: samples.length * 1000, samples, timeDeltas: samples.map((_, at) => (at === 0 ? 0 : 1000)),
  };
  const read = await decodeAny(new TextEncoder().encode(JSON.stringify(file)));
  if (!read.ok) throw new Error(read.error.message);
  const facts = profileFacts(read.value.profile, 'x');
  const table = top(read.value.profile, { sampleType: facts.defaultSampleType });
  if (!table.ok) throw new Error(table.error.message);
  return statements(profileFinding(table.value, { info: facts }));
}

it('an anonymous function has its package, and what observes the program is summed', async () => {
  const said = await told(
    ['(idle)', '', 600], ['(garbage collector)', '', 100], ['start', '/srv/app/start.js', 20],
    ['(anonymous)', '/srv/app/node_modules/dd-trace/lib/index.js', 150],
    ['init', 'node:internal/inspector_async_hook', 50], ['scheduled', '', 30],
    ['render', '/srv/app/node_modules/@shop/view/render.js', 50],
  );
  expect(said[0]).toBe('(anonymous) (dd-trace) has the highest self value: 37.5 % of wall time, 150 ms of 400 ms.');
  expect(said[1]).toBe('dd-trace and node:internal/inspector_async_hook only observe the program and take 57.5 %, '
    + '230 ms, with native functions called there: run without them and record again.');
  expect(said[2]).toBe('By package: dd-trace 37.5 %, garbage collection 25 %, '
    + 'node:internal/inspector_async_hook 20 %.');
  expect(said.at(-1)).toBe('The thread is idle for 60 % of 1 s, which the shares leave out: it is not short of CPU.');
});

it('a program without packages has none, and a named function no mark', async () => {
  const said = (await told(['start', '/srv/app/start.js', 20], ['work', '/srv/app/work.js', 200])).join(' ');
  expect(said).toContain('work has the highest self value');
  expect(said).not.toContain('package');
});
