/** Runs tsdbscope with a journal of what it writes, and what a loss of power at any point of it would lose. */
import {
  mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, statSync, writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ServerStatus } from '../../../../../core/contract/contract.ts';
import { seededRandom } from '../../../../../core/statistics/random.ts';
import { startTsdbscope, type Tsdbscope } from '../tsdbscopeProcess.ts';
import { Keeper, recordingOf, TARGET, type Acknowledged } from './acknowledged.ts';
import { Disk, EVERYTHING, NOTHING, writeImage, type Image, type Keeps } from './disk.ts';
import { newJournal, type JournalRecord } from './journal.ts';

/** Beside the seconds that may be lost, an answer of the target takes a moment to be recorded. */
const MAY_BE_LOST_MS = 2000;
const SHORT = { NODE_OPTIONS: `--import=${join(import.meta.dirname, 'shortPartitions.mjs')}` };

export interface PowerRun {
  /** The root that was journalled; the data folder is `data` in it. */
  root: string;
  records: JournalRecord[];
  acknowledged: Acknowledged[];
  /** All scrapes, by their start in ms, as lines of a recording. */
  scrapes: Map<number, string>;
  /** By how much the latest scrape came later than the interval, ms: the machine was so busy. */
  lateMs: number;
}

/**
 * Records `target` every second and keeps one of everything in each round, with restarts of tsdbscope in between.
 * `targets`: how many times it is recorded, of which the first counts.
 */
export async function journalledRun(
  target: string, rounds: number, folder: string, targets = 1
): Promise<PowerRun> {
  const root = join(realpathSync(folder), 'disk');
  mkdirSync(root);
  const config = join(folder, 'config.yml');
  const names = [TARGET, ...Array.from({ length: targets - 1 }, (_, i) => `other-${i}`)];
  writeFileSync(config, `targets: [${names.map((name) => `{name: ${name}, url: "${target}"}`).join(', ')}]\n`);
  const journal = newJournal(root, folder);
  const start = (): Promise<Tsdbscope> =>
    startTsdbscope(['--config', config], join(root, 'data'), 0, { ...journal.env, ...SHORT });
  const keeper = new Keeper(() => journal.position());
  const startMs = Date.now();
  let scope = await start();
  try {
    for (let round = 0; round < rounds; round++) {
      await pause(2500);
      await keeper.keepAll(scope);
      if (round % 4 !== 3) continue;
      await (round % 8 === 3 ? scope.stop() : scope.kill9());
      scope = await start();
    }
    await pause(3000);
    const window = `start=${Math.floor(startMs / 1000)}&end=${Math.ceil(Date.now() / 1000) + 1}`;
    const scrapes = await recordingOf(scope, `/targets/${TARGET}/recording?${window}`);
    await scope.stop();
    const records = journal.read();
    const disk = new Disk(root);
    for (const record of records) disk.play(record);
    const difference = differenceOf(disk.image(EVERYTHING), root);
    if (difference !== null) throw new Error(`The journal did not see everything: ${difference} differs on the disk.`);
    const times = [...scrapes.keys()].sort((a, b) => a - b);
    const lateMs = Math.max(0, ...times.slice(1).map((time, i) => time - (times[i] ?? time) - 1000));
    return { root, records, acknowledged: keeper.acknowledged, scrapes, lateMs };
  } finally {
    await scope.kill9();
  }
}

export interface Cut {
  /** The power fails right after this record. */
  index: number;
  /** What was written at this moment. */
  place: string;
}

/** The same number of cuts (at most) for each kind of file and change, at random moments. */
export function cutsOf({ root, records }: PowerRun, perPlace: number, seed: number): Cut[] {
  const random = seededRandom(seed);
  const paths = new Map<number, string>();
  const byPlace = new Map<string, Cut[]>();
  records.forEach(({ type, path, second, handle }, index) => {
    if (type === 'open') paths.set(handle, path);
    const place = placeOf((second || path || paths.get(handle) || '').slice(root.length), type);
    if (place !== null) byPlace.set(place, [...byPlace.get(place) ?? [], { index, place }]);
  });
  return [...byPlace].sort(([a], [b]) => (a < b ? -1 : 1)).flatMap(([, cuts]) =>
    cuts.map((cut) => ({ cut, order: random() })).sort((a, b) => a.order - b.order).slice(0, perPlace)
      .map(({ cut }) => cut));
}

