/** Tests programs and libraries that are built against another C library than the system has. */
import { describe, expect, it } from 'vitest';
import { recognize } from '../../recognize.ts';
import { meaningOf } from '../said/meanings.ts';
import { toolFailures } from '../said/toolLines.ts';
import { libcClash } from './libcClash.ts';

const interestOf = (...lines: string[]): string => recognize(new TextEncoder().encode(lines.join('\n'))).interest ?? '';

describe('a program that does not start', () => {
  it.each([
    ['Error loading shared library ld-linux-x86-64.so.2: No such file or directory (needed by /usr/bin/a)',
      'built against glibc, and this system has musl'],
    ['Error relocating /usr/lib/liba.so: __memcpy_chk: symbol not found', 'built against glibc'],
    ['Error relocating /app: fcntl64: symbol not found', 'the loader of musl'],
    ['Error loading shared library libstdc++.so.6: No such file or directory (needed by /app)', 'words of musl'],
    ["./a: /lib/x86_64-linux-gnu/libc.so.6: version `GLIBC_2.34' not found (required by ./a)",
      'a newer C or C++ library'],
    ["./a: /lib64/libstdc++.so.6: version `GLIBCXX_3.4.29' not found (required by ./a)", 'a newer C or C++ library'],
    ['a: error while loading shared libraries: libc.musl-x86_64.so.1: cannot open shared object file', 'against musl'],
    ['exec /app: no such file or directory', 'or the loader or interpreter that it names'],
    ['standard_init_linux.go:228: exec user process caused: no such file or directory', 'a static build'],
    ['/bin/sh: ./app: not found', 'against glibc does not start on Alpine'],
  ])('%s', (text, words) => {
    expect(meaningOf(text)?.toLowerCase()).toContain(words.toLowerCase());
    expect(interestOf(text).toLowerCase()).toContain(words.toLowerCase());
  });

  it('is told beside the words of a start script', () => {
    expect(toolFailures(['exec /run/a: no such file or directory'])).toContain('built against glibc does not start');
    expect(toolFailures(["cat: can't open '/a': No such file or directory"])).not.toContain('glibc');
  });
});

describe('a crash where musl loads code for glibc', () => {
  const JVM = [
    '#', '# A fatal error has been detected by the Java Runtime Environment:', '#',
    '#  SIGSEGV (0xb) at pc=0x00007f874fa617e2, pid=1, tid=95', '#', '# Problematic frame:',
    '# C  [libzstd-1.so+0x5b7e2]',
  ];

  it('in a Java VM on Alpine says so, and elsewhere names the library', () => {
    expect(interestOf(...JVM, '7f00-7f01 r-xp /lib/ld-musl-x86_64.so.1'))
      .toMatch(/musl \(Alpine\).* image with glibc\.$/);
    expect(interestOf(...JVM)).toContain('which is a fault of that library');
  });

  it('in a Go program with code in C', () => {
    const crash = ['fatal error: unexpected signal during runtime execution',
      '[signal SIGSEGV: segmentation violation code=0x1 addr=0x0 pc=0x0]', '', 'goroutine 1 [syscall]:',
      'main.main()', '\t/src/main.go:9 +0x1d'];
    expect(interestOf('FROM alpine:3.19', 'libfoo.so needs ld-linux-x86-64.so.2', '', ...crash))
      .toContain('The text shows musl (Alpine) and code built against glibc');
    expect(interestOf('FROM debian:12', '', ...crash)).not.toContain('musl');
  });

  it('needs marks of both', () => {
    expect(libcClash('FROM alpine:3.19')).toBeNull();
    expect(libcClash('needs ld-linux-x86-64.so.2')).toBeNull();
  });
});
