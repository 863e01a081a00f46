/** Addresses that strangers would have added: each is refused, and nothing is connected to. */
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { createServer, type Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Result } from '../../../core/result.ts';
import { AddedTargets } from './addedTargets.ts';
import { readAllowRule, type AllowRule } from '../../kernel/allow/allowRule.ts';
import { Faults } from '../../kernel/files/faults.ts';
import { fetchMetrics } from '../../data/scrape/fetchMetrics.ts';
import { TargetClient } from '../../data/scrape/httpClient.ts';
import { addressRecord, resolverAt, startDnsServer, type DnsServer } from '../../kernel/allow/tests/dnsServer.ts';
import { HOSTILE } from '../../kernel/allow/tests/hostileAddresses.ts';
import { addedInMemory } from '../../kernel/allow/tests/addedInMemory.ts';

/** Successive DNS answers by name; the last one repeats. */
const zone = new Map<string, string[][]>();
let dns: DnsServer;
let server: Server;
let port = 0;
/** Connections that this machine accepted, on every address that it has. */
let accepted = 0;
let requested: string[] = [];
/** Addresses that this process began to connect to. */
let attempts: string[] = [];
let answer: { status: number; location?: string } = { status: 200 };

function onSocket(message: unknown): void {
  const { socket } = message as { socket: Socket };
  socket.on('connectionAttempt', (address: string) => { attempts.push(address); });
}

beforeAll(async () => {
  dns = await startDnsServer((name, type) => {
    const answers = zone.get(name);
    // Both families are asked for, the second one last.
    const now = type === 28 && (answers?.length ?? 0) > 1 ? answers?.shift() : answers?.[0];
    return now?.map(addressRecord);
  });
  server = createServer((request, response) => {
    requested.push(request.url ?? '');
    const { status, location } = answer;
    response.writeHead(status, {
      'Content-Type': 'text/plain', 'Connection': 'close', ...(location === undefined ? {} : { Location: location }),
    });
    response.end('process_cpu_seconds_total 1\n');
  });
  server.on('connection', () => { accepted += 1; });
  // Every address of this machine, of both families.
  await new Promise<void>((resolve) => { server.listen(0, '::', resolve); });
  ({ port } = server.address() as AddressInfo);
  subscribe('net.client.socket', onSocket);
});
afterAll(async () => {
  unsubscribe('net.client.socket', onSocket);
  await dns.close();
  await new Promise<void>((resolve) => { server.close(() => { resolve(); }); });
});
beforeEach(() => {
  [accepted, requested, attempts, answer] = [0, [], [], { status: 200 }];
  zone.clear();
});

const clients: TargetClient[] = [];
afterEach(() => { for (const client of clients.splice(0)) client.close(); });

function rules(...texts: string[]): AllowRule[] {
  return texts.map((text) => {
    const read = readAllowRule(text);
    if (!read.ok) throw new Error(`${text} ${read.error.message}`);
    return read.value;
  });
}

function opened(allow: readonly AllowRule[]): AddedTargets {
  const added = new AddedTargets({
    store: addedInMemory(),
    targets: { list: () => Promise.resolve([]), find: (name) => Promise.resolve({ name } as never) },
    live: () => ({ setAdded: () => Promise.resolve(new Map()) }),
    faults: new Faults(), now: Date.now, resolve: resolverAt(dns),
  });
  added.configure({ allow, isDefault: false, settings: { scrapeIntervalMs: 1000, scrapeTimeoutMs: 1000 } });
  return added;
}

/** `bad_data The address ...`; empty where it was added. */
function refusal(outcome: Result<unknown>): string {
  return outcome.ok ? '' : `${outcome.error.errorType} ${outcome.error.message}`;
}

function fillZone(): void {
  zone.set('prom.example.org', [['127.0.0.1']]);
  zone.set('a.lab.example.org', [['::1']]);
  zone.set('meta.lab.example.org', [['169.254.169.254']]);
  zone.set('mapped.lab.example.org', [['::ffff:127.0.0.1']]);
  zone.set('mixed.lab.example.org', [['10.0.0.5', '169.254.169.254']]);
  zone.set('zero.lab.example.org', [['0.0.0.0']]);
  zone.set('localhost', [['127.0.0.1']]);
  const elsewhere = [
    'evil-prom.example.org', 'prom.example.org.evil.test', 'xn--prm-9cd.example.org', 'lab.example.org',
  ];
  for (const name of elsewhere) zone.set(name, [['198.51.100.7']]);
}

