/** Tests what an alert on a volume means by its severity and its claim. */
import { expect, it } from 'vitest';
import { volumeAlert } from './volumeAlerts.ts';

const of = (name: string, labels: Readonly<Record<string, string>>): string => volumeAlert({
  name, labels: new Map(Object.entries(labels)), annotations: new Map(), isFiring: true, since: '', value: '',
}) ?? '';
const FILLING = 'KubePersistentVolumeFillingUp';

it('at critical it is no forecast, and names the claim', () => {
  expect(of(FILLING, { severity: 'critical', namespace: 'shop', persistentvolumeclaim: 'uploads-0' }))
    .toBe('A volume has less than 3 % free: see which pod mounts it (kubectl -n shop describe pvc uploads-0) and what '
      + 'grows in it, then free space or expand it.');
});

it('at warning it is a forecast; of a TSDB its retention counts', () => {
  expect(of(FILLING, { severity: 'Warning', persistentvolumeclaim: 'prometheus-db-0' })).toBe('A volume has less than '
    + '15 % free, and is forecast to be full in 4 days: see which pod mounts it (kubectl describe pvc prometheus-db-0) '
    + 'and what grows in it, of a TSDB its retention and new series, then free space or expand it.');
});

it('of a backup the claim may be left over', () => {
  expect(of(FILLING, { severity: 'critical', persistentvolumeclaim: 'kanister-pvc-ab1' })).toContain('that backup');
});

it('of inodes it is about files', () => {
  expect(of('KubePersistentVolumeInodesFillingUp', { severity: 'critical' })).toContain('du --inodes');
});

it.each<[string, Readonly<Record<string, string>>]>([
  [FILLING, { severity: 'info' }], [FILLING, {}], ['KubePodCrashLooping', { severity: 'critical' }],
])('is told by its row: %s %j', (name, labels) => { expect(of(name, labels)).toBe(''); });
