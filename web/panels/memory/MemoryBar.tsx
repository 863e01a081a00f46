import type { MemoryPart } from '../../../core/contract/contract.ts';
import { formatBytes, formatRatio } from '../../../core/text/format.ts';
import { partLooks, type BarPart } from '../../../core/views/memory/memoryView.ts';
import styles from './Memory.module.css';

function range({ bytes, lowBytes, highBytes }: MemoryPart): string | null {
  if (bytes === null || lowBytes === null || highBytes === null || lowBytes === highBytes) return null;
  return `${formatBytes(lowBytes)} to ${formatBytes(highBytes)}`;
}

function PartRow({ part, share }: { part: MemoryPart; share: number | null }) {
  const band = range(part);
  return (
    <div className={styles['part']}>
      <dt><span className={styles['swatch']} data-look={partLooks[part.key] ?? 'none'} aria-hidden="true" />{part.label}
        </dt>
      <dd className={styles['amount']}>
        <b>{formatBytes(part.bytes ?? 0)}</b>
        {share !== null && <span>{formatRatio(share)}</span>}
      </dd>
      <dd className={styles['meaning']}>
        {part.meaning}
          {band !== null && <span className={styles['band']}> Range in this window: <span>{band}</span>.</span>}
      </dd>
    </div>
  );
}

/**
 * Breakdown of resident memory with an explanation of each part, next to memory that is not resident. Omits unknown
 * parts; the page's footnotes say what exports them.
 */
export function MemoryBar({ parts: all, bar }: { parts: readonly MemoryPart[]; bar: readonly BarPart[] | null }) {
  const shares = new Map(bar?.map(({ part, share }) => [part.key, share]));
  const parts = all.filter(({ bytes }) => bytes !== null);
  const others = parts.filter(({ isResident }) => !isResident);
  return (
    <div className={styles['picture']}>
      {bar !== null && (
        <div className={styles['bar']} role="img" aria-label={
          `Resident memory: ${bar.map(({ part, share }) => `${part.label} ${formatRatio(share)}`).join(', ')}.`
        }>
          {bar.filter(({ share }) => share > 0).map(({ part, share }) => (
            <span key={part.key} className={styles['slice']} data-look={partLooks[part.key]} style={{ flexGrow: share }}
              title={`${part.label}: ${formatBytes(part.bytes ?? 0)}`}>
              <span>{part.label} {formatBytes(part.bytes ?? 0)}</span>
            </span>
          ))}
        </div>
      )}
      <div className={styles['columns']}>
        <div>
          <h3>Resident memory, medians of this window</h3>
          <dl className={styles['parts']}>{
            parts.filter(({ isResident }) => isResident)
              .map((part) => <PartRow key={part.key} part={part} share={shares.get(part.key) ?? null} />)
          }</dl>
        </div>
        {others.length > 0 && <div>
          <h3>Other memory</h3>
          <dl className={styles['parts']}>{others.map((part) => <PartRow key={part.key} part={part} share={null} />)}
            </dl>
        </div>}
      </div>
    </div>
  );
}
