/** Tests which mapped file is reported at a SIGBUS, by the functions of the stack. */
import { expect, it } from 'vitest';
import { recognize } from '../../../recognize.ts';
import { mappedFile } from './mappedFiles.ts';

const crash = (...functions: string[]): string => [
  'fatal error: fault', '[signal SIGBUS: bus error code=0x2 addr=0x7f51194a73b1 pc=0x9e9f9d]', '',
  'goroutine 8 [running]:', 'runtime.throw(0xb8b6eb, 0x5)', '\t/usr/local/go/src/runtime/panic.go:596 +0x95',
  ...functions.flatMap((name) => [`${name}(0xc4316da4c0, 0x2)`, '\t/src/a/reader.go:12 +0xdd']), '',
  'goroutine 9 [select]:', 'go.etcd.io/bbolt.(*DB).freepages(0x1)', '\t/src/b/db.go:3 +0xaa',
].join('\n');

it.each([
  ['the index of a block', 'promtool tsdb analyze', 'github.com/prometheus/prometheus/tsdb/index.(*Reader).Postings'],
  ['a file of chunks of a block', 'promtool tsdb analyze',
    'github.com/prometheus/prometheus/tsdb/chunks.(*Reader).Chunk'],
  ['a bbolt file', 'bbolt check', 'go.etcd.io/bbolt.(*Cursor).seek'],
  ['a file of the TSI index', 'buildtsi', 'github.com/influxdata/influxdb/tsdb/index/tsi1.(*LogFile).Series'],
  ['a file of a part', 'restore that part', 'github.com/VictoriaMetrics/VictoriaMetrics/lib/fs.(*ReaderAt).MustReadAt'],
])('%s', (file, step, name) => {
  const facts = recognize(new TextEncoder().encode(crash(name, 'main.main'))).interest ?? '';
  expect(facts).toContain(`could not be accessed, here ${file} that was being read: the disk or volume returned an `);
  expect(facts).toContain(step);
  expect(facts).not.toContain('a full disk');
});

it('no file of another goroutine, and none without a reader', () => {
  const text = crash('main.work');
  expect(mappedFile(text, 'fatal error: fault'.length)).toBeNull();
  expect(recognize(new TextEncoder().encode(text)).interest).toContain('an error of the disk (see dmesg), a full disk');
});

it('lines of a journal that cut the arguments', () => {
  const module = 'github.com/influxdata/influxdb/tsdb/engine/tsm1.';
  const facts = recognize(new TextEncoder().encode([
    'fatal error: fault', '[signal SIGBUS: bus error code=0x2 addr=0x7f51 pc=0x9e]', 'goroutine 8 [running]:',
    'runtime.throw(0xb8, 0x5)', `${module}(*mmapAccessor).readBytes(0xc4316da4c0, 0xc439c0d400,`,
    `${module}(*TSMReader).ReadBytes(0xc4316e75c0, 0xc4`,
  ].map((line) => `Jan 02 03:04:05 h influxd[7]: ${line}`).join('\n'))).interest ?? '';
  expect(facts).toMatch(/^It crashed with "fatal error: fault", in tsm1\.\(\*mmapAccessor\)\.readBytes\./);
  expect(facts).toContain('here a TSM file that was being read');
  expect(facts).toContain('influx_inspect verify');
});

it('the file of the active queries, also behind the names of containers', () => {
  const text = crash('runtime.memmove', 'github.com/prometheus/prometheus/promql.NewActiveQueryTracker', 'main.main');
  for (const prefix of ['', 'prom-1  | ']) {
    const facts = recognize(new TextEncoder().encode(text.split('\n').map((line) => `${prefix}${line}`).join('\n')))
      .interest ?? '';
    expect(facts).toContain('(queries.active in the data folder), as Prometheus does on a full disk. ');
    expect(facts).toContain('see df and df -i of that volume');
    expect(facts).not.toMatch(/an error of the disk \(see dmesg\)/);
  }
});
