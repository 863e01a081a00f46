/** Tests that the stacks of Rprof and DHAT become profiles. */
import { expect, it } from 'vitest';
import { profileFacts } from '../../query/profileFacts.ts';
import { top } from '../../query/top.ts';
import { readForeign } from '../foreign.ts';

function rowsOf(text: string, sampleType?: string): string[] {
  const profile = readForeign(new TextEncoder().encode(text));
  if (profile?.ok !== true) throw new Error(profile?.error.message ?? 'no profile');
  const type = sampleType ?? profileFacts(profile.value, '').defaultSampleType;
  const table = top(profile.value, { sampleType: type });
  if (!table.ok) throw new Error(table.error.message);
  return [`${type} ${table.value.unit}`, ...table.value.rows.map(({ function: name, flat, cum, file }) =>
    `${name} ${flat}/${cum}${file === '' ? '' : ` ${file}`}`)];
}

it('Rprof has samples, and the time that they stand for', () => {
  const text = ['sample.interval=20000', '"gsub" "clean" "main" ', '"gsub" "clean" "main" ', '"paste" "main" ', ''];
  expect(rowsOf(text.join('\n'))).toEqual(['sampled_time nanoseconds', 'gsub 40000000/40000000',
    'paste 20000000/20000000', 'clean 0/40000000', 'main 0/60000000']);
  expect(rowsOf(text.join('\r\n'), 'samples').slice(1, 3)).toEqual(['gsub 2/2', 'paste 1/1']);
});

it('lines and memory that Rprof writes are no functions', () => {
  expect(rowsOf(['memory profiling: GC profiling: line profiling: sample.interval=10000', '#File 1: a/fit.R',
    ':80:40:9000:0:1#7 "solve" 1#22 "step" ', ':80:40:9000:0:"<GC>" 1#8 "solve" 1#22 "step" ', '1#30 '].join('\n'),
  'samples')).toEqual(['samples count', '<GC> 1/1', '<top level> 1/1 a/fit.R', 'solve 1/2 a/fit.R',
    'step 0/2 a/fit.R']);
});

it('DHAT has what was in use at the peak first, what was allocated in all, and what is left', () => {
  const file = JSON.stringify({
    dhatFileVersion: 2, mode: 'heap', pps: [
      { tb: 9000, tbk: 90, gb: 100, gbk: 1, eb: 0, ebk: 0, fs: [1, 2] },
      { tb: 4000, tbk: 1, gb: 4000, gbk: 1, eb: 4000, ebk: 1, fs: [1, 3] },
    ],
    ftbl: ['[root]', '0x48: malloc (in /usr/lib/vgpreload_dhat.so)', '0x1091FE: parse (src/rows.c:88)', '0x20: keep'],
  });
  expect(rowsOf(file)).toEqual(['peak_space bytes', 'malloc 4100/4100 /usr/lib/vgpreload_dhat.so', 'keep 0/4000',
    'parse 0/100 src/rows.c']);
  expect(rowsOf(file, 'alloc_objects')[1]).toContain('malloc 91/91');
  expect(rowsOf(file, 'end_space')[1]).toContain('malloc 4000/4000');
});

it('DHAT of copies or of events of a program counts these', () => {
  const of = (mode: string): string[] => rowsOf(JSON.stringify({
    dhatFileVersion: 2, mode, pps: [{ tb: 700, tbk: 7, fs: [1] }], ftbl: ['[root]', '0x1: move_all (a.c:3)'],
  }));
  expect(of('copy')).toEqual(['amount bytes', 'move_all 700/700 a.c']);
  expect(of('ad-hoc')).toEqual(['amount count', 'move_all 700/700 a.c']);
});

const massif = (kind: string, ...rows: string[]): string => ['desc: --time-unit=ms', 'cmd: ./app', 'time_unit: ms',
  '#-----------', 'snapshot=0', '#-----------', 'time=0', 'mem_heap_B=0', 'heap_tree=empty', '#-----------',
  'snapshot=1', '#-----------', 'time=9', 'mem_heap_B=1000', `heap_tree=${kind}`, ...rows, ''].join('\n');

it('Massif has what was in use at the peak, by what allocated it and its callers', () => {
  const rows = ['n3: 1000 (heap allocation functions) malloc/new/new[], --alloc-fns, etc.',
    ' n2: 700 0x109A: copy_row (rows.c:88)', '  n0: 400 0x10BB: load (rows.c:20)',
    '  n1: 300 0x10CC: merge (in /opt/app)', '   n0: 300 0x10DD: main (app.c:7)', ' n0: 200 0x4848: xmalloc (mem.c:3)',
    ' n0: 100 in 7 places, all below massif\'s threshold (1.00%)'];
  expect(rowsOf(massif('peak', ...rows))).toEqual(['peak_space bytes', 'copy_row 700/700 rows.c',
    'xmalloc 200/200 mem.c', '(below the threshold of Massif) 100/100', 'load 0/400 rows.c', 'main 0/300 app.c',
    'merge 0/300 /opt/app']);
  expect(rowsOf(massif('detailed', ...rows))[0]).toBe('space bytes');
});
