import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { CpuBySubsystem, CpuSplitStep } from '../../contract/contract.ts';
import { CPU_LAYERS } from '../../cpuLayers.ts';
import { finding } from '../../finding.ts';
import { fillEdges, topOf } from '../charts/chartModel.ts';
import { SPIKE_LOOKS } from '../charts/spikeFills.ts';
import { cpuSplitEmbed, cpuSplitPicture } from './cpuSplitDrawing.ts';
import { cpuSplitView } from './cpuSplitView.ts';

const step = (start: number, parts: number[] | null, coveredSeconds = parts === null ? 0 : 10): CpuSplitStep => ({
  start, end: start + 60, cores: 1, parts: CPU_LAYERS.map((_, i) => parts?.[i] ?? (parts === null ? null : 0)),
  covered: parts !== null, coveredSeconds,
});

function answer(steps: CpuSplitStep[]): CpuBySubsystem {
  return {
    target: 'prom', range: { start: 0, end: 60 * steps.length, step: 60, scrapes: 60 }, steps, profiles: 2,
    coverageRatio: 0.1,
    subsystems: CPU_LAYERS.map(({ id, label }, i) => ({ id, label, cores: i < 4 ? 0.1 * (i + 1) : 0 })),
    finding: finding({ code: 'cpu-by-subsystem', severity: 'info', claim: [] }), restarts: [{ time: 70 }],
    gapSpans: [], sumRatio: 1, sampledRatio: 0.98,
    gcAgreement: { cores: null, lowCores: null, highCores: null, estimates: [], sentence: 'GC agrees.' },
  };
}

describe('CPU by subsystem as a chart', () => {
  const view = cpuSplitView(answer([step(0, [0.2, 0.3, 0.5]), step(60, null), step(120, null), step(180, [0.4], 30)]));

  it('stacks the layers where a profile is, each on those below it', () => {
    const [gc, compaction] = view?.chart.fills ?? [];
    expect([gc?.low, gc?.high]).toEqual([[0, null, null, 0], [0.2, null, null, 0.4]]);
    expect([compaction?.low, compaction?.high]).toEqual([[0.2, null, null, 0.4], [0.5, null, null, 0.4]]);
    expect(view?.chart.fills?.at(-1)?.high).toEqual([1, null, null, 0.4]);
    expect(view?.chart.lines[0]?.values).toEqual([1, 1, 1, 1]);
  });

  it('hatches what no profile covers, side by side as one', () => {
    expect(view?.chart.spans.map(({ start, end, fill }) => [start, end, fill])).toEqual([[60, 180, 'hatch']]);
  });

  it('draws each step over its whole width and interpolates no uncovered step', () => {
    const { chart } = view ?? {};
    const [gc] = chart?.fills ?? [];
    if (chart === undefined || gc === undefined) throw new Error('cpuSplitView returned no chart with fills');
    const { xs, high } = fillEdges(chart, gc);
    expect([xs.slice(0, 4), xs.slice(-2)]).toEqual([[0, 60, 60, 120], [180, 240]]);
    expect(high).toEqual([0.2, 0.2, null, null, null, null, 0.4, 0.4]);
    expect(topOf({ ...chart, lines: [] })).toBe(1);
  });

  it('draws queries in the hue that they have as causes of spikes and in flame graphs', () => {
    const colours = new Map(view?.layers.map(({ id, colour }) => [id, colour]));
    expect(colours.get('queries')).toBe(SPIKE_LOOKS.query.colour);
    expect(colours.get('queries')).toBe(SPIKE_LOOKS['rule-group'].colour);
    expect([...colours].filter(([, colour]) => colour === colours.get('queries'))).toHaveLength(1);
    const flame = readFileSync(join(import.meta.dirname, '..', '..', 'look', 'flame.css'), 'utf8');
    expect(flame).toContain(`--flame-query: color-mix(in oklab, var(--mark-${SPIKE_LOOKS.query.colour}) `);
  });

  it('lists the layers with their means, the top one first', () => {
    expect(view?.layers.at(-1)).toMatchObject({ id: 'gc', label: 'Garbage collection', cores: 0.1, share: 0.1 });
    expect(view?.layers.reduce((sum, { share }) => sum + share, 0)).toBeCloseTo(1, 9);
  });

  it('says the coverage, the agreement, and gives each layer a look of its own', () => {
    expect(view?.coverage).toBe(
      '2 CPU profiles cover 10 % of the window; they sampled 98 % of the CPU that the process counted meanwhile.'
    );
    expect(view?.agreement).toBe('GC agrees.');
    const looks = view?.layers.map(({ colour, pattern }) => `${colour} ${pattern}`) ?? [];
    expect(new Set(looks).size).toBe(CPU_LAYERS.length);
  });

  it('lists the layers in the legend of pictures and embeds, the top one first', () => {
    const split = answer([step(0, [0.2, 0.3, 0.5]), step(60, null)]);
    const [{ model } = {}] = cpuSplitEmbed(split).charts;
    expect(model?.fills?.map(({ label, silent }) => [label, silent]).slice(-2))
      .toEqual([['Compaction 20 %', undefined], ['Garbage collection 10 %', undefined]]);
    expect(cpuSplitEmbed(split).notes).toEqual(['GC agrees.']);
    expect(cpuSplitPicture(split).main[0]?.model.fills).toEqual(model?.fills);
    expect(cpuSplitPicture(split).context).toContain('2 CPU profiles, 10 % covered');
  });

  it('is absent without a profile', () => {
    const none = { ...answer([step(0, null)]), profiles: 0 };
    expect(cpuSplitView(none)).toBeNull();
    expect(cpuSplitEmbed(none)).toMatchObject({ charts: [], notes: [] });
  });
});
