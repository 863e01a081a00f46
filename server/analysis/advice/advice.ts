/** Table of advice by kind and version of the server: steps that do not exist there, or need other words. */
import type { Action, TargetKind } from '../../../core/contract/contract.ts';
import {
  damagedLog, fasterDisk, fewerSeries, findQueries, findSegment, findWhatHoldsTheHead, leaveItReplaying, lookAtProcess,
  moreAddressSpace, ownDisk, profileCompaction, raiseMemory, readCompactionErrors, readTruncationErrors,
  readWriteErrors, removeOldCheckpoints, spreadCompactions, stopScraping, upgradeFrom220,
} from './steps.ts';
import { isBefore, versionOf } from '../../../core/version.ts';

/** A server that gets advice; `version` as it reports it, `""` if unknown. */
export interface Server { kind: TargetKind; version: string }

interface Variant {
  kinds: readonly TargetKind[];
  /** Restricts to versions before this one, [major, minor]; an unknown version never matches. */
  before?: readonly [number, number];
  /** Replacement of the step; null removes it, because it does not exist there. */
  action: Action | null;
}

const PROMETHEUS: readonly TargetKind[] = ['prometheus'];
const VICTORIA: readonly TargetKind[] = ['victoriametrics'];
/** Programs without a database. */
const OTHER: readonly TargetKind[] = ['otel-collector', 'go'];
const NO_HEAD: readonly TargetKind[] = [...VICTORIA, ...OTHER];
/** 1.x: no WAL, head or blocks, but chunks that series maintenance and checkpoints write. */
const FIRST: NonNullable<Variant['before']> = [2, 0];
const nowhere = (kinds: readonly TargetKind[]): Variant => ({ kinds, action: null });
const notInFirst: Variant = { kinds: PROMETHEUS, before: FIRST, action: null };
const HEAD_ONLY: readonly Variant[] = [nowhere(NO_HEAD), notInFirst];

/** Variants of each step; the first that fits applies. A step without a row or a fitting variant is unchanged. */
const INSTEAD: readonly (readonly [Action, readonly Variant[]])[] = [
  [stopScraping, HEAD_ONLY],
  [leaveItReplaying, HEAD_ONLY],
  [lookAtProcess, HEAD_ONLY],
  [damagedLog, HEAD_ONLY],
  [findSegment, HEAD_ONLY],
  [moreAddressSpace, HEAD_ONLY],
  [upgradeFrom220, HEAD_ONLY],
  [readCompactionErrors, HEAD_ONLY],
  [readTruncationErrors, HEAD_ONLY],
  [readWriteErrors, HEAD_ONLY],
  [removeOldCheckpoints, HEAD_ONLY],
  [findWhatHoldsTheHead, HEAD_ONLY],
  [profileCompaction, HEAD_ONLY],
  [spreadCompactions, [
    nowhere([...NO_HEAD, 'prometheus-agent', 'thanos', 'mimir']), notInFirst,
    {
      kinds: PROMETHEUS, before: [2, 55],
      action: {
        step: 'Update to Prometheus 2.55 or later, which can delay compactions by a random time '
          + '(--enable-feature=delayed-compaction).',
        why: spreadCompactions.why,
        risk: 'An update restarts it, and each start replays its WAL.',
      },
    },
  ]],
  [raiseMemory, [
    {
      kinds: VICTORIA,
      action: {
        step: 'Raise its memory limit, or lower the share that its caches take (-memory.allowedPercent).',
        why: 'Merges and queries need memory beside the caches, and the kernel kills what exceeds the limit.',
        risk: 'Either needs a restart, after which its caches are cold; smaller caches make queries slower.',
      },
    },
    {
      kinds: PROMETHEUS, before: FIRST,
      action: {
        step: 'Raise its memory, and -storage.local.target-heap-size (1.6; before, memory-chunks) with it.',
        why: 'Chunks that wait to be written stay in memory; too few of them bring rushed mode.',
        risk: 'Needs a restart, which writes a checkpoint first and reads it again.',
      },
    },
    {
      kinds: OTHER,
      action: {
        step: 'Raise its memory limit, or move it to a machine with more.',
        why: 'The kernel kills what exceeds the limit.', risk: 'Changing the limit restarts it in most setups.',
      },
    },
  ]],
  [fewerSeries, [
    nowhere(OTHER),
    {
      kinds: VICTORIA,
      action: {
        step: 'Drop labels or targets with the most series (/api/v1/status/tsdb lists them).',
        why: 'Memory, GC and merges all grow with the number of active series.',
        risk: 'What is dropped cannot be queried; caches shrink only as their entries expire.',
      },
    },
    {
      kinds: PROMETHEUS, before: FIRST,
      action: {
        step: 'Drop labels or targets with the most series (query topk(10, count by (__name__)({__name__=~".+"}))).',
        why: 'Memory and series maintenance grow with the number of series.',
        risk: 'What is dropped cannot be queried; the memory is freed as its chunks are written.',
      },
    },
    {
      kinds: ['prometheus-agent'],
      action: {
        step: 'Drop labels or targets with the most series (scrape_samples_post_metric_relabeling ranks its targets).',
        why: 'Memory and the WAL grow with the number of series.',
        risk: 'What is dropped is sent nowhere.',
      },
    },
    {
      kinds: ['thanos'],
      action: {
        step: 'Drop labels or targets with the most series, in the servers that its blocks come from.',
        why: 'Its memory, GC and compactions grow with the number of series.',
        risk: 'What is dropped cannot be queried; blocks that are in the bucket keep it.',
      },
    },
  ]],
  [ownDisk, [
    {
      kinds: [...VICTORIA, ...OTHER],
      action: {
        step: ownDisk.step, why: 'What it writes and reads waits for the disk.', risk: 'Moving the data needs a stop.',
      },
    },
    {
      kinds: PROMETHEUS, before: FIRST,
      action: {
        step: ownDisk.step, why: 'Checkpoints, series maintenance and queries wait for each other there.',
        risk: 'Moving the data needs a stop, which writes a checkpoint first.',
      },
    },
  ]],
  [findQueries, [
    {
      kinds: VICTORIA,
      action: {
        step: 'Find the queries that take long (/api/v1/status/top_queries lists them).', why: findQueries.why,
        risk: 'Inspecting is safe.',
      },
    },
    {
      kinds: PROMETHEUS, before: [2, 16],
      action: {
        step: 'Find the dashboards and rules that ask long queries; this version has no query log (2.16 has).',
        why: findQueries.why, risk: 'Inspecting is safe.',
      },
    },
  ]],
  [fasterDisk, [
    nowhere(OTHER),
    {
      kinds: VICTORIA,
      action: {
        step: fasterDisk.step, why: 'Parts that are not merged in time pile up, and queries slow down.',
        risk: 'Moving the data needs a stop.',
      },
    },
    {
      kinds: PROMETHEUS, before: FIRST,
      action: {
        step: fasterDisk.step,
        why: 'Chunks that are not written in time raise the urgency score, up to rushed mode and throttled ingestion.',
        risk: 'Moving the data needs a stop, which writes a checkpoint first.',
      },
    },
  ]],
];

