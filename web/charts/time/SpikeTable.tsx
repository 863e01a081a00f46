import type { QuantitySpikes, SpikeCause } from '../../../core/contract/contract.ts';
import { formatValue } from '../../../core/text/format.ts';
import { SPIKE_CAUSE_NAMES, SPIKE_NOUNS } from '../../../core/text/spikeCauses.ts';
import type { UrlState } from '../../../core/url/urlState.ts';
import { SPIKE_LOOKS } from '../../../core/views/charts/spikeFills.ts';
import { FillSwatch } from './ChartLegend.tsx';
import { Link } from '../../ui/Link.tsx';
import { useUrlState } from '../../url/useUrlState.ts';
import styles from './SpikeTable.module.css';

/** The page that explains a cause. */
const PAGES: Readonly<Record<SpikeCause, UrlState['page']>> = {
  compaction: 'compaction', gc: 'gc-cpu', query: 'scrapes', replay: 'wal-replay', restart: 'wal-replay',
  freeze: 'scrapes', host: 'scrapes', unexplained: 'gc-cpu',
};

function shareText(ratio: number): string {
  return ratio < 0.01 ? '< 1 %' : formatValue(Math.round(100 * ratio) / 100, 'ratio');
}

/** The causes of spikes, that with the largest part first, in the colours of the chart beside it. */
export function SpikeTable(
  { spikes: { quantity, spikes, causes, areaUnit, confidence, counted, needed } }: { spikes: QuantitySpikes }
) {
  const { state, href } = useUrlState();
  const { one, amount } = SPIKE_NOUNS[quantity];
  if (spikes.length === 0) return <p className={styles['quiet']}>{`no ${one}s`}</p>;
  // The share of a few says nothing of what recurs.
  const isEarly = confidence === 'too-early';
  return (
    <table className={styles['causes']}>
      <caption>{`Causes of ${one}s`}</caption>
      <thead>
        <tr>
          <th scope="col">cause</th><th scope="col">spikes</th>
          <th scope="col">{isEarly ? `too early (${counted} of ${needed})` : amount}</th>
        </tr>
      </thead>
      <tbody>
        {causes.map(({ cause, count, area, shareRatio }) => (
          <tr key={cause} data-cause={cause}>
            <th scope="row">
              <span className={styles['key']}><FillSwatch fill={SPIKE_LOOKS[cause]} /></span>
              {PAGES[cause] === state.page || (cause === 'unexplained' && quantity !== 'cpu') ? SPIKE_CAUSE_NAMES[cause]
                : <Link href={href({ page: PAGES[cause] })}>{SPIKE_CAUSE_NAMES[cause]}</Link>}
            </th>
            <td>{count}</td>
            <td title={`${formatValue(area, areaUnit)} above the quiet level`}>
              {isEarly ? '' : shareText(shareRatio)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
