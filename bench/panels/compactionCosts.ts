/** What the Compaction and WAL replay panels cost to compute, on the shipped recording made longer; to be run built. */
import { elementAt, numberAt } from '../../core/elementAt.ts';
import { analyseCompaction } from '../../server/analysis/panels/compaction/compaction.ts';
import { analyseWalReplay } from '../../server/analysis/panels/wal-replay/walReplay.ts';
import { roleWindow } from '../../server/data/metrics/roles.ts';
import type { Role, RoleSeries, RoleWindow } from '../../server/data/metrics/roleNames.ts';
import { unread } from '../../testdata/handMadeWindow.ts';
import { loadRecording, recordings } from '../../testdata/loadRecording.ts';
import type { BenchRow } from '../benchRow.ts';
import { cpuMs } from '../cpuTime.ts';

const OPTIONS = { facts: {}, stepMs: null, nowMs: 0 };

/** One row for each panel and window. */
export function compactionCostRows(): BenchRow[] {
  const window = roleWindow(loadRecording(recordings.load), 'prometheus', '2.42.0');
  return ([[1, 15], [24, 500]] as const).flatMap(([hours, barMs]) => {
    const long = repeated(window, hours * 3600);
    return ([['compaction', analyseCompaction], ['WAL replay', analyseWalReplay]] as const).map(([name, analyse]) => {
      const ms = cpuMs(() => analyse(unread(long), OPTIONS));
      return {
        name: `${name} panel of ${hours} h at 1 s, CPU time to compute`, measured: `${ms.toFixed(1)} ms`,
        bar: `< ${barMs} ms`, pass: ms < barMs,
      };
    });
  });
}

const TILE_ROWS = 1200;
/** Roles that grow with time rather than count: they are moved with the clock, and the process start not at all. */
const CLOCKS: ReadonlySet<Role> = new Set<Role>(['headMinTimeMs', 'headMaxTimeMs']);
const GAUGES: ReadonlySet<Role> = new Set<Role>([
  'processStartSeconds', 'residentBytes', 'ready', 'replaySeconds', 'headChunks', 'headSeries', 'blocksLoaded',
  'compactionRunning',
]);

/** The recording's first 20 minutes over and over, counters going on where they stood. */
function repeated(window: RoleWindow, rows: number): RoleWindow {
  const { scrapes } = window;
  const tileMs = TILE_ROWS * 1000;
  const source = (row: number): number => row % TILE_ROWS;
  const tile = (row: number): number => Math.floor(row / TILE_ROWS);
  const cells = Array.from({ length: rows }, (_, row) => row);
  const made = new Map<Role, RoleSeries | undefined>();
  const make = (role: Role): RoleSeries | undefined => {
    const series = window.role(role);
    if (series === undefined) return undefined;
    const growth = CLOCKS.has(role) ? tileMs : GAUGES.has(role) ? 0
      : Math.max(0, numberAt(series.values, TILE_ROWS - 1));
    return {
      ...series,
      values: Float64Array.from(cells, (row) => numberAt(series.values, source(row)) + tile(row) * growth),
      present: Uint8Array.from(cells, (row) => numberAt(series.present, source(row))),
    };
  };
  return {
    ...window,
    endMs: window.startMs + rows * 1000,
    scrapes: {
      length: rows,
      startMs: Float64Array.from(cells, (row) => numberAt(scrapes.startMs, source(row)) + tile(row) * tileMs),
      durationSeconds: Float64Array.from(cells, (row) => numberAt(scrapes.durationSeconds, source(row))),
      status: Uint16Array.from(cells, (row) => scrapes.status[source(row)] ?? 0),
      bytes: Float64Array.from(cells, (row) => numberAt(scrapes.bytes, source(row))),
      error: cells.map((row) => elementAt(scrapes.error, source(row))),
      repeated: Uint8Array.from(cells, (row) => numberAt(scrapes.repeated, source(row))),
    },
    role(role) {
      if (!made.has(role)) made.set(role, make(role));
      return made.get(role);
    },
  };
}
