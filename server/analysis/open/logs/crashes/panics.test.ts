import { describe, expect, it } from 'vitest';
import { panicsOf } from './panics.ts';

const PROMETHEUS = 'github.com/prometheus/prometheus';
const CRASH = [
  'unexpected fault address 0x7f201c73d000',
  'fatal error: fault',
  '[signal SIGBUS: bus error code=0x2 addr=0x7f201c73d000 pc=0x46c222]',
  '',
  'goroutine 71 [running]:',
  'runtime.throw({0x2e0ce11?, 0x0?})',
  '\t/usr/local/go/src/runtime/panic.go:992 +0x71 fp=0xc0006bf0d8 sp=0xc0006bf0a8 pc=0x4384b1',
  'runtime.memmove()',
  '\t/usr/local/go/src/runtime/memmove_amd64.s:151 +0x102',
  `${PROMETHEUS}/promql.ActiveQueryTracker.Insert({0xc0000, 0x14, {0x3757500, 0xc000af4550}}, {0x1, 0x2})`,
  '\t/app/promql/query_logger.go:123 +0x230',
  `created by ${PROMETHEUS}/web.(*Handler).Run`,
  '',
  'goroutine 1 [select]:',
  'main.main()',
];

describe('panics of a log', () => {
  it('have the functions of their first stack, innermost first', () => {
    expect(panicsOf(['level=info msg="Server is ready"', ...CRASH].join('\n'))).toEqual([{
      message: `${CRASH[0]} ${CRASH[1]} ${CRASH[2]}`,
      functions: ['runtime.throw', 'runtime.memmove', `${PROMETHEUS}/promql.ActiveQueryTracker.Insert`],
    }]);
  });

  it.each<[string, (line: string) => string]>([
    ['containerd', (line) => `2026-11-20T10:00:00.123456789Z stderr F ${line}`],
    ['journald', (line) => `Nov 20 10:00:00 host prometheus[77]: ${line}`],
    ['Docker', (line) => JSON.stringify({ log: `${line}\n`, stream: 'stderr', time: '2026-11-20T10:00:00Z' })],
  ])('in lines of %s', (_name, wrapped) => {
    const [panic] = panicsOf(CRASH.map(wrapped).join('\n'));
    expect(panic?.functions.at(-1)).toBe(`${PROMETHEUS}/promql.ActiveQueryTracker.Insert`);
  });

  it('in the field of a line, without the functions that recover it', () => {
    const line = 'time=2026-11-20T10:00:00.000Z level=ERROR msg="runtime panic during query evaluation" '
      + String.raw`err="runtime error: index out of range [3]" stacktrace="goroutine 9 [running]:\n`
      + String.raw`${PROMETHEUS}/promql.(*evaluator).recover(0xc0)\n\t/app/engine.go:1158 +0x1\npanic({0x1, 0x2})\n`
      + String.raw`${PROMETHEUS}/promql.(*evaluator).combineWithInfoVector(0xc0)\n"`;
    const [panic] = panicsOf(line);
    expect(panic?.message).toContain('index out of range [3]');
    expect(panic?.functions).toEqual([`${PROMETHEUS}/promql.(*evaluator).combineWithInfoVector`]);
  });

  it('are none without a stack, and few in a hostile log', () => {
    expect(panicsOf('panic: something\nlevel=info msg="a line"')).toEqual([]);
    expect(panicsOf('level=warn msg="alert: panic: at the disco"')).toEqual([]);
    const many = Array.from({ length: 5000 }, () => CRASH.join('\n')).join('\n');
    expect(panicsOf(many)).toHaveLength(20);
    expect(panicsOf(`panic: x\n${`a.b(${'('.repeat(900)}`.repeat(2000)}`)).toEqual([]);
  });
});
