/** Tests a folder in place of a file. */
import { expect, it } from 'vitest';
import { recognize } from '../../recognize.ts';

it.each([
  ['Prometheus', 'time=2026-01-02T03:04:05.100Z level=ERROR source=main.go:700 msg="Error loading config '
    + '(--config.file=a.yml)" file=/p/a.yml err="read a.yml: is a directory"'],
  ['Alertmanager', 'ts=2026-01-02T03:04:05.100Z caller=coordinator.go:118 level=error component=configuration '
    + 'msg="Loading configuration file failed" file=/a/b.yml err="read /a/b.yml: is a directory"'],
])('of %s', (program, line) => {
  const what = recognize(new TextEncoder().encode(line));
  expect(what.program).toBe(program);
  expect(what.interest).toContain('A folder is at that path in place of a file, as Docker makes one');
});
