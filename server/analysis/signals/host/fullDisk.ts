/**
 * Detects when a target could not store its data: failed WAL writes, read-only storage, a full filesystem. See
 * docs/reference/overview.md, States first.
 */
import { numberAt } from '../../../../core/elementAt.ts';
import type { Part } from '../../../../core/contract/contract.ts';
import { bytes, count, parts } from '../../../../core/text/parts.ts';
import type { LabelledSeries, RoleWindow } from '../../../data/metrics/roleNames.ts';
import { joinedSpans, type SpanMs } from '../windowFrame.ts';
import { valueAt } from '../valueAt.ts';

/** A filesystem is full with less than this free, and less than 1 %: no room for another WAL segment. */
const FULL_BYTES = 128 * 2 ** 20;
const FULL_RATIO = 0.01;
/** A failure lasts this long unless a write succeeds: targets are scraped once a minute by default. */
const STANDS_MS = 90_000;

/** Flags that name the data folder: of Prometheus, its agent and VictoriaMetrics. */
const FOLDER_FLAGS = ['storage.tsdb.path', 'storage.agent.path', 'storageDataPath'];

export interface DiskTrouble {
  cause: 'writes-failing' | 'read-only' | 'disk-full';
  spans: SpanMs[];
  /** Details from the newest reading; empty if unknown. */
  detail: () => Part[];
}

/**
 * Returns disk troubles in the order to report, each with its spans. `flags` name the target's data folder; without an
 * absolute folder no filesystem is checked.
 */
export function diskTroubles(window: RoleWindow, flags: Readonly<Record<string, string>> = {}): DiskTrouble[] {
  const folder = FOLDER_FLAGS.flatMap((flag) => flags[flag] ?? []).find((path) => path.startsWith('/'));
  const disk = folder === undefined ? null : filesystemOf(window, folder);
  const full = disk === null ? [] : spansOf(window, (row) => isFull(disk, row));
  const isFullNow = disk !== null && full.length > 0;
  const free = (): Part[] => (disk === null ? [] : freeWords(window, disk));
  return [
    {
      cause: 'writes-failing', ...failedWrites(window),
      ...(isFullNow ? { detail: free } : {}),
    },
    {
      cause: 'read-only', detail: free,
      spans: spansOf(window, (row) => {
        const value = valueAt(window.role('storageReadOnly'), row);
        return value === null ? null : value > 0;
      }),
    },
    { cause: 'disk-full', spans: full, detail: free },
  ];
}

interface Filesystem { mount: string; free: LabelledSeries; size: LabelledSeries }

/** Returns the host filesystem mounted nearest above the folder; null without a node_exporter. */
function filesystemOf(window: RoleWindow, folder: string): Filesystem | null {
  const sizes = window.labelled('hostFilesystemBytes');
  const mounts = window.labelled('hostFilesystemFreeBytes').flatMap((free): Filesystem[] => {
    const { mountpoint = '' } = free.labels;
    const size = sizes.find(({ labels }) => labels.mountpoint === mountpoint && labels.device === free.labels.device);
    const below = mountpoint.endsWith('/') ? mountpoint : `${mountpoint}/`;
    const isAbove = folder === mountpoint || folder.startsWith(below);
    return mountpoint === '' || size === undefined || !isAbove ? [] : [{ mount: mountpoint, free, size }];
  });
  return mounts.toSorted((a, b) => b.mount.length - a.mount.length)[0] ?? null;
}

/** Returns null if the scrape does not report it. */
function isFull({ free, size }: Filesystem, row: number): boolean | null {
  if (free.present[row] !== 1 || size.present[row] !== 1) return null;
  const [left, whole] = [numberAt(free.values, row), numberAt(size.values, row)];
  return left < FULL_BYTES && left < FULL_RATIO * whole;
}

function freeWords(window: RoleWindow, { mount, free, size }: Filesystem): Part[] {
  for (let row = window.scrapes.length - 1; row >= 0; row--) {
    if (free.present[row] === 1 && size.present[row] === 1)
      return parts`${bytes(numberAt(free.values, row))} of ${bytes(numberAt(size.values, row))} are free on ${mount}.`;
  }
  return [];
}

/** Returns spans from the first scrape with a failed write to one without, in which samples were appended. */
function failedWrites(window: RoleWindow): Pick<DiskTrouble, 'spans' | 'detail'> {
  const [failures, appended] = [window.role('walWritesFailed'), window.role('samplesAppended')];
  const { startMs } = window.scrapes;
  let lastFailureMs = -Infinity;
  let failed = 0;
  let before: { failures: number; appended: number | null } | null = null;
  const spans = spansOf(window, (row) => {
    const now = valueAt(failures, row);
    if (now === null) return null;
    const taken = valueAt(appended, row);
    const rise = before === null ? 0 : now - before.failures;
    const isTaken = before !== null && before.appended !== null && taken !== null && taken > before.appended;
    before = { failures: now, appended: taken };
    if (rise > 0) {
      failed += rise;
      lastFailureMs = numberAt(startMs, row);
      return true;
    }
    return rise === 0 && !isTaken && numberAt(startMs, row) - lastFailureMs < STANDS_MS;
  });
  return { spans, detail: () => parts`${count(failed, 'write')} failed; a full disk is the usual cause.` };
}

/** Joins the matching steps; a step lasts from the previous reading. Rows without a reading continue it. */
function spansOf({ scrapes: { startMs, length } }: RoleWindow, holds: (row: number) => boolean | null): SpanMs[] {
  const steps: SpanMs[] = [];
  let last = 0;
  for (let row = 0; row < length; row++) {
    const is = holds(row);
    if (is === null) continue;
    if (is) steps.push({ startMs: numberAt(startMs, last), endMs: numberAt(startMs, row) });
    last = row;
  }
  return joinedSpans(steps);
}
