import fc from 'fast-check';
import { expect, it } from 'vitest';
import { LOSSLESS } from '../../../testdata/logs/logEnvelopes.ts';
import { restartLog } from '../../../testdata/logs/replayLogs.ts';
import { readLog, readLogLines } from './readLog.ts';

const short = restartLog.split('\n').slice(0, 12).join('\n');
const wrapped = LOSSLESS.map(([, wrap]) => Buffer.from(wrap(`${short}\n`)));

/** Cuts, doubles, flips and splices what an envelope holds. */
const damage = fc.record({
  envelope: fc.nat(wrapped.length - 1), other: fc.nat(wrapped.length - 1), from: fc.nat(3000), length: fc.nat(400),
  kind: fc.constantFrom('cut', 'double', 'flip', 'splice', 'head'), byte: fc.nat(255),
});

it('a damaged envelope is read without a throw, and every line has a time', () => {
  fc.assert(fc.property(damage, ({ envelope, other, from, length, kind, byte }) => {
    const bytes = wrapped[envelope] ?? Buffer.alloc(0);
    const piece = bytes.subarray(from, from + length);
    const rest = bytes.subarray(from + length);
    const head = bytes.subarray(0, from);
    const file = kind === 'cut' ? Buffer.concat([head, rest]) : kind === 'double'
      ? Buffer.concat([head, piece, piece, rest])
      : kind === 'flip' ? Buffer.concat([head, piece.map((one) => one ^ byte), rest])
        : kind === 'head' ? rest : Buffer.concat([head, wrapped[other] ?? head]);
    for (const { lines, readCount } of readLogLines(file)) {
      expect(readCount).toBeGreaterThanOrEqual(0);
      for (const line of lines) {
        expect(line.timeMs > 0 && line.timeMs < 7_258_118_400_000).toBe(true);
        expect(line.message).not.toBe(undefined);
      }
    }
  }), { numRuns: 3000 });
});

it('text of the pieces of envelopes is read without a throw', () => {
  const piece = fc.constantFrom(
    '{"log":"', '"}', '\\n', '\n', '"', '\\', 'ts=2026-11-20T10:00:00Z ', 'msg="', 'a=b ', ' | ', '[pod/x/y] ',
    '2026-11-20T10:00:00Z ', 'stderr P ', 'stderr F ', '<30>1 ', 'Nov 20 10:00:00 host prometheus[1]: ', '{app="x"} ',
    '#12 0.1 ', '\u001b[31m', '==> x <==\n', '> ', '…', 'pod container ', '"@timestamp",message\n', ',', '\t', '\r',
    '@400000006555', '{"values":[["1","', '[', ']', '{', '}', 'panic: x', '-',
  );
  fc.assert(fc.property(fc.array(piece, { maxLength: 60 }), (pieces) => {
    readLogLines(pieces.join(''));
  }), { numRuns: 3000 });
});

/** Measures time: an algorithm quadratic in the length would take minutes for these sizes. */
it.each<[string, (size: number) => string]>([
  ['open quotes', (n) => 'ts=2026-11-20T10:00:00Z msg="x\n'.repeat(n / 30)],
  ['a quote that is never closed', (n) => `ts=2026-11-20T10:00:00Z msg="${'a\n'.repeat(n / 2)}`],
  ['JSON that is never closed', (n) => `{\n${'"a": {\n'.repeat(n / 7)}`],
  ['parts that never end', (n) => '2026-11-20T10:00:00Z stderr P x\n'.repeat(n / 32)],
  ['parts of ever other pods', (n) =>
    Array.from({ length: n / 60 }, (_, i) => `[pod/p${i}/c] 2026-11-20T10:00:00Z stderr P x`).join('\n')],
  ['one field per line', (n) => Array.from({ length: n / 8 }, (_, i) => `k${i}=v`).join('\n')],
  ['the same line', (n) => 'ts=2026-11-20T10:00:00Z msg=x\n'.repeat(n / 30)],
  ['escapes of a terminal', (n) => `${'\u001b['.repeat(n / 2)}\n`],
  ['titles of a terminal', (n) => `${'\u001b]'.repeat(n / 2)}\n`.repeat(3)],
  ['labels', (n) => `2026-11-20T10:00:00Z {${'a="b",'.repeat(n / 6)}\n`],
  ['a CSV cell that is never closed', (n) => `time,message\n"${'a""\n'.repeat(n / 4)}`],
  ['commas', (n) => `time,message\n${','.repeat(n)}`],
  ['brackets', (n) => '['.repeat(n)],
  ['quotes in a mail', (n) => `${'> '.repeat(n / 2)}\n`],
  ['blanks', (n) => `${' '.repeat(n)}x\n`.repeat(2)],
  ['pipes', (n) => 'a | '.repeat(n / 4)],
  ['many sources', (n) =>
    Array.from({ length: n / 40 }, (_, i) => `pod-${i} c ts=2026-11-20T10:00:00Z msg=x`).join('\n')],
  ['times', (n) => '2026-11-20T10:00:00Z '.repeat(n / 21)],
])('%s in megabytes are read in a moment', (_name, make) => {
  readLogLines(make(1_000_000));
  // Lines shorter than the limit of a line, so that each is read in full.
  readLog(Buffer.from(`${make(60_000)}\n`.repeat(10)), () => true);
}, 120_000);
