/** tsdbscope behind a password with a live target, an old minute and two profiles, as embeds need them. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Embed, EmbedData, Envelope, ProfileInfo, Target } from '../../../../core/contract/contract.ts';
import type { EmbedRequest } from '../../../../core/contract/questions/bodies.ts';
import { startTestTarget, type TestTarget } from '../../../../testdata/testTarget.ts';
import { openLocalDataStore } from '../../worker/data/localDataStore.ts';
import { eventually, newDataDir, startTsdbscope, type Tsdbscope } from './tsdbscopeProcess.ts';

const HOUR_MS = 3_600_000;

export class EmbedLab {
  scope!: Tsdbscope;
  /** Scraped as `live`. */
  target!: TestTarget;
  /** Ids of a pair. */
  readonly profiles: string[] = [];
  /** Of the target `old`: a minute of five hours ago; Unix seconds. */
  readonly oldRange: { start: number; end: number };
  readonly basic = { Authorization: `Basic ${Buffer.from('oncall:secret').toString('base64')}` };
  readonly #data = newDataDir();
  readonly #configFile = join(this.#data.dataDir, 'config.yml');
  #scrapes = 0;

  constructor() {
    const start = Date.now() / 1000 - 5 * 3600;
    this.oldRange = { start, end: start + 60 };
  }

  async start(): Promise<void> {
    await this.#recordOld();
    this.target = await startTestTarget(
      (_req, res) => { res.setHeader('Content-Type', 'text/plain; version=0.0.4').end(this.#exposition()); }
    );
    await this.#run(`targets: [{name: live, url: "${this.target.url}"}]\n`);
    await eventually(
      'scrapes', 60_000, () => this.api<Target[]>('GET', '/targets'),
      (targets) => targets.some(({ name, lastScrape }) => name === 'live' && lastScrape?.error === null)
    );
    for (const side of ['before', 'after']) {
      const bytes = readFileSync(join(import.meta.dirname, `../../../../public/demo/compaction.${side}.cpu.pb.gz`));
      const [info] = await this.api<ProfileInfo[]>('POST', `/profiles?name=${side}`, bytes);
      this.profiles.push(info?.id ?? '');
    }
  }

  /** With other lines of the configuration, at another address. */
  async restart(config: string): Promise<void> {
    await this.scope.stop();
    await this.#run(config);
  }

  async stop(): Promise<void> {
    await this.scope.stop();
    await this.target.close();
    this.#data.remove();
  }

  readonly api = async <T>(method: string, path: string, body?: unknown): Promise<T> => {
    const bytes = Buffer.isBuffer(body) ? new Uint8Array(body) : JSON.stringify(body);
    const sent = body === undefined ? {} : { body: bytes };
    const answer = await this.scope.fetch(`/api/v1${path}`, { method, headers: this.basic, ...sent });
    const envelope = await answer.json() as Envelope<T>;
    if (envelope.status === 'error') throw new Error(`${envelope.errorType}: ${envelope.error}`);
    return envelope.data;
  };

  readonly make = (asked: EmbedRequest): Promise<Embed> => this.api<Embed>('POST', '/embeds', asked);

  /** As anyone with the link: without a password. */
  readonly open = (url: string, suffix = ''): Promise<Response> => this.scope.fetch(`${pathOf(url)}${suffix}`);

  readonly dataOf = async (embed: Embed): Promise<EmbedData> => (
    await (await this.open(embed.url, '/data')).json() as EmbedData
  );

  async #run(config: string): Promise<void> {
    writeFileSync(
      this.#configFile, 'auth: {username: oncall, password: secret}\n'
        + `embed: {frame_ancestors: ["http://wiki.example:8080"]}\n${config}`
    );
    this.scope = await startTsdbscope(['--config', this.#configFile], this.#data.dataDir);
  }

  async #recordOld(): Promise<void> {
    const { dataDir } = this.#data;
    const opened = await openLocalDataStore({ dataDir, retentionMs: 30 * 24 * HOUR_MS, retentionBytes: 2 ** 30 });
    if (!opened.ok) throw new Error(opened.error.message);
    await opened.value.putTarget({ name: 'old', url: 'http://127.0.0.1:1', recording: false, labels: {} });
    for (let i = 0; i < 60; i++) {
      await opened.value.record('old', {
        startMs: (this.oldRange.start + i) * 1000, durationSeconds: 0.01, status: 200,
        body: new TextEncoder().encode(this.#exposition()), contentType: 'text/plain', error: null, extras: {},
      });
    }
    await opened.value.close();
  }

  #exposition(): string {
    this.#scrapes += 1;
    return [
      '# TYPE process_cpu_seconds_total counter', `process_cpu_seconds_total ${this.#scrapes / 10}`,
      '# TYPE process_resident_memory_bytes gauge', `process_resident_memory_bytes ${100e6 + this.#scrapes * 1000}`,
      '# TYPE go_memstats_heap_inuse_bytes gauge', `go_memstats_heap_inuse_bytes ${50e6 + this.#scrapes * 900}`,
      '# TYPE prometheus_build_info gauge', 'prometheus_build_info{version="2.42.0",goversion="go1.19.8"} 1', '',
    ].join('\n');
  }
}

export const pathOf = (url: string): string => url.slice(new URL(url).origin.length);

/** One of each kind. */
export const EMBED_REQUESTS: [name: string, asked: (lab: EmbedLab) => EmbedRequest][] = [
  ['a moving window', () => ({ panel: 'gc-cpu', target: 'live', range: { last: '1m' }, theme: 'dark' })],
  ['a fixed window', ({ oldRange: range }) => ({ panel: 'memory', target: 'old', range })],
  [
    'a frozen window',
    ({ oldRange: range }) => ({ panel: 'memory', target: 'old', range, frozen: true, title: 'Memory <b>"then"</b>' }),
  ],
  [
    'a flame graph',
    ({ profiles }) => ({ panel: 'flamegraph', profile: { ids: profiles.slice(0, 1), query: { focus: 'tsdb' } } }),
  ],
  [
    'a diff',
    ({ profiles }) => (
      {
        panel: 'diff', diff: { before: profiles.slice(0, 1), after: profiles.slice(1), query: { normalize: 'total' } },
      }
    ),
  ],
  [
    'a benchmark',
    () => ({ panel: 'benchmark', benchmark: { before: 'BenchmarkA 1 100 ns/op\n', after: 'BenchmarkA 1 90 ns/op\n' } }),
  ],
];
