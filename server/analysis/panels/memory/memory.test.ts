import { elementAt } from '../../../../core/elementAt.ts';
import { describe, expect, it } from 'vitest';
import { expectGolden } from '../../../../testdata/goldenFindings.ts';
import { handMadeWindow, type HandMadeWindow } from '../../../../testdata/handMadeWindow.ts';
import { analyseMemory, type MemoryOptions } from './memory.ts';

const START = 1_800_000_000;
const options = { stepMs: null, facts: {}, intervalSeconds: 1, seed: 1 };
const each = (length: number, value: (i: number) => number | null): (number | null)[] =>
  Array.from({ length }, (_, i) => value(i));

/** Returns 100,000 samples/s on 0.25 cores, with 200,000 series in 800 MB, started long ago. */
function steady(length: number, more: HandMadeWindow['roles'] = {}): HandMadeWindow['roles'] {
  return {
    processStartSeconds: each(length, () => START - 1e6),
    cpuSeconds: each(length, (i) => 100 + 0.25 * i),
    samplesAppended: each(length, (i) => 1e9 + 1e5 * i),
    residentBytes: each(length, () => 800e6),
    headSeries: each(length, () => 200_000),
    ...more,
  };
}

describe('ratios', () => {
  it('are what they are by arithmetic', () => {
    const { ratios, load } = analyseMemory(handMadeWindow({ roles: steady(600) }), [], options);
    expect(ratios.samplesPerCoreSecond.value).toBeCloseTo(400_000, 3);
    expect(ratios.residentBytesPerSeries).toMatchObject({ value: 4000, low: 4000, high: 4000, scrapes: 600 });
    expect(ratios.residentBytesPer100kSamplesPerSecond.value).toBeCloseTo(800e6, 3);
    expect(load).toMatchObject({ series: 200_000, retentionSeconds: null });
    expect(load.samplesPerSecond).toBeCloseTo(1e5, 6);
    expect(load.cpuPeakRatio).toBeCloseTo(1, 6);
  });

  it('do not change with a counter reset, a gap, or a clock that jumps', () => {
    const reset = steady(600, {
      processStartSeconds: each(600, (i) => (i < 300 ? START - 1e6 : START + 300)),
      cpuSeconds: each(600, (i) => (i < 300 ? 100 + 0.25 * i : 0.25 * (i - 300))),
      samplesAppended: each(600, (i) => (i < 300 ? 1e9 + 1e5 * i : 1e5 * (i - 300))),
    });
    const ticks = each(600, () => 1).map((_, i) => (i >= 100 && i < 130 ? 'timeout' as const : 'ok' as const));
    const holes = Object.fromEntries(
      Object.entries(steady(600))
        .map(([role, values]) => [role, values.map((value, i) => (i >= 100 && i < 130 ? null : value))])
    );
    for (const description of [{ roles: reset }, { roles: holes, ticks }]) {
      const { ratios } = analyseMemory(handMadeWindow(description), [], options);
      expect(ratios.samplesPerCoreSecond.value).toBeCloseTo(400_000, 3);
      expect(ratios.samplesPerCoreSecond.low).toBeCloseTo(400_000, 3);
      expect(ratios.residentBytesPerSeries.value).toBe(4000);
    }
    const jumped = handMadeWindow({ roles: steady(600) });
    jumped.scrapes.startMs = jumped.scrapes.startMs.map((ms, i) => ms + (i < 300 ? 0 : 3_600_000));
    jumped.endMs += 3_600_000;
    const { series, ratios } = analyseMemory(jumped, [], options);
    expect(ratios.residentBytesPerSeries.value).toBe(4000);
    expect(series.samplesPerSecond.every((rate) => rate === null || Math.abs(rate - 1e5) < 1)).toBe(true);
  });

  it('read the retention as the server states it: its configuration file may say other than the flag', () => {
    const facts = { flags: { 'storage.tsdb.retention.time': '15d' } };
    const of = (seconds: number): number | null => analyseMemory(
      handMadeWindow({ roles: steady(10, { retentionLimitSeconds: each(10, () => seconds) }) }), [],
      { ...options, facts }
    ).load.retentionSeconds;
    expect(of(30 * 86_400)).toBe(30 * 86_400);
    // By size or by a percentage of the disk alone.
    expect(of(0)).toBeNull();
  });

  it('read limits of size as the server states them; a percentage of the disk goes before bytes', () => {
    const of = (bytes: number, percent: number): unknown => {
      const roles = { retentionLimitBytes: each(10, () => bytes), retentionLimitPercent: each(10, () => percent) };
      const { load } = analyseMemory(handMadeWindow({ roles: steady(10, roles) }), [], options);
      return [load.retentionBytes, load.retentionDiskPercent];
    };
    expect([of(0, 0), of(5e9, 0), of(5e9, 80), of(0, 250)])
      .toEqual([[undefined, undefined], [5e9, undefined], [undefined, 80], [undefined, undefined]]);
  });

  it('read the retention from its flag', () => {
    const facts = { flags: { 'storage.tsdb.retention.time': '15d' } };
    expect(analyseMemory(handMadeWindow({ roles: steady(10) }), [], { ...options, facts }).load.retentionSeconds)
      .toBe(1_296_000);
  });

  it.each<
    [string, HandMadeWindow['roles'], 'samplesPerCoreSecond' | 'residentBytesPerSeries' | 'diskBytesPerSample', RegExp]
  >([
    ['a minute of samples', steady(60), 'samplesPerCoreSecond', /^too little data: 59 s .* at least 120 s/],
    ['no counter of samples', { ...steady(300), samplesAppended: [] }, 'samplesPerCoreSecond', /too little|no samples/],
    [
      'nothing taken in', { ...steady(300), samplesAppended: each(300, () => 5) }, 'samplesPerCoreSecond',
      /^no samples were ingested$/,
    ],
    ['no blocks', steady(300), 'diskBytesPerSample', /^expected_blocksBytes and expected_headMinTimeMs are missing$/],
  ])('say so with %s', (_, roles, ratio, note) => {
    const answer = analyseMemory(handMadeWindow({ roles }), [], options).ratios[ratio];
    expect(answer.value).toBeNull();
    expect(answer.note).toMatch(note);
  });
});

