/** Tests that a part of Thanos that gives up is named. */
import { expect, it } from 'vitest';
import { only } from '../../../../../testdata/measuredLog.ts';

const ending = (part: string, error = 'bucket is not reachable'): string | undefined => only([
  'ts=2026-01-02T03:04:05.1Z caller=main.go:67 level=debug msg="maxprocs: Leaving GOMAXPROCS=4"',
  String.raw`ts=2026-01-02T03:04:05.2Z caller=main.go:145 level=error err="${error}\nmain.main\n\t`
    + String.raw`/app/cmd/thanos/main.go:143\npreparing ${part} command failed\nmain.main\n\t/app/main.go:1"`,
].join('\n')).ending;

it.each([['sidecar', 'sidecar'], ['compact', 'compactor'], ['store', 'store gateway']])('%s', (part, name) => {
  expect(ending(part)).toMatch(new RegExp(`^The Thanos ${name} gave up`));
});

it('a part without a name of its own is the server', () => {
  expect(ending('other')).toMatch(/^The server gave up/);
});

it('a sidecar without external labels gets the step', () => {
  expect(ending('sidecar', 'no external labels configured on Prometheus server, they must be configured'))
    .toContain('under global in prometheus.yml, reload Prometheus, then start the sidecar again.');
  expect(ending('sidecar')).not.toContain('prometheus.yml');
});
