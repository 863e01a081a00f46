/** Tests what is summed over whole stacks: the clock, callers that are missing, and weights that are unequal. */
import { expect, it } from 'vitest';
import type { StackFacts } from '../../../../core/contract/contract.ts';
import { readForeign } from '../../foreign/foreign.ts';
import { top } from '../top.ts';

/** Stacks innermost first, with their period. */
function stacksOf(...samples: readonly (readonly [period: number, ...frames: string[]])[]): StackFacts | undefined {
  const text = samples.map(([period, ...frames], i) => [
    `app 71 12.00${100 + i}: ${period} cycles:`, ...frames.map((frame) => `\tff01 ${frame}`), '',
  ].join('\n')).join('\n');
  const profile = readForeign(new TextEncoder().encode(text));
  if (profile?.ok !== true) throw new Error('no profile');
  const table = top(profile.value, { sampleType: 'cycles' });
  if (!table.ok) throw new Error(table.error.message);
  return table.value.stacks;
}

it('functions of the clock are summed once per stack, those of the vDSO with them', () => {
  const facts = stacksOf(
    [30, '[unknown] ([vdso])', '__clock_gettime (/lib/libc.so.6)', 'time.Now (/bin/app)', 'work (/bin/app)'],
    [20, 'time.Now (/bin/app)', 'work (/bin/app)'], [10, '[unknown] ([vdso])', 'work (/bin/app)'],
    [40, 'work (/bin/app)', 'main (/bin/app)'],
  );
  expect(facts?.clock).toEqual({ name: 'time.Now', value: 60 });
  expect(stacksOf([30, '[unknown] ([vdso])', 'work (/bin/app)'])?.clock).toBeUndefined();
});

it('stacks that end in a frame without a name have no callers, unless they have an entry', () => {
  const facts = stacksOf(
    [10, 'work (/bin/app)', '[unknown] ([unknown])'], [20, 'work (/bin/app)', 'main (/bin/app)'],
    [30, 'work (/bin/app)', '__libc_start_main (/lib/libc.so.6)', '[unknown] ([unknown])'],
    [40, '[unknown] ([unknown])'],
  );
  expect(facts?.withoutCallers).toEqual({ value: 10 });
});

it('samples of unequal weight count as fewer equal ones', () => {
  expect(stacksOf([10, 'a (/bin/app)'], [10, 'b (/bin/app)'], [80, 'c (/bin/app)'])?.equalSamples)
    .toBeCloseTo(10_000 / 6600);
  expect(stacksOf([50, 'a (/bin/app)'], [50, 'b (/bin/app)'])?.equalSamples).toBeUndefined();
});
