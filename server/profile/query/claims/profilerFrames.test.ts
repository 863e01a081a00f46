import { expect, it } from 'vitest';
import { foldedProfile } from '../../../../testdata/profiles/foldedProfile.ts';
import { unwrap } from '../../../../testdata/profiles/oracles.ts';
import { statements } from '../../../../core/finding.ts';
import { profileFinding } from '../../../../core/views/profile/profileFinding.ts';
import { top } from '../top.ts';

const said = (...lines: string[]): string[] => {
  const profile = foldedProfile(lines.join('\n'), { durationNanos: 10_000_000_000n });
  return statements(profileFinding(unwrap(top(profile, { sampleType: 'cpu' })), { info: {
    durationSeconds: 10, sampleTypes: profile.sampleTypes,
  } }));
};

it('stacks that end in the handler of the profiler blame no function', () => {
  const [claim, ...more] = said('__restore_rt;pprof::profiler::perf_signal_handler 700', 'main;store::get 40',
    'main;store::put 20');
  expect(claim).toMatch(/^92\.1 % of CPU, 7 s, is in no function that is known: these stacks end in the frames of /);
  expect(claim).toContain('Only 60 of 760 samples have callers: too few to rank functions. Build with pprof-rs ');
  expect(more.join(' ')).toBe('7.6 s of CPU in 10 s: 0.76 cores.');
});

it('with enough other samples, the largest of them is named', () => {
  const text = said('_sigtramp;prof_handler 600', 'main;cart::total 300', 'main;cart::add 100').join(' ');
  expect(text).toMatch(/^60 % of CPU, 6 s, is in no function that is known.*Build the program and its libraries /);
  expect(text).toContain('cart::total has the highest self value: 30 % of CPU');
});

it('a handler that is below code of the program is no fault of unwinding', () => {
  expect(said('main;work::step;__restore_rt;pprof::profiler::perf_signal_handler 90', 'main;work::step 400')[0])
    .toContain('work::step has the highest self value');
});
