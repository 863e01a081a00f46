import type { QuantitySpikes, SpikeCause, SpikeQueryTotal, SpikeTrain } from '../../../core/contract/contract.ts';
import { cutMiddle, formatValue } from '../../../core/text/format.ts';
import { SPIKE_CAUSE_NAMES, SPIKE_NOUNS } from '../../../core/text/spikeCauses.ts';
import { costText, everyText, listed, otherCosts, trainName } from '../../../core/text/trainWords.ts';
import type { UrlState } from '../../../core/url/urlState.ts';
import type { TrainCode } from '../../../core/views/gc-cpu/trainCode.ts';
import type { CauseDiff } from '../../../core/views/overview/causeDiffs.ts';
import { SPIKE_LOOKS } from '../../../core/views/charts/spikeFills.ts';
import { FillSwatch } from './ChartLegend.tsx';
import { Link } from '../../ui/Link.tsx';
import { openedProfile, quietDiff } from '../../url/otherProfile.ts';
import { useUrlState } from '../../url/useUrlState.ts';
import styles from './SpikeTable.module.css';
import { WholeWords } from './WholeWords.tsx';

/** Page that explains each cause. */
const PAGES: Readonly<Record<SpikeCause, UrlState['page']>> = {
  compaction: 'compaction', gc: 'gc-cpu', query: 'scrapes', replay: 'wal-replay', restart: 'wal-replay',
  freeze: 'scrapes', host: 'scrapes', 'rule-group': 'gc-cpu', 'scrape-job': 'gc-cpu', unexplained: 'gc-cpu',
};

/** Number of trains shown per cause; GC & CPU shows all. */
const MAX_TRAINS = 5;
const NO_DIFFS: ReadonlyMap<SpikeCause, CauseDiff> = new Map();
const NO_CODES: readonly (TrainCode | null)[] = [];

function shareText(ratio: number): string {
  return ratio < 0.01 ? '< 1 %' : formatValue(Math.round(100 * ratio) / 100, 'ratio');
}

interface SpikeTableProps {
  spikes: QuantitySpikes;
  /** Diffs against quiet times by cause; default: none. */
  diffs?: ReadonlyMap<SpikeCause, CauseDiff>;
  /** Code in the order of `trains`; null for those without a profile. */
  codes?: readonly (TrainCode | null)[];
}

/** The causes of spikes, largest share first, in the colours of the chart next to it. */
export function SpikeTable({
  spikes: { quantity, quiet, spikes, causes, areaUnit, confidence, counted, needed, queries = [], trains = [] },
  diffs = NO_DIFFS, codes = NO_CODES,
}: SpikeTableProps) {
  const { state, href } = useUrlState();
  const { one, amount } = SPIKE_NOUNS[quantity];
  if (spikes.length === 0) {
    return (
      <>
        <p className={styles['title']}>{`Causes of ${one}s`}</p>
        <p className={styles['quiet']}>
          {quiet === null ? 'Not enough data.' : `No ${one}s in this window.`}</p>
      </>
    );
  }
  // The shares of a few spikes say nothing about recurring ones.
  const isEarly = confidence === 'too-early';
  const hasCode = diffs.size > 0 || codes.some((code) => code !== null);
  return (
    <>
      <table className={styles['causes']}>
        <caption>{`Causes of ${one}s`}</caption>
        <thead>
          <tr>
            <th scope="col">cause</th><th scope="col">spikes</th>{!isEarly && <th scope="col">{amount}</th>}
            {hasCode && <th scope="col" title="of its largest spike, against quiet times">code</th>}
          </tr>
        </thead>
        <tbody>
          {causes.flatMap(({ cause, count, area, shareRatio }) => [
            <tr key={cause} data-cause={cause}>
              <th scope="row">
                <span className={styles['key']}><FillSwatch fill={SPIKE_LOOKS[cause]} /></span>
                {PAGES[cause] === state.page || (cause === 'unexplained' && quantity !== 'cpu')
                  ? SPIKE_CAUSE_NAMES[cause]
                  : <Link href={href({ page: PAGES[cause] })}>{SPIKE_CAUSE_NAMES[cause]}</Link>}
              </th>
              <td>{count}</td>
              {!isEarly && <td title={`${formatValue(area, areaUnit)} above the quiet level`}>
                {shareText(shareRatio)}</td>}
              {hasCode && <td><DiffLink diff={diffs.get(cause)} /></td>}
            </tr>,
            ...trains.filter((train) => train.kind === cause && train.spikes > 0).slice(0, MAX_TRAINS).map((train) => (
              <TrainRow key={`${train.names.join(' ')} ${train.periodSeconds}`} train={train} isEarly={isEarly}
                fold={trains.indexOf(train) + 1}
                code={hasCode ? codes[trains.indexOf(train)] ?? null : undefined} />
            )),
          ])}
        </tbody>
      </table>
      {queries.length > 0 && <SpikeQueryList queries={queries} />}
      {isEarly && <p className={styles['early']}>Too early for shares: {counted} of {needed} spikes.</p>}
    </>
  );
}

const SHOWN_QUERIES = 3;

/** Queries that a query log names for spikes, most CPU first. */
function SpikeQueryList({ queries }: { queries: readonly SpikeQueryTotal[] }) {
  return (
    <ul className={styles['queries']} aria-label="Queries that make spikes">
      {queries.slice(0, SHOWN_QUERIES).map(({ text, by, count, coreSeconds }) => (
        <li key={`${text} ${by}`}>
          <code title={text.slice(0, 1000)}>{cutMiddle(text, 70)}</code>{' '}
          {by}: {count} {count === 1 ? 'spike' : 'spikes'}, {formatValue(coreSeconds, 'coreSeconds')}
        </li>
      ))}
    </ul>
  );
}

/** One train of a cause, with links to its fold and to its code; without the code column if `code` is undefined. */
function TrainRow({ train, fold, isEarly, code }: {
  train: SpikeTrain; fold: number; isEarly: boolean; code: TrainCode | null | undefined;
}) {
  const { href } = useUrlState();
  return (
    <tr className={styles['train']}>
      <th scope="row" title={[costText(train) ?? [], ...otherCosts(train)].flat().join('; ') || undefined}>
        <Link href={href({ page: 'gc-cpu', fold, open: ['trains'] })}
          aria-label={trainName(train)}><WholeWords text={listed(train.names)} /></Link>
        {train.coreSeconds !== null && (
          <span className={styles['cost']}>
            {' '}<span>{formatValue(train.coreSeconds, 'coreSeconds')}</span> <span>{everyText(train)}</span>
          </span>
        )}
      </th>
      <td>{train.spikes}</td>
      {!isEarly && <td>{shareText(train.shareRatio ?? 0)}</td>}
      {code !== undefined && <td><CodeLink code={code} /></td>}
    </tr>
  );
}

function CodeLink({ code }: { code: TrainCode | null }) {
  const { href } = useUrlState();
  if (code === null) return '–';
  if (code.before !== null) return <DiffLink diff={{ ...code, before: code.before }} />;
  return <Link className={styles['code']} href={href(openedProfile(code.after))} title={code.words}
    aria-label={`profile: ${code.words}`}>profile</Link>;
}

function DiffLink({ diff }: { diff: CauseDiff | undefined }) {
  const { href } = useUrlState();
  return diff === undefined ? '–'
    : <Link className={styles['code']} href={href(quietDiff(diff.before, diff.after))} title={diff.words}
      aria-label={`diff: ${diff.words}`}>diff</Link>;
}
