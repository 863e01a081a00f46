import { elementAt, numberAt } from '../../../../core/elementAt.ts';
import { describe, expect, it } from 'vitest';
import type { Finding, MemoryPanel } from '../../../../core/contract/contract.ts';
import { roleWindow } from '../../../data/metrics/roles.ts';
import { expectGolden, quantitiesOf } from '../../../../testdata/goldenFindings.ts';
import { loadRecording, recordings } from '../../../../testdata/loadRecording.ts';
import { findCompactions } from '../../signals/compaction/compactionIntervals.ts';
import { analyseMemory } from './memory.ts';

/** Returns the finding with the sentences on the starts in the window. */
function withWarmUps({ finding, warmUps }: MemoryPanel): Finding {
  return { ...finding, evidence: [...finding.evidence, ...warmUps.map(({ parts }) => parts)] };
}

const facts = { blockRangeSeconds: 120 };
const options = { stepMs: null, facts, intervalSeconds: 1, seed: 1 };

describe('the demo recording, against arithmetic by hand', () => {
  const window = roleWindow(loadRecording(recordings.load), 'prometheus', '2.42.0');
  const panel = analyseMemory(window, findCompactions(window), options);
  const raw = (role: Parameters<typeof window.role>[0]): Float64Array =>
    window.role(role)?.values ?? new Float64Array();
  const rowAt = (seconds: number): number => window.scrapes.startMs.findIndex((ms) => ms / 1000 >= seconds);
  const lastRow = window.scrapes.length - 1;
  const warm = elementAt(panel.warmUps, 0);

  it('sees one warm-up: CPU per sample settles within half a minute, memory within four', () => {
    expect(panel.warmUps).toHaveLength(1);
    expect(warm).toMatchObject({ processStart: 1795192060.48, ingestStart: 1795192067.001 });
    const [cpu, rss] = warm.settling;
    // By hand over 20 s: 2.9 µs per sample in the first, 1.4 to 1.9 in the next eight; 2.6 kB per series at first, 3.7
    // to 4.7 from minute four on.
    expect(cpu).toMatchObject({ what: 'cpuPerSample', seconds: 5, stepSeconds: 5 });
    expect(cpu?.highSeconds).toBeLessThanOrEqual(30);
    expect((cpu?.settled ?? NaN) * 1e6).toBeGreaterThan(1.6);
    expect((cpu?.settled ?? NaN) * 1e6).toBeLessThan(1.9);
    expect(rss?.seconds).toBeGreaterThan(120);
    expect(rss?.seconds).toBeLessThan(240);
    // There are 202,000 series after 20 s, and 1,500 to 2,000 more every 20 s after that.
    expect(warm.seriesPerSecond).toBeGreaterThan(10_000);
    expect(warm.seriesPerSecondAfter).toBeGreaterThan(75);
    expect(warm.seriesPerSecondAfter).toBeLessThan(100);
    expect(warm.parts).toContainEqual({ quantity: Math.round(warm.seriesPerSecond ?? NaN), unit: 'perSecond' });
    expect(warm.parts).toContainEqual({ quantity: Math.round(warm.seriesPerSecondAfter ?? NaN), unit: 'perSecond' });
  });

  it('samples per second and core are the samples after the warm-up over the CPU they came with', () => {
    const from = rowAt(warm.ingestStart + (warm.seconds ?? 0));
    const samples = numberAt(raw('samplesAppended'), lastRow) - numberAt(raw('samplesAppended'), from - 1);
    const cpu = numberAt(raw('cpuSeconds'), lastRow) - numberAt(raw('cpuSeconds'), from - 1);
    const { value, low, high, scrapes, windowSeconds, from: names } = panel.ratios.samplesPerCoreSecond;
    expect(value).toBeCloseTo(samples / cpu, -1);
    // 100,700 samples/s on 0.227 cores.
    expect(value).toBeGreaterThan(430_000);
    expect(value).toBeLessThan(455_000);
    expect(low).toBeLessThan(value ?? 0);
    expect(high).toBeGreaterThan(value ?? Infinity);
    expect(scrapes).toBe(lastRow - from + 1);
    expect(windowSeconds).toBeCloseTo(lastRow - from + 1, 0);
    expect(names).toEqual(['prometheus_tsdb_head_samples_appended_total', 'process_cpu_seconds_total']);
  });

  it('memory per series and per 100,000 samples/s agree through the load', () => {
    const perSeries = panel.ratios.residentBytesPerSeries;
    const perRate = panel.ratios.residentBytesPer100kSamplesPerSecond;
    expect(perSeries.value).toBeGreaterThan(3800);
    expect(perSeries.value).toBeLessThan(4050);
    expect(perSeries.high).toBeCloseTo(
      Math.max(
        ...raw('residentBytes').map((bytes, row) => bytes / numberAt(raw('headSeries'), row))
          .filter((ratio, row) => row >= rowAt(warm.ingestStart + (warm.seconds ?? 0)) && Number.isFinite(ratio))
      ),
      6
    );
    expect((perRate.value ?? 0) / (perSeries.value ?? 1))
      .toBeCloseTo((panel.load.series ?? 0) * 1e5 / (panel.load.samplesPerSecond ?? 1), -4);
  });

  it('bytes per sample on disk are the blocks at the end over the samples that left the head', () => {
    const headMin = numberAt(raw('headMinTimeMs'), lastRow) / 1000;
    const row = rowAt(headMin);
    const byHand = numberAt(raw('blocksBytes'), lastRow) / numberAt(raw('samplesAppended'), row);
    const { value, low, high } = panel.ratios.diskBytesPerSample;
    expect(Math.abs((value ?? 0) / byHand - 1)).toBeLessThan(0.01);
    expect(low).toBeLessThan(byHand);
    expect(high).toBeGreaterThan(byHand);
    // 298,589,436 bytes of chunks for 110,144,377 samples.
    expect(panel.ratios.chunkBytesPerSample.value).toBeCloseTo(298_589_436 / 110_144_377, 6);
  });

  it('the parts of the resident memory add up to it, scrape by scrape', () => {
    const parts = panel.parts.filter(({ isResident }) => isResident);
    expect(parts.map(({ key }) => key)).toEqual(['heapInuse', 'heapRetained', 'stacks', 'runtime', 'outsideGo']);
    const last = (role: Parameters<typeof raw>[0]): number => numberAt(raw(role), lastRow);
    const [inuse, idle, released] = [last('heapInuseBytes'), last('heapIdleBytes'), last('heapReleasedBytes')];
    const [stacks, sys, rss] = [last('stackInuseBytes'), last('sysBytes'), last('residentBytes')];
    expect(inuse + (idle - released) + stacks + (sys - inuse - idle - stacks) + (rss - sys + released)).toBe(rss);
    expect(panel.finding).toMatchObject({ code: 'memory-no-limit', severity: 'unknown' });
    const quantities = quantitiesOf(panel.finding);
    const [latest, peak = NaN, ofSpikes, median = NaN, inUse = NaN, kept = NaN, perSeries, perCore = NaN] = quantities;
    expect(latest).toBe(rss);
    expect(Math.floor(median / 2 ** 20 / 10)).toBe(79);
    expect((peak / 2 ** 30).toFixed(1)).toBe('1.1');
    expect(ofSpikes).toBeCloseTo(panel.spikes.causes[0]?.shareRatio ?? NaN, 2);
    expect([inUse, kept].map((share) => Math.floor(10 * share) / 10)).toEqual([0.6, 0.2]);
    expect(perSeries).toBe(panel.ratios.residentBytesPerSeries.value);
    expect(Math.floor(perCore / 10_000)).toBe(44);
  });

  it('says what node_exporter would add', () => {
    expect(panel.missing).toMatchObject([
      {
        names: ['node_exporter:node_memory_Cached_bytes', 'node_exporter:node_memory_SwapTotal_bytes'],
        remedy: expect.stringContaining('node_exporter: http://HOST:9100') as string,
      },
    ]);
    expect(panel.parts.filter(({ missing }) => missing !== null).map(({ key }) => key)).toEqual(['pageCache', 'swap']);
  });
});

