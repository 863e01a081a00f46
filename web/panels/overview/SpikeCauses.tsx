import type { GcCpuPanel, SpikeCause } from '../../../core/contract/contract.ts';
import { formatValue } from '../../../core/text/format.ts';
import { SPIKE_CAUSE_NAMES } from '../../../core/text/spikeCauses.ts';
import { SPIKE_LOOKS } from '../../../core/views/charts/spikeFills.ts';
import { usePanel } from '../../api/queries.ts';
import { useCurrentTarget } from '../../api/useCurrentTarget.ts';
import { FillSwatch } from '../../charts/time/ChartLegend.tsx';
import { Link } from '../../ui/Link.tsx';
import { useUrlState } from '../../url/useUrlState.ts';
import type { UrlState } from '../../../core/url/urlState.ts';
import styles from './OverviewPanel.module.css';

/** The page that explains a cause. */
const PAGES: Readonly<Record<SpikeCause, UrlState['page']>> = {
  compaction: 'compaction', gc: 'gc-cpu', query: 'scrapes', replay: 'wal-replay', restart: 'wal-replay',
  freeze: 'scrapes', host: 'scrapes', unexplained: 'gc-cpu',
};

function Rows({ spikes: { causes, spikes } }: Pick<GcCpuPanel, 'spikes'>) {
  const { href } = useUrlState();
  if (spikes.length === 0) return <p className={styles['quiet']}>no CPU spikes</p>;
  return (
    <table className={styles['causes']}>
      <caption>Causes of CPU spikes</caption>
      <thead><tr><th scope="col">cause</th><th scope="col">spikes</th><th scope="col">CPU</th></tr></thead>
      <tbody>
        {causes.map(({ cause, count, coreSeconds, shareRatio }) => (
          <tr key={cause} data-cause={cause}>
            <th scope="row">
              <span className={styles['key']}><FillSwatch fill={SPIKE_LOOKS[cause]} /></span>
              <Link href={href({ page: PAGES[cause] })}>{SPIKE_CAUSE_NAMES[cause]}</Link>
            </th>
            <td>{count}</td>
            <td title={`${formatValue(coreSeconds, 'coreSeconds')} above the quiet level`}>
              {shareRatio < 0.01 ? '< 1 %' : formatValue(Math.round(100 * shareRatio) / 100, 'ratio')}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** The causes of the window's CPU spikes, that with most CPU first, in the colours of the chart beside it. */
export default function SpikeCauses() {
  const { target, range } = useCurrentTarget();
  const { data } = usePanel('gc-cpu', target, range);
  return data === undefined ? null : <Rows spikes={data.spikes} />;
}
