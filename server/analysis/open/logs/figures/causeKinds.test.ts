/** Tests errors whose causes are of two kinds that differ in names, and intervals that are not even. */
import { expect, it } from 'vitest';
import { recognize } from '../../recognize.ts';
import { gapsOf } from './repeats.ts';

const read = (...lines: string[]): { name: string; interest: string } => {
  const { name, interest } = recognize(new TextEncoder().encode(lines.join('\n')));
  return { name, interest: interest ?? '' };
};
const line = (second: number, error: string): string => `time=2026-01-02T03:04:0${second}.000Z level=ERROR `
  + `source=exporter.go:131 msg="Error opening connection to database" err="${error}"`;
const denied = (user: string): string =>
  `Error 1045 (28000): Access denied for user '${user}'@'10.0.0.7' (using password: YES)`;

it('the more frequent cause comes first, with its own step', () => {
  const { name, interest } = read(
    'time=2026-01-02T03:04:00.000Z level=ERROR source=mysqld_exporter.go:174 msg="Failed to parse section [client] '
      + 'from config file" err=<nil>',
    line(1, 'dial tcp 127.0.0.1:3306: connect: connection refused'), line(2, denied('a')), line(3, denied('b')),
    line(4, denied('c')),
  );
  expect(name).toBe('a log of mysqld_exporter');
  expect(interest).toContain(`The cause given is "${denied('a')}" (3 times, with 3 different names) and "dial tcp `
    + '127.0.0.1:3306: connect: connection refused" (1 time).');
  expect(interest).toContain('at all three. The other cause: nothing listens at that address');
});

it('causes of one kind, or of three, are reported as before', () => {
  expect(read(line(1, denied('a')), line(2, denied('b')), line(3, denied('c'))).interest).toContain('(and 1 other)');
  expect(read(line(1, denied('a')), line(2, 'EOF'), line(3, 'bad connection')).interest).toContain('(and 1 other)');
});

it('three kinds are counted, too, and addresses are names', () => {
  const refused = (host: string): string => `dial tcp 10.0.0.${host}:3306: connect: connection refused`;
  const said = read(line(1, refused('1')), line(2, refused('2')), line(3, denied('a')), line(4, denied('b')),
    line(5, denied('c')), line(6, 'EOF')).interest;
  expect(said).toContain(`The cause given is "${denied('a')}" (3 times, with 3 different names), "${refused('1')}" (2 `
    + 'times, with 2 different names) and "EOF" (1 time).');
});

it('other exporters are named by the file of a line, too', () => {
  expect(read('time=2026-01-02T03:04:05.000Z level=ERROR source=redis_exporter.go:9 msg="no answer" err=late').name)
    .toBe('a log of redis_exporter');
});

it('an interval is one if it is even, else from the least to the largest', () => {
  expect(gapsOf([0, 30, 61], 30)).toEqual([30]);
  expect(gapsOf([0, 33, 72], 36)).toEqual([33, 39]);
});
