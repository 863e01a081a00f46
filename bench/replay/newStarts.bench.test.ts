import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { numberAt } from '../../core/elementAt.ts';
import { LEARNED } from '../../server/analysis/panels/wal-replay/forecast/etaBounds.ts';
import { etaAt } from '../../server/analysis/panels/wal-replay/forecast/replayEta.ts';
import { progressByRow } from '../../server/analysis/panels/wal-replay/forecast/replayForecast.ts';
import { peakAt } from '../../server/analysis/panels/wal-replay/replayMemory.ts';
import { replaysIn, type RecordedReplay } from '../../testdata/replays.ts';
import { medianOf, printRow } from '../benchRow.ts';
import { inputsOf } from './replayBench.ts';
import { sameLogError } from './sameLog.ts';

/**
 * Starts that no constant was tuned on, made by this run (about 45 minutes), or in the folder STARTS (several,
 * separated by colons) by an earlier run of bench/replay/makeStarts.mjs. BINARIES: programs of Prometheus, separated
 * by commas.
 */
const FOLDERS = (process.env.STARTS ?? '').split(':').filter((folder) => folder !== '');
/** A start below this is over before it is judged; the last seconds of any are as long as a poll. */
const MIN_SECONDS = 20;
const MIN_LEFT_MS = 2000;
const FROM_SHARE = 0.2;
const SOON_MS = 15_000;

/** `known`: no limit is changed later. `since`: ms since it was; null where it is not, or not yet. */
interface Told { error: number; held: boolean; second: boolean; known: boolean; since: number | null }
/** `isCut`: its log was corrupt, so the start read nothing of what comes after, which nothing could know before. */
interface Judged {
  name: string; seconds: number; isCut: boolean; told: Told[]; peaks: { error: number; held: boolean }[];
}

function judged(replay: RecordedReplay): Judged {
  const { name, window, truth } = replay;
  const inputs = inputsOf(replay);
  const { start, runs } = inputs;
  const progress = progressByRow(window, start, runs);
  const told: Told[] = [];
  const peaks: Judged['peaks'] = [];
  for (let row = start.firstRow; row < (start.readyRow ?? start.endRow); row++) {
    const timeMs = numberAt(window.scrapes.startMs, row);
    const leftMs = truth.readyMs - timeMs;
    if (window.scrapes.error[row] !== null || leftMs < MIN_LEFT_MS) continue;
    if ((progress[row - start.firstRow] ?? 0) < FROM_SHARE) continue;
    const second = timeMs - start.startMs > leftMs;
    const eta = etaAt(inputs, row, LEARNED);
    if (eta !== null) {
      const error = Math.abs(eta.medianMs - leftMs) / leftMs;
      const changedMs = truth.changedMs ?? null;
      told.push({
        error, held: eta.lowMs <= leftMs && leftMs <= eta.highMs, second,
        known: changedMs === null || timeMs > changedMs,
        since: changedMs === null || timeMs < changedMs ? null : timeMs - changedMs,
      });
    }
    const peak = second ? peakAt({ window, start, runs, progress }, row) : null;
    if (peak !== null) {
      peaks.push({
        error: peak.bytes / truth.peakRssBytes - 1,
        held: peak.lowBytes <= truth.peakRssBytes && truth.peakRssBytes <= peak.highBytes,
      });
    }
  }
  return {
    name, seconds: (truth.readyMs - truth.restartMs) / 1000, isCut: truth.stated.total === null, told, peaks,
  };
}

const share = (all: readonly { held: boolean }[]): number => all.filter(({ held }) => held).length / all.length;
const percent = (ratio: number): string => `${(100 * ratio).toFixed(1)} %`;

it('tells how long starts made now still take', () => {
  const made = FOLDERS.length > 0 ? null : mkdtempSync(join(tmpdir(), 'tsdbscope-new-starts-'));
  if (made !== null) {
    const binaries = ['--binaries', process.env.BINARIES ?? 'prometheus'];
    const maker = join(import.meta.dirname, 'makeStarts.mjs');
    execFileSync(process.execPath, [maker, made, ...binaries], { stdio: 'inherit' });
  }
  const replays = (made === null ? FOLDERS : [made]).flatMap((folder) => replaysIn(folder));
  const all = replays.map((replay) => ({
    ...judged(replay), make: JSON.stringify(replay.truth.settings?.make ?? null),
  }));
  if (made !== null) rmSync(made, { recursive: true });
  for (const { name, seconds, isCut, told, peaks, make } of all) {
    const after = told.filter(({ second, known }) => second && known);
    console.log(
      `${name.padEnd(16)} ${seconds.toFixed(1).padStart(6)} s ${String(told.length).padStart(4)} polls: median error `
        + `${percent(medianOf(told.map(({ error }) => error)))}, second half `
        + `${percent(medianOf(after.map(({ error }) => error)))}, held ${percent(share(told))}; peak off by at most `
        + `${percent(Math.max(0, ...peaks.map(({ error }) => Math.abs(error))))}, held ${percent(share(peaks))}; `
        + make + (isCut ? ', corrupt: not judged' : '')
    );
  }
  const long = all.filter(({ seconds, isCut }) => seconds >= MIN_SECONDS && !isCut);
  const everything = long.flatMap(({ told }) => told);
  // What comes before a change of its CPU limit cannot know of it; afterwards the band is to be wide at once.
  const polls = everything.filter(({ known }) => known);
  const typical = (some: readonly Told[]): number => medianOf(some.map((one) => one.error));
  const error = typical(polls);
  const second = long.map(({ told }) => typical(told.filter((one) => one.second && one.known)));
  const worst = Math.max(...second.filter((one) => !Number.isNaN(one)));
  const soon = polls.filter(({ since }) => since !== null && since < SOON_MS);
  console.log(
    `with those before a change of the CPU limit: median error ${percent(typical(everything))}, `
      + `held ${percent(share(everything))} of ${everything.length} polls; in the first ${SOON_MS / 1000} s after one `
      + `${percent(share(soon))} of ${soon.length}`
  );
  const twins = sameLogError(replays);
  console.log(
    `two starts of one log differ by ${percent(twins.error)} in the work that is left (${twins.pairs} pairs): so far `
      + 'off is a forecast that knows what each segment costs, from the other one'
  );
  const rows = [
    { name: `${long.length} starts, ${polls.length} polls`, measured: `median error ${percent(error)}`, bar: '10 %',
      pass: error <= 0.1 },
    { name: '90 % band', measured: `holds the truth in ${percent(share(polls))}`, bar: '80 to 97 %',
      pass: share(polls) >= 0.8 && share(polls) <= 0.97 },
    {
      name: 'worst median error of a start in its second half', measured: percent(worst), bar: '25 %',
      pass: worst <= 0.25,
    },
  ];
  rows.forEach(printRow);
  expect(rows.filter(({ pass }) => !pass)).toEqual([]);
}, 7_200_000);
