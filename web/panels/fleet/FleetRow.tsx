import { memo } from 'react';
import type { Fleet, FleetTarget } from '../../../core/contract/contract.ts';
import { cutMiddle, formatBytes, formatRatio, formatValue, unknownText } from '../../../core/text/format.ts';
import { count, onPage, render } from '../../../core/text/parts.ts';
import { gcText } from '../../../core/views/fleet/fleetView.ts';
import { momentPatch } from '../../../core/views/overview/overviewView.ts';
import { SeverityWord } from '../../ui/SeverityWord.tsx';
import { Link } from '../../ui/Link.tsx';
import { shardText } from '../../ui/targetWords.ts';
import { StateWord } from '../../ui/StateWord.tsx';
import { useUrlState } from '../../url/useUrlState.ts';
import { FleetStrip } from './FleetStrip.tsx';
import styles from './FleetPanel.module.css';

const longestName = 40;
/** The last figures of a target that does not answer. */
const PAST = { 'data-past': 'row', title: 'Last readings before it stopped answering' };

interface FleetRowProps { row: FleetTarget; range: Fleet['range'] }

/** One target: its name links to its worst moment, its strip to the moment under the pointer. */
export const FleetRow = memo(function FleetRow({ row, range }: FleetRowProps) {
  const { state: { zone }, href, set } = useUrlState();
  const { worst } = row;
  const to = (moment: number | null): object => ({ target: row.name, range: null, ...momentPatch({ moment }, range) });
  return (
    <>
      <span className={styles['who']}>
        <Link href={href({ page: worst.page, ...to(worst.moment) })} title={row.name} className={styles['name']}>
          <bdi>{cutMiddle(row.name, longestName)}</bdi></Link>
        <StateWord state={row.state} />
        {row.shard && <small>{shardText(row.shard)}</small>}
      </span>
      <FleetStrip row={row} range={range} onMoment={(time) => set({ page: 'overview', ...to(time) })} />
      <span className={styles['figures']} {...(row.state === 'down' ? PAST : {})}>
        <span><small>CPU</small> {formatValue(last(row.series.cpuCores), 'cores')}</span>
        <span><small>GC</small> {gcText(row)}</span>
        <span><small>memory</small> {memoryText(row)}</span>
      </span>
      <span className={styles['worst']}>
        <SeverityWord severity={worst.severity} />{' '}
        {worst.severity !== 'ok' && render(worst.claim, onPage(zone))}
        <span className={styles['spoken']}> {eventText(row)}</span>
      </span>
    </>
  );
});

function last(values: readonly (number | null)[]): number | null {
  return values.findLast((value) => value !== null) ?? null;
}

function memoryText({ series, memoryLimitBytes }: FleetTarget): string {
  const bytes = last(series.rssBytes);
  if (bytes === null) return unknownText;
  return memoryLimitBytes === null ? formatBytes(bytes)
    : `${formatBytes(bytes)}, ${formatRatio(bytes / memoryLimitBytes)}`;
}

/** Returns the strip's events as text. */
function eventText({ compactions, gaps, starts }: FleetTarget): string {
  return [
    count(compactions.length, 'compaction'), count(gaps.length, 'gap'), count(starts.length, 'start'),
  ].map((words) => render(words)).join(', ');
}
