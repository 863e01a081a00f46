/** What the GC & CPU and Scrapes panels cost to compute, on a made process; to be run built. */
import { findCompactions } from '../../server/analysis/signals/compaction/compactionIntervals.ts';
import { analyseGcCpu } from '../../server/analysis/panels/gc-cpu/gcCpu.ts';
import { findGcCycles } from '../../server/analysis/signals/gc/gcCycles.ts';
import { analyseScrapes } from '../../server/analysis/panels/scrapes/scrapes.ts';
import { seededRandom } from '../../core/statistics/random.ts';
import type { RoleWindow } from '../../server/data/metrics/roleNames.ts';
import { handMadeWindow, unread } from '../../testdata/handMadeWindow.ts';
import type { BenchRow } from '../benchRow.ts';
import { cpuMs } from '../cpuTime.ts';

const OPTIONS = { stepMs: null, facts: {}, seed: 1 };

/** One row for each panel and window. */
export function gcCostRows(): BenchRow[] {
  const joined = joinedWindow();
  const joinedRow = costRow(
    'GC & CPU panel, 24 h at 15 s joined with 1 h at 1 s', 60,
    () => {
      const window = unread(joined);
      return analyseGcCpu(window, findCompactions(window), OPTIONS);
    }
  );
  const alone = ([['1 h', 3600, 60], ['24 h', 86_400, 700]] as const).flatMap(([label, seconds, barMs]) => {
    const window = collectingWindow(seconds);
    const compactions = Array.from(
      { length: Math.floor(seconds / 120) },
      (_, k) => ({ startMs: window.startMs + (k * 120 + 60) * 1000, endMs: window.startMs + (k * 120 + 65) * 1000 })
    );
    const { cycles } = findGcCycles(window);
    const scrapesOptions = { timeoutSeconds: 1, intervalSeconds: 1, stepMs: null, nowMs: window.endMs };
    return [
      costRow(`GC & CPU panel, ${label} at 1 s`, barMs, () => analyseGcCpu(unread(window), compactions, OPTIONS)),
      costRow(
        `Scrapes panel, ${label} at 1 s`, seconds === 3600 ? 15 : 500,
        () => analyseScrapes(unread(window), compactions, cycles, scrapesOptions)
      ),
    ];
  });
  return [joinedRow, ...alone];
}

function costRow(name: string, barMs: number, work: () => unknown): BenchRow {
  const ms = cpuMs(work);
  return {
    name: `${name}, CPU time to compute`, measured: `${ms.toFixed(1)} ms`, bar: `< ${barMs} ms`, pass: ms < barMs,
  };
}

/** A day at 15 s, then an hour at 1 s, as history and own scrapes stand together. */
function joinedWindow(): RoleWindow {
  const whole = collectingWindow(25 * 3600);
  const ticks = Array.from(
    { length: 25 * 3600 }, (_, tick) => (tick >= 24 * 3600 || tick % 15 === 0 ? 'ok' as const : null)
  );
  const roles = [
    'cpuSeconds', 'gcCycles', 'lastGcSeconds', 'processStartSeconds', 'heapInuseBytes', 'heapAllocBytes',
    'heapGoalBytes', 'residentBytes', 'allocBytes', 'samplesAppended',
  ] as const;
  return handMadeWindow({
    startMs: whole.startMs, ticks, durationSeconds: [...whole.scrapes.durationSeconds],
    roles: Object.fromEntries(roles.map((role) => [role, [...(whole.role(role)?.values ?? [])]])),
  });
}

/** A process at 0.2 cores with a GC cycle of 0.8 CPU seconds every 37 s. */
function collectingWindow(seconds: number): ReturnType<typeof handMadeWindow> {
  const random = seededRandom(1);
  const startSeconds = 1_800_000_000;
  const ended = (tick: number): number => Math.floor((tick + 18) / 37);
  let cpuSeconds = 0;
  const ticks = Array.from({ length: seconds }, (_, tick) => tick);
  const heap = ticks.map((tick) => 4e8 + 1e7 * ((tick + 18) % 37));
  return handMadeWindow({
    startMs: startSeconds * 1000,
    durationSeconds: ticks.map(() => 0.003 + 0.005 * random() ** 8),
    roles: {
      cpuSeconds: ticks.map(
        (tick) => (cpuSeconds += 0.18 + 0.04 * random() + (tick > 0 && ended(tick) > ended(tick - 1) ? 0.8 : 0))
      ),
      gcCycles: ticks.map((tick) => 10 + ended(tick)),
      lastGcSeconds: ticks.map((tick) => startSeconds + 37 * ended(tick) - 18 - 0.3),
      processStartSeconds: ticks.map(() => startSeconds - 1000),
      heapInuseBytes: heap, heapAllocBytes: heap, heapGoalBytes: ticks.map(() => 8e8),
      residentBytes: ticks.map(() => 1e9),
      allocBytes: ticks.map((tick) => 1e7 * tick), samplesAppended: ticks.map((tick) => 1e5 * tick),
    },
  });
}
