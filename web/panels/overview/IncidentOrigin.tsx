import type { TargetIncident } from '../../../core/contract/contract.ts';
import { useStatus } from '../../api/queries.ts';
import { formatDateTime } from '../../../core/text/format.ts';
import { useUrlState } from '../../url/useUrlState.ts';
import styles from './ExportIncident.module.css';

/** Origin of an opened incident file, what was redacted, and whether another version exported it. */
export function IncidentOrigin({ incident }: { incident: TargetIncident }) {
  const { zone } = useUrlState().state;
  const { data: status } = useStatus();
  const { name, state, exportedTime, exportedBy, redacted, leftOut } = incident;
  const isOther = status !== undefined && status.version !== exportedBy;
  return (
    <p className={styles['origin']}>
      Incident file of {name}{state === 'recorded' ? '' : ` (${state} at that time)`},
        exported {formatDateTime(exportedTime, zone)} by tsdbscope {exportedBy}; read-only, findings as of then.
      {isOther && ` This is tsdbscope ${status.version}: figures may differ.`}
      {redacted.length > 0 && ` Redacted: ${redacted.join(', ')}.`}
      {leftOut.length > 0 && ` ${leftOut.join(' ')}`}
    </p>
  );
}
