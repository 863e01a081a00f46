import { describe, expect, it } from 'vitest';
import { withoutFrame } from './frames.ts';

const WIDTH = 60;
const framed = (...lines: string[]): string[] => lines.map((line) => `\u2502 ${line.padEnd(WIDTH)} \u2502`);
const wrapped = (line: string): string[] =>
  Array.from({ length: Math.ceil(line.length / WIDTH) }, (_, i) => line.slice(i * WIDTH, (i + 1) * WIDTH));

const LONG = 'ts=2026-01-02T03:04:05Z level=error msg="the store was not opened" '
  + 'err="the access key that was given does not exist in our records, as the store says"';
const SHORT = 'ts=2026-01-02T03:04:06Z level=info msg="it ends"';

describe('lines in a frame', () => {
  it('are joined where the frame wrapped them, within words and at blanks', () => {
    expect(withoutFrame(['before', ...framed(...wrapped(LONG), SHORT), 'after'].join('\n')))
      .toBe(['before', LONG, SHORT, 'after'].join('\n'));
    const atBlank = `${'a'.repeat(WIDTH - 1)} ${'b'.repeat(20)}`;
    expect(withoutFrame(framed(...wrapped(atBlank)).join('\n'))).toBe(atBlank);
  });

  it('are joined if the copy begins and ends within the frame', () => {
    const [first = '', ...rest] = framed(...wrapped(LONG), ...wrapped(`${SHORT} ${'n=1 '.repeat(10)}`));
    const last = rest.pop() ?? '';
    const copy = [first.slice(2), ...rest, last.slice(0, 8)].join('\n');
    const plain = withoutFrame(copy).split('\n');
    expect(plain[0]).toBe(LONG);
    expect(plain[1]).toMatch(/^ts=2026-01-02T03:04:06Z level=info msg="it ends" n=1/);
    expect(plain).toHaveLength(2);
  });

  it('are joined in a left pane, which has one bar and no blank before it', () => {
    const pane = [...wrapped(`${'a'.repeat(WIDTH - 1)} ${'b'.repeat(20)}`), SHORT]
      .map((line) => `${line.padEnd(WIDTH)}\u2502`);
    expect(withoutFrame(pane.join('\n'))).toBe(`${'a'.repeat(WIDTH - 1)} ${'b'.repeat(20)}\n${SHORT}`);
    const full = [...wrapped(LONG), SHORT].map((line) => `${line.padEnd(WIDTH)}\u2502`);
    expect(withoutFrame(full.join('\n'))).toBe(`${LONG}\n${SHORT}`);
  });

  it('are not joined with a line that begins a record: the frame cut them', () => {
    const cut = LONG.slice(0, WIDTH);
    expect(withoutFrame(framed(cut, cut, SHORT).join('\n'))).toBe([cut, cut, SHORT].join('\n'));
  });

  it.each([
    ['a table', ['\u2502 a \u2502 b \u2502', '\u2502 1 \u2502 2 \u2502', `\u2502 ${'x'.repeat(80)} \u2502 y \u2502`]],
    ['the header of benchstat', [`${' '.repeat(30)}\u2502 old.txt \u2502    new.txt     \u2502`,
      `${' '.repeat(30)}\u2502 sec/op  \u2502 sec/op vs base \u2502`, 'A-8   1.0n   2.0n']],
    ['lines of several widths', [`\u2502 ${'a'.repeat(50)} \u2502`, `\u2502 ${'a'.repeat(60)} \u2502`]],
    ['one line', framed(SHORT)],
  ])('%s is left as it is', (_, lines) => {
    expect(withoutFrame(lines.join('\n'))).toBe(lines.join('\n'));
  });

  it('of kubectl describe are unframed in a narrow box, and where they lost their width', () => {
    const described = ['    State:          Running', '    Last State:     Terminated', '      Exit Code:    137'];
    for (const width of [34, 0]) expect(withoutFrame(described.map((line) => `\u2502 ${line.padEnd(width)} \u2502`)
      .join('\n'))).toBe(described.join('\n'));
  });
});
