import type { CompactionPanel as Answer } from '../../../core/contract/contract.ts';
import { formatBytes, formatClock, formatNumber, formatSeconds, unknownText } from '../../../core/text/format.ts';
import { useNow } from '../../ui/useNow.ts';
import type { Zone } from '../../../core/text/zone.ts';
import styles from '../shared/panel.module.css';
import { countdownText, medianCost } from '../../../core/views/compaction/compactionView.ts';
import { delayText, signedSeconds, verdictText } from '../../../core/views/compaction/compactionWords.ts';

function NextCompaction({ panel, zone, isRecording }: { panel: Answer; zone: Zone; isRecording: boolean }) {
  const now = useNow(1_000);
  const { next } = panel;
  if (next === null) return <div><dt>Next head compaction</dt><dd>{unknownText}<small>too few compactions for a
    forecast</small></dd></div>;
  return (
    <div>
      <dt>Next head compaction</dt>
      <dd>
        {isRecording ? formatClock(next.time, zone) : countdownText(next, now)}
        <small>{isRecording ? 'after the end of the recording' : `at ${formatClock(next.time, zone)}`},
          ± {formatSeconds(next.errorSeconds)}; {next.basis}</small>
      </dd>
    </div>
  );
}

function Multiple({ name, value }: { name: string; value: number | null }) {
  return <div><dt>{name} while compacting</dt><dd>{value === null ? unknownText : `${formatNumber(value)} ×`}<small>the
    quiet level</small></dd></div>;
}

/** Cost of one compaction, time of the next, and whether the target keeps up. */
export function CompactionFacts({ panel, zone, isRecording }: { panel: Answer; zone: Zone; isRecording: boolean }) {
  const cost = medianCost(panel.compactions);
  return (
    <dl className={styles['facts']}>
      <NextCompaction panel={panel} zone={zone} isRecording={isRecording} />
      <div><dt>Keeping up</dt><dd>{verdictText(panel.keepingUp.verdict)}<small>{panel.keepingUp.sentence}</small></dd>
        </div>
      <div><dt>Phase error</dt><dd>{signedSeconds(panel.phaseErrorSeconds)}<small>relative to half the block
        range</small>
        </dd></div>
      <div><dt>Delay</dt><dd>{delayText(panel.delay)}<small>
        {panel.delay?.sentence ?? 'needs two head compactions'}</small></dd></div>
      <div>
        <dt>Cost of one compaction</dt>
        <dd>
          {cost.cpu === null ? unknownText : `${formatNumber(cost.cpu)} core-s`}
          <small>
            median above quiet level{cost.rss === null ? '' : `; memory +${formatBytes(cost.rss)}`}
            {cost.written === null ? '; bytes written unknown'
            : `; ${formatBytes(cost.written)} written${cost.read === null ? '' : `, ${formatBytes(cost.read)} read`}`}
            {cost.cache === null ? '' : `; ${formatBytes(cost.cache)} of page cache lost`}
          </small>
        </dd>
      </div>
      <Multiple name="CPU" value={panel.multiples.cpu} />
      {panel.multiples.diskWrite !== null && <Multiple name="Disk writes" value={panel.multiples.diskWrite} />}
      <Multiple name="Resident memory" value={panel.multiples.rss} />
    </dl>
  );
}
