import { useMemo } from 'react';
import type { GcCpuPanel, Target } from '../../../core/contract/contract.ts';
import { trainsView, type TrainFoldView, type TrainsView } from '../../../core/views/gc-cpu/trainsView.ts';
import { TimeSeriesChart } from '../../charts/time/TimeSeriesChart.tsx';
import { WholeWords } from '../../charts/time/WholeWords.tsx';
import { Link } from '../../ui/Link.tsx';
import { useUrlState } from '../../url/useUrlState.ts';
import { openedProfile, quietDiff } from '../../url/otherProfile.ts';
import { CaptureButton } from '../shared/CaptureButton.tsx';
import { Fold } from '../shared/Fold.tsx';
import styles from '../shared/panel.module.css';
import own from './TrainsSection.module.css';

function TrainTable({ view }: { view: TrainsView }) {
  const { href } = useUrlState();
  return (
    <div className={own['box']} tabIndex={0} role="region" aria-label="Rule groups and scrape jobs by what they cost">
      <table className={own['trains']} aria-label="Rule groups and scrape jobs by what they cost">
        <thead>
          <tr>
            <th scope="col">what</th><th scope="col">every</th><th scope="col">lasts</th>
            <th scope="col">CPU of each</th><th scope="col">95 % interval</th><th scope="col">on average</th>
            <th scope="col">spikes</th>
          </tr>
        </thead>
        <tbody>
          {view.rows.map((row) => {
            const fold = view.folds.findIndex(({ key }) => key === row.key) + 1;
            return (
              <tr key={row.key} data-named={row.isNamed}>
                <th scope="row" title={row.files === '' ? undefined : row.files}>
                  {fold > 0 ? <Link href={href({ fold })}><WholeWords text={row.name} /></Link>
                    : <WholeWords text={row.name} />}</th>
                <td>{row.every}</td><td>{row.lasts}</td>
                {row.isNamed
                  ? <><td>{row.cost}</td><td>{row.interval}</td><td>{row.cores}</td><td>{row.spikes}</td></>
                  : <td colSpan={4} className={own['verdict']}>{row.verdict}</td>}
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}

/** Profiles that show its code; if there are none, a button to take one. */
function TrainCodeLine({ fold: { code, capture }, target }: { fold: TrainFoldView; target: Target | null }) {
  const { href } = useUrlState();
  if (code !== null) {
    const { before, after, words } = code;
    return <p className={styles['note']}>
      <Link href={href(before === null ? openedProfile(after) : quietDiff(before, after))}>
        {before === null ? 'Flame graph' : 'Diff of its CPU profile'}</Link>{`: ${words}`}
    </p>;
  }
  if (target === null || target.url === null) return <p className={styles['note']}>No CPU profile covers it.</p>;
  return <CaptureButton key={capture.label} target={target.name} {...capture}
    unavailable={target.state === 'up' ? null : 'The target does not answer.'} />;
}

/** Costs of each rule group and scrape job, and the CPU folded at its phase. */
export function TrainsSection({ panel, target }: { panel: GcCpuPanel; target: Target | null }) {
  const { state } = useUrlState();
  const view = useMemo(() => trainsView(panel), [panel]);
  if (view === null) return null;
  const shown = view.folds[state.fold - 1] ?? view.folds[0];
  return (
    <Fold id="trains" title="Rule groups and scrape jobs" holds={view.holds}>
      {shown !== undefined && (
        <section className={styles['section']}>
          <TimeSeriesChart title={`CPU folded at ${shown.name}`} model={shown.chart} height={240} />
          <p className={styles['note']}>{shown.note}</p>
          <TrainCodeLine fold={shown} target={target} />
        </section>
      )}
      {view.rows.length > 0 && <TrainTable view={view} />}
      {view.omitted !== null && <p className={styles['note']}>{view.omitted}</p>}
    </Fold>
  );
}
