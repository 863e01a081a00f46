import type { PanelName } from '../../../core/contract/contract.ts';
import { formatClock } from '../../../core/text/format.ts';
import { onPage, render } from '../../../core/text/parts.ts';
import { useFindings, usePanel } from '../../api/queries.ts';
import { useCurrentTarget } from '../../api/useCurrentTarget.ts';
import { useUrlState } from '../../url/useUrlState.ts';
import styles from './OverviewPanel.module.css';

/** Tolerance between the moment of a link, in whole milliseconds, and that of its finding. */
const toleranceSeconds = 1;

/** The finding that a link to a moment came from, unless it is the headline below. */
export function MomentNote({ panel }: { panel: PanelName }) {
  const { target, range } = useCurrentTarget();
  const { at, zone } = useUrlState().state;
  const { data: findings } = useFindings(at === null ? null : target, range);
  const { data: shown } = usePanel(panel, target, range);
  if (at === null) return null;
  const from = findings?.find(({ panel: of, moment }) => (
    of === panel && moment !== null && Math.abs(moment - at) < toleranceSeconds
  ));
  // Reserves its space, so that the page does not move once it is known.
  const isHeadline = from?.sentence === shown?.finding.sentence;
  return (
    <p className={styles['momentNote']} data-testid="moment-note">
      {from !== undefined && !isHeadline && <><b>{formatClock(at, zone)}</b> {render(from.claim, onPage(zone))}</>}
    </p>
  );
}
