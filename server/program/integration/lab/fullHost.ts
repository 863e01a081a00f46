import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface FullHost {
  url: string;
  /** From now on its cores are never idle, and something always waits for one. */
  fill(): void;
  stop(): Promise<void>;
}

/**
 * What a real node_exporter says, of a host whose CPU others take once it is filled: the machine that runs the tests
 * stays as it is.
 */
export async function playFullHost(exporterUrl: string): Promise<FullHost> {
  let filledMs: number | null = null;
  const atFirst = new Map<string, number>();
  const since = (key: string, value: number, seconds: number): string => {
    const first = atFirst.get(key) ?? value;
    atFirst.set(key, first);
    return String(first + seconds);
  };
  const filled = (text: string, seconds: number): string => text
    .replace(/^(node_cpu_seconds_total\{cpu="\d+",mode="(\w+)"\}) (\S+)$/gm, (_, key: string, mode: string, value) => (
      `${key} ${since(key, Number(value), mode === 'user' ? seconds : 0)}`))
    .replace(/^(node_pressure_cpu_waiting_seconds_total) (\S+)$/gm, (_, key: string, value) => (
      `${key} ${since(key, Number(value), seconds)}`));
  const server = createServer((req, res) => {
    void fetch(new URL(req.url ?? '/', exporterUrl)).then(async (answer) => {
      const text = await answer.text();
      const type = answer.headers.get('content-type') ?? 'text/plain';
      res.setHeader('content-type', type);
      res.end(filledMs === null ? text : filled(text, (performance.now() - filledMs) / 1000));
    }, () => { res.destroy(); });
  });
  await new Promise<void>((resolve) => { server.listen(0, '127.0.0.1', resolve); });
  return {
    url: `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`,
    fill: () => { filledMs = performance.now(); },
    stop: () => new Promise((resolve) => {
      server.close(() => { resolve(); });
      server.closeAllConnections();
    }),
  };
}
