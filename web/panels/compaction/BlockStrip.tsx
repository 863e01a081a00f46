import type { CompactionBlock } from '../../../core/contract/contract.ts';
import { formatClock, formatDateTime } from '../../../core/text/format.ts';
import { formatDuration } from '../../../core/text/timeText.ts';
import type { Zone } from '../../../core/text/zone.ts';
import styles from './compaction.module.css';
import { blockLanes } from '../../../core/views/compaction/blockLanes.ts';

function blockTitle(block: CompactionBlock, zone: Zone): string {
  const span = block.minTime === null || block.maxTime === null ? ''
    : `, samples from ${formatClock(block.minTime, zone)} to ${formatClock(block.maxTime, zone)}`;
  const end = block.deleted === null ? ', present' : `, merged at ${formatClock(block.deleted, zone)}`;
  const size = block.samples === null ? '' : `, ${block.samples.toLocaleString('en-US')} samples`;
  const parents = block.parents.length === 0 ? '' : `, merged from ${block.parents.length} blocks`;
  return `${block.ulid}: written ${formatClock(block.born, zone)}${span}${size}${parents}${end}`;
}

/**
 * Blocks by the time of their samples, one row per level; each is merged from the blocks below it. Merged blocks are
 * hatched.
 */
export function BlockStrip({ blocks, zone }: { blocks: readonly CompactionBlock[]; zone: Zone }) {
  const { lanes, from, to } = blockLanes(blocks);
  if (lanes.length === 0) return null;
  const width = to - from;
  const gone = blocks.filter(({ deleted }) => deleted !== null).length;
  return (
    <figure className={styles['strip']}
      aria-label={`${blocks.length} blocks by level and time of their samples, ${gone} of them merged.`}>
      {lanes.map(({ level, blocks: own }) => (
        <div key={level} className={styles['lane']}>
          <span className={styles['level']}>level {level}</span>
          <div className={styles['track']}>
            {own.map((block) => (
              <span key={block.ulid} title={blockTitle(block, zone)} data-gone={block.deleted !== null || undefined}
                className={styles['block']}
                style={
                  {
                    left: `${(100 * ((block.minTime ?? from) - from)) / width}%`,
                    width: `${(100 * ((block.maxTime ?? from) - (block.minTime ?? from))) / width}%`,
                  }
                } />
            ))}
          </div>
        </div>
      ))}
      <figcaption className={styles['axis']}>
        <span>{formatDateTime(from, zone)}</span><span>{formatClock(to, zone)}</span>
        <span>sample time, {formatDuration(Math.round(width))} · hatched: merged into the block above</span>
      </figcaption>
    </figure>
  );
}
