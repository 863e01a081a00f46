/** A DNS server on loopback, over UDP, with a test's answers. */
import { createSocket } from 'node:dgram';
import { Resolver } from 'node:dns/promises';
import { isIPv4 } from 'node:net';
import type { Resolve } from '../addressGuard.ts';
import { addressBytes } from '../addressBytes.ts';

/** `type`: 1 A, 28 AAAA, 33 SRV. */
export interface DnsRecord { type: number; data: Buffer }

const A = 1;
const AAAA = 28;

export interface DnsServer {
  /** host:port. */
  address: string;
  /** Requested names and types, in order. */
  asked: { name: string; type: number }[];
  close: () => Promise<void>;
}

/** `answer` is called for each question; undefined means NXDOMAIN. */
export async function startDnsServer(
  answer: (name: string, type: number) => readonly DnsRecord[] | 'refused' | undefined
): Promise<DnsServer> {
  const socket = createSocket('udp4');
  const asked: DnsServer['asked'] = [];
  socket.on('message', (query, from) => {
    const labels: string[] = [];
    let at = 12;
    for (let length = query[at] ?? 0; length > 0; length = query[at] ?? 0) {
      labels.push(query.toString('latin1', at + 1, at + 1 + length));
      at += 1 + length;
    }
    const question = query.subarray(12, at + 5);
    const [name, wanted] = [labels.join('.'), query.readUInt16BE(at + 1)];
    asked.push({ name, type: wanted });
    const all = answer(name, wanted);
    const code = all === 'refused' ? 5 : all === undefined ? 3 : 0;
    const found = all === 'refused' || all === undefined ? [] : all.filter(({ type }) => type === wanted);
    const head = Buffer.alloc(12);
    query.copy(head, 0, 0, 2);
    head.writeUInt16BE(0x8180 | code, 2);
    head.writeUInt16BE(1, 4);
    head.writeUInt16BE(found.length, 6);
    const answers = found.map(({ type, data }) => {
      const record = Buffer.alloc(12);
      record.writeUInt16BE(0xc00c, 0);
      record.writeUInt16BE(type, 2);
      record.writeUInt16BE(1, 4);
      record.writeUInt32BE(1, 6);
      record.writeUInt16BE(data.length, 10);
      return Buffer.concat([record, data]);
    });
    socket.send(Buffer.concat([head, question, ...answers]), from.port, from.address);
  });
  await new Promise<void>((resolve) => { socket.bind(0, '127.0.0.1', resolve); });
  return {
    address: `127.0.0.1:${socket.address().port}`, asked,
    close: () => new Promise<void>((resolve) => { socket.close(() => { resolve(); }); }),
  };
}

/** Returns an A or AAAA record. */
export function addressRecord(address: string): DnsRecord {
  return { type: isIPv4(address) ? A : AAAA, data: Buffer.from(addressBytes(address) ?? []) };
}

/** Resolves names at the server directly, without a hosts file or a cache. */
export function resolverAt(server: Pick<DnsServer, 'address'>): Resolve {
  return async (host) => {
    const resolver = new Resolver({ timeout: 3000, tries: 1 });
    resolver.setServers([server.address]);
    const none = (error: unknown): string[] => {
      if ((error as NodeJS.ErrnoException).code === 'ENODATA') return [];
      throw error;
    };
    const four = await resolver.resolve4(host).catch(none);
    const six = await resolver.resolve6(host).catch(none);
    return [...four.map((address) => ({ address, family: 4 })), ...six.map((address) => ({ address, family: 6 }))];
  };
}
