import type { Target } from '../../../core/contract/contract.ts';
import { usePanelOfEach } from '../../api/queries.ts';
import { TimeSeriesChart } from '../../charts/time/TimeSeriesChart.tsx';
import { windowOf } from '../../../core/url/panelWindow.ts';
import { useNow } from '../../ui/useNow.ts';
import type { TimeRange } from '../../../core/url/urlState.ts';
import { useCurrentTarget } from '../../api/useCurrentTarget.ts';
import styles from '../shared/panel.module.css';
import { maxTargets, overlay } from '../../../core/views/overview/targetsView.ts';

const refreshMs = 15_000;

/** Returns the current target, and the others with samples in the window. */
function inWindow(targets: readonly Target[], current: Target, window: { start: number; end: number }): Target[] {
  const others = targets.filter(
    ({ name, recorded }) => name !== current.name && recorded !== null && recorded.start < window.end
      && recorded.end > window.start
  );
  return [current, ...others];
}

function Charts(
  { targets, window, range }: { targets: Target[]; window: { start: number; end: number }; range: TimeRange | null }
) {
  const shown = targets.slice(0, maxTargets);
  // The same range as in the other charts, so that the current target's panels are requested once.
  const interval = { refetchInterval: range?.kind === 'absolute' ? false as const : refreshMs };
  const gc = usePanelOfEach('gc-cpu', shown, range, interval);
  const scrapes = usePanelOfEach('scrapes', shown, range, interval);
  const names = shown.map(({ name }) => name);
  const cpu = overlay(
    gc.flatMap(({ data }, i) => (data === undefined ? [] : [
      { name: names[i] ?? '', time: data.series.time, values: data.series.cpuCores, stepSeconds: data.range.step },
    ])),
    window, { label: 'CPU', unit: 'cores' }
  );
  const answers = overlay(
    scrapes.flatMap(({ data }, i) => (data === undefined ? [] : [
      {
        name: names[i] ?? '', time: data.points.time, values: data.points.durationSeconds,
        stepSeconds: data.range.step,
      },
    ])),
    window, { label: 'Scrape duration', unit: 'seconds' }
  );
  const failed = [...gc, ...scrapes].find(({ error }) => error !== null)?.error ?? null;
  return (
    <section className={styles['section']}>
      <h2>Targets compared</h2>
      {targets.length > maxTargets && <p className={styles['note']}>Showing {maxTargets} of {targets.length} targets:
        the current one and the first others.</p>}
      {failed !== null && <p className={styles['note']} role="alert">{failed.message}</p>}
      <div className={styles['pair']}>
        {cpu !== null && <TimeSeriesChart title="CPU by target" model={cpu} height={190} />}
        {answers !== null && <TimeSeriesChart title="Scrape duration by target" model={answers} height={190} />}
      </div>
    </section>
  );
}

/** CPU and scrape duration of all targets with samples in the window; nothing if only the current one has any. */
export default function TargetsOnOneAxis() {
  const { target, targets, range } = useCurrentTarget();
  const now = useNow(refreshMs);
  if (target === null) return null;
  const window = windowOf(range, target, Math.round(now));
  const others = inWindow(targets ?? [], target, window);
  return others.length < 2 ? null : <Charts targets={others} window={window} range={range} />;
}
