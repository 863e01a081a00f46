import type { RequestListener, ServerResponse } from 'node:http';

/** What a played Prometheus does at a moment of its start. */
export interface PlayedMoment {
  /** undefined: it has no such page (before 2.28). */
  cursor?: { min: number; max: number; current: number };
  ready: boolean;
  /** Cuts every connection. */
  away?: boolean;
}

/** An answer it gave: seconds since the played process began. */
export interface PlayedAnswer { path: string; seconds: number; moment: PlayedMoment }

/**
 * For tests only: answers as a Prometheus 2.42 that starts, by a script over the seconds since `begin()`; knows what it
 * was asked, and when. Nobody is there before that.
 */
export class PlayedReplay {
  readonly answers: PlayedAnswer[] = [];
  /** Connections it cut since it began. */
  cut = 0;
  #bornMs: number | null = null;

  constructor(
    private readonly script: (seconds: number) => PlayedMoment,
    private readonly rssBytes: (seconds: number) => number = () => 2e8
  ) {}

  begin(): void {
    this.#bornMs = Date.now();
  }

  get bornMs(): number {
    if (this.#bornMs === null) throw new Error('this replay has not begun');
    return this.#bornMs;
  }

  seconds(): number {
    return (Date.now() - this.bornMs) / 1000;
  }

  readonly listener: RequestListener = (request, response) => {
    if (this.#bornMs === null) {
      request.socket.destroy();
      return;
    }
    const path = (request.url ?? '').split('?', 1)[0] ?? '';
    const seconds = this.seconds();
    const moment = this.script(seconds);
    if (moment.away) {
      this.cut += 1;
      request.socket.destroy();
      return;
    }
    this.answers.push({ path, seconds, moment });
    this.answer(path, moment, response);
  };

  /** Seconds of the answers of `path` around the first one for which `holds`: the one before it, and itself. */
  around(path: string, holds: (moment: PlayedMoment) => boolean): { last: number; first: number } {
    const asked = this.answers.filter((answer) => answer.path === path);
    const at = asked.findIndex(({ moment }) => holds(moment));
    const [last, first] = [asked[at - 1], asked[at]].map((answer) => answer?.seconds);
    if (at < 0 || last === undefined || first === undefined)
      throw new Error(`${path}: not asked before and after that moment`);
    return { last, first };
  }

  private answer(path: string, { cursor, ready }: PlayedMoment, response: ServerResponse): void {
    switch (path) {
      case '/metrics':
        response.writeHead(200, { 'Content-Type': 'text/plain; version=0.0.4' }).end(this.metrics(ready));
        return;
      case '/-/ready':
        response.writeHead(ready ? 200 : 503).end(ready ? 'Prometheus Server is Ready.\n' : 'Service Unavailable');
        return;
      case '/api/v1/status/walreplay':
        if (cursor === undefined) response.writeHead(404).end();
        else response.end(JSON.stringify({ status: 'success', data: cursor }));
        return;
      case '/debug/pprof/cmdline':
        response.end('prometheus\0--storage.tsdb.min-block-duration=2h');
        return;
      case '/version':
        response.end('{"version":"2.42.0","goVersion":"go1.19.8"}');
        return;
      default:
        response.writeHead(path.startsWith('/debug/') ? 404 : ready ? 404 : 503).end();
    }
  }

  private metrics(ready: boolean): string {
    const seconds = this.seconds();
    return `prometheus_build_info{version="2.42.0",goversion="go1.19.8"} 1
prometheus_ready ${ready ? 1 : 0}
process_start_time_seconds ${(this.bornMs / 1000).toFixed(2)}
process_cpu_seconds_total ${seconds.toFixed(2)}
process_resident_memory_bytes ${Math.round(this.rssBytes(seconds))}
prometheus_tsdb_head_series ${Math.round(1000 * seconds)}
prometheus_tsdb_data_replay_duration_seconds ${ready ? seconds.toFixed(3) : 0}
`;
  }
}
