import { systemClock } from '../../core/time/clock.ts';
import { Fleet } from '../../server/features/targets/fleet/fleet.ts';
import type { Target } from '../../core/contract/contract.ts';
import type { TargetScraper } from '../../server/data/scrape/targetScraper.ts';
import { seededRandom } from '../../core/statistics/random.ts';
import { fail } from '../../core/result.ts';
import type { BenchRow } from '../benchRow.ts';

const DAY_MS = 86_400_000;
const SCRAPE_MS = 15_000;
const MAX_ANSWER_MS = 150;
const REPEATS = 15;

/** The answer as JSON, warm, for 24 hours of scrapes every 15 s; and what a scrape costs. */
export async function fleetBench(): Promise<BenchRow[]> {
  const rows: BenchRow[] = [];
  for (const count of [200, 500]) {
    const nowMs = Date.now();
    const names = namesOf(count);
    const begunMs = performance.now();
    const fleet = dayOf(names, nowMs);
    const scrapeMicroseconds = (performance.now() - begunMs) * 1000 / count / (DAY_MS / SCRAPE_MS);
    const took: number[] = [];
    let bytes = 0;
    for (let i = 0; i < REPEATS; i++) {
      const from = performance.now();
      const answer = await fleet.answer({ startMs: nowMs - DAY_MS, endMs: nowMs });
      bytes = JSON.stringify(answer).length;
      took.push(performance.now() - from);
    }
    fleet.stop();
    const median = took.sort((a, b) => a - b)[Math.floor(REPEATS / 2)] ?? NaN;
    rows.push({
      name: `fleet, ${count} targets x 24 h: answer as JSON`,
      measured: `median ${median.toFixed(0)} ms, max ${Math.max(...took).toFixed(0)} ms, `
        + `${(bytes / 1024).toFixed(0)} KiB; ${scrapeMicroseconds.toFixed(1)} µs a scrape`,
      bar: count === 200 ? `${MAX_ANSWER_MS} ms` : 'none', pass: count !== 200 || median <= MAX_ANSWER_MS,
    });
  }
  return rows;
}

export function namesOf(count: number): string[] {
  return Array.from({ length: count }, (_, i) => `prometheus-${i}.example.org:9090`);
}

/** 24 hours of scrapes of targets that do not exist. */
export function dayOf(names: readonly string[], nowMs: number): Fleet {
  const fleet = fleetOf(names, nowMs);
  const random = seededRandom(names.length);
  for (let timeMs = nowMs - DAY_MS; timeMs <= nowMs; timeMs += SCRAPE_MS)
    for (const name of names) fleet.onScrape(scraped(name, timeMs, random));
  return fleet;
}

function fleetOf(names: readonly string[], nowMs: number): Fleet {
  const targets = names.map((name): Target => ({
    name, url: `http://${name}`, kind: 'prometheus', version: '2.53.0', goVersion: 'go1.22', state: 'up',
    stateSince: null, lastScrape: null, scrapeIntervalSeconds: 15, effectiveIntervalSeconds: 15, recorded: null,
    blockRangeSeconds: 7200, history: null, labels: { job: 'prometheus', instance: name, region: name.slice(-6, -5) },
  }));
  return new Fleet({
    targets: {
      list: () => Promise.resolve(targets), scraper: (name) => ({ config: { name } }) as TargetScraper,
      panelQuery: () => null,
    },
    data: { lines: () => Promise.resolve(fail('internal', 'no samples here')) },
    replays: { spans: () => [] },
    clock: { ...systemClock, nowMs: () => nowMs },
  });
}

/** A server that compacts every two hours, collects garbage every minute, and fails now and then. */
function scraped(name: string, timeMs: number, random: () => number): TargetScraper {
  const seconds = timeMs / 1000;
  const failed = random() < 0.001;
  const figures = {
    cpuSeconds: seconds * 1.3, gcCpuSeconds: seconds * 0.2, gcCycles: Math.floor(seconds / 60),
    residentBytes: 5e8 + 1e8 * random(), memoryLimitBytes: 1e9, compactions: Math.floor(seconds / 7200),
    compactionRunning: seconds % 7200 < 40 ? 1 : 0, maxProcs: 4,
  };
  return {
    config: { name },
    view: () => ({
      lastScrape: { startMs: timeMs, error: failed ? 'refused' : null }, effectiveIntervalMs: SCRAPE_MS,
      processStartSeconds: 1, reading: failed ? null : { timeMs, figures },
    }),
  } as unknown as TargetScraper;
}