describe('the recording of a restart with a WAL replay', () => {
  const window = roleWindow(loadRecording(recordings.walReplay), 'prometheus', '2.42.0');
  const panel = analyseMemory(window, findCompactions(window), { ...options, intervalSeconds: 0.2 });

  it('takes neither the replay nor the counters’ reset for a load', () => {
    expect(panel.restarts).toHaveLength(1);
    expect(panel.series.cpuSecondsPerSample.every((value) => value === null || value >= 0)).toBe(true);
    expect(panel.load.samplesPerSecond).toBeGreaterThan(180_000);
    expect(panel.load.samplesPerSecond).toBeLessThan(215_000);
    // The ratio omits the replay, which has few series for much memory.
    expect(panel.ratios.residentBytesPerSeries.high ?? 0).toBeLessThan(7000);
  });

  it('says that it holds too little for costs per sample', () => {
    expect(panel.ratios.samplesPerCoreSecond.value).toBeNull();
    expect(panel.ratios.samplesPerCoreSecond.note).toMatch(/^too little data: .* at least 120 s/);
    expect(panel.ratios.diskBytesPerSample.note).toMatch(/0 head blocks written/);
  });
});

it.each(Object.entries(recordings))('the texts of the recording %s', (name, file) => {
  const window = roleWindow(loadRecording(file), 'prometheus', '2.42.0');
  expectGolden('memory', `recording ${name}`, withWarmUps(analyseMemory(window, findCompactions(window), options)));
});

it('under a quota: 38 s of a start are too little for any ratio, and the page still opens', () => {
  const window = roleWindow(loadRecording(recordings.cpuLimitStart), 'prometheus', '2.42.0');
  const panel = analyseMemory(window, [], options);
  expect(Object.values(panel.ratios).every(({ value, note }) => value === null && note !== null)).toBe(true);
  expect(panel.residentBytes.median).toBeGreaterThan(400e6);
});
