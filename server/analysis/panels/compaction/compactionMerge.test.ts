import { elementAt, numberAt } from '../../../../core/elementAt.ts';
import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { readLog } from '../../logs/readLog.ts';
import { readBlockList } from '../../../data/metrics/blockMeta.ts';
import { roleWindow } from '../../../data/metrics/roles.ts';
import type { TargetFacts } from '../../../../core/contract/facts.ts';
import { loadRecording, recordings } from '../../../../testdata/loadRecording.ts';
import truth from '../../../../testdata/recordings/prom-2.42-load.compactions.json' with { type: 'json' };
import { analyseCompaction } from './compaction.ts';
import { isCompactionMessage } from './log/compactionLog.ts';
import { analyseCompactionLog } from './log/compactionLogTimeline.ts';

const window = roleWindow(loadRecording(recordings.load), 'prometheus', '2.42.0');
const rawLog = gunzipSync(readFileSync(new URL('../../../../public/demo/prom-2.42-load.log.gz', import.meta.url)))
  .toString('utf8');
const listFile = new URL('../../../../testdata/recordings/prom-2.42-load.blocks.ndjson', import.meta.url);
const metas = readFileSync(listFile, 'utf8')
  .trim().split('\n').map((line) => JSON.parse(line) as unknown);
const blocks = readBlockList({ blocks: metas }) ?? [];
const logFacts = (text: string): TargetFacts =>
  analyseCompactionLog(readLog(Buffer.from(text), isCompactionMessage), null)?.facts ?? {};
const panelOf = (facts: TargetFacts) => analyseCompaction(window, { facts, stepMs: null, nowMs: 0 });

describe('counters and log in one timeline', () => {
  const panel = panelOf(logFacts(rawLog));

  it('every episode once, its start and end to the stamp, level and inputs from the log', () => {
    expect(panel.compactions).toHaveLength(truth.episodes.length);
    truth.episodes.forEach((episode, i) => {
      const found = elementAt(panel.compactions, i);
      expect(Math.abs(found.start * 1000 - episode.startMs)).toBeLessThan(2);
      expect(Math.abs(found.end * 1000 - episode.endMs)).toBeLessThan(2);
      expect(found.startErrorSeconds).toBeLessThan(0.01);
      expect(found.sources[0]).toBe('log');
      expect(found.sources).toContain('counters');
      expect(found.steps).toHaveLength(episode.headBlocks + episode.levelCompactions);
      expect(found.level).toBe(episode.levelCompactions > 0 ? 2 : 1);
    });
    expect(panel.notes)
      .toMatchObject([{ sentence: expect.stringMatching(/^Its block range is 2m \(from its head\)/) as string }]);
  });

  it('keeps phase and clock, now to a tenth of a second', () => {
    expect(panel.alignment).toMatchObject({ aligned: true, count: 9 });
    const phases = truth.episodes.slice(1).map(({ phaseSeconds }) => phaseSeconds);
    expect(panel.phaseSeconds).toBeCloseTo(phases.reduce((a, b) => a + b) / phases.length, 1);
    expect(panel.phaseErrorSeconds).toBeCloseTo(0.34, 1);
    expect(panel.delay).toMatchObject({ verdict: 'on-time', count: 10 });
    expect(panel.keepingUp.verdict).toBe('keeping-up');
    expect(Math.abs((panel.multiples.cpu ?? NaN) / (truth.cpuCores.inCompaction / truth.cpuCores.quiet) - 1))
      .toBeLessThan(0.1);
  });

  it('draws each block from birth to its merge', () => {
    expect(panel.blocks).toHaveLength(13);
    expect(panel.blocks.filter(({ deleted }) => deleted !== null)).toHaveLength(8);
  });
});

it('the list of blocks alone gives starts, levels and lineage, and what was merged away by name', () => {
  const panel = panelOf({ blocks });
  expect(panel.compactions).toHaveLength(truth.episodes.length);
  const told = panel.compactions.filter(({ sources }) => sources.includes('blocks'));
  // Merged blocks are no longer in a list, so their episodes show only the merges.
  expect(told.length).toBeGreaterThanOrEqual(4);
  for (const { steps, sources } of told) {
    expect(sources).toContain('counters');
    for (const step of steps) expect(step.end).toBeNull();
  }
  expect(panel.blocks.filter(({ deleted }) => deleted !== null).length).toBeGreaterThan(2);
  expect(panel.compactions.every(({ durationSeconds }) => durationSeconds !== null && durationSeconds < 15)).toBe(true);
});

