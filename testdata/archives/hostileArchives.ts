/** Archives for tests, honest and not: tar by tar-stream, zip byte by byte so that anything in it can be wrong. */
import { buffer } from 'node:stream/consumers';
import { crc32, deflateRawSync, gzipSync } from 'node:zlib';
import { pack, type Header } from 'tar-stream';

export type TarEntry = Partial<Header> & { name: string; data?: Uint8Array };

export async function tarOf(entries: Iterable<TarEntry>): Promise<Buffer> {
  const archive = pack();
  for (const { data, ...header } of entries)
    archive.entry({ mtime: new Date(0), ...header }, Buffer.from(data ?? new Uint8Array()));
  archive.finalize();
  return buffer(archive);
}

export async function tarGzOf(entries: Iterable<TarEntry>): Promise<Buffer> {
  return gzipSync(await tarOf(entries));
}

/** The same tar with bytes of its first header replaced and the checksum made right again. */
export function withHeaderBytes(tar: Buffer, at: number, bytes: Uint8Array): Buffer {
  const changed = Buffer.from(tar);
  changed.set(bytes, at);
  changed.fill(0x20, 148, 156);
  const sum = changed.subarray(0, 512).reduce((total, byte) => total + byte, 0);
  changed.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148, 'latin1');
  return changed;
}

export interface ZipEntry {
  name: string | Uint8Array;
  data?: Uint8Array;
  stored?: boolean;
  /** What the archive claims, where it lies. */
  claims?: { crc32?: number; size?: number; method?: number };
  flags?: number;
  /** Unix mode, as zip on Unix keeps it. */
  mode?: number;
}

export function zipOf(entries: readonly ZipEntry[]): Buffer {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const { name, data = new Uint8Array(), stored = false, claims = {}, flags = 0, mode } of entries) {
    const nameBytes = Buffer.from(name as string);
    const packed = stored ? Buffer.from(data) : deflateRawSync(data);
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0);
    common.writeUInt16LE(flags, 2);
    common.writeUInt16LE(claims.method ?? (stored ? 0 : 8), 4);
    common.writeUInt16LE(0x5a21, 8);
    common.writeUInt32LE(claims.crc32 ?? crc32(data), 10);
    common.writeUInt32LE(packed.length, 14);
    common.writeUInt32LE(claims.size ?? data.length, 18);
    common.writeUInt16LE(nameBytes.length, 22);
    const local = Buffer.concat([Buffer.from('PK\u0003\u0004', 'latin1'), common, nameBytes, packed]);
    const tail = Buffer.alloc(14);
    tail.writeUInt32LE(mode === undefined ? 0 : (mode << 16) >>> 0, 6);
    tail.writeUInt32LE(offset, 10);
    directory.push(
      Buffer.concat([
        Buffer.from('PK\u0001\u0002', 'latin1'), Buffer.from([20, mode === undefined ? 0 : 3]), common, tail,
        nameBytes,
      ])
    );
    parts.push(local);
    offset += local.length;
  }
  const central = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.write('PK\u0005\u0006', 0, 'latin1');
  end.writeUInt16LE(Math.min(0xffff, entries.length), 8);
  end.writeUInt16LE(Math.min(0xffff, entries.length), 10);
  end.writeUInt32LE(central.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...parts, central, end]);
}
