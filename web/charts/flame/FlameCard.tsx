import { useLayoutEffect, useRef } from 'react';
import type { FlameHover } from './flameChart.ts';
import styles from './FlameGraph.module.css';
import type { FrameFact } from '../../../core/views/flame/flameGraphData.ts';
import { middleCut } from '../../../core/views/flame/flameNames.ts';

const EDGE_PX = 8;
const MAX_NAME_CHARS = 600;

/**
 * Details of the hovered or focused frame, as text nodes only. Placed below the frame, or above it if there is no room.
 */
export function FlameCard({ hover, name, facts }: { hover: FlameHover; name: string; facts: FrameFact[] }) {
  const card = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (!card.current) return;
    const { offsetWidth, offsetHeight, style } = card.current;
    const below = hover.bottom + EDGE_PX;
    const top = below + offsetHeight > window.innerHeight ? hover.top - offsetHeight - EDGE_PX : below;
    style.left = `${Math.max(EDGE_PX, Math.min(hover.x, window.innerWidth - offsetWidth - EDGE_PX))}px`;
    style.top = `${Math.max(EDGE_PX, top)}px`;
  }, [hover, name, facts]);
  return (
    <div ref={card} className={styles.card} role="presentation">
      <p className={styles.cardName}>{name === '' ? '(no name)' : middleCut(name, MAX_NAME_CHARS)}</p>
      <dl className={styles.facts}>
        {facts.map((fact) => (
          <div key={fact.label}><dt>{fact.label}</dt><dd>{fact.value}</dd></div>
        ))}
      </dl>
    </div>
  );
}