/** Returns the steps adapted to the server: some reworded, without those that do not exist there. */
export function adviceFor(server: Server, actions: readonly Action[]): Action[] {
  return actions.flatMap((action) => {
    const variants = INSTEAD.find(([step]) => step === action)?.[1] ?? [];
    const variant = variants.find((one) => fits(one, server));
    return variant === undefined ? [action] : variant.action ?? [];
  });
}

function fits({ kinds, before }: Variant, { kind, version }: Server): boolean {
  return kinds.includes(kind) && (before === undefined || isBefore(versionOf(version), ...before));
}

/** Describes what a restart of the server costs. */
export function restartCost({ kind, version }: Server): string {
  // A Thanos sidecar, store or compactor has no WAL, but a receiver does.
  return kind === 'thanos' || NO_HEAD.includes(kind)
    || (kind === 'prometheus' && isBefore(versionOf(version), ...FIRST))
    ? 'needs a restart' : 'needs a restart, which replays the WAL';
}

/**
 * Reports whether its configuration has `runtime.gogc`, 75 by default: Prometheus 2.53 and later
 * (prometheus/prometheus#14176), as a server and as an agent. It overrides the environment, which 2.53 to 3.4 ignore
 * even if the configuration has no `runtime` block (prometheus/prometheus#16558).
 */
export function hasGogcInConfig({ kind, version }: Server): boolean {
  const known = versionOf(version);
  return (kind === 'prometheus' || kind === 'prometheus-agent') && known !== null && !isBefore(known, 2, 53);
}

/** Describes how to set GOGC: Prometheus 2.53 and later reads it from its configuration, without a restart. */
export function gogcStep(server: Server, percent: number): { step: string; restart: string | null } {
  return hasGogcInConfig(server)
    ? { step: `Set runtime.gogc to ${percent} in its configuration and reload it`, restart: null }
    : { step: `Set GOGC=${percent}`, restart: restartCost(server) };
}

/**
 * Advice for a start that runs out of memory. Before 3.4 (3.3.1 and 2.53.5 too) the configuration is applied only after
 * the replay, so the environment counts for it (prometheus/prometheus#16491).
 */
export const GOGC_FOR_A_START = 'Set GOMEMLIMIT at 90 % of the limit and GOGC=50 for this start (runtime.gogc in the '
  + 'configuration of Prometheus 3.4 and later): less memory for more CPU.';
