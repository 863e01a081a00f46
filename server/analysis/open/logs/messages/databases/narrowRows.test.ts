/** Tests that rows of databases and senders do not match flags, other programs, or the good half of a pair of lines. */
import { describe, expect, it } from 'vitest';
import { possibleMessages } from '../knownMessages.ts';

const meant = (line: string): string[] => possibleMessages(line.toLowerCase()).map(({ sentence }) => sentence);

describe('rows of databases and senders', () => {
  it.each([
    ['a storage that takes writes again', 'switching the storage at /data to read-write mode, since it has more than '
      + '-storage.minFreeDiskSpaceBytes=10000000 of free space: 20000000 bytes left'],
    ['a command line', '/bin/victoria-metrics -storage.maxHourlySeries=5000 -storage.maxDailySeries=90000'],
    ['the help of a flag', 'The maximum duration to wait in the queue when -maxConcurrentInserts concurrent insert '
      + 'requests are executed (default 1m0s)'],
    ['an agent of another program', 'Error running agent: no answer of the model'],
    ['files of another program', 'Failed to compact files: no such table'],
    ['a user of another program', 'Failed to flush user data to disk'],
    ['an answer of another program', 'Error 404: the session does not exist or is out of scope.'],
    ['a start without image renderer', 'level=debug msg="No image renderer found/installed."'],
  ])('none: %s', (_, line) => { expect(meant(line)).toEqual([]); });

  it('the oldest acceptable timestamp: each refusal with its own limit', () => {
    const tooOld = meant("entry for stream '{a=\"b\"}' has timestamp too old: 2026-01-01T00:00:00Z, oldest acceptable "
      + 'timestamp is: 2026-01-02T00:00:00Z');
    const behind = meant('entry too far behind, entry timestamp is: 2026-01-01T00:00:00Z, oldest acceptable timestamp '
      + 'is: 2026-01-02T00:00:00Z');
    expect(tooOld.join(' ')).toContain('reject_old_samples_max_age');
    expect(behind.join(' ')).toContain('too old for their stream');
    expect(behind.join(' ')).not.toContain('reject_old_samples_max_age');
  });

  it('series above a limit of vmstorage and of vmagent', () => {
    expect(meant('skip series {a="b"} because -storage.maxHourlySeries=5 reached')).toHaveLength(1);
    expect(meant('skip series {a="b"} because -remoteWrite.maxDailySeries=5 reached')).toHaveLength(1);
  });
});