describe('what a stranger would have added', () => {
  const allowed = (): AllowRule[] =>
    rules('10.0.0.0/16:9090', `prom.example.org:${port}`, '*.lab.example.org', 'prom.example.org:9090');

  it.each(HOSTILE)('%s is refused, and nothing is connected to', async (_, url, why) => {
    fillZone();
    for (const anyway of [false, true]) {
      const outcome = await opened(allowed()).add({ url: url.replaceAll('PORT', String(port)), anyway, by: null });
      expect(refusal(outcome)).toMatch(why);
      expect(refusal(outcome)).toMatch(/^(?:bad_data|forbidden) /);
    }
    expect({ accepted, attempts }).toEqual({ accepted: 0, attempts: [] });
  });

  it('asks no resolver about a name that no rule could allow', async () => {
    fillZone();
    for (const allow of [[], ['localhost'], ['127.0.0.0/8'], ['prom.example.org:9090'], ['10.0.0.0/16:9090']]) {
      const asked = dns.asked.length;
      const outcome = await opened(rules(...allow)).add({ url: 'http://meta.lab.example.org:9091', by: null });
      expect(refusal(outcome)).toMatch(/^forbidden .*(?:no rule allows it|adding targets is off)/);
      expect(dns.asked.length).toBe(asked);
    }
  });

  it('is 60 and more ways', () => { expect(HOSTILE.length).toBeGreaterThanOrEqual(60); });

  it('is refused also where loopback is allowed, unless it is written as such', async () => {
    fillZone();
    const open = rules('localhost');
    const through: string[] = [];
    for (const [what, url] of HOSTILE) {
      const outcome = await opened(open).add({ url: url.replaceAll('PORT', String(port)), by: null });
      if (outcome.ok) through.push(what);
    }
    expect(through).toEqual([
      'loopback itself, not allowed here', 'loopback by name', 'loopback elsewhere in 127/8', 'IPv6 loopback',
    ]);
    // The listener and the counter see what does get through.
    expect(accepted).toBe(4);
    expect(attempts).toEqual(['127.0.0.1', '127.0.0.1', '127.8.8.8', '::1']);
  });

  it('is refused where everything is allowed: loopback must be allowed by its name', async () => {
    fillZone();
    for (const url of ['http://127.0.0.1:PORT', 'http://[::1]:PORT', 'http://localhost:PORT']) {
      const all = opened(rules('0.0.0.0/0', '::/0'));
      const outcome = await all.add({ url: url.replace('PORT', String(port)), by: null });
      expect(refusal(outcome)).toMatch(/^forbidden /);
    }
    expect({ accepted, attempts }).toEqual({ accepted: 0, attempts: [] });
  });
});

describe('a name that changes what it is at', () => {
  const client = (allow: AllowRule[]): TargetClient => {
    const one = new TargetClient({ url: `http://localhost:${port}`, allow }, { resolve: resolverAt(dns) });
    clients.push(one);
    return one;
  };

  it.each([
    ['metadata', '169.254.169.254', /a metadata service/], ['another machine', '10.9.9.9', /no rule allows it/],
    ['another address of this one', '127.0.0.2', /no rule allows it/],
    ['an unspecified address', '0.0.0.0', /no address of one machine/],
  ])('is connected to at what was checked, and not at all once it is %s', async (_, later, why) => {
    zone.set('localhost', [['127.0.0.1'], ['127.0.0.1'], [later]]);
    const one = client(rules('127.0.0.1/32'));
    for (let scrape = 0; scrape < 2; scrape += 1) {
      const fetched = await fetchMetrics(one, 5000);
      expect(fetched.error).toBeNull();
    }
    const refused = await fetchMetrics(one, 5000);
    expect(refused.error?.message).toMatch(why);
    // One query per connection and family: a checked address is not resolved again.
    expect(attempts).toEqual(['127.0.0.1', '127.0.0.1']);
    expect(accepted).toBe(2);
    zone.set('localhost', [['127.0.0.1']]);
    expect((await fetchMetrics(one, 5000)).error).toBeNull();
  });

  it('between the check of an order and its first request is refused by the connection', async () => {
    zone.set('localhost', [['127.0.0.1'], ['169.254.169.254']]);
    const outcome = await opened(rules('localhost')).add({ url: `http://localhost:${port}`, by: null });
    expect(refusal(outcome)).toMatch(/a metadata service/);
    expect({ accepted, attempts }).toEqual({ accepted: 0, attempts: [] });
  });
});

describe('a redirect of an added target', () => {
  it.each([
    ['elsewhere', () => 'http://169.254.169.254/latest/meta-data/'], ['to its own host', () => '/secret'],
    ['to another scheme', () => `https://127.0.0.1:${port}/`], ['without an address', () => '//10.0.0.5:9090/'],
    ['to this machine by another name', () => `http://0.0.0.0:${port}/`],
  ])('%s is not followed', async (_, location) => {
    answer = { status: 302, location: location() };
    const outcome = await opened(rules('localhost')).add({ url: `http://127.0.0.1:${port}`, by: null });
    expect(refusal(outcome)).toMatch(/^target_error .* redirects .*not followed/);
    expect(requested).toEqual(['/metrics']);
    expect(attempts).toEqual(['127.0.0.1']);
  });
});
