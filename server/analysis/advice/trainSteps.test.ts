import { describe, expect, it } from 'vitest';
import type { SpikeTrain } from '../../../core/contract/contract.ts';
import { trainSteps } from './trainSteps.ts';

const train = (more: Partial<SpikeTrain> = {}): SpikeTrain => ({
  kind: 'rule-group', names: ['node'], files: ['/etc/rules.yml'], periodSeconds: 30, lastStart: 0, widthSeconds: 0.7,
  targets: 1, verdict: 'named', pulses: 16, coreSeconds: 6, lowCoreSeconds: 5.8, highCoreSeconds: 6.2, risingRatio: 1,
  spikes: 14, shareRatio: 0.6, fold: null, ...more,
});

describe('steps about what makes spikes', () => {
  it('say what twice the interval of a rule group saves, and that a split makes them smaller', () => {
    const [slower, split] = trainSteps(train());
    expect(slower?.step).toContain('the interval of rule group node from 30 s to 60 s');
    expect(slower?.why).toBe('An evaluation takes 6 core-s; twice the interval saves 0.1 cores of the 0.2 cores that '
      + 'it takes on average.');
    expect(split?.step).toBe('Split rule group node into several groups.');
  });

  it('move one of two that begin at once', () => {
    expect(trainSteps(train({ names: ['a', 'b'] }))[1]?.step)
      .toBe('Rename one of rule groups a and b, or give it another interval.');
  });

  it('count the scrapes of all targets of a job', () => {
    const [only, ...others] = trainSteps(
      train({ kind: 'scrape-job', names: ['cadvisor'], targets: 10, coreSeconds: 0.6 })
    );
    expect(others).toEqual([]);
    expect(only?.step).toContain('scrape_interval of job cadvisor from 30 s to 60 s');
    expect(only?.why).toContain('saves 0.1 cores of the 0.2 cores');
  });

  it('are none about one without a name', () => {
    expect(trainSteps(train({ verdict: 'none' }))).toEqual([]);
  });
});
