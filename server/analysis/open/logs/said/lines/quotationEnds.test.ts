/** Tests that a quotation does not end where the text goes on with what is wrong. */
import { describe, expect, it } from 'vitest';
import { recognize } from '../../../recognize.ts';

const told = (...lines: string[]): string => recognize(new TextEncoder().encode(lines.join('\n'))).interest ?? '';

describe('a list of errors', () => {
  const warned = (message: string, err: string): string =>
    `level=warn ts=2026-01-02T03:04:05.1Z caller=cluster.go:1 component=cluster msg="${message}" err="${err}"`;
  const noHost = String.raw`1 error occurred:\n\t* Failed to resolve am-0.am.shop.svc:9094: lookup am-0.am.shop.svc on `
    + String.raw`10.0.0.10:53: no such host\n\n`;

  it('of one item has that, and a second warning with it is not told again', () => {
    const said = told(warned('failed to join cluster', noHost), warned('unable to join gossip mesh', noHost));
    expect(said).toContain('The cause given is "Failed to resolve am-0.am.shop.svc:9094: lookup am-0.am.shop.svc on '
      + '10.0.0.10:53: no such host". Also: "unable to join gossip mesh", with the same cause. The name of a peer had');
    expect(said).toContain('harmless if it stops');
  });

  it('with a long name of a peer has the name once, and no word is cut', () => {
    const name = `am-${'shop-prometheus-operator-'.repeat(2)}alertmanager-0.alertmanager-operated.monitoring.svc`;
    expect(told(warned('failed to join cluster', noHost.replaceAll('am-0.am.shop.svc', name))))
      .toContain(`The cause given is "Failed to resolve ${name}:9094: lookup on 10.0.0.10:53: no such host"`);
  });

  it('of two has both', () => {
    expect(told(warned('not saved', String.raw`2 errors occurred:\n\t* the disk is gone\n\t* the copy is old\n\n`)))
      .toContain('The cause given is "2 errors occurred: the disk is gone; the copy is old"');
  });

  it('below the line has its first item', () => {
    expect(told('2026-01-02T03:04:05Z ERROR it was not saved: 1 error occurred:', '\t* the disk is gone'))
      .toContain('the disk is gone');
  });

  it('of peers that refuse is reported otherwise', () => {
    const refused = String.raw`1 error occurred:\n\t* Failed to join 10.0.0.7: dial tcp 10.0.0.7:9094: connect: `
      + String.raw`connection refused\n\n`;
    const said = told(warned('failed to join cluster', refused));
    expect(said).toContain('Failed to join 10.0.0.7: dial tcp 10.0.0.7:9094: connect: connection refused"');
    expect(said).not.toContain('headless');
  });
});

describe('a line that a terminal wrapped', () => {
  const insert = (level: string, rest: string): string => '[pod/vi-1/vminsert] 2026-01-02T03:04:05.1Z       '
    + `${level}    VictoriaMetrics/app/vminsert/netstorage/netstorage.go:1       ${rest}`;
  const lines = [
    insert('warn', 'cannot dial storageNode "st-1.st.metrics.svc:8400": dial tcp4 10.0.0.1:8400: connect: connection '
      + 'refused'),
    insert('warn', 'cannot dial storageNode "st-0.st.metrics.svc:8400": dial tcp4: lookup st-0.st.metrics.svc on '
      + '10.0.0.10:53: no such host'),
    insert('error', 'cannot send rerouted rows because all the storage nodes are unhealthy'),
  ];
  const wrapped = (width: number): string[] => lines.flatMap((line) =>
    Array.from({ length: Math.ceil(line.length / width) }, (_, i) => line.slice(i * width, (i + 1) * width)));

  it.each([130, 148])('at %d columns is whole, with the reasons of its warnings', (width) => {
    const said = told(...wrapped(width));
    expect(said).toContain('"cannot send rerouted rows because all the storage nodes are unhealthy"');
    expect(said).toContain('st-1.st.metrics.svc:8400": dial tcp4 10.0.0.1:8400: connect: connection refused"; ');
    expect(said).toContain('no such host');
    expect(said).toContain('Nothing listens at that address');
    expect(said.match(/whether their disks are full/g)).toHaveLength(1);
  });
});

