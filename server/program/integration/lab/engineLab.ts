import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort, startKept, waitFor, type KeptProcess } from './childProcess.ts';

export type EngineKind = 'victoria' | 'prometheus';

/** Value by time (ms), by series: its labels as JSON, sorted, with `__name__`. */
export type EngineSamples = Map<string, Map<number, number>>;

/** A real engine that takes remote write, on a free loopback port, in a temporary folder. */
export interface Engine {
  url: string;
  /** Where samples are sent to. */
  writeUrl: string;
  start(): Promise<void>;
  kill9(): Promise<void>;
  /** Every sample as it is stored; without staleness marks. */
  samples(selector: string, startMs: number, endMs: number): Promise<EngineSamples>;
  /** The last values of a selector now, by the engine's own rules for staleness. */
  now(selector: string): Promise<{ labels: Record<string, string>; value: number }[]>;
  /** Ends it and removes the folder; harmless when called twice. */
  stop(): Promise<void>;
}

const READY = { victoria: '/health', prometheus: '/-/ready' };

/** `data`: a folder that has blocks already, of Prometheus; default one of its own. */
export async function startEngine(
  kind: EngineKind, { binary, data = 'data' }: { binary?: string; data?: string } = {}
): Promise<Engine> {
  const folder = mkdtempSync(join(tmpdir(), `tsdbscope-engine-${kind}-`));
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  writeFileSync(join(folder, 'empty.yml'), 'scrape_configs: []\n');
  const command = kind === 'victoria' ? [
    binary ?? 'victoria-metrics', '-storageDataPath=data', `-httpListenAddr=127.0.0.1:${port}`, '-retentionPeriod=1d',
    '-loggerLevel=WARN', '-search.latencyOffset=0s',
  ] : [
    binary ?? 'prometheus', '--config.file=empty.yml', `--storage.tsdb.path=${data}`,
    `--web.listen-address=127.0.0.1:${port}`, '--web.enable-remote-write-receiver',
  ];
  let process_: KeptProcess | null = null;
  const start = async (): Promise<void> => {
    const started = await startKept(command, { logFile: join(folder, 'engine.log'), cwd: folder });
    process_ = started;
    await waitFor(`${kind} answers`, 120_000, async () => {
      if (started.hasExited()) throw new Error(`${kind} ended at its start, see ${folder}`);
      return fetch(url + READY[kind]).then((answer) => answer.ok, () => false);
    });
  };
  const kill9 = async (): Promise<void> => { await process_?.kill(); };
  const engine: Engine = {
    url, writeUrl: `${url}/api/v1/write`, start, kill9,
    samples: (selector, startMs, endMs) => (kind === 'victoria' ? exported(url, selector, startMs, endMs)
      : ranged(url, selector, startMs, endMs)),
    now: async (selector) => {
      const { result } = await query(url, selector, Date.now());
      return (result as { metric: Record<string, string>; value: [number, string] }[])
        .map(({ metric, value }) => ({ labels: metric, value: Number(value[1]) }));
    },
    stop: async () => {
      await kill9();
      rmSync(folder, { recursive: true, force: true });
    },
  };
  try {
    await start();
    return engine;
  } catch (error) {
    await engine.stop();
    throw error;
  }
}

export function seriesId(labels: Record<string, string>): string {
  return JSON.stringify(Object.entries(labels).sort(([a], [b]) => (a < b ? -1 : 1)));
}

async function query(url: string, text: string, timeMs: number): Promise<{ result: unknown[] }> {
  const answer = await fetch(`${url}/api/v1/query?query=${encodeURIComponent(text)}&time=${timeMs / 1000}&nocache=1`);
  const body = await answer.json() as { status: string; data: { result: unknown[] }; error?: string };
  if (body.status !== 'success') throw new Error(body.error ?? `HTTP ${answer.status}`);
  return body.data;
}

async function ranged(url: string, selector: string, startMs: number, endMs: number): Promise<EngineSamples> {
  const { result } = await query(url, `${selector}[${endMs - startMs}ms]`, endMs);
  const all: EngineSamples = new Map();
  for (const { metric, values } of result as { metric: Record<string, string>; values: [number, string][] }[])
    all.set(seriesId(metric), new Map(values.map(([time, value]) => [Math.round(1000 * time), numberOf(value)])));
  return all;
}

/** VictoriaMetrics gives its raw samples, one JSON line for each part of a series. */
async function exported(url: string, selector: string, startMs: number, endMs: number): Promise<EngineSamples> {
  const answer = await fetch(
    `${url}/api/v1/export?match[]=${encodeURIComponent(selector)}&start=${startMs / 1000}&end=${endMs / 1000}`
  );
  const all: EngineSamples = new Map();
  for (const line of (await answer.text()).split('\n').filter((one) => one !== '')) {
    const { metric, values, timestamps } = JSON.parse(line) as {
      metric: Record<string, string>; values: (number | string | null)[]; timestamps: number[];
    };
    const id = seriesId(metric);
    const known = all.get(id) ?? new Map<number, number>();
    for (const [i, time] of timestamps.entries()) if (values[i] !== null) known.set(time, numberOf(values[i]));
    all.set(id, known);
  }
  return all;
}

function numberOf(value: number | string | null | undefined): number {
  if (value === '+Inf' || value === 'Infinity') return Infinity;
  return value === '-Inf' || value === '-Infinity' ? -Infinity : Number(value);
}
