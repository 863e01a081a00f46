import { Agent, request, type ClientRequest } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Target } from '../../../../core/contract/contract.ts';
import { startPrometheus, type PrometheusLab } from '../lab/prometheusLab.ts';
import { eventually, newDataDir, startTsdbscope, type Tsdbscope } from '../lab/tsdbscopeProcess.ts';

const STREAMS = 100;
const UPLOADS = 20;
const QUESTIONS = 200;

interface Ended { status: number; body: string; failure: string | null }

/** `send`: what is done with the request besides opening it. */
function open(url: string, method: string, send: (req: ClientRequest) => void): Promise<Ended> {
  return new Promise((resolve) => {
    const ended: Ended = { status: 0, body: '', failure: null };
    const fail = (error: Error): void => { resolve({ ...ended, failure: error.message }); };
    const req = request(url, { method, agent }, (res) => {
      ended.status = res.statusCode ?? 0;
      res.setEncoding('utf8').on('data', (text: string) => { ended.body += text; });
      res.on('error', fail).on('end', () => { resolve(ended); });
    });
    req.on('error', fail);
    send(req);
  });
}

const agent = new Agent({ keepAlive: true, maxSockets: Infinity });

describe('SIGTERM under load', () => {
  const { dataDir, remove } = newDataDir();
  let lab: PrometheusLab;
  let scope: Tsdbscope;

  beforeAll(async () => {
    lab = await startPrometheus({ targets: 0 });
    scope = await startTsdbscope([lab.url, '--log.format=json'], dataDir);
  });
  afterAll(async () => {
    agent.destroy();
    await scope.stop();
    await lab.stop();
    remove();
  });

  it('ends streams, answers or refuses each request in words, and keeps what was recorded', async () => {
    const recorded = async (): Promise<number> => (await scope.get<Target[]>('/targets'))[0]?.lastScrape?.time ?? 0;
    const first = await eventually('scrapes', 60_000, recorded, (time) => time > 0);
    const last = await eventually('more scrapes', 60_000, recorded, (time) => time > first + 3);
    const name = encodeURIComponent((await scope.get<Target[]>('/targets'))[0]?.name ?? '');
    const api = `${scope.url}/api/v1`;
    const streams = Array.from({ length: STREAMS }, () => (
      open(`${api}/targets/${name}/live`, 'GET', (req) => req.end())
    ));
    const uploads = Array.from({ length: UPLOADS }, () => open(`${api}/profiles?name=slow`, 'POST', (req) => {
      req.setHeader('Content-Length', 1000);
      req.write('a part');
    }));
    // Of windows of their own, so that each is computed.
    const questions = Array.from({ length: QUESTIONS }, (_, i) => open(
      `${api}/targets/${name}/panels/gc-cpu?start=${last - 300 - i}&end=${last}`, 'GET', (req) => req.end()
    ));
    await eventually('all are there', 60_000, async () => {
      const text = await (await scope.fetch('/metrics')).text();
      const count = (pattern: RegExp): number => (
        [...text.matchAll(pattern)].reduce((sum, [, value]) => sum + Number(value), 0)
      );
      return count(/^tsdbscope_http_requests_open (\d+)$/gm)
        + count(/^tsdbscope_http_request_duration_seconds_count\{[^}]*(?:panel|profiles)[^}]*\} (\d+)$/gm);
    }, (seen) => seen >= STREAMS + UPLOADS + QUESTIONS, 50);
    await scope.stop();
    expect(scope.exitCode()).toBe(0);

    const ended = await Promise.all([...streams, ...uploads, ...questions]);
    expect(ended.filter(({ failure }) => failure !== null)).toEqual([]);
    expect(new Set(ended.slice(0, STREAMS).map(({ status }) => status))).toEqual(new Set([200]));
    const rest = ended.slice(STREAMS);
    expect(rest.filter(({ status }) => status !== 200 && status !== 503 && status !== 409)).toEqual([]);
    for (const { status, body } of rest) {
      const answer = JSON.parse(body) as { status: string; error?: string; requestId?: string };
      if (status === 200) expect(answer.status).toBe('success');
      else expect(answer.error).toMatch(/\w{3,} .*\.$/);
    }
    expect(rest.slice(0, UPLOADS).some(({ body }) => body.includes('tsdbscope is stopping'))).toBe(true);
    // Nothing that a reader of the log would take for a failure.
    expect(scope.output()).not.toMatch(/"level":"(?:warn|error)"|\n {4}at /);

    scope = await startTsdbscope([], dataDir);
    const kept = await eventually('the recording', 60_000, () => scope.get<Target[]>('/targets'), (all) => (
      all.some(({ state, recorded: span }) => state === 'recorded' && span !== null)
    ));
    expect(kept.find(({ url }) => url === lab.url)?.recorded?.end).toBeGreaterThanOrEqual(last);
  });
});
