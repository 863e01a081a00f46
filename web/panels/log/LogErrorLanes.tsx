import type { LogErrors } from '../../../core/contract/contract.ts';
import { cutMiddle } from '../../../core/text/format.ts';
import { logErrorsView, type ErrorLane } from '../../../core/views/log/logErrorsView.ts';
import { SeverityWord } from '../../ui/SeverityWord.tsx';
import { useUrlState } from '../../url/useUrlState.ts';
import panelStyles from '../shared/panel.module.css';
import styles from './LogErrorLanes.module.css';

const MESSAGE_CHARS = 160;

/** Errors and warnings of an opened log over its time, one lane for each message; nothing for a log without them. */
export function LogErrorLanes({ errors }: { errors: LogErrors }) {
  const { zone } = useUrlState().state;
  const view = logErrorsView(errors, zone);
  if (view === null) return null;
  return (
    <section className={panelStyles['section']} aria-label="Errors and warnings over time" data-testid="log-errors">
      <h2>Errors and warnings over time</h2>
      <ol className={styles['lanes']}>
        {view.lanes.map((lane) => <Lane key={lane.key} lane={lane} steps={view.steps} />)}
      </ol>
      <p className={styles['axis']} aria-hidden="true"><span>{view.from}</span><span>{view.to}</span></p>
      <div className={panelStyles['footnotes']}>{view.note}</div>
    </section>
  );
}

function Lane({ lane: { level, message, extent, bars }, steps }: { lane: ErrorLane; steps: number }) {
  return (
    <li className={styles['lane']} data-level={level}>
      <span className={styles['words']}>
        <SeverityWord severity={level === 'error' ? 'critical' : 'warning'}
          word={level === 'error' ? 'Error' : 'Warning'} />
        <span className={styles['message']}>{cutMiddle(message, MESSAGE_CHARS)}</span>
        <span className={styles['extent']}>{extent}</span>
      </span>
      <svg className={styles['bars']} viewBox={`0 0 ${steps} 1`} preserveAspectRatio="none" aria-hidden="true">
        {bars.map(({ step, height, words }) => (
          <rect key={step} x={step + 0.08} width={0.84} y={1 - height} height={height}>
            <title>{words}</title>
          </rect>
        ))}
      </svg>
    </li>
  );
}
