import { expect, test } from 'vitest';
import type { GcCpuPanel, QuantitySpikes, SpikeTrain } from '../../contract/contract.ts';
import { answerOf } from '../../../testdata/answers.ts';
import { gcCpuView } from '../gc-cpu/gcCpuView.ts';
import { spikeFills } from './spikeFills.ts';

const spike = {
  isOver: true, peak: 1, quiet: 0.2, area: 1.4, evidence: '', evidenceParts: [],
  confidence: 'sure' as const,
};
const attribution: QuantitySpikes = {
  quantity: 'cpu', unit: 'cores', areaUnit: 'coreSeconds', quiet: 0.2, measuredSeconds: 8, confidence: 'too-early',
  counted: 2, needed: 4,
  spikes: [{ ...spike, start: 2, end: 4, cause: 'gc' }, { ...spike, start: 6, end: 8, cause: 'compaction' }],
  causes: [
    { cause: 'compaction', count: 1, area: 1.4, shareRatio: 0.5 },
    { cause: 'gc', count: 1, area: 1.4, shareRatio: 0.5 },
  ],
};

test('each cause has the area between the line and the quiet level, with the points beside a spike', () => {
  const fills = spikeFills(attribution, [1, 2, 3, 4, 5, 6, 7, 8], [0.1, 0.3, 1, 0.8, 0.25, null, 1, 1]);
  expect(fills.map(({ key, label, high, low }) => [key, label, high, low])).toEqual([
    ['spikes-compaction', 'compaction, 1 spike',
      [null, null, null, null, null, null, 1, 1], [null, null, null, null, null, null, 0.2, 0.2]],
    ['spikes-gc', 'GC, 1 spike',
      [null, 0.3, 1, 0.8, 0.25, null, null, null], [null, 0.2, 0.2, 0.2, 0.2, null, null, null]],
  ]);
});

test('causes that may stand next to each other differ in pattern or colour', () => {
  const all = ['compaction', 'gc', 'query', 'replay', 'restart', 'freeze', 'host', 'unexplained'] as const;
  const looks = spikeFills(
    { ...attribution, causes: all.map((cause) => ({ cause, count: 1, area: 1, shareRatio: 1 })) }, [], []
  ).map(({ colour, pattern }) => `${colour} ${pattern}`);
  expect(new Set(looks).size).toBe(all.length);
});

test('an answer from before spikes were in it draws none', () => {
  const older: Partial<GcCpuPanel> = answerOf('gc-cpu');
  delete older.spikes;
  expect(spikeFills(undefined, [1, 2], [1, 2])).toEqual([]);
  expect(gcCpuView(older as GcCpuPanel, 'utc', 0).cpu.fills).toEqual([]);
});

test('a slow scrape is filled from the point before it, each spike with its text for the card', () => {
  const [fill] = spikeFills(
    {
      ...attribution, quantity: 'scrape-duration', unit: 'seconds', areaUnit: 'seconds',
      spikes: [{ ...spike, start: 3, end: 3.9, cause: 'compaction', quiet: 0.01, area: 0.89 }],
      causes: [{ cause: 'compaction', count: 1, area: 0.89, shareRatio: 1 }],
    }, [1, 2, 3, 4, 5], [0.01, 0.01, 0.9, 0.01, 0.01],
  );
  expect(fill?.high).toEqual([null, 0.01, 0.9, 0.01, null]);
  expect(fill?.events).toEqual([
    { start: 3, end: 3.9, text: 'scrape-time spike 900 ms, compaction, 890 ms above quiet' },
  ]);
});

test('the card of a spike states what one evaluation of each of its groups costs', () => {
  const mib = 2 ** 20;
  const train = (name: string, more: Partial<SpikeTrain> = {}): SpikeTrain => ({
    kind: 'rule-group', names: [name], files: ['/r.yml'], periodSeconds: 30, lastStart: 0, widthSeconds: 0.7,
    targets: 1, verdict: 'named', pulses: 16, coreSeconds: 0.9, lowCoreSeconds: 0.8, highCoreSeconds: 1,
    risingRatio: 1, spikes: 1, shareRatio: 0.6, fold: null, ...more,
  });
  const [fill] = spikeFills({
    ...attribution, causes: [{ cause: 'rule-group', count: 1, area: 1.4, shareRatio: 1 }],
    spikes: [{ ...spike, start: 2, end: 4, cause: 'rule-group', trains: [1, 0, 2] }],
    trains: [
      train('small'), train('node', {
        allocBytes: 46 * mib, lowAllocBytes: 44 * mib, highAllocBytes: 48 * mib, ioVerdict: 'none', delaySeconds: 0.15,
        lowDelaySeconds: 0.14, highDelaySeconds: 0.16,
      }), train('third'),
    ],
  }, [1, 2, 3, 4, 5], [0, 1, 1, 1, 0]);
  expect(fill?.events?.[0]?.details).toEqual([
    'rule group node: each adds 0.9 core-s (0.8 core-s to 1 core-s); each allocates 46 MiB (44 MiB to 48 MiB); what '
      + 'each reads and writes is too little to see; a scrape during one takes 150 ms (140 ms to 160 ms) longer',
    'rule group small: each adds 0.9 core-s (0.8 core-s to 1 core-s)',
  ]);
});