describe('warm-up', () => {
  // The start uses twice the CPU and a tenth of the memory for a minute, with some noise.
  const started = (length: number): HandMadeWindow['roles'] => {
    let cpu = 0;
    return steady(length, {
      processStartSeconds: each(length, () => START - 1),
      cpuSeconds: each(length, (i) => (cpu += (i < 60 ? 0.5 : 0.25) + 0.01 * ((i * 7) % 5))),
      samplesAppended: each(length, (i) => 1e5 * i),
      residentBytes: each(length, (i) => (i < 90 ? 400e6 : 800e6) + 1e6 * ((i * 3) % 7)),
      seriesCreated: each(length, (i) => (i < 60 ? 3000 * i : 180_000 + 10 * i)),
    });
  };

  it('is found where it was planted, to within one step', () => {
    const { warmUps: [warm], ratios } = analyseMemory(handMadeWindow({ roles: started(900) }), [], options);
    expect(warm?.settling.map(({ what, seconds }) => [what, seconds]))
      .toEqual([['cpuPerSample', 60], ['rssPerSeries', 90]]);
    expect(warm?.seconds).toBe(90);
    expect(warm?.extraCoreSeconds).toBeGreaterThan(13);
    expect(warm?.extraCoreSeconds).toBeLessThan(17);
    expect(warm?.seriesPerSecond).toBeCloseTo(3000, -2);
    // The ratios exclude it.
    expect(ratios.residentBytesPerSeries.low).toBeGreaterThan(3900);
  });

  it('is none where the process is old, or the start too young to judge', () => {
    expect(analyseMemory(handMadeWindow({ roles: steady(600) }), [], options).warmUps).toEqual([]);
    expect(analyseMemory(handMadeWindow({ roles: started(40) }), [], options).warmUps).toEqual([]);
  });

  it('says that a figure never came to rest', () => {
    const roles = { ...started(600), residentBytes: each(600, (i) => 100e6 * Math.exp(i / 150)) };
    const warm = elementAt(analyseMemory(handMadeWindow({ roles }), [], options).warmUps, 0);
    expect(warm.seconds).toBeNull();
    expect(warm.settling.find(({ what }) => what === 'rssPerSeries')?.seconds).toBeNull();
    const { finding } = analyseMemory(handMadeWindow({ roles }), [], options);
    expectGolden('memory', 'a figure that never settles', { ...finding, evidence: [warm.parts] });
  });
});

