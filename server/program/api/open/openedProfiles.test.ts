import { expect, it } from 'vitest';
import { jfrFile } from '../../../../testdata/profiles/jfrFile.ts';
import { unwrap } from '../../../../testdata/profiles/oracles.ts';
import { ok } from '../../../../core/result.ts';
import { recognize } from '../../../analysis/open/recognize.ts';
import { decodeAny } from '../../../profile/foreign/decodeAny.ts';
import { profileFacts } from '../../../profile/query/profileFacts.ts';
import type { Question } from '../../../profile/query/question.ts';
import { top } from '../../../profile/query/top.ts';
import { openedProfiles } from './openedProfiles.ts';

it('a recording of Java Flight Recorder says its largest function first, then what it holds of each kind', async () => {
  const put = { owner: 'org/apache/cassandra/db/Memtable', name: 'put' };
  const copy = { owner: 'java/util/Arrays', name: 'copyOf' };
  const sample = (names: readonly (typeof put)[]) => ({ event: 'jdk.ExecutionSample', stack: names });
  const bytes = jfrFile({
    settings: [['jdk.ExecutionSample', 'period', '20 ms']],
    events: [
      ...Array.from({ length: 90 }, () => sample([put])), ...Array.from({ length: 30 }, () => sample([copy, put])),
      { event: 'jdk.JavaMonitorEnter', stack: [put], values: { duration: 1750 } },
      { event: 'jdk.JavaMonitorEnter', stack: [put], values: { duration: 250 } },
    ],
  });
  const { profile } = unwrap(await decodeAny(bytes));
  const deps = { profiles: {
    add: async () => Promise.resolve(ok({ id: 'p', ...profileFacts(profile, 'app.jfr') })),
    top: async (_id: string, question: Question) => Promise.resolve(top(profile, question)),
  } } as unknown as Parameters<typeof openedProfiles>[0];
  const { sentence, page } = await openedProfiles(
    deps, recognize(bytes, 'app.jfr'), [{ name: 'app.jfr', title: '', bytes }]
  );
  expect(page).toEqual({ page: 'profiles', profile: 'p' });
  expect(sentence).toContain('A Java Flight Recorder file: samples, cpu, lock. '
    + 'org.apache.cassandra.db.Memtable.put has most, with calls such as Arrays.copyOf: 100 % of CPU, 2.4 s of 2.4 '
    + 's. ');
  expect(sentence).toContain('Threads waited 2 times for a lock that another held (jdk.JavaMonitorEnter), 2 s in '
    + 'total, the longest 1.75 s in org.apache.cassandra.db.Memtable.put: this is lock contention');
  expect(sentence.match(/lock contention/g)).toHaveLength(1);
});
