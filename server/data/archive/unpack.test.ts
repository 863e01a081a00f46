import { createHash } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { tarGzOf, tarOf, withHeaderBytes, zipOf, type TarEntry } from '../../../testdata/archives/hostileArchives.ts';
import { ARCHIVE_LIMITS, ArchiveError, type ArchiveLimits, type Unpacked } from './limits.ts';
import { unpackArchive } from './unpack.ts';

const text = (words: string): Buffer => Buffer.from(words);
const MIB = 2 ** 20;
let folder: string;

beforeEach(async () => { folder = await mkdtemp(join(tmpdir(), 'tsdbscope-unpack-')); });
afterEach(async () => { await rm(folder, { recursive: true, force: true }); });

async function unpack(bytes: Uint8Array, limits: Partial<ArchiveLimits> = {}): Promise<Unpacked> {
  const file = join(folder, 'archive');
  const out = await mkdtemp(join(folder, 'out-'));
  await writeFile(file, bytes);
  return unpackArchive(file, out, { ...ARCHIVE_LIMITS, ...limits });
}

/** What came out by name, and what was skipped with the reason. */
async function outcome(
  bytes: Uint8Array, limits: Partial<ArchiveLimits> = {}
): Promise<{ files: Record<string, string>; skipped: string[] }> {
  const { files, skipped } = await unpack(bytes, limits);
  const contents = await Promise.all(
    files.map(async ({ name, file }) => [name, await readFile(file, 'utf8')] as const)
  );
  return { files: Object.fromEntries(contents), skipped: skipped.map(({ name, reason }) => `${name}: ${reason}`) };
}

async function refusal(bytes: Uint8Array, limits: Partial<ArchiveLimits> = {}): Promise<ArchiveError> {
  const error: unknown = await unpack(bytes, limits).then(() => null, (caught: unknown) => caught);
  if (!(error instanceof ArchiveError)) throw new Error(`not refused, but ${String(error)}`);
  return error;
}

const good: TarEntry = { name: 'a/cpu.pb.gz', data: text('profile') };

describe('an honest archive', () => {
  it.each([
    ['tar.gz', () => tarGzOf([good, { name: 'b.txt', data: text('two') }, { name: 'empty', data: text('') }])],
    ['tar', () => tarOf([good, { name: 'b.txt', data: text('two') }, { name: 'empty', data: text('') }])],
    [
      'tar of several gzip members',
      async () => {
        const tar = await tarOf([good, { name: 'b.txt', data: text('two') }, { name: 'empty' }]);
        return Buffer.concat([gzipSync(tar.subarray(0, 700)), gzipSync(tar.subarray(700))]);
      },
    ],
    [
      'zip',
      () => Promise.resolve(
        zipOf([
          { name: 'a/', mode: 0o040755 }, { name: 'a/cpu.pb.gz', data: text('profile'), stored: true },
          { name: 'b.txt', data: text('two') }, { name: 'empty' },
        ])
      ),
    ],
    [
      'zip from Windows, with backslashes',
      () => Promise.resolve(
        zipOf(
          [{ name: 'a\\cpu.pb.gz', data: text('profile') }, { name: 'b.txt', data: text('two') }, { name: 'empty' }]
        )
      ),
    ],
  ])('%s gives its files under their names, with size and digest', async (_kind, make) => {
    const bytes = await make();
    expect(await outcome(bytes))
      .toEqual({ files: { 'a/cpu.pb.gz': 'profile', 'b.txt': 'two', 'empty': '' }, skipped: [] });
    const { files: [first] } = await unpack(bytes);
    expect(first).toMatchObject({ sizeBytes: 7, sha256: createHash('sha256').update('profile').digest('hex') });
  });

  it('says when its files are from, unless that is 1970', async () => {
    const { files } = await unpack(
      await tarOf([{ ...good, mtime: new Date('2026-11-20T16:00:00Z') }, { name: 'old', mtime: new Date(0) }])
    );
    expect(files.map(({ modifiedMs }) => modifiedMs)).toEqual([Date.parse('2026-11-20T16:00:00Z'), null]);
  });
});

