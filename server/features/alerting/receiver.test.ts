import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { systemClock } from '../../../core/time/clock.ts';
import { finding } from '../../../core/finding.ts';
import type { AlertReceiverConfig } from '../../kernel/config/configTypes.ts';
import { Faults } from '../../kernel/files/faults.ts';
import type { BodyOptions } from './alertBody.ts';
import type { Alert } from './alertStates.ts';
import { AlertReceiver } from './receiver.ts';

let server: Server;
let status = 200;
let asked: { path: string; headers: IncomingMessage['headers']; body: unknown }[] = [];
let nowMs = 0;
const faults = new Faults();
const opened: AlertReceiver[] = [];

beforeEach(async () => {
  [status, asked, nowMs] = [200, [], 1_000_000];
  server = createServer((req, res) => {
    let text = '';
    req.on('data', (chunk: Buffer) => { text += chunk.toString(); });
    req.on('end', () => {
      asked.push({ path: req.url ?? '', headers: req.headers, body: JSON.parse(text) });
      res.writeHead(status).end(status === 200 ? '' : 'no room\nfor s3cretword');
    });
  }).listen(0, '127.0.0.1');
  await new Promise((done) => server.once('listening', done));
});

afterEach(() => {
  for (const one of opened.splice(0)) one.close();
  server.close();
});

function receiver(kind: AlertReceiverConfig['kind'], more: Partial<AlertReceiverConfig> = {}): AlertReceiver {
  const config: AlertReceiverConfig = {
    kind, name: kind, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, path: '/hook/abc?k=1',
    timeoutMs: 5000, basicAuth: { username: 'me', password: 's3cretword' }, ...more,
  };
  const body = (): BodyOptions => ({ base: 'http://s', nowMs, resendMs: 60_000 });
  const one = new AlertReceiver({ config, faults, clock: systemClock, body });
  opened.push(one);
  return one;
}

function alert(code: string, more: Partial<Alert> = {}): Alert {
  return {
    id: code, target: 'a', targetLabels: {}, startsMs: 1, firedMs: 2, endsMs: null, picture: null, isReady: true,
    finding: {
      ...finding({ code, severity: 'critical', claim: [{ text: 'A claim.' }] }), panel: 'memory', figures: {},
    },
    ...more,
  };
}

/** Offers until nothing is due, as the program does each second. */
async function settled(one: AlertReceiver, alerts: Alert[]): Promise<void> {
  await expect.poll(() => { one.offer(alerts); return one.status().waiting; }, { interval: 5 }).toBe(0);
}

interface SentAlert { labels: { code: string } }
const names = (): string[] => asked.flatMap(({ body }) => {
  const sent = body as SentAlert[] | { alerts: SentAlert[] };
  return Array.isArray(sent) ? sent : sent.alerts;
}).map(({ labels }) => labels.code);

describe('a receiver', () => {
  it('that is an Alertmanager hears of an alert at every interval, and that it ended', async () => {
    const one = receiver('alertmanager');
    const fires = alert('x');
    await settled(one, [fires, alert('drawing', { isReady: false })]);
    expect(names()).toEqual(['x']);
    expect(asked[0]).toMatchObject({ path: '/hook/abc?k=1', headers: { 'content-type': 'application/json' } });
    expect(asked[0]?.headers.authorization).toMatch(/^Basic /);
    nowMs += 59_000;
    await settled(one, [fires]);
    expect(names()).toHaveLength(1);
    nowMs += 1000;
    await settled(one, [fires]);
    expect(names()).toHaveLength(2);
    fires.endsMs = nowMs;
    await settled(one, [fires]);
    expect((asked[2]?.body as { endsAt: string }[] | undefined)?.[0]?.endsAt).toBe(new Date(nowMs).toISOString());
  });

  it('that is a webhook hears of each change once, and of no end whose begin it never heard', async () => {
    const one = receiver('webhook');
    const fires = alert('x');
    const many = Array.from({ length: 100 }, (_, i) => alert(`y${i}`));
    await settled(one, [fires, ...many, alert('over', { endsMs: 5 })]);
    nowMs += 3_600_000;
    await settled(one, [fires, ...many]);
    expect(names()).toHaveLength(101);
    expect(asked).toHaveLength(2);
    fires.endsMs = nowMs;
    await settled(one, [fires]);
    expect(asked[2]?.body).toMatchObject({ status: 'resolved', alerts: [{ status: 'resolved' }] });
    // Again, later: another alert of the same name.
    await settled(one, [alert('x', { startsMs: nowMs })]);
    expect(asked[3]?.body).toMatchObject({ status: 'firing' });
  });

  it('that refuses is asked again ever more rarely, which is a fault without secrets until it takes them', async () => {
    const one = receiver('webhook');
    status = 500;
    const waits: number[] = [];
    for (let tries = 1; tries <= 8; tries++) {
      const before = nowMs;
      await expect.poll(() => { one.offer([alert('x')]); nowMs += 500; return one.status().failed; }, { interval: 5 })
        .toBe(tries);
      waits.push(nowMs - before);
    }
    expect(asked.length).toBe(8);
    expect(waits[7]).toBeGreaterThan(60_000);
    const [fault] = faults.report().faults;
    expect(fault?.message).toBe(
      'Alerts do not reach the webhook webhook: it answers with status 500 ("no room for (redacted)"). '
        + 'Sending is tried again.'
    );
    expect(one.status()).toMatchObject({ sent: 0, failed: 8, waiting: 1, isFailing: true });
    status = 200;
    nowMs += 120_000;
    await settled(one, [alert('x')]);
    expect(faults.report().faults).toEqual([]);
    expect(one.status()).toMatchObject({ sent: 1, isFailing: false });
  });

  it('that does not answer is reported without its path', async () => {
    const one = receiver('webhook', { path: '/services/T0KEN' });
    server.close();
    server.closeAllConnections();
    await expect.poll(() => { one.offer([alert('x')]); nowMs += 500; return one.status().failed; }).toBe(2);
    expect(faults.report().faults[0]?.message).toContain('refused the connection');
    expect(JSON.stringify(faults.report())).not.toContain('T0KEN');
  });
});
