import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort, startKept, waitFor, type KeptProcess } from './childProcess.ts';
import { keepLogOfFailure } from './keptLogs.ts';

const LOADGEN = join(import.meta.dirname, '..', '..', '..', '..', 'testdata', 'loadgen.mjs');
const RULES_FILE = 'rules.yml';
const READY_TIMEOUT_MS = 120_000;
const THROTTLE_PERIOD_MS = 150;
/** Shares of each period for a server that is ahead of its pace, on it, or behind. */
const PACE_RATIOS = { ahead: 0.02, on: 0.08, behind: 1 };

export interface LabOptions {
  /** Name or path of the program; Debian's `prometheus` by default. */
  binary?: string;
  /** Load: so many targets with so many counters each, scraped every second. */
  targets?: number;
  seriesPerTarget?: number;
  /** Seconds after which a twentieth of the series is replaced; 0 = never. */
  churnSeconds?: number;
  /**
   * Head blocks. With `10s` (accepted by 2.42 although far below what it is made for) the first head compaction comes
   * some 15 to 20 s after the start, then one every 10 s, 5 s after each block boundary on the UNIX clock, and with
   * `maxBlockDuration` 90s merges of three blocks between them. Default 2h: none within a test.
   */
  blockDuration?: string;
  maxBlockDuration?: string;
  /** False: several times more WAL segments for the same samples. */
  walCompression?: boolean;
  /**
   * Of so many targets every fourth scrape states samples so many seconds in the past: the server has an out-of-order
   * log (WBL).
   */
  outOfOrder?: { targets: number; seconds: number };
  flags?: string[];
  env?: Record<string, string>;
  /** Labels that it gives its scrape of itself. */
  ownLabels?: Record<string, string>;
  /** Scraped besides, every second: `HOST:PORT` by job. */
  jobs?: Record<string, string>;
  /** It writes a query log, `query.log` beside its data folder. */
  queryLog?: boolean;
  /** A file of rules, as YAML. */
  rules?: string;
  /** The whole lab ends on its own after this. */
  maxSeconds?: number;
}

export interface RestartOptions {
  /** GOMAXPROCS of the new process. */
  maxProcs?: number;
  /** Share of the time it may run (by SIGSTOP and SIGCONT), 0 to 1, until `fullSpeed()`: makes a replay last. */
  runRatio?: number;
  /**
   * Instead: so many seconds for the segments of its logs, spread evenly, however fast this machine is; later on a
   * machine that is too slow for that. They begin when the checkpoint is loaded, which may take longer than any of
   * them.
   */
  paceSeconds?: number;
}

export interface PrometheusLab {
  url: string;
  /** Its `--storage.tsdb.path`. */
  dataFolder: string;
  /** The id of the present or last process. */
  readonly pid: number;
  /** kill -9, and wait until it is gone. */
  kill9(): Promise<void>;
  /** SIGTERM, and wait until it is gone. */
  terminate(): Promise<void>;
  /** Starts it again on the same data and port; does not wait until it answers. */
  restart(options?: RestartOptions): Promise<void>;
  /** SIGSTOP: it hangs, connections included, until `resume`. */
  freeze(): void;
  resume(): void;
  fullSpeed(): void;
  /** Other rules, which it reads while it runs; it must have been started with some. */
  reloadRules(rules: string): void;
  /** Of a process that was started with a pace: so many seconds for what is left of its segments. */
  pace(seconds: number): void;
  walSegments(): number;
  walBytes(): number;
  log(): string;
  /** Ends everything and removes the folder; harmless when called twice. */
  stop(): Promise<void>;
}

