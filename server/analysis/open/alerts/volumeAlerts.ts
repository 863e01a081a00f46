/** Tells what an alert on a volume that fills up means at its severity, and the next step for its claim. Pure. */
import type { Alert } from './alert.ts';

/** Alerts of the published rules that have one expression for each severity. */
const BY_SEVERITY: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  KubePersistentVolumeFillingUp: {
    critical: 'A volume has less than 3 % free',
    warning: 'A volume has less than 15 % free, and is forecast to be full in 4 days',
  },
  KubePersistentVolumeInodesFillingUp: {
    critical: 'A volume has less than 3 % of its inodes free',
    warning: 'A volume has less than 15 % of its inodes free, and is forecast to run out of them in 4 days',
  },
};
const STORES = /prometheus|thanos|mimir|cortex|loki|tempo|victoria|vmstorage|vmsingle|influx|questdb|clickhouse|m3db/i;
/** Claims that a backup makes for its own time. */
const OF_BACKUP = /^kanister-pvc-/;

/** Returns what the alert means, and where to look; null for other alerts and severities. */
export function volumeAlert({ name, labels }: Alert): string | null {
  const means = BY_SEVERITY[name]?.[(labels.get('severity') ?? '').toLowerCase()];
  if (means === undefined) return null;
  const claim = labels.get('persistentvolumeclaim') ?? '';
  const namespace = labels.get('namespace') ?? '';
  const describe = claim === '' ? '' : ` (kubectl ${namespace === '' ? '' : `-n ${namespace} `}describe pvc ${claim})`;
  const grows = name.includes('Inodes') ? 'which folder in it has most files (du --inodes)'
    : `what grows in it${STORES.test(claim) ? ', of a TSDB its retention and new series' : ''}`;
  return `${means}: see which pod mounts it${describe} and ${grows}, then free space or expand it.${
    OF_BACKUP.test(claim) ? ' Kanister makes such claims for backups: see whether that backup still runs, or left it.'
      : ''}`;
}
