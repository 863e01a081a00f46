import type { CompactionPanel as Answer } from '../../../core/contract/contract.ts';
import {
  formatBytes, formatClock, formatNumber, formatPValue, formatSeconds, isByChance,
} from '../../../core/text/format.ts';
import type { Zone } from '../../../core/text/zone.ts';
import styles from '../shared/panel.module.css';
import { alignmentText, medianCost, unbrokenText } from '../../../core/views/compaction/compactionView.ts';
import { delayText, signedSeconds, verdictText } from '../../../core/views/compaction/compactionWords.ts';

/** A multiple with the digits of the headline. */
function Multiple({ name, value, pValue = null }: { name: string; value: number | null; pValue?: number | null }) {
  if (value === null) return null;
  const also = isByChance(pValue) ? `, as at many other moments (${formatPValue(pValue)})` : '';
  return <div><dt>{name} while compacting</dt><dd>{formatNumber(Math.round(value * 10) / 10)}x<small>the quiet
    level{also}</small></dd></div>;
}

/** Whether the target keeps up, and what one compaction costs. */
export function CompactionFacts({ panel }: { panel: Answer }) {
  const cost = medianCost(panel.compactions);
  const also = [
    cost.rss === null ? null : `memory +${formatBytes(cost.rss)}`,
    cost.written === null ? null : `${formatBytes(cost.written)} written`,
    cost.read === null ? null : `${formatBytes(cost.read)} read`,
    cost.cache === null ? null : `${formatBytes(cost.cache)} of page cache lost`,
  ].filter((part) => part !== null);
  return (
    <dl className={styles['facts']}>
      {panel.keepingUp.verdict !== 'unknown' && <div><dt>Keeping up</dt><dd>{verdictText(panel.keepingUp.verdict)}
        <small>{unbrokenText(panel.keepingUp.sentence)}</small></dd></div>}
      {cost.cpu !== null && <div><dt>Cost of one compaction</dt><dd>{formatNumber(cost.cpu)} core-s
        <small>{['median above quiet level', ...also].join('; ')}</small></dd></div>}
      <Multiple name="CPU" value={panel.multiples.cpu} pValue={panel.multiples.cpuPValue} />
      <Multiple name="Disk writes" value={panel.multiples.diskWrite} />
      <Multiple name="Resident memory" value={panel.multiples.rss} />
    </dl>
  );
}

/** How closely the head compactions follow the clock, and when the next one is due. */
export function PhaseFacts({ panel, zone }: { panel: Answer; zone: Zone }) {
  const { next, phaseErrorSeconds, delay } = panel;
  return (
    <>
      <dl className={styles['facts']}>
        {next !== null && <div><dt>Next head compaction</dt><dd>{formatClock(next.time, zone)}
          <small>± {formatSeconds(next.errorSeconds)}; {next.basis}</small></dd></div>}
        {phaseErrorSeconds !== null && <div><dt>Phase error</dt><dd>{signedSeconds(phaseErrorSeconds)}<small>relative to
          half the block range</small></dd></div>}
        {delay !== null && <div><dt>Delay</dt><dd>{delayText(delay)}<small>{delay.sentence}</small></dd></div>}
      </dl>
      <p className={styles['note']}>{alignmentText(panel)}</p>
    </>
  );
}