function configuration(
  port: number, loadPort: number, options: LabOptions
): string {
  const { targets = 4, outOfOrder, ownLabels = {}, jobs = {}, queryLog = false, rules } = options;
  const load = Array.from(
    { length: targets },
    (_, i) => `      - {targets: ['127.0.0.1:${loadPort}'], labels: {__metrics_path__: /t/${i}/metrics, path: '${i}'}}`
  );
  return `global: {scrape_interval: 1s, scrape_timeout: 1s, evaluation_interval: 5s${
    queryLog ? ', query_log_file: query.log' : ''}}
${rules === undefined ? '' : `rule_files: [${RULES_FILE}]\n`}${
  outOfOrder === undefined ? '' : 'storage: {tsdb: {out_of_order_time_window: 30m}}\n'}scrape_configs:
  - job_name: prometheus
    static_configs: [{targets: ['127.0.0.1:${port}'], labels: ${JSON.stringify(ownLabels)}}]
${Object.entries(jobs).map(([job, target]) => `  - {job_name: ${job}, static_configs: [{targets: ['${target}']}]}
`).join('')}  - job_name: load
    static_configs:${targets === 0 ? ' []' : `\n${load.join('\n')}`}
`;
}

async function startLoad(options: LabOptions, folder: string): Promise<{ process: KeptProcess; port: number }> {
  const logFile = join(folder, 'loadgen.log');
  const numbers = {
    targets: options.targets ?? 4, series: options.seriesPerTarget ?? 1000, 'churn-s': options.churnSeconds ?? 0,
    'for-s': options.maxSeconds ?? 900, 'back-s': options.outOfOrder?.seconds ?? 0,
    'back-targets': options.outOfOrder?.targets ?? 0,
  };
  const args = Object.entries(numbers).flatMap(([name, value]) => [`--${name}`, String(value)]);
  const started = await startKept([process.execPath, LOADGEN, ...args], { logFile, cwd: folder });
  const port = await waitFor(
    'the load generator listens', 60_000, () => /loadgen port (\d+)/.exec(readFileSync(logFile, 'utf8'))?.[1]
  );
  return { process: started, port: Number(port) };
}

function segmentFiles(folder: string): string[] {
  return existsSync(folder) ? readdirSync(folder).filter((name) => /^\d{8}$/.test(name)) : [];
}

interface Pace {
  /** The share of the next period: what keeps the segments evenly spread over the time. */
  ratio(): number;
  /** Sets the number of seconds for the rest, from now on. */
  set(seconds: number): void;
}

function paceOf(total: number, log: () => string): Pace {
  const loadedNow = (): number => log().match(/W[AB]L segment loaded/g)?.length ?? 0;
  let since = { ms: performance.now(), loaded: 0, seconds: 1 };
  let isPastCheckpoint = false;
  return {
    set: (seconds) => { since = { ms: performance.now(), loaded: loadedNow(), seconds }; },
    ratio: () => {
      const loaded = loadedNow();
      if (!isPastCheckpoint && log().includes('WAL checkpoint loaded')) {
        isPastCheckpoint = true;
        since = { ...since, ms: performance.now(), loaded };
      }
      const due = since.loaded + ((total - since.loaded) * (performance.now() - since.ms)) / 1000 / since.seconds;
      return loaded >= total || due - loaded > 1 ? PACE_RATIOS.behind : loaded > due ? PACE_RATIOS.ahead
        : PACE_RATIOS.on;
    },
  };
}

