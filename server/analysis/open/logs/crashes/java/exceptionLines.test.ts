/** Tests what stands around an exception of Java: a wrapped message, the line of the log before it, its program. */
import { describe, expect, it } from 'vitest';
import { recognize } from '../../../recognize.ts';
import { loggedBefore, wholeMessage } from './exceptionLines.ts';

const of = (...lines: string[]): { name: string; interest: string; remedy: string | null } => {
  const { name, interest, remedy } = recognize(new TextEncoder().encode(lines.join('\n')));
  return { name, interest: interest ?? '', remedy };
};
const FRAMES = ['\tat org.apache.hadoop.hbase.regionserver.HRegion.checkResources(HRegion.java:99)',
  '\tat org.apache.hadoop.hbase.regionserver.HRegion.put(HRegion.java:77)'];
const BUSY = 'org.apache.hadoop.hbase.RegionTooBusyException: Above memstore limit, regionName=cpu,,1.0a1b., '
  + 'server=h7.local,16';

describe('a message that a terminal wrapped', () => {
  it('keeps its figures, which are compared, and has a step that fits', () => {
    const { interest } = of(BUSY, '020,177, memstoreSize=700000000, blockingMemStoreSize=200000000', ...FRAMES);
    expect(interest).toContain('server=h7.local,16020,177, memstoreSize=700000000, blockingMemStoreSize=200000000"');
    expect(interest).toContain('In it, memstoreSize 700,000,000 is over blockingMemStoreSize 200,000,000.');
    expect(interest).toContain('until its memstore is flushed');
    expect(interest).not.toContain('its lock is held');
  });

  it.each([
    ['a sentence of its own', 'java.lang.IllegalStateException: it does not start', 'The port is taken.',
      'it does not start The port is taken.'],
    ['the message alone, without frames', 'java.lang.IllegalStateException: no', 'more', 'no'],
  ])('%s', (_, first, second, whole) => {
    const isAlone = whole === 'no';
    const text = [first, second, ...isAlone ? [] : ['\tat a.B.c(B.java:1)']].join('\n');
    expect(wholeMessage(text, first.slice(first.indexOf(': ') + 2), first.length)).toBe(whole);
  });

  it('ends before the next line of the log', () => {
    const first = 'java.io.IOException: closed';
    expect(wholeMessage(`${first}\n2026-03-04 05:06:07 INFO it goes on\n\tat a.B.c(B.java:1)`, 'closed', first.length))
      .toBe('closed');
    expect(wholeMessage(`${first}\n...\n\tat a.B.c(B.java:1)`, 'closed', first.length)).toBe('closed');
  });
});

it('a cause that was wrapped keeps its figures', () => {
  expect(of('java.lang.IllegalStateException: no', '\tat a.B.c(B.java:1)', `Caused by: ${BUSY}`,
    '020,177, memstoreSize=700000000, blockingMemStoreSize=200000000', ...FRAMES).interest)
    .toContain('blockingMemStoreSize=200000000"');
});

it('the number of an error in an exception is named', () => {
  expect(of('io.questdb.cairo.CairoException: [24] could not open read-only [file=/d/db/cpu/service.k]',
    '\tat io.questdb.cairo.TableUtils.openRO(TableUtils.java:9)').interest).toContain('(EMFILE). The limit of open');
});

it('another refusal of a region keeps the meaning of its own', () => {
  expect(of('org.apache.hadoop.hbase.RegionTooBusyException: failed to get a lock in 60000 ms. regionName=a', ...FRAMES)
    .interest).toContain('did not get the lock of a region in time');
});

describe('the line of the log before an exception', () => {
  const budget = 'org.apache.iotdb.db.a.CompactionMemoryNotEnoughException: Required memory cost 900000 bytes is '
    + 'greater than the total memory budget for compaction 300000 bytes';
  const file = 'file is /d/apache-iotdb-1.3.2-all-bin/sequence/root.a/1/2/3-4-0-0.tsfile, status: CANDIDATE, ';
  const files = `[${file.repeat(3)}]`;

  it('says at which level, and what the program did; a budget is no use of the heap', () => {
    const { name, interest, remedy } = of(
      '2026-03-04 05:06:07,615 [pool-3-Worker-5] INFO  o.a.i.d.CrossTask:387 - No enough memory for current compaction '
        + `task root.a-1-2 files are ${files}`, budget, '\tat org.apache.iotdb.db.rescon.A.add(A.java:2)',
    );
    expect(name).toBe('a stack trace of Java (IoTDB 1.3.2)');
    expect(interest).toContain('The line before it, at level INFO, says "No enough memory for current compaction task '
      + 'root.a-1-2 files are [\u2026]".');
    expect(interest).toContain('leaves a compaction out');
    expect(`${interest} ${remedy ?? ''}`).not.toContain('async-profiler');
  });

  it.each([
    ['ERROR [Worker #2] Queue: Failed to delete a row', 'ERROR', 'Queue: Failed to delete a row'],
    ['2026-03-04T05:06:07.615Z WARN [a.b.Flusher] flush of 7 failed', 'WARN', 'flush of 7 failed'],
    ['ERROR [main] 2026-03-04 05:06:07,615 CassandraDaemon.java:775 - it failed at the start', 'ERROR',
      'it failed at the start'],
    ['[2026-03-04T05:06:07,615][ERROR][o.e.b.Boot     ] [node-1] it did not bind', 'ERROR', 'it did not bind'],
    ['[2026-03-04 05:06:07] SEVERE: it cannot go on.', 'SEVERE', 'it cannot go on'],
  ])('%s', (line, level, said) => {
    expect(loggedBefore(`${line}\na.b.C: no`, line.length + 1, 'a.b.C: no'))
      .toBe(`The line before it, at level ${level}, says "${said}".`);
  });

  it.each([
    ['a sentence', 'We then saw an ERROR in it'], ['the same words', 'ERROR a.b.C: no'], ['nothing', ''],
    ['words of a person', 'This is the ERROR that we get:'],
  ])('is none: %s', (_, line) => {
    expect(loggedBefore(`${line}\na.b.C: no`, line.length + 1, 'a.b.C: no')).toBeNull();
  });
});

it.each([
  ['OpenTSDB', 'The import of OpenTSDB fails:', 'org.hbase.async.RemoteException: no'],
  ['HBase', 'The import fails:', 'org.apache.hadoop.hbase.DoNotRetryIOException: no'],
  ['Druid', 'It fails:', 'org.apache.druid.java.util.common.ISE: no'],
])('names %s', (program, prose, thrown) => {
  expect(of(prose, '', 'java.lang.RuntimeException: failed', ...FRAMES.slice(0, program === 'HBase' ? 2 : 0),
    '\tat a.B.c(B.java:1)', `Caused by: ${thrown}`).name).toContain(program);
});
