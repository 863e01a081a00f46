import { formatClock } from '../../../core/text/format.ts';
import { historyText, nextCompaction, secondary } from '../../../core/views/overview/overviewView.ts';
import type { Finding, PanelFinding, Target } from '../../../core/contract/contract.ts';
import { Link } from '../../ui/Link.tsx';
import { useNow } from '../../ui/useNow.ts';
import { useUrlState } from '../../url/useUrlState.ts';
import { MomentLink } from './FindingList.tsx';

import styles from './OverviewPanel.module.css';

interface NextLineProps {
  findings: readonly PanelFinding[];
  claim: Finding;
  target: Target;
  window: { start: number; end: number };
  windowText: string;
}

/**
 * The line below the headline: what comes next, the causes of the spikes in the picture or another problem, and the
 * window. For a target that does not serve, only the window.
 */
export function NextLine({ findings, claim, target, window, windowText }: NextLineProps) {
  const { state, href } = useUrlState();
  const now = useNow(5_000);
  const next = nextCompaction(findings, target.state, now);
  const also = secondary(findings);
  const led = findings.find(({ sentence }) => sentence === claim.sentence);
  const history = historyText(target.history, state.zone);
  return (
    <>
      {led !== undefined && led.time !== null
        && <><MomentLink isShort finding={led} target={target} window={window} /> · </>}
      {also !== null && (
        <>
          <Link className={styles['also']} href={href({ page: also.panel, target: target.name })}>{also.sentence}</Link>
          {' · '}
        </>
      )}
      {next !== null && <>next compaction {formatClock(next, state.zone)} · </>}
      <span title={history ?? undefined}>{windowText}</span>
    </>
  );
}
