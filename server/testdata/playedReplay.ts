import type { RequestListener, ServerResponse } from 'node:http';

/** What a played Prometheus does at a moment of its start. */
export interface PlayedMoment {
  /** undefined: it has no such page (before 2.28). */
  cursor?: { min: number; max: number; current: number };
  ready: boolean;
  /** Cuts every connection. */
  away?: boolean;
}

/** For tests only: answers as a Prometheus 2.42 that starts, by a script over the seconds since it was made; counts what it is asked. */
export class PlayedReplay {
  /** Requests that it answered, by second of the clock; a refused one is no load. */
  readonly askedBySecond = new Map<number, number>();
  readonly asked: string[] = [];
  readonly bornMs = Date.now();

  constructor(private readonly script: (seconds: number) => PlayedMoment, private readonly rssBytes: (seconds: number) => number = () => 2e8) {}

  seconds(): number {
    return (Date.now() - this.bornMs) / 1000;
  }

  readonly listener: RequestListener = (request, response) => {
    const path = (request.url ?? '').split('?', 1)[0] ?? '';
    const moment = this.script(this.seconds());
    if (moment.away) {
      request.socket.destroy();
      return;
    }
    const second = Math.floor(Date.now() / 1000);
    this.asked.push(path);
    this.askedBySecond.set(second, (this.askedBySecond.get(second) ?? 0) + 1);
    this.answer(path, moment, response);
  };

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
