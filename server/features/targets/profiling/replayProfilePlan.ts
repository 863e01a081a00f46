/**
 * Chooses the next profile to take from a replaying target. Pure; docs/reference/wal-replay.md describes the rules.
 */
import type { CaptureKind, ReplayMoment } from '../../../../core/contract/contract.ts';

/** Shorter starts are not worth a profile. */
const MIN_MS = 3000;
/** Short, because a CPU profile is lost if the process is killed during it. */
const CPU_SECONDS = 5;
/** Longer after the server is ready: it is not about to be killed, and its work is spread over more time. */
const AFTER_CPU_SECONDS = 10;
/** Time after it is ready: long enough for the first scrapes, while series are still being recreated. */
const AFTER_MS = { from: 2000, to: 60_000 };
const MIDDLE = { from: 0.4, to: 0.9 };
/** Shares of the memory limit: where risk begins, and the increase before each further heap profile. */
const NEAR_LIMIT_RATIO = 0.8;
const NEAR_LIMIT_STEP = 0.05;
/** If no limit is known: growth of resident memory since the last heap profile, and the time since it. */
const GROWN_RATIO = 1.3;
const GROWN_AFTER_MS = 15_000;
const MAX_RISK_HEAPS = 3;
const MAX_TRIES = 2;
export const REPLAY_BOUNDS = { profiles: 8, bytes: 48 * 1024 * 1024 };

export interface ReplayMomentView {
  nowMs: number;
  /** Time the start was first seen. */
  sinceMs: number;
  /** Time it became ready; null while it is not. */
  readySinceMs: number | null;
  /** 0 to 1; null while unknown. */
  progressRatio: number | null;
  rssBytes: number | null;
  limitBytes: number | null;
  risk: 'none' | 'low' | 'high' | 'unknown';
  /** Whether the last scrape failed, was skipped or took long, as on an overloaded server. */
  struggling: boolean;
}

/** A profile taken or tried during this replay. */
export interface ReplayProfileTaken {
  moment: ReplayMoment;
  kind: CaptureKind;
  timeMs: number;
  /** 0 for a failed try. */
  bytes: number;
  /** Resident memory when it was requested; null = not known. */
  rssBytes: number | null;
}

export interface PlannedProfile { moment: ReplayMoment; kind: 'cpu' | 'heap'; seconds: number }

/**
 * Returns the profile to take now, or null: heap and CPU at the start, again about half way, and when memory nears its
 * limit (or grows by a third if none is known); CPU once more after it is ready, when every series is recreated.
 * At most eight profiles and 48 MiB per replay, and none of an overloaded target.
 */
export function nextReplayProfile(view: ReplayMomentView, taken: readonly ReplayProfileTaken[]): PlannedProfile | null {
  if (view.struggling || view.nowMs - view.sinceMs < MIN_MS) return null;
  if (taken.length >= REPLAY_BOUNDS.profiles || taken.reduce((sum, one) => sum + one.bytes, 0) >= REPLAY_BOUNDS.bytes)
    return null;
  // A failed try is repeated once.
  const lacks = (moment: ReplayMoment, kind: CaptureKind): boolean => {
    const tries = taken.filter((one) => one.moment === moment && one.kind === kind);
    return tries.length < MAX_TRIES && tries.every(({ bytes }) => bytes === 0);
  };
  if (view.readySinceMs !== null) {
    const sinceReadyMs = view.nowMs - view.readySinceMs;
    const isSoon = sinceReadyMs >= AFTER_MS.from && sinceReadyMs <= AFTER_MS.to;
    // A start too short for a profile has no warm-up worth one either.
    return isSoon && taken.length > 0 && lacks('after', 'cpu')
      ? { moment: 'after', kind: 'cpu', seconds: AFTER_CPU_SECONDS } : null;
  }
  if (heapAtRisk(view, taken)) return heap('risk');
  if (taken.some((one) => one.moment === 'risk' && one.bytes > 0) && lacks('risk', 'cpu')) return cpu('risk');
  if (lacks('start', 'heap')) return heap('start');
  if (lacks('start', 'cpu')) return cpu('start');
  const { progressRatio } = view;
  if (progressRatio === null || progressRatio < MIDDLE.from || progressRatio > MIDDLE.to) return null;
  if (lacks('middle', 'cpu')) return cpu('middle');
  return lacks('middle', 'heap') ? heap('middle') : null;
}

function heapAtRisk(
  { nowMs, rssBytes, limitBytes, risk }: ReplayMomentView, taken: readonly ReplayProfileTaken[]
): boolean {
  if (rssBytes === null) return false;
  const heaps = taken.filter(({ kind }) => kind === 'heap');
  const atRisk = heaps.filter(({ moment }) => moment === 'risk');
  if (atRisk.length >= MAX_RISK_HEAPS) return false;
  if (limitBytes !== null) {
    const near = rssBytes / limitBytes;
    const lastNear = Math.max(0, ...atRisk.map((one) => (one.rssBytes ?? 0) / limitBytes));
    return near >= NEAR_LIMIT_RATIO && near >= (atRisk.length === 0 ? 0 : lastNear + NEAR_LIMIT_STEP);
  }
  if (risk === 'high' && atRisk.length === 0) return true;
  const last = heaps.at(-1);
  return last !== undefined && last.rssBytes !== null && nowMs - last.timeMs >= GROWN_AFTER_MS
    && rssBytes >= GROWN_RATIO * last.rssBytes;
}

function heap(moment: ReplayMoment): PlannedProfile {
  return { moment, kind: 'heap', seconds: 0 };
}

function cpu(moment: ReplayMoment): PlannedProfile {
  return { moment, kind: 'cpu', seconds: CPU_SECONDS };
}
