import type { CompactionBlock } from '../../../core/contract/contract.ts';
import { lineageTrees, type LineageNode } from '../../../core/views/compaction/lineageTree.ts';
import { formatClock, formatDateTime } from '../../../core/text/format.ts';
import type { Zone } from '../../../core/text/zone.ts';
import { useOpenPart } from '../../url/useOpenPart.ts';
import styles from './compaction.module.css';

/** Number of newest trees shown. */
const MAX_TREES = 60;

function blockText({ level, minTime, maxTime, samples, parents }: CompactionBlock, zone: Zone): string {
  return [
    level === null ? 'merged away' : `level ${level}`,
    minTime === null || maxTime === null ? null
      : `${formatDateTime(minTime, zone)} to ${formatClock(maxTime, zone)}`,
    samples === null ? null : `${samples.toLocaleString('en-US')} samples`,
    parents.length === 0 ? null : `from ${parents.length} blocks`,
  ].filter((text) => text !== null).join(', ');
}

function Node({ node: { block, parents }, zone }: { node: LineageNode; zone: Zone }) {
  const { details } = useOpenPart(`block-${block.ulid.toLowerCase()}`);
  const line = <><code>{block.ulid}</code> <span>{blockText(block, zone)}</span></>;
  return (
    <li>
      {parents.length === 0 ? line : (
        <details {...details}>
          <summary>{line}</summary>
          <ul>{parents.map((parent) => <Node key={parent.block.ulid} node={parent} zone={zone} />)}</ul>
        </details>
      )}
    </li>
  );
}

/** Blocks as trees: each block with the blocks it was merged from below it. */
export function LineageTree({ blocks, zone }: { blocks: readonly CompactionBlock[]; zone: Zone }) {
  const trees = lineageTrees(blocks);
  const hidden = trees.length - MAX_TREES;
  return (
    <>
      <ul className={styles['lineage']} aria-label="Lineage of blocks">
        {trees.slice(0, MAX_TREES).map((node) => <Node key={node.block.ulid} node={node} zone={zone} />)}
      </ul>
      {hidden > 0 && <p>{`${hidden} older ones are not shown.`}</p>}
    </>
  );
}
