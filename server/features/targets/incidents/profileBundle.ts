/**
 * Opens uploads other than incident files: a debug tarball, or an archive or folder of profiles, perhaps with one
 * scrape of /metrics.
 */
import { open, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import { shownName } from '../../../data/archive/entryNames.ts';
import type { Unpacked, UnpackedFile } from '../../../data/archive/limits.ts';
import { MAX_BODY_BYTES, MAX_TEXT_BYTES } from '../../../../core/bounds.ts';
import type { OpenedArchive, ProfileInfo } from '../../../../core/contract/contract.ts';
import { fail, ok, type Result } from '../../../../core/result.ts';
import type { IncidentSources } from './incidentExport.ts';

const MAX_SKIPPED = 100;
/** Files created by file managers, ignored. */
const JUNK = /(^|\/)(__MACOSX\/|\._|\.DS_Store$|Thumbs\.db$|desktop\.ini$)/i;
const METRICS = /(^|\/)metrics[^/]*(\.txt|\.prom)?$|\.prom$/i;
/** Status files of a bundle made by tsdbscope; see everything/statusTexts.ts. */
const STATUS = /(^|\/)(flags|buildinfo|runtimeinfo|tsdb)\.json$/;
const RECORDING = /\.ndjson(\.gz)?$/i;
const ARCHIVE = /\.(zip|tar|tgz|tar\.(gz|bz2|xz|zst)|7z|rar)$/i;

export interface BundleOrder {
  /** Prefix of the profile names; `""`: none. */
  title: string;
  /** Name for the target of the scrape. */
  targetName: string;
  /** An empty folder for temporary files. */
  folder: string;
}

/** Opens a bundle. `bad_data` if none of it could be opened; a disk failure removes what was opened before. */
export async function openBundle(
  sources: IncidentSources, { files, skipped, skippedCount }: Unpacked, order: BundleOrder
): Promise<Result<OpenedArchive>> {
  const known = new Set((await sources.profiles.list()).map(({ id }) => id));
  const left = new Skipped(skipped, skippedCount);
  const prefix = order.title === '' ? '' : `${order.title} `;
  const root = commonFolder(files.map(({ name }) => name));
  const profiles: ProfileInfo[] = [];
  let metrics: UnpackedFile | null = null;
  for (const file of files) {
    if (JUNK.test(file.name)) continue;
    const reason = file.sizeBytes === 0 ? 'it is empty' : await reasonByKind(file);
    if (reason !== null) left.add(file.name, reason);
    else if (METRICS.test(file.name)) {
      if (metrics === null) metrics = file;
      else left.add(
        file.name, `"${shownName(metrics.name)}" is taken as the scrape; open this one in an archive of its own`
      );
    } else {
      const added = await sources.profiles.add(
        { bytes: await readFile(file.file), name: prefix + file.name.slice(root.length), source: { how: 'upload' } }
      );
      if (added.ok) profiles.push(added.value);
      else if (added.error.errorType === 'internal' || added.error.errorType === 'busy') {
        for (const { id } of profiles) if (!known.has(id)) await sources.profiles.remove(id);
        return fail(
          added.error.errorType, `"${shownName(file.name)}": ${added.error.message}. Nothing of the archive was kept.`
        );
      } else left.add(file.name, added.error.message);
    }
  }
  const scrape = metrics === null ? null : await openMetrics(sources, metrics, profiles, order);
  if (scrape !== null && typeof scrape === 'string') left.add(metrics?.name ?? '', scrape);
  const opened = typeof scrape === 'string' ? null : scrape;
  if (opened !== null) await sources.profiles.belongTo(profiles.map(({ id }) => id), opened.target);
  if (profiles.length === 0 && opened === null) return fail('bad_data', nothingFound(files.length, left));
  return ok({
    kind: 'profiles', target: opened === null ? null
      : await sources.targets.find(opened.target) ?? null, profiles, metrics: opened,
    skipped: left.shown, skippedCount: left.count, remarks: [],
  });
}

class Skipped {
  readonly shown: { name: string; reason: string }[];

  constructor(before: readonly { name: string; reason: string }[], public count: number) {
    this.shown = [...before];
  }

  add(name: string, reason: string): void {
    this.count += 1;
    if (this.shown.length < MAX_SKIPPED) this.shown.push({ name: shownName(name), reason });
  }
}

function nothingFound(files: number, left: Skipped): string {
  const [first] = left.shown;
  if (first === undefined) return files === 0
    ? 'There is no file in it; pack the profiles (.pb.gz, .pprof) and send it again.'
    : 'It holds nothing to open; pack profiles (.pb.gz, .pprof), or a metrics.txt.';
  const others = left.count > 1 ? ` (and ${left.count - 1} more)` : '';
  return `Nothing in it could be opened: "${first.name}" was skipped because ${first.reason}${others}.`;
}

/** Returns why a file is not a profile, from its name and first bytes; null if it may be one. */
async function reasonByKind({ name, file, sizeBytes }: UnpackedFile): Promise<string | null> {
  const head = await firstBytes(file, 512);
  if (RECORDING.test(name)) return 'it is a recording; open it on its own';
  const isArchive = ARCHIVE.test(name) || head.toString('latin1', 0, 4) === 'PK\u0003\u0004'
    || head.toString('latin1', 257, 262) === 'ustar';
  if (isArchive) return 'it is an archive inside the archive; unpack it and open it on its own';
  if (STATUS.test(name)) return 'it is a status page as JSON; read it with any editor';
  if (METRICS.test(name)) return sizeBytes > MAX_TEXT_BYTES
    ? `it has more than the ${MAX_TEXT_BYTES / 2 ** 20} MiB that are read of a scrape` : null;
  return sizeBytes > MAX_BODY_BYTES
    ? `it has more than the ${MAX_BODY_BYTES / 2 ** 20} MiB that are taken of a profile; gzip it` : null;
}

async function firstBytes(file: string, count: number): Promise<Buffer> {
  const handle = await open(file);
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(count), 0, count, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await handle.close();
  }
}

