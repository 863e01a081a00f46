import type { RestartCost } from '../../../core/contract/contract.ts';
import { restartView } from '../../../core/views/wal-replay/restartView.ts';
import { useUrlState } from '../../url/useUrlState.ts';
import shared from '../shared/panel.module.css';
import styles from './RestartBars.module.css';

const percent = (ratio: number): string => `${ratio * 100}%`;

/** Downtime of the target if it were restarted now, and after its next compaction, compared with the probe. */
export function RestartBars({ restart, budgetSeconds }: { restart: RestartCost; budgetSeconds: number | null }) {
  const { zone } = useUrlState().state;
  const { rows, deadline, memory, basis } = restartView(restart, budgetSeconds, zone);
  return (
    <section className={shared['section']} aria-label="If it is restarted">
      <h2>If it is restarted</h2>
      <dl className={styles['rows']} data-picture="">
        {rows.map(({ key, label, from, middle, to, text }) => (
          <div key={key}>
            <dt>{label}</dt>
            <dd>
              <span className={styles['track']} aria-hidden="true">
                {from !== null && to !== null && <span className={styles['range']}
                  style={{ left: percent(from), width: percent(to - from) }} />}
                <span className={styles['bar']} style={{ width: percent(middle) }} />
                {deadline !== null && deadline.at !== null && <span className={styles['deadline']}
                  style={{ left: percent(deadline.at) }} />}
              </span>
              <b>{text}</b>
            </dd>
          </div>
        ))}
      </dl>
      {deadline !== null && <p className={styles['note']} data-exceeded={deadline.isExceeded || undefined}>
        {deadline.text}{deadline.at === null && ', beyond this bar'}</p>}
      {memory !== null && <p className={styles['memory']}>{memory}</p>}
      <p className={styles['note']}>{basis} Until it is ready it answers no query, scrapes nothing and evaluates no
        rule.</p>
    </section>
  );
}
