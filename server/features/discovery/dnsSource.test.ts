import { afterEach, expect, it } from 'vitest';
import { startDnsServer, type DnsRecord } from '../../kernel/allow/tests/dnsServer.ts';
import { DnsSource } from './dnsSource.ts';

const closers: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

function nameBytes(name: string): Buffer {
  return Buffer.from([...name.split('.').flatMap((part) => [part.length, ...Buffer.from(part)]), 0]);
}

it('DNS: SRV and address records; a name that cannot be resolved keeps its targets', async () => {
  const state = { refuses: false };
  const records: Record<string, DnsRecord[]> = {
    '_tsdb._tcp.example.org': [
      { type: 33, data: Buffer.from([0, 1, 0, 1, 0x23, 0x82, ...nameBytes('prom-0.example.org')]) },
    ],
    'prom.example.org': [
      { type: 1, data: Buffer.from([10, 0, 0, 1]) }, { type: 28, data: Buffer.from([...Array<number>(15).fill(0), 1]) },
    ],
  };
  const dns = await startDnsServer((name) => (state.refuses ? 'refused' : records[name]));
  closers.push(dns.close);
  const open = (config: ConstructorParameters<typeof DnsSource>[0]): DnsSource => {
    const source = new DnsSource(config, [dns.address]);
    closers.push(() => { source.close(); });
    return source;
  };
  const srv = open({ names: ['_tsdb._tcp.example.org', 'none.example.org'], type: 'SRV', port: 0 });
  const read = async (source: DnsSource): Promise<unknown> =>
    (await source.read()).found?.map((labels) => Object.fromEntries(labels));
  const expected = [{
    __address__: 'prom-0.example.org:9090', __meta_dns_name: '_tsdb._tcp.example.org',
    __meta_dns_srv_record_target: 'prom-0.example.org.', __meta_dns_srv_record_port: '9090',
  }];
  expect(await read(srv)).toEqual(expected);
  const ofType = (type: 'A' | 'AAAA') => read(open({ names: ['prom.example.org'], type, port: 9090 }));
  expect(await ofType('A')).toEqual([{ __address__: '10.0.0.1:9090', __meta_dns_name: 'prom.example.org' }]);
  expect(await ofType('AAAA')).toEqual([{ __address__: '[::1]:9090', __meta_dns_name: 'prom.example.org' }]);
  state.refuses = true;
  const later = await srv.read();
  expect(later.found?.map((labels) => Object.fromEntries(labels))).toEqual(expected);
  expect(later.problems[0]).toMatch(/The SRV records of .* cannot be read \(EREFUSED\)\. Its previous targets stay/);
});
