import { createSocket } from 'node:dgram';
import { afterEach, expect, it } from 'vitest';
import { DnsSource } from './dnsSource.ts';

const closers: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

/** A DNS server with these answers; a name it does not know is NXDOMAIN. */
async function dnsServer(
  records: Record<string, { type: number; data: Buffer }[]>, state: { refuses: boolean }
): Promise<string> {
  const socket = createSocket('udp4');
  socket.on('message', (query, from) => {
    const name: string[] = [];
    let at = 12;
    for (let length = query[at] ?? 0; length > 0; length = query[at] ?? 0) {
      name.push(query.toString('latin1', at + 1, at + 1 + length));
      at += 1 + length;
    }
    const question = query.subarray(12, at + 5);
    const found = (records[name.join('.')] ?? []).filter(({ type }) => type === query.readUInt16BE(at + 1));
    const code = state.refuses ? 5 : records[name.join('.')] === undefined ? 3 : 0;
    const head = Buffer.alloc(12);
    query.copy(head, 0, 0, 2);
    head.writeUInt16BE(0x8180 | code, 2);
    head.writeUInt16BE(1, 4);
    head.writeUInt16BE(code === 0 ? found.length : 0, 6);
    const answers = found.map(({ type, data }) => {
      const answer = Buffer.alloc(12);
      answer.writeUInt16BE(0xc00c, 0);
      answer.writeUInt16BE(type, 2);
      answer.writeUInt16BE(1, 4);
      answer.writeUInt32BE(1, 6);
      answer.writeUInt16BE(data.length, 10);
      return Buffer.concat([answer, data]);
    });
    socket.send(Buffer.concat([head, question, ...(code === 0 ? answers : [])]), from.port, from.address);
  });
  await new Promise<void>((resolve) => { socket.bind(0, '127.0.0.1', resolve); });
  closers.push(() => new Promise<void>((resolve) => { socket.close(() => { resolve(); }); }));
  return `127.0.0.1:${socket.address().port}`;
}

function nameBytes(name: string): Buffer {
  return Buffer.from([...name.split('.').flatMap((part) => [part.length, ...Buffer.from(part)]), 0]);
}

it('DNS: SRV and address records; a name that cannot be resolved keeps its targets', async () => {
  const state = { refuses: false };
  const server = await dnsServer({
    '_tsdb._tcp.example.org': [
      { type: 33, data: Buffer.from([0, 1, 0, 1, 0x23, 0x82, ...nameBytes('prom-0.example.org')]) },
    ],
    'prom.example.org': [
      { type: 1, data: Buffer.from([10, 0, 0, 1]) }, { type: 28, data: Buffer.from([...Array<number>(15).fill(0), 1]) },
    ],
  }, state);
  const open = (config: ConstructorParameters<typeof DnsSource>[0]): DnsSource => {
    const source = new DnsSource(config, [server]);
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
