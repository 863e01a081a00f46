import { describe, expect, it } from 'vitest';
import { recognize } from '../../recognize.ts';

const HEADER = 'Device:  rrqm/s  wrqm/s  r/s  w/s  rsec/s  wsec/s  avgrq-sz  avgqu-sz  await  svctm  %util';
const CPU = ['avg-cpu:  %user  %nice  %system  %iowait  %steal  %idle', '  1.00  0.00  1.00  61.50  0.00  36.50'];
const report = (sdb: string): string[] => [
  HEADER, 'sr0  0.00  0.00  0.00  0.00  0.00  0.00  0.00  0.00  0.00  0.00  0.00', `sdb  ${sdb}`, '', ...CPU, '',
];
const told = (...lines: string[]): { interest: string; remedy: string | null } => {
  const { interest, remedy } = recognize(new TextEncoder().encode(lines.join('\n')));
  return { interest: interest ?? '', remedy };
};

describe('a device that is busy all of its time', () => {
  const full = report('10.00  20.00  120.00  300.00  3000.00  4000.00  16.00  95.50  210.00  2.00  100.00');

  it('with its queue, its small requests, and the CPUs that wait for it', () => {
    const { interest, remedy } = told(...full,
      ...report('10.00  20.00  250.00  310.00  3000.00  4000.00  24.00  80.00  150.00  2.00  99.90'));
    expect(interest).toBe('sdb is the busiest device: up to 100 % of the time, with waits of up to 210 ms and up to '
      + '95.5 requests in its queue. Its requests are small (8 KiB to 12 KiB on average, up to 250 reads and 310 '
      + 'writes per second): their number keeps it busy rather than their bytes. The CPUs wait for the disk up to '
      + '61.5 % of the time.');
    expect(remedy).toContain('iotop');
  });

  it('and the process that the writer names', () => {
    expect(told(...full, 'This is the host of the database, and iotop shows that questdb does almost all of the IO.')
      .interest).toContain('The text says: "This is the host of the database, and iotop shows that questdb does');
  });

  it('with large requests, or one that keeps up', () => {
    expect(told(...report('0.00  0.00  200.00  0.00  204800.00  0.00  1024.00  9.00  45.00  2.00  100.00')).interest)
      .not.toContain('small');
    expect(told(...report('0.00  0.00  900.00  0.00  7200.00  0.00  8.00  0.90  0.40  0.10  98.00')).interest)
      .toBe('sdb is the busiest device: up to 98 % of the time, with waits of up to 0.4 ms.');
  });
});