describe('finding and what is missing', () => {
  it.each<[string, number | null, string]>(
    [['below', 2e9, 'ok'], ['near', 0.95e9, 'warning'], ['at', 0.81e9, 'critical'], ['without', null, 'unknown']]
  )('%s the limit', (where, limit, severity) => {
    const facts = limit === null ? {} : { memoryLimitBytes: limit };
    const { finding } = analyseMemory(handMadeWindow({ roles: steady(300) }), [], { ...options, facts });
    expect(finding.severity).toBe(severity);
    expect(finding.code).toBe({ ok: 'memory-use', unknown: 'memory-no-limit' }[severity] ?? 'memory-near-limit');
    if (limit !== null) expect(finding.claim).toContainEqual({ quantity: limit, unit: 'bytes' });
    expectGolden('memory', `${where} the limit`, finding);
  });

  it.each<[string, Partial<MemoryOptions['facts']>, number, string[], string]>([
    [
      'its container\'s alone', { configuredLimitBytes: 0.95e9 }, 0.95e9, ['memory_limit'],
      'its container’s, as configured',
    ],
    [
      'its container\'s below GOMEMLIMIT', { memoryLimitBytes: 2e9, configuredLimitBytes: 0.95e9 }, 0.95e9,
      ['memory_limit'], 'its container’s, as configured',
    ],
    [
      'GOMEMLIMIT below its container\'s', { memoryLimitBytes: 0.95e9, configuredLimitBytes: 2e9 }, 0.95e9, [],
      'GOMEMLIMIT',
    ],
  ])('takes the lower limit: %s', (_, facts, limitBytes, from, note) => {
    const panel = analyseMemory(handMadeWindow({ roles: steady(300) }), [], { ...options, facts });
    expect([panel.limitBytes, panel.finding.severity]).toEqual([limitBytes, 'warning']);
    expect(panel.figures.find(({ name }) => name === 'Memory limit')).toMatchObject({ value: limitBytes, from, note });
  });

  it('says of memory that climbs where it is now, not what it was in the middle', () => {
    const climbing = steady(600, { residentBytes: each(600, (i) => 400e6 + 1e6 * i) });
    const { finding, residentBytes, figures } = analyseMemory(handMadeWindow({ roles: climbing }), [], options);
    expect(residentBytes).toEqual({ median: 699.5e6, low: 400e6, high: 999e6, latest: 999e6 });
    expectGolden('memory', 'climbing', finding);
    expect(figures.find(({ name }) => name === 'Latest resident memory')?.value).toBe(999e6);
    const failing = handMadeWindow({
      roles: { ...climbing, residentBytes: each(600, (i) => (i < 590 ? 400e6 + 1e6 * i : null)) },
      ticks: each(600, () => 1).map((_, i) => (i < 590 ? 'ok' as const : 'timeout' as const)),
    });
    expect(analyseMemory(failing, [], options).residentBytes.latest).toBe(989e6);
  });

  it('names every missing input, and computes nothing from it', () => {
    const { finding, missing, parts, residentBytes } =
      analyseMemory(handMadeWindow({ roles: { cpuSeconds: each(20, (i) => i) } }), [], options);
    expect(finding).toMatchObject({ code: 'memory-not-exported', severity: 'unknown' });
    expectGolden('memory', 'no resident memory', finding);
    expect(residentBytes).toEqual({ median: null, low: null, high: null, latest: null });
    expect(missing.flatMap(({ names }) => names)).toEqual(
      expect.arrayContaining([
        'expected_residentBytes', 'expected_heapInuseBytes', 'expected_samplesAppended', 'expected_headSeries',
        'expected_blocksBytes', 'expected_hostCachedBytes',
      ])
    );
    expect(parts.every(({ bytes, missing: lacking }) => bytes === null && lacking !== null)).toBe(true);
  });

  it('takes the page cache and swap of the host where they are scraped with it', () => {
    const roles = steady(30, { hostCachedBytes: each(30, () => 5e9), hostSwapUsedBytes: each(30, () => 0) });
    const { parts, missing } = analyseMemory(handMadeWindow({ roles }), [], options);
    expect(
      parts.filter(({ key }) => key === 'pageCache' || key === 'swap')
        .map(({ bytes, missing: lacking }) => [bytes, lacking])
    ).toEqual([[5e9, null], [0, null]]);
    expect(missing.flatMap(({ names }) => names)).not.toContain('expected_hostCachedBytes');
  });

  it('takes fewer than ten scrapes for too few', () => {
    const { finding } = analyseMemory(handMadeWindow({ roles: steady(9) }), [], options);
    expect(finding).toMatchObject({ code: 'too-little-data', severity: 'unknown', confidence: 'too-early' });
    expectGolden('memory', 'nine scrapes', finding);
  });

  it('works on an empty window', () => {
    expect(analyseMemory(handMadeWindow({ roles: {} }), [], options).finding.code).toBe('nothing-scraped');
  });
});
