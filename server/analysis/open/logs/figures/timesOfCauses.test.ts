import { expect, it } from 'vitest';
import { recognize } from '../../recognize.ts';

const line = (second: number, cause: string): string =>
  `level=error ts=2025-01-02T03:04:0${second}.5Z caller=log.go:27 `
  + `msg="pusher failed to consume trace data" err="${cause}"`;
const told = (...causes: readonly string[]): string =>
  recognize(new TextEncoder().encode(causes.map((cause, i) => line(i + 1, cause)).join('\n'))).interest ?? '';
const LIMIT = 'rpc error: code = FailedPrecondition desc = LIVE_TRACES_EXCEEDED: max live traces exceeded';

it('two causes of one message are counted where they differ in number', () => {
  expect(told(LIMIT, 'context canceled', 'context canceled', 'context canceled'))
    .toContain(`The cause given is "${LIMIT}" (1 time) and "context canceled" (3 times).`);
});

it.each([
  ['as often', [LIMIT, 'context canceled']], ['one cause', [LIMIT, LIMIT, LIMIT]],
  ['three causes', [LIMIT, 'context canceled', 'no answer of a', 'no answer of a']],
])('not %s', (_, causes) => { expect(told(...causes)).not.toMatch(/\(\d times?\) and|and "[^"]+" \(\d/); });
