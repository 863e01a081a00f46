import { useEffect, useRef } from 'react';
import type { HostView } from '../../../core/contract/contract.ts';
import { formatValue } from '../../../core/text/format.ts';
import styles from './HostSection.module.css';
import { heatColumns } from '../../../core/views/charts/hostView.ts';

/** One row per core; busier is darker. Drawn once per response, one column per point, and scaled by the browser. */
function Row({ view, at }: { view: HostView; at: number }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const core = view.perCore[at];
  useEffect(() => {
    const context = canvas.current?.getContext('2d');
    if (!canvas.current || !context) return;
    const columns = heatColumns(view, at);
    canvas.current.width = Math.max(1, columns.length);
    canvas.current.height = 1;
    context.fillStyle = getComputedStyle(canvas.current).color;
    columns.forEach((ratio, x) => {
      if (ratio === null) return;
      context.globalAlpha = ratio;
      context.fillRect(x, 0, 1, 1);
    });
  }, [view, at]);
  if (core === undefined) return null;
  const mean = formatValue(core.meanRatio, 'ratio');
  return (
    <div className={styles['core']}>
      <span className={styles['name']}>{core.core}</span>
      <canvas ref={canvas} className={styles['heat']} role="img"
        aria-label={`Core ${core.core}: busy ${mean} of the window.`} />
      <span className={styles['mean']}>{Math.round(100 * core.meanRatio)}</span>
    </div>
  );
}

/** Each core separately: a mean hides one saturated core while the others are idle. */
export function CoreStrip({ view }: { view: HostView }) {
  if (view.perCore.length < 2) return null;
  const omitted = (view.cores ?? 0) - view.perCore.length;
  return (
    <figure className={styles['strip']} aria-label="Utilization of each core over the window">
      {view.perCore.map(({ core }, at) => <Row key={core} view={view} at={at} />)}
      <figcaption className={styles['caption']}>One row per core: dark = busy; right: mean utilization in
        %.{omitted > 0 && ` The busiest ${view.perCore.length} of ${view.cores ?? 0} cores.`}</figcaption>
    </figure>
  );
}
