import { describe, expect, it } from 'vitest';
import { recognize } from '../../recognize.ts';

const saidOf = (...lines: string[]): string => recognize(new TextEncoder().encode(lines.join('\n'))).interest ?? '';

const IN_USE = 'ts=2025-03-02T10:00:02.2Z caller=web.go:200 level=error component=web msg="Unable to start web '
  + 'listener" err="listen tcp 0.0.0.0:9090: bind: address already in use"';

describe('advice whose output is in the text', () => {
  it.each([
    ['ss', 'LISTEN 0      4096               *:9090             *:*    users:(("cockpit-ws",pid=812,fd=4))'],
    ['netstat', 'tcp6       0      0 :::9090                 :::*                    LISTEN      812/cockpit-ws'],
    ['lsof', 'cockpit-ws 812 root    4u  IPv6  24601      0t0  TCP *:9090 (LISTEN)'],
  ])('names the process that listens, by %s', (_, row) => {
    const said = saidOf(IN_USE, '', row);
    expect(said).toContain('Another process listens on that port, cockpit-ws (pid 812) by the text: stop it, or take ');
    expect(said).not.toContain('ss -ltnp');
  });

  it('stays for another port', () => {
    expect(saidOf(IN_USE, '', 'tcp6 0 0 :::9100 :::* LISTEN 812/node')).toContain('see which (ss -ltnp)');
  });

  it('does not ask for df again', () => {
    const error = 'level=error ts=2025-03-02T10:00:02.2Z caller=db.go:800 component=tsdb msg="compaction failed" '
      + 'err="compact head: persist head block: write chunks: preallocate: no space left on device"';
    expect(saidOf(error)).toContain('see df and df -i of that path, free space');
    expect(saidOf(error, '', '$ df -h /data', 'Filesystem      Size  Used Avail Use% Mounted on',
      '/dev/sdb1        50G   50G     0 100% /data')).toContain('are full: free space there, then check that writes');
  });

  it('does not ask to time a request again', () => {
    const failed = 'level=debug ts=2026-01-02T10:00:01.1Z caller=scrape.go:1331 component="scrape manager" '
      + 'scrape_pool=x target=http://10.1.2.3:9000/metrics msg="Scrape failed" err="Get '
      + '\\"http://10.1.2.3:9000/metrics\\": context deadline exceeded"';
    expect(saidOf(failed, '', 'time_connect: 0.01', 'time_starttransfer: 31.2', 'time_total: 31.3'))
      .toContain('the text times such a request, so compare its time with scrape_timeout.');
  });
});
