import { describe, expect, it } from 'vitest';
import type { SampleSeries } from '../../../core/contract/contract.ts';
import { fail, ok } from '../../../core/result.ts';
import { samplesJson } from './samplesJson.ts';

const series: SampleSeries[] = [
  { metric: { __name__: 'a', job: '"é"' }, values: [[1.5, 2], [2.5, 'NaN']] },
  { metric: { __name__: 'b' }, values: [] },
];

describe('samples as JSON text', () => {
  it.each(
    [['none', []], ['one series', series.slice(0, 1)], ['several', series]]
  )('are what they were: %s', async (_name, given) => {
    const answer = await samplesJson(ok(given));
    expect(answer.ok && JSON.parse(Buffer.from(answer.json ?? []).toString())).toEqual(given);
  });

  it('let others in between when there are many', async () => {
    const many = Array.from(
      { length: 20_000 },
      (_, i): SampleSeries => (
        { metric: { __name__: `m${i}` }, values: Array.from({ length: 30 }, (_value, at) => [at, i]) }
      )
    );
    let others = 0;
    const count = (): void => { others++; timer = setImmediate(count); };
    let timer = setImmediate(count);
    expect((await samplesJson(ok(many))).ok).toBe(true);
    clearImmediate(timer);
    expect(others).toBeGreaterThan(2);
  });

  it(
    'hand a failure on',
    async () => { expect(await samplesJson(fail('too_large', 'no'))).toEqual(fail('too_large', 'no')); }
  );
});
