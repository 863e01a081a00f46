import type { ShardConfig } from './configTypes.ts';
import { UsageError } from './usageError.ts';
import type { YamlSection } from './yamlReader.ts';

const LEASE_MS = 30_000;
/** A round of requests may take a third of it. */
const MIN_LEASE_MS = 3000;
const MAX_SHARDS = 100;

/** `where`: how it was set, for the message. */
export function readShard(text: string, where: string, leaseMs = LEASE_MS): ShardConfig {
  const [, number = '', of = ''] = /^(\d{1,3})\/(\d{1,3})$/.exec(text) ?? [];
  const shard = { number: Number(number), of: Number(of), leaseMs };
  if (shard.number < 1 || shard.number > shard.of || shard.of > MAX_SHARDS)
    throw new UsageError(`${where} "${text}": write which of how many this one is, from 1/1 to 100/100, e.g. 2/5.`);
  return shard;
}

/** Reads the shard of the configuration file; `text` is absent if it names none. */
export function readShardKeys(root: YamlSection): { text?: string; where: string; leaseMs?: number } {
  const text = root.string('shard');
  const leaseMs = root.durationMs('shard_lease');
  if (leaseMs !== undefined && leaseMs < MIN_LEASE_MS) throw root.mistake('shard_lease', 'must be at least 3s.');
  return {
    where: root.where('shard'), ...(text === undefined ? {} : { text }), ...(leaseMs === undefined ? {} : { leaseMs }),
  };
}
