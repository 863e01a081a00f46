import { startPrometheus, type PrometheusLab } from './prometheusLab.ts';
import { eventually } from './tsdbscopeProcess.ts';

const LOAD = { targets: 8, seriesPerTarget: 15_000, walCompression: false, maxSeconds: 900 };

/** A Prometheus whose WAL takes a second or two to replay, made to last by `restart({ paceSeconds })`. */
export function startWithLargeWal(): Promise<PrometheusLab> {
  return startPrometheus(LOAD);
}

/** Waits until a replay of the WAL has so many steps that its progress can be seen. */
export async function enoughSegments(lab: PrometheusLab, least = 6): Promise<void> {
  await eventually(
    `${String(least)} WAL segments`, 200_000, () => Promise.resolve(lab.walSegments()), (count) => count >= least, 500
  );
}
