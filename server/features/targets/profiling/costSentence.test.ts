import { describe, expect, it } from 'vitest';
import { DEFAULT_PLANS } from '../../../../core/profilingPlans.ts';
import { costSentence } from './costSentence.ts';

const MIB = 2 ** 20;

describe('what continuous profiling costs', () => {
  it('is said with the bytes of a day where profiles of every kind are kept', () => {
    const sizes = { cpu: 25_000, heap: 80_000 };
    const sentence = costSentence(
      DEFAULT_PLANS, 256 * MIB, (kind) => (kind === 'cpu' || kind === 'heap' ? sizes[kind] : undefined)
    );
    expect(sentence).toContain('CPU for 10s every 1m, heap every 5m');
    // 1440 of 25,000 B and 288 of 80,000 B.
    expect(sentence).toContain('about 56.3 MiB a day, at most 256 MiB');
  });

  it('has no guess of bytes where none is kept, and no CPU where none is taken', () => {
    const sentence = costSentence([{ kind: 'goroutine', everySeconds: 600, seconds: 0 }], MIB, () => undefined);
    expect(sentence).toBe(
      'Takes goroutine every 10m. A goroutine profile stops the target briefly. '
        + 'Stores at most 1 MiB; the oldest go first.'
    );
  });
});
