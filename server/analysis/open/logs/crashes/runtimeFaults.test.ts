/** Tests crashes in the Go runtime itself. */
import { expect, it } from 'vitest';
import { recognize } from '../../recognize.ts';

const of = (...lines: string[]): string => recognize(new TextEncoder().encode(lines.join('\n'))).interest ?? '';
const stack = [
  'fatal error: schedule: holding locks', '', 'runtime stack:', 'runtime.throw(0x8f0a50, 0x17)',
  '\t/usr/local/go/src/runtime/panic.go:566 +0x95', 'runtime.schedule()',
  '\t/usr/local/go/src/runtime/proc.go:2074 +0x33b', 'runtime.goexit0(0xc4203d3d40)',
  '\t/usr/local/go/src/runtime/proc.go:2257 +0x180', '', 'goroutine 1 [select]:', 'main.main()', '\t/a/main.go:12 +0x5',
];
const FAULT = 'Go’s runtime found its own state broken, in schedule, called by goexit0 (proc.go:2074)';

it.each([['as it is printed', ''], ['with the times of a supervisor', '2017-01-09_17:32:02.30606 ']])(
  'an error of the scheduler %s', (_, before) => {
    const said = of(`${before}time="2017-01-09T17:32:02Z" level=debug msg="OK: uname" source="node_exporter.go:94"`,
      ...stack.map((line) => `${before}${line}`));
    expect(said).toContain('"fatal error: schedule: holding locks"');
    expect(said).toContain(FAULT);
  }
);

it('not with code of the program, and not for errors that the program causes', () => {
  expect(of(...stack.map((line) => line.replace('runtime.goexit0', 'main.work')))).not.toContain('its own state');
  expect(of('fatal error: out of memory', ...stack.slice(1))).not.toContain('its own state');
  expect(of('fatal error: concurrent map writes', ...stack.slice(1))).not.toContain('its own state');
});