it('log and list together name each block once', () => {
  const panel = panelOf({ ...logFacts(rawLog), blocks });
  const outputs = panel.compactions.flatMap(({ steps }) => steps.map(({ output }) => output));
  expect(new Set(outputs).size).toBe(outputs.length);
  expect(outputs).toHaveLength(13);
  expect(panel.compactions.some(({ sources }) => sources.includes('log') && sources.includes('blocks'))).toBe(true);
});

it('another server\'s log is found out', () => {
  // With the lines 47 s later no episode fits, although the counters would have seen one.
  const late = rawLog.split('\n').map(
    (line) => line.replace(/^ts=(\S+)/, (_all, ts: string) => `ts=${new Date(Date.parse(ts) + 47_000).toISOString()}`)
  ).join('\n');
  const panel = panelOf(logFacts(late));
  expect(panel.notes[0]?.sentence).toMatch(/^1[0-3] of the 1[0-3] compactions .* are missing from the counters/);
  expect(panel.compactions).toHaveLength(truth.episodes.length);
  expect(panel.compactions.every(({ sources }) => !sources.includes('log'))).toBe(true);
});

describe('a window without compaction counters before a gap', () => {
  it('a log fills what no scrape saw', () => {
    const start = elementAt(truth.episodes, 3).startMs - 30_000;
    const cut = roleWindow(
      loadRecording(recordings.load, { startMs: elementAt(truth.episodes, 5).endMs + 30_000 }), 'prometheus', '2.42.0'
    );
    const panel = analyseCompaction({ ...cut, startMs: start }, { facts: logFacts(rawLog), stepMs: null, nowMs: 0 });
    expect(panel.compactions).toHaveLength(truth.episodes.length - 3);
    expect(panel.compactions[0])
      .toMatchObject({ sources: ['log'], cpuCoreSecondsAboveQuiet: null, kind: 'head+merge' });
    expect(panel.notes[0]?.parts[0]).toEqual({ quantity: 3, unit: 'count' });
    expect(panel.notes[0]?.sentence).toContain('no scrape saw them');
  });
});

describe('folds of the recording', () => {
  const panel = panelOf({});

  it('at three and nine ranges, from the same rises', () => {
    expect(panel.widerFolds.map(({ factor, periodSeconds }) => [factor, periodSeconds])).toEqual([[3, 360], [9, 1080]]);
    for (const fold of panel.widerFolds) {
      expect(fold.offsetSeconds).toHaveLength(120);
      expect(fold.cycles.length).toBeGreaterThan(1);
    }
  });

  it('shows the merges, which come every third range, as the longer spike of the three', () => {
    const fold = elementAt(panel.widerFolds, 0);
    const work = (from: number): number => fold.cpuCores.mean.reduce<number>(
      (sum, value, i) => sum
        + (elementAt(fold.offsetSeconds, i) >= from && elementAt(fold.offsetSeconds, i) < from + 25 ? value ?? 0 : 0),
      0
    );
    const spikes = [60, 180, 300].map(work);
    expect(Math.max(...spikes) / Math.min(...spikes)).toBeGreaterThan(1.3);
  });
});

it('without a node_exporter bytes are unknown and the table says why; with one they are told', () => {
  const without = panelOf({});
  expect(without.figures.find(({ name }) => name.startsWith('Bytes written')))
    .toMatchObject({ value: null, note: expect.stringContaining('node_exporter') as string });
  const { scrapes } = window;
  const series = (perRow: (t: number) => number) => ({
    role: 'diskWrittenBytes' as const, names: ['test'], values: Float64Array.from(scrapes.startMs, perRow),
    present: new Uint8Array(scrapes.length).fill(1),
  });
  const inEpisode = (t: number): number =>
    truth.episodes.reduce((sum, { startMs, endMs }) => sum + Math.max(0, Math.min(t, endMs) - startMs), 0) / 1000;
  const panel = analyseCompaction(window, {
    facts: {}, stepMs: null, nowMs: 0,
    node: {
      diskWrittenBytes: series((t) => (t - numberAt(scrapes.startMs, 0)) * 1000 + inEpisode(t) * 13e6),
      cachedBytes: series(
        (t) => 4e9 - (truth.episodes.some(({ startMs, endMs }) => t >= startMs && t <= endMs) ? 7e8 : 0)
      ),
    },
  });
  expect(panel.multiples.diskWrite).toBeGreaterThan(10);
  panel.compactions.forEach((compaction, i) => {
    const { startMs, endMs } = elementAt(truth.episodes, i);
    expect((compaction.bytesWrittenAboveQuiet ?? 0) / (((endMs - startMs) / 1000) * 13e6)).toBeCloseTo(1, 1);
    expect(compaction.pageCacheLostBytes).toBe(7e8);
    expect(compaction.rssRiseBytes).toBeGreaterThan(20e6);
  });
});
