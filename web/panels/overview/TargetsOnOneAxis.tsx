import type { Target } from '../../../core/contract/contract.ts';
import { usePanelOfEach } from '../../api/queries.ts';
import { TimeSeriesChart } from '../../charts/time/TimeSeriesChart.tsx';
import { windowOf } from '../../url/panelWindow.ts';
import { useNow } from '../../ui/useNow.ts';
import type { TimeRange } from '../../../core/url/urlState.ts';
import { useCurrentTarget } from '../../api/useCurrentTarget.ts';
import styles from '../shared/panel.module.css';
import { maxTargets, overlay } from '../../../core/views/overview/targetsView.ts';

const refreshMs = 15_000;

/** Those whose samples lie in the window: a recording of another day has no place on this axis. */
function inWindow(targets: readonly Target[], current: Target, window: { start: number; end: number }): Target[] {
  const others = targets.filter(({ name, recorded }) => name !== current.name && recorded !== null && recorded.start < window.end && recorded.end > window.start);
  return [current, ...others];
}

function Charts({ targets, window, range }: { targets: Target[]; window: { start: number; end: number }; range: TimeRange | null }) {
  const shown = targets.slice(0, maxTargets);
  // The range as chosen, as the other charts ask: the current target's panels are then read once.
  const interval = { refetchInterval: range?.kind === 'absolute' ? false as const : refreshMs };
  const gc = usePanelOfEach('gc-cpu', shown, range, interval);
  const scrapes = usePanelOfEach('scrapes', shown, range, interval);
  const names = shown.map(({ name }) => name);
  const cpu = overlay(gc.flatMap(({ data }, i) => (data === undefined ? [] : [{ name: names[i] ?? '', time: data.series.time, values: data.series.cpuCores, stepSeconds: data.range.step }])), window, { label: 'CPU', unit: 'cores' });
  const answers = overlay(scrapes.flatMap(({ data }, i) => (data === undefined ? [] : [{ name: names[i] ?? '', time: data.points.time, values: data.points.durationSeconds, stepSeconds: data.range.step }])), window, { label: 'Answer time', unit: 'seconds' });
  const failed = [...gc, ...scrapes].find(({ error }) => error !== null)?.error ?? null;
  return (
    <section className={styles['section']}>
      <h2>Several targets on one axis</h2>
      {targets.length > maxTargets && <p className={styles['note']}>{maxTargets} of {targets.length} targets: the current one and the first of the others.</p>}
      {failed !== null && <p className={styles['note']} role="alert">{failed.message}</p>}
      <div className={styles['pair']}>
        {cpu !== null && <TimeSeriesChart title="CPU by target" model={cpu} height={190} />}
        {answers !== null && <TimeSeriesChart title="Answer time by target" model={answers} height={190} />}
      </div>
    </section>
  );
}

/** CPU and answer time of all targets that have samples in the window; nothing where the current one is alone in it. */
export default function TargetsOnOneAxis() {
  const { target, targets, range } = useCurrentTarget();
  const now = useNow(refreshMs);
  if (target === null) return null;
  const window = windowOf(range, target, Math.round(now));
  const others = inWindow(targets ?? [], target, window);
  return others.length < 2 ? null : <Charts targets={others} window={window} range={range} />;
}
