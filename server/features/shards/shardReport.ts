/** The lease object of a shard: its holder, and reports of the targets that it scrapes. Pure. */
import type { Target } from '../../../core/contract/contract.ts';

export type ShardReport = Pick<Target, 'name' | 'state' | 'stateSince' | 'kind' | 'version' | 'goVersion'>
  & { lastScrape: { time: number; durationSeconds: number; error: string | null } | null };

const STATES: ReadonlySet<string> = new Set<Target['state']>(['down', 'starting', 'replaying', 'up', 'stopping']);
const KINDS: ReadonlySet<string> = new Set<Target['kind']>([
  'prometheus', 'prometheus-agent', 'victoriametrics', 'thanos', 'mimir', 'otel-collector', 'go', 'unknown',
]);

/** Parses a lease; invalid bytes give an empty holder and no targets. Skips invalid parts of a target. */
export function readLease(bytes: Uint8Array): { holder: string; targets: ShardReport[] } {
  const none = { holder: '', targets: [] };
  let lease: unknown;
  try {
    lease = JSON.parse(Buffer.from(bytes).toString('utf8'));
  } catch {
    return none;
  }
  if (!isRecord(lease) || typeof lease['holder'] !== 'string') return none;
  const { holder, targets } = lease;
  return { holder, targets: Array.isArray(targets) ? targets.flatMap((one: unknown) => readTarget(one) ?? []) : [] };
}

function readTarget(one: unknown): ShardReport | null {
  if (!isRecord(one)) return null;
  const { name, state, stateSince, kind, version, goVersion, lastScrape } = one;
  if (typeof name !== 'string' || !isOf<Target['state']>(state, STATES) || !isOf<Target['kind']>(kind, KINDS))
    return null;
  if (typeof version !== 'string' || typeof goVersion !== 'string') return null;
  return {
    name, state, kind, version, goVersion, stateSince: typeof stateSince === 'number' ? stateSince : null,
    lastScrape: readScrape(lastScrape),
  };
}

function readScrape(scrape: unknown): ShardReport['lastScrape'] {
  if (!isRecord(scrape)) return null;
  const { time, durationSeconds, error } = scrape;
  if (typeof time !== 'number' || typeof durationSeconds !== 'number') return null;
  return { time, durationSeconds, error: typeof error === 'string' ? error : null };
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

function isOf<T extends string>(value: unknown, words: ReadonlySet<string>): value is T {
  return typeof value === 'string' && words.has(value);
}