function placeOf(path: string, type: JournalRecord['type']): string | null {
  if (type === 'open') return null;
  const kind = [
    ['log', /\.head\.duckdb\.wal/], ['head', /\.head\.duckdb/], ['sealed', /Z\.duckdb/],
    ['target', /samples/], ['profile', /profiles/], ['replay', /replays/], ['embed', /embeds/], ['note', /notes/],
  ].find(([, pattern]) => (pattern as RegExp).test(path))?.[0];
  return kind === undefined ? null : `${kind as string} ${type}`;
}

export interface Aftermath {
  cut: Cut;
  /** What was lost that should not have been, as sentences. */
  losses: string[];
  /** What tsdbscope said of its data after the start. */
  notices: string[];
  /** Age of the oldest scrape that was lost at the moment of the cut; 0 when none. */
  lostMs: number;
  /** Of acknowledged things that were asked for. */
  asked: number;
}

/** Starts tsdbscope on what is left of the disk at the cut and asks it for everything acknowledged until then. */
export async function afterCut(run: PowerRun, cut: Cut, keeps: Keeps, pieceBytes = 4096): Promise<Aftermath> {
  const folder = mkdtempSync(join(tmpdir(), 'tsdbscope-power-'));
  const disk = new Disk(run.root);
  for (const record of run.records.slice(0, cut.index + 1)) disk.play(record);
  writeImage(disk.image(keeps, pieceBytes), folder);
  const { end, timeMs } = run.records[cut.index] ?? { end: 0, timeMs: 0 };
  const config = join(folder, 'config.yml');
  writeFileSync(config, `targets: [{name: ${TARGET}, url: "http://127.0.0.1:9"}]\n`);
  const result: Aftermath = { cut, losses: [], notices: [], lostMs: 0, asked: 0 };
  let scope: Tsdbscope | null = null;
  try {
    scope = await startTsdbscope(['--config', config], join(folder, 'data'), 0, SHORT);
    result.notices = (await scope.get<ServerStatus>('/status')).storage.notices;
    for (const { what, from, until, isThere } of run.acknowledged) {
      if (from > end || (until !== null && until < end)) continue;
      result.asked++;
      if (!await isThere(scope)) result.losses.push(`${what} is lost`);
    }
    const times = [...run.scrapes.keys()].filter((time) => time <= timeMs);
    if (times.length === 0) return result;
    const window = `start=${Math.floor(Math.min(...times) / 1000)}&end=${Math.ceil(timeMs / 1000) + 1}`;
    const kept = await recordingOf(scope, `/targets/${TARGET}/recording?${window}`);
    for (const time of times) {
      if (kept.get(time) === run.scrapes.get(time)) continue;
      result.lostMs = Math.max(result.lostMs, timeMs - time);
      if (timeMs - time <= MAY_BE_LOST_MS + run.lateMs) continue;
      result.losses.push(`the scrape ${Math.round(timeMs - time)} ms before ${kept.has(time) ? 'differs' : 'is lost'}`);
    }
  } catch (error) {
    result.losses.push(String(error));
  } finally {
    await scope?.kill9();
    rmSync(folder, { recursive: true, force: true });
  }
  return result;
}

/** Of what was not synced nothing is left. */
export const pessimistic: Keeps = NOTHING;

/** Of what was not synced a part is left, by chance. */
export function torn(seed: number): Keeps {
  const random = seededRandom(seed);
  const share = [0.1, 0.5, 0.9][seed % 3] ?? 0.5;
  return () => random() < share;
}

/** The first path that is not the same; null when all are. */
function differenceOf(image: Image, folder: string): string | null {
  const names = readdirSync(folder);
  const more = [...image.keys()].find((name) => !names.includes(name));
  if (more !== undefined) return join(folder, more);
  for (const name of names) {
    const path = join(folder, name);
    const node = image.get(name);
    const differs = Buffer.isBuffer(node) ? !statSync(path).isFile() || !readFileSync(path).equals(node)
      : node === undefined || differenceOf(node, path);
    if (differs !== false && differs !== null) return differs === true ? path : differs;
  }
  return null;
}

function pause(ms: number): Promise<void> {
  return new Promise((resume) => { setTimeout(resume, ms); });
}
