/** Tests which equal lines of a log are copies. */
import { describe, expect, it } from 'vitest';
import { recognize } from '../recognize.ts';

const said = (...lines: string[]): string => recognize(new TextEncoder().encode(lines.join('\n'))).interest ?? '';
const line = (second: number, message: string): string =>
  `ts=2026-01-02T03:04:0${second}.123Z caller=a.go:1 level=error msg="${message}"`;

describe('equal lines', () => {
  it('that follow each other are written by a program', () => {
    expect(said(line(1, 'not sent'), line(1, 'not sent'), line(1, 'not sent'), line(3, 'not sent')))
      .toMatch(/^The error "not sent" occurs 4 times /);
  });

  it('of a part that was pasted twice are copies', () => {
    const part = [line(1, 'not sent'), line(2, 'not read'), line(3, 'not sent')];
    expect(said(...part, ...part)).toMatch(/^The error "not sent" occurs 2 times /);
  });

  it('of a text in which each line is there twice are copies', () => {
    const twice = [line(1, 'not sent'), line(2, 'not sent'), line(3, 'not sent')].flatMap((one) => [one, one]);
    expect(said(...twice)).toMatch(/^The error "not sent" (?:occurs 3 times|is repeated every \S+ s \(3 times)/);
  });

  it('of an export of a log store are copies', () => {
    const row = (second: number): string => `2026-01-02T03:04:0${second}.123Z,"${
      line(second, 'not sent').replaceAll('"', '""')}"`;
    expect(said('Time,Line', row(1), row(1), row(2), row(4))).toMatch(/"not sent" occurs 3 times /);
  });
});
