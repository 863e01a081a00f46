/** Tests what is told of VictoriaMetrics that does not start after a restore that did not end. */
import { expect, it } from 'vitest';
import { recognize } from '../../recognize.ts';

it('says what it means, and what to do before the lock file is removed', () => {
  const { interest } = recognize(new TextEncoder().encode([
    '2026-01-02T03:04:05.000Z\tinfo\tVictoriaMetrics/app/vmstorage/main.go:108\topening storage at "/vm" with '
      + '-retentionPeriod=3',
    '2026-01-02T03:04:05.100Z\tpanic\tVictoriaMetrics/lib/storage/storage.go:191\tFATAL: incomplete vmrestore run; run '
      + 'vmrestore again or remove lock file "/vm/restore-in-progress"',
  ].join('\n')));
  expect(interest).toContain('VictoriaMetrics does not start, because a restore into its data folder did not end');
  expect(interest).toContain('run vmrestore again to its end; remove the lock file only if the data are whole');
});
