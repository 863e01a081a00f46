/** A real Prometheus whose WAL is made to fail, and what is said of it; each fault has a window of its own. */
import { join } from 'node:path';
import type { PanelFinding } from '../../../../core/contract/contract.ts';
import { startPrometheus, type PrometheusLab } from '../lab/prometheusLab.ts';
import { eventually, newDataDir, startTsdbscope, type Tsdbscope } from '../lab/tsdbscopeProcess.ts';

/** A head compaction, and with it a truncation of the WAL, each 10 s; a segment of 10 MB each half minute. */
const LOAD = {
  targets: 4, seriesPerTarget: 6000, blockDuration: '10s', maxBlockDuration: '10s', walCompression: false,
  maxSeconds: 900,
};
const PATIENCE_MS = 150_000;

export interface WalLab {
  prometheus: PrometheusLab;
  scope: Tsdbscope;
  walFolder: string;
  /** Findings of before count no more. */
  begin(): void;
  /** Of the window since `begin`. */
  findings(): Promise<PanelFinding[]>;
  /** Waits until one of them is there, and prints all. */
  found(...codes: string[]): Promise<PanelFinding[]>;
  /** The value of `prometheus_tsdb_` and the name. */
  counted(name: string): Promise<number>;
  checkpoints(): number;
  /** Waits for one more. */
  anotherCheckpoint(): Promise<void>;
  stop(): Promise<void>;
}

/** Waits for the first checkpoint. */
export async function startWalLab(): Promise<WalLab> {
  const { dataDir, remove } = newDataDir();
  const prometheus = await startPrometheus(LOAD);
  const scope = await startTsdbscope([prometheus.url], dataDir);
  let sinceSeconds = 0;
  const findings = (): Promise<PanelFinding[]> =>
    scope.get<PanelFinding[]>(`/targets/${new URL(prometheus.url).host}/findings?start=${sinceSeconds}`);
  const checkpoints = (): number => prometheus.log().match(/WAL checkpoint complete/g)?.length ?? 0;
  const anotherCheckpoint = async (): Promise<void> => {
    const before = checkpoints();
    await eventually('a checkpoint', PATIENCE_MS, () => Promise.resolve(checkpoints()), (now) => now > before, 500);
  };
  await anotherCheckpoint();
  return {
    prometheus, scope, walFolder: join(prometheus.dataFolder, 'wal'), findings, checkpoints, anotherCheckpoint,
    begin: () => { sinceSeconds = Date.now() / 1000; },
    found: async (...codes) => {
      const all = await eventually(
        codes.join(' or '), PATIENCE_MS, findings, (now) => now.some(({ code }) => codes.includes(code)), 1000
      );
      console.log(all.map(({ code, severity, sentence }) => `${code} (${severity}): ${sentence}`).join('\n'));
      return all;
    },
    counted: async (name) => Number(new RegExp(`^prometheus_tsdb_${name} (\\S+)$`, 'm').exec(
      await (await fetch(`${prometheus.url}/metrics`)).text()
    )?.[1]),
    stop: async () => {
      await scope.stop();
      await prometheus.stop();
      remove();
    },
  };
}
