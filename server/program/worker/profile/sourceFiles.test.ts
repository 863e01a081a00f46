import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { execFileSync } from 'node:child_process';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SourceFiles } from './sourceFiles.ts';

let folder: string;
let sources: SourceFiles;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'sources-'));
  const put = (path: string, text: string): void => {
    mkdirSync(join(folder, path, '..'), { recursive: true });
    writeFileSync(join(folder, path), text);
  };
  put('checkout/tsdb/head.go', 'package tsdb\r\n\nfunc head() {}\n');
  put('checkout/other/tsdb/head.go', 'package other\n');
  put('checkout/head.go', 'package wrong\n');
  put('checkout/tsdb/.env', 'SECRET=1');
  put('checkout/tsdb/large.go', 'x'.repeat(2 * 1024 * 1024 + 1));
  put('outside/secret.go', 'package secret\n');
  symlinkSync(join(folder, 'outside', 'secret.go'), join(folder, 'checkout', 'tsdb', 'link.go'));
  symlinkSync(join(folder, 'outside'), join(folder, 'checkout', 'linked'));
  symlinkSync('loop.go', join(folder, 'checkout', 'tsdb', 'loop.go'));
  mkdirSync(join(folder, 'checkout', 'tsdb', 'folder.go'));
  execFileSync('mkfifo', [join(folder, 'checkout', 'tsdb', 'pipe.go')]);
  sources = new SourceFiles([join(folder, 'checkout'), join(folder, 'checkout', 'tsdb')]);
});

afterAll(() => { rmSync(folder, { recursive: true, force: true }); });

describe('source text', () => {
  it.each([
    [
      'the longest end of the path that is there', '/home/build/go/src/github.com/prometheus/tsdb/head.go',
      'package tsdb',
    ],
    ['a longer end before a shorter one', '/home/build/other/tsdb/head.go', 'package other'],
    ['a version in the path', '/root/go/pkg/mod/github.com/prometheus/prometheus@v0.42.0/tsdb/head.go', 'package tsdb'],
    ['backslashes', 'C:\\work\\tsdb\\head.go', 'package tsdb'],
  ])('is found by %s', async (_what, path, first) => {
    const { lines } = await sources.read(path);
    expect(lines?.[0]).toBe(first);
  });

  it('has its lines without line ends', async () => {
    expect((await sources.read('tsdb/head.go')).lines).toEqual(['package tsdb', '', 'func head() {}']);
  });

  it('takes a bare file name only from a root named as its folder', async () => {
    const inRoot = new SourceFiles([join(folder, 'checkout', 'tsdb')]);
    expect((await inRoot.read('/anywhere/tsdb/head.go')).lines?.[0]).toBe('package tsdb');
    expect((await inRoot.read('/anywhere/rules/head.go')).lines).toBeNull();
  });

  it.each([
    ['a way up', '/x/../../outside/secret.go', 'not one of source code'],
    ['a link out of the root', '/x/tsdb/link.go', 'in none of the source_roots'],
    ['a linked folder', '/x/linked/secret.go', 'in none of the source_roots'],
    ['a link to itself', '/x/tsdb/loop.go', 'in none of the source_roots'],
    ['what is no source code', '/x/tsdb/.env', 'not one of source code'],
    ['a file over 2 MiB', '/x/tsdb/large.go', 'larger than 2 MiB'],
    ['a folder', '/x/tsdb/folder.go', 'in none of the source_roots'],
    ['a pipe', '/x/tsdb/pipe.go', 'in none of the source_roots'],
    ['a NUL', '/x/tsdb/head.go\0.go', 'not one of source code'],
    ['a path too long for a file system', `/${'d'.repeat(400)}/tsdb2/head.go`, 'in none of the source_roots'],
    ['nothing', '', 'names no file'],
  ])('is never that of %s', async (_what, path, note) => {
    expect(await sources.read(path)).toEqual({ lines: null, note: expect.stringContaining(note) as string });
  });

  it('says that no root is configured', async () => {
    expect((await new SourceFiles([]).read('tsdb/head.go')).note).toContain('source_roots');
  });
});
