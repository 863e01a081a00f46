import { expect, it } from 'vitest';
import { CPU_LAYERS, layerShares } from '../../../core/cpuLayers.ts';
import { AREA_RULES, RUNTIME_RULES } from '../../../core/profile/subsystemRules.ts';
import { builtInSubsystems } from '../query/subsystems.ts';
import { subsystems } from '../views/subsystems.ts';
import { loadProfile, unwrap } from '../../../testdata/profiles/oracles.ts';
import { cpuShares } from './cpuShares.ts';

it.each(['steady/busy-1.cpu.pb.gz', 'recordings/compact-1.cpu.pb.gz', 'otel/old.cpu.pb.gz'])(
  'has the rows of the subsystems: %s', async (file) => {
    const profile = await loadProfile(file);
    const { seconds, gc } = unwrap(cpuShares(profile, builtInSubsystems()));
    const rows = unwrap(subsystems(profile, { sampleType: 'cpu' })).rows.filter(({ flat }) => flat > 0);
    expect(Object.keys(seconds).sort()).toEqual(rows.map(({ id }) => id).sort());
    for (const { id, flat } of rows) expect(seconds[id]).toBeCloseTo(flat / 1e9, 6);
    expect(seconds.gc ?? 0).toBeCloseTo(gc.gcCpuSeconds, 6);
    const shares = layerShares({ seconds, gc });
    expect(shares?.reduce((sum, share) => sum + share, 0)).toBeCloseTo(1, 9);
    expect(shares?.[0]).toBeCloseTo(gc.gcCpuSeconds / gc.cpuSeconds, 6);
  }
);

it('is of CPU profiles alone', async () => {
  expect(cpuShares(await loadProfile('live/heap.pb.gz'), builtInSubsystems())).toMatchObject({ ok: false });
});

it('every layer is of rows that there are, none of two', () => {
  const known = [...RUNTIME_RULES, ...AREA_RULES].map(({ id }) => id);
  const used = CPU_LAYERS.flatMap(({ rows }) => rows);
  expect(used.filter((row) => !known.includes(row))).toEqual([]);
  expect(new Set(used).size).toBe(used.length);
});
