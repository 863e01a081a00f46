import { useMemo } from 'react';
import type { CompactionPanel } from '../../../core/contract/contract.ts';
import { formatSeconds, formatValue } from '../../../core/text/format.ts';
import type { Zone } from '../../../core/text/zone.ts';
import { compactionMultiples, type CompactionMultiple } from '../../../core/views/compaction/compactionMultiples.ts';
import { Link } from '../../ui/Link.tsx';
import { useUrlState } from '../../url/useUrlState.ts';
import shared from '../shared/panel.module.css';
import styles from './CompactionMultiples.module.css';

const [WIDTH, HEIGHT] = [100, 36];

function Spark({ points, from, to }: CompactionMultiple) {
  if (points === null) return null;
  const line = points.map(({ x, y }) => `${(x * WIDTH).toFixed(1)},${(HEIGHT * (1 - y)).toFixed(1)}`);
  const [first, last] = [points[0]?.x ?? 0, points.at(-1)?.x ?? 1];
  return (
    <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" className={styles['spark']} aria-hidden="true">
      <rect x={from * WIDTH} width={Math.max(1, (to - from) * WIDTH)} y="0" height={HEIGHT}
        className={styles['span']} />
      <polygon className={styles['area']}
        points={`${first * WIDTH},${HEIGHT} ${line.join(' ')} ${last * WIDTH},${HEIGHT}`} />
      <polyline points={line.join(' ')} className={styles['line']} vectorEffect="non-scaling-stroke" />
    </svg>
  );
}

/** The last ten compactions, each with its CPU on one scale; a click marks the moment in the charts. */
export function CompactionMultiples({ panel, zone }: { panel: CompactionPanel; zone: Zone }) {
  const { items, topCores, widthSeconds } = useMemo(() => compactionMultiples(panel, zone), [panel, zone]);
  const { href } = useUrlState();
  if (items.length === 0) return <p className={shared['note']}>No compaction in this window.</p>;
  return (
    <section className={shared['section']}>
      <h2>Last {items.length === 1 ? 'compaction' : `${items.length} compactions`}
        {topCores !== null && <small className={styles['scale']}>{' '}
          CPU to {formatValue(topCores, 'cores')}, {formatSeconds(widthSeconds)} wide</small>}</h2>
      <ol className={styles['multiples']}>
        {items.map((item) => (
          <li key={item.key}>
            <Link href={href({ at: item.start })} className={styles['multiple']}>
              <Spark {...item} />
              <b>{item.clock}</b> {item.kind}
              <span>{item.facts}</span>
            </Link>
          </li>
        ))}
      </ol>
    </section>
  );
}
