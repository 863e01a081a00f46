import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ScrapesPanel, Target } from '../../core/contract/contract.ts';
import { startHostileTargets } from '../../server/program/integration/lab/hostileTargets.ts';
import { startPrometheus } from '../../server/program/integration/lab/prometheusLab.ts';
import {
  eventually, newDataDir, startTsdbscope,
} from '../../server/program/integration/lab/tsdbscopeProcess.ts';
import type { BenchRow } from '../benchRow.ts';

const HOSTILE = 8;
const WATCHED_SECONDS = 90;
/** Busy loops beside: none, one on each of two cores, and far more than there are cores. */
const LOADS = [0, 2, 30];
/** Intervals of a second that the neighbours may cost beyond what the same load costs alone. */
const MAX_LOST = 1;

/**
 * Scrapes that a Prometheus loses in 90 s at 1 s, alone and beside eight hostile targets, on a machine with no, two
 * and thirty busy loops of the usual priority. About twelve minutes; the program has to be built before.
 */
export async function neighboursBench(): Promise<BenchRow[]> {
  const lab = await startPrometheus({ targets: 0 });
  const hostile = await startHostileTargets(HOSTILE, 1800);
  const rows: BenchRow[] = [];
  try {
    for (const loops of LOADS) {
      const alone = await lostScrapes({ good: lab.url }, loops);
      const beside = await lostScrapes({ good: lab.url, ...hostile.urls }, loops);
      rows.push({
        name: `scrapes lost in ${WATCHED_SECONDS} s beside ${HOSTILE} hostile targets, ${loops} busy loops`,
        measured: `${told(beside)}; alone ${told(alone)}`,
        bar: `${MAX_LOST} more than alone`,
        pass: beside.lost <= alone.lost + MAX_LOST,
      });
    }
    return rows;
  } finally {
    await hostile.stop();
    await lab.stop();
  }
}

/** `said`: what the target said of its failed and skipped scrapes, each once. */
interface Losses { lost: number; failed: number; skipped: number; said: string[] }

async function lostScrapes(urls: Record<string, string>, loops: number): Promise<Losses> {
  const { dataDir, remove } = newDataDir();
  const config = `${dataDir}/config.yml`;
  const targets = Object.entries(urls).map(([name, url]) => `- {name: ${name}, url: '${url}', scrape_interval: 1s}`);
  writeFileSync(config, `targets:\n${targets.join('\n')}\n`);
  const scope = await startTsdbscope(['--config', config], `${dataDir}/data`);
  const busy = Array.from({ length: loops }, () => spawn(process.execPath, ['-e', 'for (;;);'], { stdio: 'ignore' }));
  try {
    await eventually('it is up', 120_000, () => scope.get<Target>('/targets/good'), ({ state }) => state === 'up');
    await sleep(10_000);
    const from = Date.now() / 1000;
    const said = new Set<string>();
    while (Date.now() / 1000 < from + WATCHED_SECONDS) {
      await sleep(300);
      const { lastScrape } = await scope.get<Target>('/targets/good');
      if (lastScrape !== null && lastScrape.error !== null) said.add(lastScrape.error);
    }
    busy.forEach((loop) => { loop.kill('SIGKILL'); });
    const { scrapes } = await scope.get<ScrapesPanel>(
      `/targets/good/panels/scrapes?start=${from}&end=${from + WATCHED_SECONDS}`
    );
    const { failed, skipped } = scrapes;
    const taken = scrapes.total - failed - skipped;
    return { lost: Math.max(0, WATCHED_SECONDS - taken), failed, skipped, said: [...said] };
  } finally {
    busy.forEach((loop) => { loop.kill('SIGKILL'); });
    await scope.stop();
    remove();
  }
}

function told({ lost, failed, skipped, said }: Losses): string {
  return `${lost} (${[`${failed} failed`, `${skipped} skipped`, ...said].join('; ')})`;
}
