import { expect, it } from 'vitest';
import { versionOfChange } from './changedVersions.ts';

it.each([
  ['Since we upgraded from 2.5.0 to 2.6.1 it fails each hour.', '2.6.1'],
  ['We upgraded Loki from version 2.5.0 to version v2.6.1 last week.', '2.6.1'],
  ['The compaction breaks as soon as the pod comes up on 2.6.1, each time.', '2.6.1'],
  ['Upgraded the Loki Helm chart from 5.1.0 -> 5.2.0 (which includes v2.6.1)', '2.6.1'],
  ['Upgraded the chart of our Redis from 5.1.0 to 5.2.0 (which includes v2.6.1)', null],
  ['It crashes within an hour on 2.6.1.', null],
  ['It happens on 2.6.1 and it happens on 2.7.0 as well.', null],
])('%s', (text, version) => { expect(versionOfChange('Loki', text)).toBe(version); });

it.each([
  ['what it was fixed with', 'Upgrading from 2.5.0 to 2.6.1 fixed it for us.'],
  ['another program', 'We upgraded Kubernetes from 1.24.0 to 1.25.0 and it fails.'],
  ['several', 'It fails on 2.6.1 in one place. It fails on 2.7.0 in another place.'],
  ['an attempt', 'We tried to update from 2.5.0 to 2.6.1 and gave up.'],
  ['a major version that it cannot have', 'Since we upgraded from 20.5.0 to 21.6.1 it fails.'],
])('none of %s', (_, text) => { expect(versionOfChange('Loki', text)).toBeNull(); });
