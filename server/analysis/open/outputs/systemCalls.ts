/** Recognizes strace output, one call per line, and jemalloc statistics, and says what is most frequent. */
import { counted, formatBytes } from '../../../../core/text/format.ts';
import { fits } from '../../../../core/text/prefilter/fits.ts';
import type { Format } from '../look/format.ts';
import { named, sentence, type Named } from '../look/named.ts';

const MAX_CALLS = 100_000;
const PREFIX = String.raw`^\s*(?:\[pid +\d{1,8}\] |\d{1,8} +)?`
  + String.raw`(?:\d\d:\d\d:\d\d(?:\.\d{1,6})? |\d{9,10}\.\d{1,6} |\d{1,3}\.\d{6} )?`;
const END = String.raw`(?:<unfinished \.\.\.>|\)\s+= (?:-?\d|0x|\?))`;
const CALL = new RegExp(String.raw`${PREFIX}([a-z_]\w{1,30})\(.{0,2000}?${END}.{0,300}$`, 'gm');
/** End of a call that was interrupted by output of another thread. */
const RESUMED = /<\.\.\. (\w{1,30}) resumed>.{0,2000}$/gm;
/** Errors other than those of waiting (EAGAIN, EINTR, ETIMEDOUT, EINPROGRESS) and ENOENT. */
const ERROR = /\)\s+= -1 (E(?!AGAIN|INTR|TIMEDOUT|INPROGRESS|NOENT)[A-Z]{2,15}) /g;

const ROWS: readonly Named[] = [
  {
    id: 'strace', name: 'the output of strace', program: 'strace',
    pattern: new RegExp(String.raw`(?:${CALL.source}|${RESUMED.source})\n(?:.{0,2300}\n){0,3}?.{0,2000}${END}`, 'm'),
    // Excludes a query with its value, such as rate(a[5m]) = 7.
    except: /\[\d{1,9}[smhdwy]\]\)/,
    fact: (text) => {
      const begun = [...text.matchAll(CALL)].slice(0, MAX_CALLS).map(([, name = '']) => name);
      const calls = begun.length > 0 ? begun
        : [...text.matchAll(RESUMED)].slice(0, MAX_CALLS).map(([, name = '']) => name);
      const failed = [...text.matchAll(ERROR)].slice(0, MAX_CALLS).map(([, code = '']) => code);
      return calls.length === 0 ? null : sentence([
        `most frequent: ${ranked(calls)}, of ${counted(calls.length, 'call')}${
          begun.length > 0 ? '' : ' that ended in the text'}`,
        failed.length === 0 ? null : `failed with ${ranked(failed)}`,
      ], '; ');
    },
    remedy: 'strace -c -f -p PID adds up their time; for the code that makes them, fetch /debug/pprof/profile.',
  },
  {
    id: 'jemalloc-stats', name: 'the statistics of jemalloc', program: 'jemalloc',
    pattern: /___ Begin jemalloc statistics ___/,
    fact: (text) => {
      const [line] = /^Allocated: .{1,300}$/m.exec(text) ?? [];
      const of = (name: string, word: string): string | null => {
        const value = new RegExp(`\\b${name}: (\\d{1,18})`).exec(line ?? '')?.[1];
        return value === undefined ? null : `${formatBytes(Number(value))} ${word}`;
      };
      if (line === undefined) return fits(/opt\.prof: (?:true|"true")/, text)
        ? 'Its totals are not in the text; its heap profiler is on.' : 'Its totals are not in the text.';
      return sentence([
        of('Allocated', 'allocated'), of('active', 'in active pages'), of('resident', 'resident'),
        of('retained', 'kept as address space'),
      ]);
    },
    remedy: 'For a heap by stack, start with MALLOC_CONF=prof:true and print jeprof --collapsed PROGRAM FILE > '
      + 'out.folded.',
  },
];

export const SYSTEM_CALLS: readonly Format[] = ROWS.map(named);

function ranked(names: readonly string[]): string {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return [...counts].sort(([, a], [, b]) => b - a).slice(0, 3)
    .map(([name, count]) => `${name} (${count.toLocaleString('en-US')})`).join(', ');
}
