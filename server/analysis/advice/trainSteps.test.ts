import { describe, expect, it } from 'vitest';
import type { LoggedQuery, SpikeTrain } from '../../../core/contract/contract.ts';
import { trainSteps } from './trainSteps.ts';

/** Interval for a tenth of the evaluation below. */
const BAND = { lowCoreSeconds: 0.58, highCoreSeconds: 0.62 };
const train = (more: Partial<SpikeTrain> = {}): SpikeTrain => ({
  kind: 'rule-group', names: ['node'], files: ['/etc/rules.yml'], periodSeconds: 30, lastStart: 0, widthSeconds: 0.7,
  targets: 1, verdict: 'named', pulses: 16, coreSeconds: 6, lowCoreSeconds: 5.8, highCoreSeconds: 6.2, risingRatio: 1,
  spikes: 14, shareRatio: 0.6, fold: null, ...more,
});

describe('steps about what makes spikes', () => {
  it('say what twice the interval of a rule group saves, and that a split makes them smaller', () => {
    const [slower, split] = trainSteps(train());
    expect(slower?.step).toContain('the interval of rule group node from 30 s to 60 s');
    expect(slower?.why).toBe('An evaluation takes 6 core-s; twice the interval saves 0.1 cores (0.0967 cores to '
      + '0.103 cores) of the 0.2 cores that it takes on average.');
    expect(split?.step).toBe('Split rule group node into several groups.');
    expect(split?.why).toBe('Each group starts at a moment of its own: of two equal halves each adds 3 core-s (2.9 '
      + 'core-s to 3.1 core-s) in place of 6 core-s.');
  });

  it('say what twice the interval saves besides CPU, where that is known', () => {
    const [slower] = trainSteps(train({
      allocBytes: 60e6, lowAllocBytes: 57e6, highAllocBytes: 63e6,
      ioBytes: 120e6, lowIoBytes: 110e6, highIoBytes: 130e6,
    }));
    expect(slower?.why).toMatch(/on average, and 1 MB\/s of allocations \(950 kB\/s to 1\.05 MB\/s\), and/);
    expect(slower?.why).toMatch(/, and 2 MB\/s of reads and writes \(1\.83 MB\/s to 2\.17 MB\/s\)\.$/);
  });

  it('move one of two that begin at once', () => {
    const [, move] = trainSteps(train({ names: ['a', 'b'] }));
    expect(move?.step).toBe('Rename one of rule groups a and b, or give it another interval.');
    expect(move?.why).toContain('Together they add 6 core-s (5.8 core-s to 6.2 core-s); each spike then has');
  });

  it('count the scrapes of all targets of a job', () => {
    const [only, ...others] = trainSteps(
      train({ kind: 'scrape-job', names: ['cadvisor'], targets: 10, coreSeconds: 0.6, ...BAND })
    );
    expect(others).toEqual([]);
    expect(only?.step).toContain('scrape_interval of job cadvisor from 30 s to 60 s');
    expect(only?.why).toContain('saves 0.1 cores (0.0967 cores to 0.103 cores) of the 0.2 cores');
    expect(trainSteps(train({ lowCoreSeconds: null, highCoreSeconds: null }))[0]?.why).toContain('saves 0.1 cores of');
  });

  it('raise the interval to that of the scrapes where nothing is scraped as often, with what that saves', () => {
    const scrapes = (periodSeconds: number): SpikeTrain => (
      train({ kind: 'scrape-job', names: ['job'], files: [null], verdict: 'too-short', periodSeconds })
    );
    const [slower] = trainSteps(train(), { trains: [train(), scrapes(120), scrapes(300)] });
    expect(slower?.step).toBe('Raise the interval of rule group node from 30 s to 2m.');
    expect(slower?.why).toBe('An evaluation takes 6 core-s; nothing is scraped more often than every 2m, so that the '
      + 'evaluations between read the same samples, unless others are written to it. That interval saves 0.15 cores '
      + '(0.145 cores to 0.155 cores) of the 0.2 cores that it takes on average.');
    // One job of the interval, or a list that may lack one, and nothing is known.
    for (const trains of [[scrapes(120), scrapes(30)], [], Array.from({ length: 100 }, () => scrapes(120))])
      expect(trainSteps(train(), { trains })[0]?.step).toContain('from 30 s to 60 s, or record once');
  });

  it('record what several rules compute, where a query log has their texts', () => {
    const shared = 'sum by (job) (rate(http_requests_total[5m]))';
    const queries = [`${shared} > 1`, `${shared} > 2`].flatMap((text) => [0, 1, 2].map((k): LoggedQuery => ({
      text, start: 30 * k, end: 30 * k + 0.35, evalSeconds: 0.35, queueSeconds: 0, samples: 1, peakSamples: 1,
      rangeSeconds: 0, origin: { kind: 'rule', group: 'node', file: '/etc/rules.yml' }, error: null,
    })));
    const [, record, split, ...others] = trainSteps(train(), { queries });
    expect(others).toEqual([]);
    expect(record?.step).toBe(`Record \`${shared}\` once, in a rule before the 2 rules that compute it.`);
    expect(record?.why).toBe('By the query log it saves at most 3.1 core-s of the 6 core-s of an evaluation (0 cores '
      + 'to 0.103 cores): the log has the time of whole rules, and the part may be little of it.');
    expect(split?.step).toContain('Split');
    expect(trainSteps(train({ names: ['node', 'b'] }), { queries })).toHaveLength(2);
  });

  it('are none about one without a name', () => {
    expect(trainSteps(train({ verdict: 'none' }))).toEqual([]);
  });
});
