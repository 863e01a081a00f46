/**
 * The replays recorded with tsdbscope (bench/replay/recordReplays.mjs) and what their servers' logs say of them, for
 * tests and the bench.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { RoleWindow } from '../server/data/metrics/roleNames.ts';
import { roleWindow } from '../server/data/metrics/roles.ts';
import { loadRecording, recordings } from './loadRecording.ts';

/** From the server's log and the kernel; times ms. */
export interface ReplayTruth {
  /** Of the server; absent = 2.42.0. */
  version?: string;
  /** When its CPU limit was changed; null where it was not. */
  changedMs?: number | null;
  settings?: { make?: string[]; thenAfterMs?: number };
  killMs: number;
  restartMs: number;
  walBeginsMs: number;
  checkpointMs: number | null;
  replayedMs: number;
  readyMs: number;
  stated: { checkpoint: string | null; wal: string | null; wbl: string | null; total: string | null };
  segments: { segment: number; ms: number }[];
  wbl: { segment: number; ms: number }[];
  /** Until the log said it was ready. */
  peakRssBytes: number;
}

export interface RecordedReplay { name: string; window: RoleWindow; truth: ReplayTruth }

const FOLDER = fileURLToPath(new URL('recordings/replays/', import.meta.url));

/** The one in the shipped demo: its log is not shipped, these are its lines. */
const DEMO_TRUTH: ReplayTruth = {
  killMs: 1_795_193_578_708, restartMs: 1_795_193_580_843, walBeginsMs: 1_795_193_581_294, checkpointMs: null,
  replayedMs: 1_795_193_645_045,
  readyMs: 1_795_193_645_601, stated: { checkpoint: null, wal: null, wbl: null, total: '1m4.163219391s' }, segments: [],
  wbl: [], peakRssBytes: 1_091_000_000,
};

/** One of them by its name. */
export function recordedReplay(name: string): RecordedReplay {
  return replayIn(FOLDER, name);
}

/** Every one there is, by name; `demo` is the one of the shipped demo. */
export function recordedReplays(): RecordedReplay[] {
  return [{ name: 'demo', window: windowOf(recordings.walReplay), truth: DEMO_TRUTH }, ...replaysIn(FOLDER)];
}

/** Those of a folder, by name; empty when there is none. */
export function replaysIn(folder: string): RecordedReplay[] {
  const names = existsSync(folder) ? readdirSync(folder).filter((file) => file.endsWith('.ndjson.gz'))
    .map((file) => file.slice(0, -'.ndjson.gz'.length)).filter((name) => existsSync(join(folder, `${name}.truth.json`)))
    .sort() : [];
  return names.map((name) => replayIn(folder, name));
}

function replayIn(folder: string, name: string): RecordedReplay {
  const truth = JSON.parse(readFileSync(join(folder, `${name}.truth.json`), 'utf8')) as ReplayTruth;
  return { name, window: windowOf(join(folder, `${name}.ndjson.gz`), truth.version), truth };
}

function windowOf(file: string, version = '2.42.0'): RoleWindow {
  return roleWindow(loadRecording(file), 'prometheus', version);
}