describe('a traceback below a line of carbon', () => {
  const traceback = ['Traceback (most recent call last):', '  File "/opt/c/events.py", line 20, in __call__',
    '    handler(*args)', '--- <exception caught here> ---', '  File "/opt/c/events.py", line 32, in <lambda>',
    '    add(lambda: state.counts.increment())'];

  it('has its last line, and a full cache beside it', () => {
    const said = told('02/01/2026 03:04:05 :: MetricCache is full: self.size=2000',
      '02/01/2026 03:04:05 :: Exception in cacheFull event handler: args=() kwargs={}', ...traceback,
      "exceptions.AttributeError: 'module' object has no attribute 'counts'");
    expect(said).toContain('"MetricCache is full: self.size=2000"');
    expect(said).toContain('"exceptions.AttributeError: \'module\' object has no attribute \'counts\'"');
    expect(said).toContain('The handler of carbon for cacheFull fails with AttributeError');
  });

  it('that is cut has no error', () => {
    const said = told('02/01/2026 03:04:05 :: Exception in cacheFull event handler: args=() kwargs={}', ...traceback);
    expect(said).toContain('"Exception in cacheFull event handler: args=() kwargs={}"');
    expect(said).not.toContain('The cause given');
    expect(said).not.toContain('The handler of carbon');
  });

  it('that is cut follows from the full cache, whose limit the text gives', () => {
    const said = told('We set MAX_CACHE_SIZE to 2000000 on this host.', '',
      '02/01/2026 03:04:05 :: MetricCache is full: self.size=2000001',
      '02/01/2026 03:04:05 :: Exception in cacheFull event handler: args=() kwargs={}', ...traceback.slice(0, 2));
    expect(said).toContain('MAX_UPDATES_PER_SECOND, which limits the writes; a larger MAX_CACHE_SIZE only fills later. '
      + 'Then the handler for cacheFull failed, too; its traceback is cut');
    expect(said).toContain('In the text, MAX_CACHE_SIZE is 2000000.');
    expect(said).not.toContain('Also');
  });
});

describe('an exception of ClickHouse', () => {
  const logged = (rest: string): string => `2026.01.02 03:04:05.4 [ 41 ] {} <Error> ${rest}`;
  const refused = (rss: string): string => logged('MergeTreeBackgroundExecutor: Exception while executing background '
    + 'task {5c1e7c1e-7b02-45b9-a4fb-54e624a0bfa7::202601_1_9_3}: Code: 241. DB::Exception: (total) memory limit '
    + `exceeded: would use 9.15 GiB (attempt to allocate chunk of 4.33 MiB bytes), current RSS: ${rss}, `
    + 'maximum: 9.00 GiB. (MEMORY_LIMIT_EXCEEDED), Stack trace (when copying this message, always include the lines '
    + 'below):');

  it('has what stands behind its number', () => {
    expect(told(refused('8.70 GiB'), '', '0. DB::Exception::Exception(int) @ 0x0d'))
      .toContain('The cause given is "Code: 241. DB::Exception: (total) memory limit exceeded: would use 9.15 GiB');
    expect(told(logged('void DB::Storage::run(): Code: 60, e.displayText() = DB::Exception: Table shop.orders is gone '
      + '(version 20.3)'))).toContain('Table shop.orders is gone');
  });

  it('of memory that is counted and not used says so', () => {
    const said = told(refused('910.20 MiB'));
    expect(said).toContain('ClickHouse counts 9.15 GiB in use, more than its limit of 9.00 GiB, but its process has '
      + 'only 910.20 MiB in RAM (RSS)');
    expect(said).not.toContain('system.processes');
    expect(told(refused('8.70 GiB'))).toContain('system.processes');
    expect(told('Merges fail on Sundays with `(total) memory limit exceeded: would use 9.15 GiB (attempt to allocate '
      + 'chunk of 4.33 MiB bytes), current RSS: 910.20 MiB, maximum: 9.00 GiB` although nobody asks.'))
      .toContain('its process has only 910.20 MiB in RAM');
  });
});
