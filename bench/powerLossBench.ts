/** Cuts of power spread over every kind of write: what of everything acknowledged is lost. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startPrometheus } from '../server/program/integration/lab/prometheusLab.ts';
import {
  afterCut, cutsOf, journalledRun, pessimistic, torn,
} from '../server/program/integration/lab/powerLoss/powerRun.ts';
import type { BenchRow } from './benchRow.ts';

const ROUNDS = 8;
const CUTS_PER_PLACE = 2;
const SEED = 20261122;

export async function powerLossBench(print: (line: string) => void): Promise<BenchRow[]> {
  const folder = mkdtempSync(join(tmpdir(), 'tsdbscope-power-'));
  const lab = await startPrometheus({ targets: 0 });
  const rows: BenchRow[] = [];
  try {
    const run = await journalledRun(lab.url, ROUNDS, folder);
    const cuts = cutsOf(run, CUTS_PER_PLACE, SEED);
    const { records, acknowledged, scrapes, lateMs } = run;
    print(`${records.length} writes, ${acknowledged.length} acknowledgements, ${scrapes.size} scrapes, the latest `
      + `${Math.round(lateMs)} ms late; ${cuts.length} cuts`);
    for (const isTorn of [false, true]) {
      const found = [];
      for (const [i, cut] of cuts.entries()) {
        const after = await afterCut(run, cut, isTorn ? torn(SEED + i) : pessimistic, i % 2 === 0 ? 512 : 4096);
        found.push(after);
        for (const sentence of [...after.losses, ...after.notices]) print(`${cut.place} ${cut.index}: ${sentence}`);
      }
      const lost = found.reduce((sum, { losses }) => sum + losses.length, 0);
      const asked = found.reduce((sum, one) => sum + one.asked, 0);
      const longest = Math.round(Math.max(...found.map(({ lostMs }) => lostMs)));
      rows.push({
        name: `power cuts, ${isTorn ? 'unsynced writes torn in pieces' : 'everything unsynced lost'}`,
        measured:
          `${found.length} cuts, ${lost} losses of ${asked} asked for; scrapes of at most the last ${longest} ms`,
        bar: '>= 50 cuts, 0 losses', pass: found.length >= 50 && lost === 0,
      });
    }
    return rows;
  } finally {
    await lab.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}
