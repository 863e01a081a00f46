import { useMemo } from 'react';
import type { Target } from '../../../core/contract/contract.ts';
import { NO_LIMIT_CODE, worstFirst } from '../../../core/finding.ts';
import { cutMiddle, formatAge, formatSeconds, formatWindow, unknownText } from '../../../core/text/format.ts';
import { onPage, render } from '../../../core/text/parts.ts';
import {
  headline, isPartlyChecked, othersInTrouble, troubledFirst,
} from '../../../core/views/overview/overviewView.ts';
import { useFindings } from '../../api/queries.ts';
import { DataTable, type Column } from '../../ui/DataTable.tsx';
import { SeverityWord } from '../../ui/SeverityWord.tsx';
import { Link } from '../../ui/Link.tsx';
import { StateWord } from '../../ui/StateWord.tsx';
import { useNow } from '../../ui/useNow.ts';
import { useUrlState } from '../../url/useUrlState.ts';
import shared from '../shared/panel.module.css';
import styles from './OverviewPanel.module.css';

const notCurrentMs = 15_000;
/** Maximum length of a target's name in the table and in the line of other targets. */
const longestName = 32;
const mostNamed = 6;
/**
 * Limit of the list, because each target's worst finding is a separate request. The fleet answers for all targets at
 * once.
 */
const mostListed = 12;
const partlyChecked = 'Partly checked';

/** The worst finding of a target, for the list of targets. */
function WorstFinding({ target }: { target: Target }) {
  const {
    data, error,
  } = useFindings(target, null, { refetchInterval: target.state === 'recorded' ? undefined : notCurrentMs });
  const { zone } = useUrlState().state;
  const worst = data === undefined ? undefined : worstFirst(data.filter(({ code }) => code !== NO_LIMIT_CODE))[0];
  if (worst === undefined) return <span className={styles['quiet']}>
    {error === null ? (data === undefined ? 'loading …' : unknownText) : error.message}</span>;
  // The same text as in the headline of that target.
  const shown = data === undefined || !isPartlyChecked(data) ? worst : headline(data, null);
  return <span className={styles['worst']}><SeverityWord severity={shown.severity}
    word={shown === worst ? undefined : partlyChecked} /> {render(shown.claim, onPage(zone))}</span>;
}

function useTargetColumns(): Column<Target>[] {
  const { state, href } = useUrlState();
  const now = Math.floor(useNow(5_000));
  return useMemo(() => [
    {
      key: 'name', head: 'target', noWrap: true,
      render: (row) => <Link href={href({ target: row.name, range: null })} title={row.name}><bdi>
        {cutMiddle(row.name, longestName)}</bdi></Link>,
      sortValue: (row) => row.name,
    },
    {
      key: 'state', head: 'state', noWrap: true,
      render: (row) => <><StateWord state={row.state} />{
        row.stateSince !== null && row.state !== 'recorded' && <span
          className={styles['since']}> for {formatSeconds(Math.max(0, now - row.stateSince))}</span>
      }</>,
      sortValue: (row) => row.state,
    },
    { key: 'worst', head: 'worst finding', render: (row) => <WorstFinding target={row} /> },
    {
      key: 'kind', head: 'kind', noWrap: true, render: (row) => `${row.kind} ${row.version}`,
      sortValue: (row) => row.kind,
    },
    {
      key: 'scrape', head: 'last scrape', align: 'right',
      render: (row) => (row.state === 'recorded' && row.recorded !== null
        ? formatWindow(row.recorded.start, row.recorded.end, state.zone, now) : row.lastScrape === null ? unknownText
        : <span title={row.lastScrape.error ?? undefined}>{
          formatAge(now - row.lastScrape.time)
        }, {row.lastScrape.error === null ? formatSeconds(row.lastScrape.durationSeconds) : 'failed'}</span>),
    },
    { key: 'interval', head: 'interval', align: 'right', render: (row) => formatSeconds(row.effectiveIntervalSeconds) },
  ], [state.zone, href, now]);
}

/** Other targets in trouble, listed first, so that an OK headline does not hide them. */
export function OthersInTrouble({ targets, current }: { targets: Target[]; current: string }) {
  const { href } = useUrlState();
  const now = Math.floor(useNow(5_000));
  const others = othersInTrouble(targets, current);
  if (others.targets.length === 0) return null;
  const named = others.targets.slice(0, mostNamed);
  return (
    <p className={styles['others']} role="status">
      <b>Other targets: {others.words}.</b>{' '}
      {named.map(({ name, state, stateSince }, i) => (
        <span key={name}>{i > 0 && ', '}<Link href={href({ target: name, range: null })} title={name}>
          <bdi>{cutMiddle(name, longestName)}</bdi></Link> {state}{
          stateSince !== null && ` for ${formatSeconds(Math.max(0, now - stateSince))}`}</span>
      ))}
      {others.targets.length > mostNamed && ` and ${others.targets.length - mostNamed} more, listed below`}
    </p>
  );
}

export function TargetList({ targets, selected }: { targets: Target[]; selected: string | null }) {
  const columns = useTargetColumns();
  const { href } = useUrlState();
  const listed = troubledFirst(targets).slice(0, mostListed);
  return (
    <section className={shared['section']}>
      <h2>Targets</h2>
      <DataTable caption="Targets" columns={columns} rows={listed} rowKey={(row) => row.name} selectedKey={selected} />
      {targets.length > listed.length && <p className={shared['note']}>
        <Link href={href({ page: 'fleet' })}>All {targets.length} targets on one axis</Link></p>}
      <p className={shared['note']}>Drop an incident file, a recording or the debug.tar.gz of promtool on any page
        to open it as a target.</p>
    </section>
  );
}
