/** Tests the claim of a CPU profile that the garbage collector leads. */
import { describe, expect, it } from 'vitest';
import { claimMistakes } from '../../../../core/finding.ts';
import { render } from '../../../../core/text/parts.ts';
import { profileFinding } from '../../../../core/views/profile/profileFinding.ts';
import { decodeAny } from '../../foreign/decodeAny.ts';
import { profileFacts } from '../profileFacts.ts';
import { top } from '../top.ts';

async function told(...lines: string[]): Promise<string[]> {
  const read = await decodeAny(new TextEncoder().encode(lines.join('\n')));
  if (!read.ok) throw new Error(read.error.message);
  const facts = profileFacts(read.value.profile, 'x');
  const table = top(read.value.profile, { sampleType: facts.defaultSampleType });
  if (!table.ok) throw new Error(table.error.message);
  const { claim, evidence } = profileFinding(table.value, { info: facts });
  expect(claimMistakes(claim)).toEqual([]);
  return [claim, ...evidence].map((each) => render(each));
}

const ALLOCATION = 'runtime.mallocgc';
const WORK = `main.main;example.org/shop.Load;${ALLOCATION};runtime.nextFreeFast 60`;

describe('a profile that the garbage collector leads', () => {
  it('says what it takes in all, in workers and in assists, and who allocates', async () => {
    const facts = await told(
      'runtime.gcBgMarkWorker;runtime.gcDrain;runtime.scanobject 500', 'runtime.bgsweep;runtime.sweepone 40',
      `main.main;example.org/shop.Load;${ALLOCATION};runtime.gcAssistAlloc;runtime.gcDrainN;runtime.scanobject 60`,
      WORK, 'main.main;example.org/shop.Sort 340',
    );
    expect(facts[0]).toBe('Garbage collection takes 60 % of samples, 600 of 1,000.');
    expect(facts[1]).toBe('That is 50 % in background workers and 6 % in assists of goroutines that allocate.');
    expect(facts[2]).toBe('Callers of runtime.mallocgc with most samples, assists included: shop.Load 120.');
    expect(facts[3]).toMatch(/^The collector follows from what the program allocates and keeps/);
  });

  it('is not claimed where a function of the program leads', async () => {
    const facts = await told('runtime.gcBgMarkWorker;runtime.gcDrain;runtime.scanobject 100', WORK,
      'main.main;example.org/shop.Sort 840');
    expect(facts[0]).toMatch(/^shop\.Sort has the highest self value/);
  });
});
