import type { TargetIncident } from '../../../core/contract/contract.ts';
import { useStatus } from '../../api/queries.ts';
import { formatDateTime } from '../../../core/text/format.ts';
import { useUrlState } from '../../url/useUrlState.ts';
import styles from './ExportIncident.module.css';

/** Where an opened incident is from, what was made unreadable, and whether another version may compute it otherwise. */
export function IncidentOrigin({ incident }: { incident: TargetIncident }) {
  const { zone } = useUrlState().state;
  const { data: status } = useStatus();
  const { name, state, exportedTime, exportedBy, redacted, leftOut } = incident;
  const isOther = status !== undefined && status.version !== exportedBy;
  return (
    <p className={styles['origin']}>
      Incident file of {name}{state === 'recorded' ? '' : ` (${state} then)`},
        exported {formatDateTime(exportedTime, zone)} by tsdbscope {exportedBy}; judged as of then, read-only.
      {isOther && ` This is tsdbscope ${status.version}: figures may differ from those seen there.`}
      {redacted.length > 0 && ` Made unreadable: ${redacted.join(', ')}.`}
      {leftOut.length > 0 && ` ${leftOut.join(' ')}`}
    </p>
  );
}
