import { memo, type MouseEvent } from 'react';
import type { Fleet, FleetTarget } from '../../../core/contract/contract.ts';
import { STRIP, stripOf } from '../../../core/views/fleet/fleetView.ts';
import styles from './FleetPanel.module.css';

/** Hatches and colours of all strips, once for the page. */
export function StripPatterns() {
  return (
    <svg width="0" height="0" aria-hidden="true" className={styles['patterns']}>
      <pattern id="fleet-gap" width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
        <rect width="6" height="6" className={styles['gapFill']} />
        <path d="M0 0V6" className={styles['gapLine']} />
      </pattern>
    </svg>
  );
}

interface FleetStripProps { row: FleetTarget; range: Fleet['range']; onMoment: (time: number) => void }

/** CPU, GC and memory of one target, with its events below; a click selects a moment. The row has the same as text. */
export const FleetStrip = memo(function FleetStrip({ row, range, onMoment }: FleetStripProps) {
  const strip = stripOf(row, range);
  const pick = (event: MouseEvent<SVGSVGElement>): void => {
    const { left, width } = event.currentTarget.getBoundingClientRect();
    event.preventDefault();
    event.stopPropagation();
    onMoment(range.start + (event.clientX - left) / width * (range.end - range.start));
  };
  return (
    // Keys open the row's link, which leads to its worst moment.
    <svg className={styles['strip']} viewBox={`0 0 ${STRIP.width} ${STRIP.height}`} preserveAspectRatio="none"
      aria-hidden="true" onClick={pick}>
      {strip.gaps !== '' && <path d={strip.gaps} fill="url(#fleet-gap)" data-mark="gap" />}
      {strip.cpu !== '' && <path d={strip.cpu} className={styles['cpu']} />}
      {strip.gc !== '' && <path d={strip.gc} className={styles['gc']} />}
      {strip.memory !== '' && <path d={strip.memory} className={styles['memory']} />}
      {strip.compactions !== '' && <path d={strip.compactions} className={styles['compaction']} />}
      {strip.starts !== '' && <path d={strip.starts} className={styles['start']} />}
    </svg>
  );
});
