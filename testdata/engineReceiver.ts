/** An engine of our own that understands remote write, and misbehaves as a test wants. */
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { readRequest1, readRequest2, unsnappy, type ReceivedSeries } from './writeRequests.ts';

export interface ReceivedRequest { protocol: 1 | 2; headers: IncomingMessage['headers']; series: ReceivedSeries[] }

/** `lost`: the connection ends without an answer. */
export type Answer =
  | { status: number; headers?: Record<string, string>; text?: string } | 'lost' | 'stored and lost';

export class EngineReceiver {
  readonly requests: ReceivedRequest[] = [];
  /** Value by series and time, of what was taken. */
  readonly stored = new Map<string, Map<number, number | 'stale'>>();
  /** How a request is answered; what is answered with 2xx is stored. */
  answer: (request: ReceivedRequest) => Answer = () => ({ status: 204 });
  private server: Server | null = null;
  private readonly sockets = new Set<Socket>();
  private port = 0;

  get url(): string {
    return `http://127.0.0.1:${this.port}/api/v1/write`;
  }

  async start(): Promise<void> {
    const server = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => { chunks.push(chunk); });
      request.on('end', () => {
        const body = unsnappy(Buffer.concat(chunks));
        const isTwo = request.headers['content-type']?.includes('v2.Request') === true;
        const received: ReceivedRequest = {
          protocol: isTwo ? 2 : 1, headers: request.headers, series: isTwo ? readRequest2(body) : readRequest1(body),
        };
        this.requests.push(received);
        const answer = this.answer(received);
        if (answer === 'lost' || answer === 'stored and lost') {
          if (answer === 'stored and lost') this.store(received.series);
          request.socket.destroy();
          return;
        }
        if (answer.status < 300 && (!isTwo || answer.headers !== undefined)) this.store(received.series);
        response.writeHead(answer.status, answer.headers).end(answer.text);
      });
    });
    server.on('connection', (socket) => {
      this.sockets.add(socket);
      socket.once('close', () => this.sockets.delete(socket));
    });
    await new Promise<void>((resolve) => { server.listen(this.port, '127.0.0.1', resolve); });
    this.port = (server.address() as AddressInfo).port;
    this.server = server;
  }

  /** Nothing listens at its address then. */
  async stop(): Promise<void> {
    const { server } = this;
    if (server === null) return;
    this.server = null;
    const closed = new Promise<void>((resolve) => { server.close(() => { resolve(); }); });
    for (const socket of this.sockets) socket.destroy();
    await closed;
  }

  private store(all: readonly ReceivedSeries[]): void {
    for (const { labels, samples } of all) {
      const key = labels.map(([name, value]) => `${name}=${value}`).join();
      const values = this.stored.get(key) ?? new Map<number, number | 'stale'>();
      for (const { time, value, isStale } of samples) values.set(time, isStale ? 'stale' : value);
      this.stored.set(key, values);
    }
  }
}

/** As an engine of version 2.0 that takes everything. */
export function takesAll({ protocol, series }: ReceivedRequest): Answer {
  if (protocol === 1) return { status: 204 };
  const samples = series.reduce((sum, one) => sum + one.samples.length, 0);
  return { status: 204, headers: { 'X-Prometheus-Remote-Write-Samples-Written': String(samples) } };
}