/** Opens the scrape as a recorded target; on failure, returns the end of a sentence that says why. */
async function openMetrics(
  sources: IncidentSources, metrics: UnpackedFile, profiles: readonly ProfileInfo[],
  { targetName, folder }: BundleOrder
): Promise<OpenedArchive['metrics'] | string> {
  const { timeMs, timeFrom } = timeOfScrape(metrics, profiles, sources.now());
  const body = await readFile(metrics.file, 'utf8');
  const line = {
    path: '/metrics', t: timeMs, dur_ms: 0, status: 200, bytes: metrics.sizeBytes, ct: 'text/plain', body,
  };
  const recording = join(folder, 'metrics.ndjson');
  await writeFile(recording, `${JSON.stringify(line)}\n`, { mode: 0o600 });
  const stored = await sources.data.importRecording(targetName, recording);
  if (!stored.ok) return stored.error.message;
  if (stored.value.lastScrape?.error !== null) {
    await sources.data.removeTarget(targetName);
    return stored.value.lastScrape?.error ?? 'it holds no samples';
  }
  const samples = await sources.data.samples(
    targetName, '{__name__=~".+"}', { startMs: timeMs, endMs: timeMs + 1, limitValues: 1_000_000 }
  );
  const count = samples.ok ? (await json(samples.value) as unknown[]).length : 0;
  return { target: targetName, samples: count, time: timeMs / 1000, timeFrom };
}

/** Returns the scrape's time, preferably the last profile's: promtool's archive has no dates and metrics come last. */
function timeOfScrape(
  { modifiedMs }: UnpackedFile, profiles: readonly ProfileInfo[], nowMs: number
): { timeMs: number; timeFrom: 'profiles' | 'archive' | 'upload' } {
  const ends = profiles.flatMap(
    ({ time, durationSeconds }) => (time === null ? [] : [(time + (durationSeconds ?? 0)) * 1000])
  );
  if (ends.length > 0) return { timeMs: Math.round(Math.min(Math.max(...ends), nowMs)), timeFrom: 'profiles' };
  return modifiedMs !== null && modifiedMs <= nowMs ? { timeMs: Math.round(modifiedMs), timeFrom: 'archive' }
    : { timeMs: Math.round(nowMs), timeFrom: 'upload' };
}

/** Returns the common folder of all names, with its slash; `""` for none. */
function commonFolder(names: readonly string[]): string {
  const [first, ...others] = names.filter((name) => !JUNK.test(name)).map((name) => name.split('/').slice(0, -1));
  if (first === undefined) return '';
  const depth = first.findIndex((part, at) => others.some((other) => other[at] !== part));
  const kept = depth < 0 ? first : first.slice(0, depth);
  return kept.length === 0 ? '' : `${kept.join('/')}/`;
}
