import { expect, it } from 'vitest';
import { ASYNC_FRAMES, jfrFile, type JfrTestEvent } from '../../../../testdata/profiles/jfrFile.ts';
import { unwrap } from '../../../../testdata/profiles/oracles.ts';
import { readForeign } from '../foreign.ts';

it('a recording with too many events of native memory is not said to have none of freed memory', () => {
  const malloc: JfrTestEvent = {
    event: 'profiler.Malloc', stack: [{ owner: 'org/rocksdb/Cache', name: 'used' }],
    values: { address: 5000, startTime: 100, size: 4096 },
  };
  const frees = Array.from({ length: 400_000 }, (_, i): JfrTestEvent =>
    ({ event: 'profiler.Free', values: { address: 10_000 + i, startTime: 200 } }));
  const profile = readForeign(jfrFile({ frameTypes: ASYNC_FRAMES, events: [malloc, ...frees] }));
  if (profile === null) throw new Error('not recognized');
  const said = unwrap(profile).comments.join('; ');
  expect(said).toContain('1 call of malloc (profiler.Malloc), 4 KiB');
  expect(said).toContain('It has too many events of native memory');
  expect(said).not.toContain('the recording does not say');
});
