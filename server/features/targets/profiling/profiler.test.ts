import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { log } from '../../../kernel/logging/log.ts';
import type { TargetConfig } from '../../../kernel/config/configTypes.ts';
import type { TargetScraper } from '../../../data/scrape/targetScraper.ts';
import { openSwitches } from '../../../data/store/files/profilingStore.ts';
import { Profiler } from './profiler.ts';
import type { Planner } from './planner.ts';

let dataDir: string;
beforeEach(() => { dataDir = mkdtempSync(join(tmpdir(), 'profiler-')); });
afterEach(() => {
  rmSync(dataDir, { recursive: true, force: true });
  vi.restoreAllMocks();
});

function scraperOf(profiling?: TargetConfig['profiling']): TargetScraper {
  return { config: { name: 'eu', ...(profiling === undefined ? {} : { profiling }) } } as unknown as TargetScraper;
}

async function profilerOf(flag?: boolean, planners: Planner[] = []): Promise<Profiler> {
  return new Profiler({ planners, flag, switches: await openSwitches(dataDir, () => undefined) });
}

const CONFIGURED = { on: true, plans: [{ kind: 'cpu' as const, everySeconds: 120, seconds: 5 }], budgetBytes: 1e7 };

describe('the switch of continuous profiling', () => {
  it('is off by default, and says what it would do', async () => {
    const shown = await (await profilerOf()).of(scraperOf());
    expect(shown).toMatchObject({ on: false, setBy: 'default', state: 'off', pause: null, nextTime: null });
    expect(shown.plans.map(({ kind }) => kind)).toEqual(['cpu', 'heap']);
  });

  it('follows the configuration, the flag before it, and the page before both, also after a restart', async () => {
    expect(await (await profilerOf()).of(scraperOf(CONFIGURED)))
      .toMatchObject({ on: true, setBy: 'configuration', plans: CONFIGURED.plans, kept: { budgetBytes: 1e7 } });
    expect(await (await profilerOf(false)).of(scraperOf(CONFIGURED))).toMatchObject({ on: false, setBy: 'flag' });
    const switched = await (await profilerOf(false)).switch(scraperOf(CONFIGURED), true);
    expect(switched).toMatchObject({ ok: true, value: { on: true, setBy: 'page' } });
    expect(await (await profilerOf(false)).of(scraperOf(CONFIGURED))).toMatchObject({ on: true, setBy: 'page' });
  });

  it('is off for a recording', async () => {
    expect(await (await profilerOf(true)).of(undefined)).toMatchObject({ on: false, state: 'off', plans: [] });
  });

  it('does not change where it cannot be stored', async () => {
    const profiler = await profilerOf();
    writeFileSync(join(dataDir, 'profiling'), 'a file stands where the folder should be');
    const switched = await profiler.switch(scraperOf(), true);
    expect(switched).toMatchObject({ ok: false, error: { errorType: 'internal' } });
    expect(await profiler.of(scraperOf())).toMatchObject({ on: false, setBy: 'default' });
  });

  it('reaches every planner, whatever another one does', async () => {
    const logged = vi.spyOn(log, 'error').mockImplementation(() => undefined);
    const asked: boolean[] = [];
    const profiler = await profilerOf(true, [
      { onScrape: () => { throw new Error('a bug'); } },
      { onScrape: (_, isOn) => { asked.push(isOn); }, about: () => ({ nextTime: 7 }) },
    ]);
    profiler.onScrape(scraperOf());
    expect(asked).toEqual([true]);
    expect(await profiler.of(scraperOf())).toMatchObject({ nextTime: 7 });
    await vi.waitFor(() => { expect(logged).toHaveBeenCalledOnce(); });
  });
});
