/** Compares whose the value of a stack is with an independent reading of random stacks. */
import { expect, it } from 'vitest';
import { render } from '../../../../core/text/parts.ts';
import { statements } from '../../../../core/finding.ts';
import { profileFinding } from '../../../../core/views/profile/profileFinding.ts';
import { decodeAny } from '../../foreign/decodeAny.ts';
import { profileFacts } from '../profileFacts.ts';
import { top } from '../top.ts';
import type { StackLeaf, TopTable } from '../../../../core/contract/contract.ts';

/** A letter for each function: of the program, of a library, a helper, an allocator, of the runtime. */
const NAMES: Record<string, string[]> = {
  P: ['shop.Load', 'shop.(*Cart).Add', 'shop.Show'], L: ['fmt.Sprintf', 'encoding/json.Marshal', 'fmt.(*pp).doPrintf'],
  H: ['reflect.Value.Set', 'sort.Stable', 'runtime.memmove'], A: ['runtime.mallocgc', 'runtime.growslice'],
  R: ['runtime.heapBits'],
};
const LETTER = new Map(Object.entries(NAMES).flatMap(([letter, names]) => names.map((name) => [name, letter])));

function random(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return Math.floor(state / 2 ** 32 * below);
  };
}

interface Sample { names: string[]; value: number }

/** Returns stacks, outermost first, below one function at the bottom. */
function stacksOf(seed: number): Sample[] {
  const next = random(seed);
  const letters = Object.keys(NAMES);
  return Array.from({ length: 40 }, () => {
    const names = Array.from({ length: 1 + next(6) }, () => {
      const some = NAMES[letters[next(letters.length)] ?? 'P'] ?? [];
      return some[next(some.length)] ?? '';
    });
    return { names: ['runtime.goexit', ...names], value: 1 + next(50) };
  });
}

async function tableOf(samples: readonly Sample[]): Promise<TopTable> {
  const text = samples.map(({ names, value }) => `${names.join(';')} ${value}`).join('\n');
  const read = await decodeAny(new TextEncoder().encode(text));
  if (!read.ok) throw new Error(read.error.message);
  const table = top(read.value.profile, { sampleType: profileFacts(read.value.profile, 'x').defaultSampleType });
  if (!table.ok) throw new Error(table.error.message);
  return table.value;
}

/** Returns the letters of a stack, innermost first, without the function at the bottom. */
const lettersOf = ({ names }: Sample): string => names.slice(1).reverse().map((name) => LETTER.get(name)).join('');

/** Returns the value of the stacks that pass. */
const sum = (samples: readonly Sample[], passes: (sample: Sample) => boolean): number =>
  samples.filter(passes).reduce((all, { value }) => all + value, 0);

interface Reading { inner: string; owner: string; callee: string; entry: string }

/** Returns what the frames from the innermost one to the program's are, with that, and what it calls. */
function read(sample: Sample): Reading | null {
  const found = /^([^P]*)P/.exec(lettersOf(sample))?.[1];
  if (found === undefined) return null;
  const frames = sample.names.slice(1).reverse();
  // The runtime between the program and a library is passed over.
  const called = found.replace(/R+$/, '').length;
  return {
    inner: found, owner: frames[found.length] ?? '', callee: frames[found.length - 1] ?? '',
    entry: frames[called - 1] ?? '',
  };
}

const worksOnly = (inner: string): boolean => /^[HAR]*[HA][HAR]*$/.test(inner);