describe('a hostile entry is skipped with one sentence, the others are read, and nothing is written elsewhere', () => {
  const CASES: [string, TarEntry, RegExp][] = [
    [
      'a path that climbs', { name: '../../etc/cron.d/x', data: text('x') },
      /^\.\.\/\.\.\/etc\/cron\.d\/x: its path leads out of the archive with "\.\."; pack it with a plain relative /,
    ],
    ['a path that climbs in its middle', { name: 'a/../../x', data: text('x') }, /leads out of the archive/],
    ['a path that climbs with backslashes', { name: 'a\\..\\..\\x', data: text('x') }, /leads out of the archive/],
    [
      'an absolute path', { name: '/etc/passwd', data: text('x') },
      /^\/etc\/passwd: its name is an absolute path; pack it with a relative one$/,
    ],
    ['an absolute path of a network share', { name: '\\\\host\\share\\x', data: text('x') }, /absolute path/],
    ['a drive letter', { name: 'C:\\Windows\\x', data: text('x') }, /drive letter/],
    [
      'a symbolic link', { name: 'link', type: 'symlink', linkname: '/etc/passwd' },
      /^link: it is a symbolic link; pack the file it points to instead/,
    ],
    ['a hard link', { name: 'link', type: 'link', linkname: '/etc/passwd' }, /it is a hard link/],
    [
      'a character device', { name: 'null', type: 'character-device', devmajor: 1, devminor: 3 },
      /it is a device, not a file/,
    ],
    ['a block device', { name: 'sda', type: 'block-device', devmajor: 8 }, /it is a device, not a file/],
    ['a pipe', { name: 'pipe', type: 'fifo' }, /it is a pipe, not a file/],
    [
      'control characters in its name', { name: 'a\u001b[31mred', data: text('x') },
      /^a\?\[31mred: its name holds control characters/,
    ],
    [
      'a name without end', { name: `${'long/'.repeat(400)}x`, data: text('x') },
      /….*: its name has more than 1024 bytes/,
    ],
    ['a name that is none', { name: '.', data: text('x') }, /it has no name/],
    [
      'a name that stands twice', { name: 'a/./cpu.pb.gz', data: text('other') },
      /^a\/cpu\.pb\.gz: its name stands twice in the archive, and the first counts/,
    ],
  ];
  it('the folder itself, as "tar -C folder ." packs it, is not mentioned', async () => {
    const whole = { name: './', type: 'directory' as const };
    const { files, skipped } = await outcome(await tarGzOf([whole, good]));
    expect(files).toEqual({ 'a/cpu.pb.gz': 'profile' });
    expect(skipped).toEqual([]);
  });

  it.each(CASES)('%s', async (_what, entry, sentence) => {
    const { files, skipped } = await outcome(await tarGzOf([good, entry, { name: 'last', data: text('end') }]));
    expect(files).toEqual({ 'a/cpu.pb.gz': 'profile', 'last': 'end' });
    expect(skipped).toEqual([expect.stringMatching(sentence)]);
    expect((await readdir(folder)).sort()).toEqual(['archive', expect.stringMatching(/^out-/)]);
  });

  it('a name that is no UTF-8', async () => {
    const tar = withHeaderBytes(
      await tarOf([{ name: 'abcd', data: text('x') }, good]), 0, Uint8Array.of(0x61, 0xff, 0xfe, 0x62)
    );
    const { files, skipped } = await outcome(tar);
    expect(Object.keys(files)).toEqual(['a/cpu.pb.gz']);
    expect(skipped).toEqual([expect.stringMatching(/^a.+b: its name is no UTF-8; rename it and pack again$/)]);
  });

  it.each([
    ['a path that climbs', { name: '../x', data: text('x') }, /leads out of the archive/],
    ['an absolute path', { name: '/x', data: text('x') }, /absolute path/],
    ['a drive letter', { name: 'c:/x', data: text('x') }, /drive letter/],
    ['a symbolic link', { name: 'link', data: text('/etc/passwd'), mode: 0o120777 }, /symbolic link/],
    ['a device', { name: 'null', mode: 0o020666 }, /a device or pipe/],
    ['a name that is no UTF-8', { name: Uint8Array.of(0x61, 0xff), data: text('x') }, /no UTF-8/],
    ['a name that stands twice', { name: 'cpu', data: text('other') }, /stands twice/],
    ['a password', { name: 'secret', data: text('x'), flags: 1 }, /it is encrypted; pack it without a password/],
    [
      'a compression that is not read', { name: 'odd', data: text('x'), claims: { method: 93 } },
      /compressed by method 93/,
    ],
    [
      'a wrong checksum', { name: 'bad', data: text('hello'), claims: { crc32: 1 } },
      /^bad: its checksum does not fit its data; pack it again$/,
    ],
    [
      'a size that is not its own', { name: 'short', data: text('hello'), claims: { size: 3 } },
      /^short: its data is damaged/,
    ],
  ])('in a zip: %s', async (_what, entry, sentence) => {
    const { files, skipped } =
      await outcome(zipOf([{ name: 'cpu', data: text('profile') }, entry, { name: 'last', data: text('end') }]));
    expect(files).toEqual({ cpu: 'profile', last: 'end' });
    expect(skipped).toEqual([expect.stringMatching(sentence)]);
  });
});

describe('an archive that is refused as a whole, in one sentence', () => {
  const zeros = (mib: number): TarEntry => ({ name: 'zeros', data: Buffer.alloc(mib * MIB) });

  it('a bomb by its ratio, long before it is unpacked', async () => {
    const bomb = await tarGzOf([good, zeros(24)]);
    expect(bomb.length).toBeLessThan(100_000);
    const error = await refusal(bomb);
    expect(error).toMatchObject({
      errorType: 'too_large',
      message: expect.stringMatching(/^The archive expands to more than 200 times its size/) as string,
    });
  });

  it('a bomb in a zip', async () => {
    expect((await refusal(zipOf([{ name: 'zeros', data: Buffer.alloc(24 * MIB) }]))).message)
      .toMatch(/more than 200 times its size/);
  });

  it('a bomb of many small zip entries that share their bytes', async () => {
    const zip = zipOf([{ name: 'zeros', data: Buffer.alloc(8 * MIB) }]);
    const at = zip.indexOf('PK\u0001\u0002', 0, 'latin1');
    const directory = zip.subarray(at, zip.length - 22);
    const end = Buffer.from(zip.subarray(zip.length - 22));
    const copies = Array.from({ length: 40 }, (_, i) => {
      const copy = Buffer.from(directory);
      copy.write(`zero${String.fromCharCode(65 + i)}`, 46, 'latin1');
      return copy;
    });
    end.writeUInt16LE(40, 8);
    end.writeUInt16LE(40, 10);
    end.writeUInt32LE(directory.length * 40, 12);
    expect((await refusal(Buffer.concat([zip.subarray(0, at), ...copies, end]))).errorType).toBe('too_large');
  });

  it('one entry past its limit is named', async () => {
    const error = await refusal(
      await tarOf([good, { name: 'big', data: Buffer.alloc(3 * MIB) }]), { entryBytes: 2 * MIB }
    );
    expect(error).toMatchObject(
      { errorType: 'too_large', message: '"big" expands to more than 2 MiB; pack again without it.' }
    );
  });

  it('all together past the limit', async () => {
    const many = Array.from({ length: 5 }, (_, i) => ({ name: `f${i}`, data: Buffer.alloc(MIB) }));
    expect((await refusal(await tarOf(many), { totalBytes: 3 * MIB })).message)
      .toMatch(/^The archive expands to more than 3 MiB, reached at "f3"/);
  });

  it('100,000 entries, without making 100,000 files', async () => {
    const header = (await tarOf([{ name: 'x' }])).subarray(0, 512);
    const bytes = gzipSync(Buffer.concat([...Array.from({ length: 100_000 }, () => header), Buffer.alloc(1024)]));
    const error = await refusal(bytes);
    expect(error).toMatchObject({
      errorType: 'too_large',
      message: expect.stringMatching(
        /^The archive (has more than 5000 entries|expands to more than 200 times)/
      ) as string,
    });
    expect((await refusal(zipOf(Array.from({ length: 60_000 }, (_, i) => ({ name: `f${i}` }))))).message)
      .toMatch(/^The archive has 60000 entries, more than the 5000 that are taken/);
  });

  it.each([
    [
      'cut off within its gzip',
      async () => {
        const rest = Buffer.from(Array.from({ length: 5000 }, (_, i) => i * 7919 % 256));
        return (await tarGzOf([good, { name: 'rest', data: rest }])).subarray(0, -300);
      }, /^The archive is cut off in or after its entry "/,
    ],
    [
      'cut off within its first entry', async () => (await tarGzOf([good])).subarray(0, 40),
      /^The archive is cut off (before its first entry|in or after)/,
    ],
    [
      'a plain tar cut off',
      async () => (await tarOf([good, { name: 'rest', data: Buffer.alloc(5000, 7) }])).subarray(0, 2000),
      /^The archive is cut off in or after its entry "rest"/,
    ],
    [
      'with a wrong checksum of a header',
      async () => { const tar = await tarOf([good, { name: 'rest', data: text('x') }]); tar[1024] = 0x7a; return tar;
      }, /^The archive is damaged in or after its entry "a\/cpu\.pb\.gz"/,
    ],
    [
      'with gzip data that is changed',
      async () => {
        const bytes = await tarGzOf([good]);
        bytes[bytes.length - 6] = (bytes[bytes.length - 6] ?? 0) ^ 0xff;
        return bytes;
      }, /damaged|cut off/,
    ],
    [
      'no archive at all', () => Promise.resolve(text('hello '.repeat(200))),
      /^This is no tar archive; open a \.tar\.gz, \.tar or \.zip/,
    ],
    [
      'gzip of something else', () => Promise.resolve(gzipSync(text('hello '.repeat(200)))),
      /^This is no tar archive \(though it is gzip\)/,
    ],
    [
      'a zip without its directory', () => Promise.resolve(zipOf([{ name: 'a', data: text('x') }]).subarray(0, 50)),
      /^The zip archive is cut off or damaged/,
    ],
    [
      'a zip whose directory is broken',
      () => {
        const zip = zipOf([{ name: 'a', data: text('x') }, { name: 'b', data: text('y') }]);
        zip.writeUInt32LE(0, zip.lastIndexOf('PK\u0001\u0002', undefined, 'latin1'));
        return Promise.resolve(zip);
      }, /^The directory of the zip archive is damaged/,
    ],
  ])('%s', async (_what, make, sentence) => {
    expect((await refusal(await make())).message).toMatch(sentence);
  });
});
