/** Notes on what the flags of a Prometheus mean for its blocks, and on what its version does without a flag. */
import type { RoleWindow } from '../../../data/metrics/roleNames.ts';
import type { TargetFacts } from '../../../../core/contract/facts.ts';
import type { BlockRange } from '../../signals/compaction/blockRange.ts';
import { formatSeconds } from '../../../../core/text/format.ts';
import { isBefore, versionOf } from '../../../../core/version.ts';

const DEFAULT_RANGE_SECONDS = 2 * 3600;
const UNITS: Record<string, number> = { ms: 0.001, s: 1, m: 60, h: 3600, d: 86_400, w: 604_800, y: 31_536_000 };

/** Returns the seconds of a flag such as `2h` or `1d12h`; null if it is not a duration. */
function flagSeconds(text: string | undefined): number | null {
  if (text === undefined || !/^(?:\d+(?:ms|[smhdwy]))+$/.test(text)) return null;
  return [
    ...text.matchAll(/(\d+)(ms|[smhdwy])/g)
  ].reduce((sum, [, count, unit]) => sum + Number(count) * (UNITS[unit ?? ''] ?? 0), 0);
}

/** Returns sentences on a block range other than 2 h, and on the longest block; empty with the defaults. */
export function blockFlagNotes(
  window: Pick<RoleWindow, 'kind' | 'version'>, flags: TargetFacts['flags'],
  range: Pick<BlockRange, 'ms' | 'source'> | null
): string[] {
  if (window.kind !== 'prometheus') return [];
  const least = flagSeconds(flags?.['storage.tsdb.min-block-duration']) ?? (range === null ? null : range.ms / 1000);
  const most = flagSeconds(flags?.['storage.tsdb.max-block-duration']);
  const notes: string[] = [];
  if (least !== null && least !== DEFAULT_RANGE_SECONDS) {
    const from = flags?.['storage.tsdb.min-block-duration'] === undefined ? 'from its head'
      : 'from --storage.tsdb.min-block-duration';
    const effect = least < DEFAULT_RANGE_SECONDS
      ? 'A shorter range saves memory and replay time, and costs more compactions and blocks'
      : 'A longer range means a larger head: more memory, and a longer replay after a crash';
    notes.push(
      `Its block range is ${formatSeconds(least)} (${from}), not the default of 2h: the head is cut `
      + `${formatSeconds(least / 2)} past each boundary and holds up to ${formatSeconds(1.5 * least)} of samples. `
      + `${effect}; the flag is hidden, as it is meant for tests.`,
    );
  }
  if (most !== null && least !== null && most === least) {
    notes.push('Its longest block is as long as its shortest, so it merges none, as a Thanos sidecar that uploads '
      + 'requires; without a sidecar, blocks pile up and queries over long ranges open many.');
  } else if (most !== null && least !== null && most < 3 * least) {
    notes.push(
      `Its longest block (${formatSeconds(most)}) is shorter than three of ${formatSeconds(least)}: no merge fits. `
      + 'A Thanos sidecar that uploads requires both to be equal.'
    );
  }
  const version = versionOf(window.version);
  if (!isBefore(version, 2, 0) && isBefore(version, 2, 4)) {
    notes.push('Prometheus before 2.4 flushes its WAL every 10 s, which no flag changes: a crash loses up to that '
      + 'much, and the disk sees a burst every 10 s. From 2.4 on it writes the WAL with each commit.');
  }
  return notes;
}