it.each(Array.from({ length: 60 }, (_, seed) => seed + 1))('holds for random stacks (%i)', async (seed) => {
  const samples = stacksOf(seed);
  const { stacks } = await tableOf(samples);
  const leaves: StackLeaf[] = stacks?.leaves ?? [];
  for (const leaf of leaves.filter(({ function: name }) => LETTER.get(name) === 'P')) {
    const direct = samples.filter((sample) => {
      const found = read(sample);
      return found !== null && found.owner === leaf.function && worksOnly(found.inner);
    });
    const self = sum(samples, ({ names }) => names.at(-1) === leaf.function);
    expect(leaf.flat).toBe(self + sum(direct, () => true));
    const callees = new Set(direct.map((sample) => read(sample)?.callee ?? ''));
    expect(leaf.helper === undefined).toBe(callees.size === 0);
    if (leaf.helper === undefined) continue;
    expect(callees).toContain(leaf.helper.name);
    expect(leaf.helper.value).toBe(sum(direct, (sample) => read(sample)?.callee === leaf.helper?.name));
    expect(leaf.isOnlyAllocator ?? false).toBe([...callees].every((name) => LETTER.get(name) === 'A'));
  }
  for (const { function: name, library } of leaves) {
    if (library === undefined) continue;
    // In the library function, called by the program, or in nothing that it calls.
    const isEntry = (sample: Sample): boolean => {
      const found = read(sample);
      return found !== null && found.entry === name && found.inner.includes('L');
    };
    const isLeaf = ({ names }: Sample): boolean => names.at(-1) === name && LETTER.get(name) === 'L';
    if (LETTER.get(name) === 'L') expect(library.value).toBe(sum(samples, (one) => isEntry(one) || isLeaf(one)));
    if (library.caller !== null) expect(library.caller.value)
      .toBe(sum(samples, (one) => isEntry(one) && read(one)?.owner === library.caller?.name));
  }
});

it('names the library function that the program calls, with all that this has, and the next step', async () => {
  const base = 'main.run;shop.(*Stage).Process';
  const lines = [
    `${base};fmt.Sprintf;fmt.(*pp).doPrintf;internal/fmtsort.Sort;reflect.copyVal;runtime.mallocgc 350`,
    `${base};fmt.Sprintf;fmt.(*pp).doPrintf;reflect.(*MapIter).Next;runtime.mapiternext 250`,
    `${base};fmt.Sprintf;fmt.(*fmt).fmtQ;strconv.appendQuotedWith 100`,
    `${base};regexp.(*Regexp).doExecute;regexp.(*Regexp).tryBacktrack 300`,
    'main.run;shop.send 200',
  ];
  const samples = lines.map((line) => {
    const at = line.lastIndexOf(' ');
    return { names: line.slice(0, at).split(';'), value: Number(line.slice(at)) };
  });
  const found = profileFinding(await tableOf(samples));
  expect(render(found.claim)).toBe('fmt.Sprintf, called by shop.(*Stage).Process, has most: 58.3 % of samples with the '
    + 'library functions that it calls, 700 of 1,200.');
  const said = statements(found);
  expect(said).toContain('Such functions of fmt build texts: if these are for log lines of a level that is off, build '
    + 'them only where the level is on.');
  expect(said.join(' ')).toContain('regexp.(*Regexp).tryBacktrack has 25 %, shop.send 16.7 %.');
  expect(said.join(' ')).not.toContain('allocator');
});

it('names each function of the program that shares a library function', async () => {
  const samples = [
    { names: ['main.run', 'shop.Load', 'fmt.Sprintf', 'fmt.(*pp).doPrintf', 'runtime.mallocgc'], value: 600 },
    { names: ['main.run', 'shop.Save', 'fmt.Sprintf', 'fmt.(*pp).doPrintf', 'runtime.mallocgc'], value: 300 },
    { names: ['main.run', 'shop.Log', 'fmt.Sprintf', 'fmt.(*pp).doPrintf', 'runtime.mallocgc'], value: 100 },
    { names: ['main.run', 'shop.send'], value: 200 },
  ];
  expect(render(profileFinding(await tableOf(samples)).claim)).toMatch(
    /^fmt\.Sprintf, called by shop\.Load \(60 % of it\), shop\.Save \(30 %\) and shop\.Log \(10 %\), has most: 83/
  );
});