/** Starts a real Prometheus under load on free loopback ports in a temporary folder and waits until it is ready. */
export async function startPrometheus(options: LabOptions = {}): Promise<PrometheusLab> {
  const folder = mkdtempSync(join(tmpdir(), 'tsdbscope-lab-'));
  const logFile = join(folder, 'prometheus.log');
  const walFolder = join(folder, 'data', 'wal');
  const wblFolder = join(folder, 'data', 'wbl');
  let load: KeptProcess | null = null;
  let prometheus: KeptProcess | null = null;
  let throttle: NodeJS.Timeout | null = null;
  let pace: Pace | null = null;

  const fullSpeed = (): void => {
    if (throttle !== null) clearInterval(throttle);
    throttle = null;
    prometheus?.signal('SIGCONT');
  };
  const stop = async (): Promise<void> => {
    clearTimeout(limit);
    fullSpeed();
    await Promise.all([prometheus?.kill(), load?.kill()]);
    if (existsSync(logFile)) keepLogOfFailure('prometheus', readFileSync(logFile, 'utf8'));
    rmSync(folder, { recursive: true, force: true });
  };
  const limit = setTimeout(() => void stop(), (options.maxSeconds ?? 900) * 1000);
  limit.unref();

  try {
    const loadgen = await startLoad(options, folder);
    load = loadgen.process;
    const port = await freePort();
    const url = `http://127.0.0.1:${port}`;
    writeFileSync(
      join(folder, 'prometheus.yml'),
      configuration(port, loadgen.port, options)
    );
    if (options.rules !== undefined) writeFileSync(join(folder, RULES_FILE), options.rules);
    const command = [
      options.binary ?? 'prometheus', '--config.file=prometheus.yml',
      '--storage.tsdb.path=data', `--web.listen-address=127.0.0.1:${port}`,
      '--storage.tsdb.wal-segment-size=10MB', '--storage.tsdb.retention.time=1d',
      `--storage.tsdb.min-block-duration=${options.blockDuration ?? '2h'}`,
      `--storage.tsdb.max-block-duration=${options.maxBlockDuration ?? '18h'}`,
      ...(options.walCompression === false ? ['--no-storage.tsdb.wal-compression'] : []), ...(options.flags ?? []),
    ];
    const segments = (): string[] => segmentFiles(walFolder);
    const restart = async ({ maxProcs, runRatio, paceSeconds }: RestartOptions = {}): Promise<void> => {
      const logged = existsSync(logFile) ? statSync(logFile).size : 0;
      const env = { ...options.env, ...(maxProcs === undefined ? {} : { GOMAXPROCS: String(maxProcs) }) };
      const started = await startKept(command, { logFile, cwd: folder, env });
      prometheus = started;
      if (runRatio === undefined && paceSeconds === undefined) return;
      pace = paceSeconds === undefined ? null
        : paceOf(segments().length + segmentFiles(wblFolder).length, () => readFileSync(logFile, 'utf8').slice(logged));
      if (paceSeconds !== undefined) pace?.set(paceSeconds);
      const turn = (): void => {
        started.signal('SIGCONT');
        const ratio = pace?.ratio() ?? runRatio ?? 1;
        if (ratio < 1)
          setTimeout(() => { if (throttle === current) started.signal('SIGSTOP'); }, THROTTLE_PERIOD_MS * ratio);
      };
      const current = setInterval(turn, THROTTLE_PERIOD_MS);
      throttle = current;
      void started.exited.then(() => { clearInterval(current); });
    };
    const running = (): KeptProcess => {
      if (prometheus === null) throw new Error('Prometheus was never started');
      return prometheus;
    };
    await restart();
    await waitFor(`Prometheus is ready; its log: ${logFile}`, READY_TIMEOUT_MS, async () => {
      if (running().hasExited())
        throw new Error(`Prometheus ended at its start:\n${readFileSync(logFile, 'utf8').slice(-2000)}`);
      try {
        return (await fetch(`${url}/-/ready`)).ok;
      } catch {
        // Not listening yet.
        return false;
      }
    });
    return {
      url, dataFolder: join(folder, 'data'),
      get pid() { return running().pid; },
      kill9: async () => {
        if (throttle !== null) clearInterval(throttle);
        throttle = null;
        await running().kill();
      },
      terminate: async () => {
        fullSpeed();
        running().signal('SIGTERM');
        await running().exited;
      },
      restart, fullSpeed, stop,
      reloadRules: (rules) => {
        writeFileSync(join(folder, RULES_FILE), rules);
        running().signal('SIGHUP');
      },
      pace: (seconds) => pace?.set(seconds),
      freeze: () => { running().signal('SIGSTOP'); },
      resume: () => { running().signal('SIGCONT'); },
      walSegments: () => segments().length,
      walBytes: () => segments().reduce((sum, name) => sum + statSync(join(walFolder, name)).size, 0),
      log: () => readFileSync(logFile, 'utf8'),
    };
  } catch (error) {
    await stop();
    throw error;
  }
}
