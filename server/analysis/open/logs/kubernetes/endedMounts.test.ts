/** Tests that a failure to mount or attach a volume is over if a later event shows that it worked. */
import { describe, expect, it } from 'vitest';
import { recognize } from '../../recognize.ts';

const of = (...lines: string[]): string => recognize(new TextEncoder().encode([
  'Events:', '  Type     Reason                  Age   From                     Message',
  '  ----     ------                  ----  ----                     -------', ...lines,
].join('\n'))).interest ?? '';
const row = (type: string, reason: string, age: string, message: string): string =>
  `  ${type.padEnd(8)} ${reason.padEnd(23)} ${age.padEnd(5)} attachdetach-controller  ${message}`;
const failed = (age: string, volume = 'pvc-1'): string => row('Warning', 'FailedAttachVolume', age,
  `Multi-Attach error for volume "${volume}" Volume is already exclusively attached to one node`);
const attached = (age: string): string =>
  row('Normal', 'SuccessfulAttachVolume', age, 'AttachVolume.Attach succeeded for volume "pvc-1"');
const started = (age: string): string => row('Normal', 'Started', age, 'Started container web');

describe('a volume that could not be attached', () => {
  it('is over if it was attached later, and the container started', () => {
    const interest = of(failed('80s'), attached('50s'), started('20s'));
    expect(interest).toContain('A volume of it could not be attached at first: "Multi-Attach error for volume "pvc-1" '
      + 'Volume is already exclusively attached to one node". That is over: the volume was attached 30 s later, and '
      + 'the container web started 60 s later. If it comes again');
    expect(interest).not.toContain('still attached');
  });

  it.each([
    ['nothing later', [failed('80s')]], ['another volume', [failed('80s', 'pvc-2'), attached('50s')]],
    ['an attach before it', [attached('90s'), started('85s'), failed('80s')]],
  ])('is not over with %s', (_, rows) => {
    expect(of(...rows)).not.toContain('That is over');
    expect(of(...rows)).toContain('could not be mounted');
  });
});

it('a mount that failed before a container started is over', () => {
  expect(of(row('Warning', 'FailedMount', '5m', 'MountVolume.SetUp failed for volume "c" : configmap "c" not found'),
    started('3m'))).toMatch(/could not be mounted at first: .* That is over: the container web started 2m later\.$/);
});

it('a wait for volumes is not told beside the event that says why', () => {
  const waits = row('Warning', 'FailedMount', '9m', 'Unable to attach or mount volumes: unmounted volumes=[data]: '
    + 'timed out waiting for the condition');
  const attach = row('Warning', 'FailedAttachVolume', '8m', 'AttachVolume.Attach failed for volume "pvc-3" : '
    + 'attachment timeout for volume vol-3');
  expect(of(waits, waits.replace('9m', '5m'), attach)).toMatch(/^A volume of it could not be mounted: "AttachVolume/);
  expect(of(waits, attach)).toContain('kubectl get volumeattachments');
  expect(of(waits)).toContain('Unable to attach or mount volumes');
});
