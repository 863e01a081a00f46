import type { Capture, CaptureKind, Finding } from '../../../../core/contract/contract.ts';
import { quietFinding } from '../../../../core/views/profile/quietFinding.ts';
import type { DefaultRule } from '../../../../core/triggers.ts';
import { ruleGroupName } from '../../../../core/text/trainWords.ts';
import { log } from '../../../kernel/logging/log.ts';
import type { ProfileCatalog } from '../../../data/store/files/profileCatalog.ts';

/** A profile of quiet times. */
export interface Baseline {
  profileId: string;
  timeMs: number;
  /** Mean CPU over the profile; null for a snapshot. */
  cores: number | null;
  processStart: number | null;
}

/** Titles of the built-in rules; configured rules have none. */
const WORDS: ReadonlyMap<string, string> = new Map<DefaultRule, string>([
  ['cpu', 'CPU spike'], ['compaction', 'Compaction'], ['memory-growth', 'Memory growth'],
  ['memory-limit', 'Memory near its limit'], ['heap-after-gc', 'Heap growth'], ['goroutines', 'Goroutine jump'],
  ['scrape-duration', 'Slow scrapes'], ['finding', 'Critical finding'],
]);

/** Rules that fire on resident memory. */
const OF_RESIDENT: ReadonlySet<string> = new Set<DefaultRule>(['memory-growth', 'memory-limit']);

/** Kinds with a quiet profile, and its seconds (0: a snapshot). Other kinds are not compared. */
export const QUIET_SECONDS: ReadonlyMap<CaptureKind, number> = new Map([['cpu', 10], ['heap', 0], ['goroutine', 0]]);

/** Returns how a capture exceeds the quiet profile of its kind; null if they cannot be compared, which is logged. */
export async function quietComparison(
  profiles: Pick<ProfileCatalog, 'get' | 'diffTop'>, capture: Capture, { profileId, timeMs }: Baseline
): Promise<Finding | null> {
  const { kind, target } = capture;
  const [quiet, table] = await Promise.all([
    profiles.get(profileId),
    profiles.diffTop({
      before: [profileId], after: [capture.profileId ?? ''], limit: 0,
      ...(kind === 'cpu' ? { normalize: 'duration' as const } : {}),
      ...(kind === 'heap' ? { sampleType: 'inuse_space' } : {}),
    }),
  ]);
  if (!quiet.ok || !table.ok) {
    const why = !quiet.ok ? quiet.error.message : table.ok ? '' : table.error.message;
    log.warn('A capture could not be compared with quiet times.', { target, kind, why });
    return null;
  }
  return quietFinding({
    table: table.value, quietSeconds: quiet.value.durationSeconds, quietTime: timeMs / 1000, what: wordOf(capture),
    isOfResident: OF_RESIDENT.has(capture.reason.rule ?? ''),
  });
}

function wordOf({ at, group, reason: { how, rule } }: Capture): string {
  if (group !== undefined) return `Evaluation of ${ruleGroupName(group)}`;
  // Only continuous captures that overlap a compaction are compared.
  return at === 'next-compaction' || how === 'continuous' ? 'Compaction' : WORDS.get(rule ?? '') ?? 'Capture';
}
