/** Tests how a readiness that changes back and forth is told. */
import { expect, it } from 'vitest';
import { recognize } from '../../recognize.ts';

const LATE = 'request metric against http://localhost:9090/metrics: Get \\"http://localhost:9090/metrics\\": '
  + 'context deadline exceeded';
const at = (time: string): string => `ts=2026-03-04T${time}.000Z`;
const ready = (time: string): string =>
  `${at(time)} caller=intrumentation.go:56 level=info msg="changing probe status" status=ready`;
const unready = (time: string, reason = LATE): string => `${at(time)} caller=sidecar.go:278 level=warn `
  + `msg="updating timestamps failed" err="${reason}"\n${at(time)} caller=intrumentation.go:67 level=warn `
  + `msg="changing probe status" status=not-ready reason="${reason}"`;
const begin = `${at('10:00:00')} caller=sidecar.go:436 level=info msg="starting sidecar"`;
const said = (...lines: readonly string[]): string =>
  recognize(new TextEncoder().encode([begin, ...lines].join('\n'))).interest ?? '';

it('is told first, with how often, how long and why', () => {
  const facts = said(ready('10:00:01'), unready('10:05:00'), ready('10:05:27'), unready('10:20:00'),
    ready('10:20:29'));
  expect(facts).toMatch(new RegExp('^Its readiness changes back and forth: it was not ready 2 times from '
    + '2026-03-04T10:05:00Z to 2026-03-04T10:20:29Z, for 27 s to 29 s \\(56 s together\\), because of "request'));
  expect(facts).toContain('(--prometheus.get_config_timeout, by default 5s): measure that (time curl -s '
    + 'http://localhost:9090/metrics | wc -c)');
  expect(facts).not.toContain('see whether what it asked can be reached');
});

it('for another reason it has no step of its own', () => {
  const facts = said(ready('10:00:01'), unready('10:05:00', 'connection refused'), ready('10:05:30'),
    unready('10:20:00', 'connection refused'), ready('10:20:30'));
  expect(facts).toContain('for 30 s each (60 s together), because of "connection refused". While it is not ready');
  expect(facts).not.toContain('get_config_timeout');
});

it.each([
  ['a wait at the start', [unready('10:00:02'), ready('10:00:09'), ready('10:00:10')]],
  ['one time', [ready('10:00:01'), unready('10:05:00'), ready('10:05:27')]],
  ['a state that stays', [ready('10:00:01'), unready('10:05:00'), unready('10:06:00')]],
])('is not told of %s', (_, lines) => { expect(said(...lines)).not.toContain('back and forth'); });
