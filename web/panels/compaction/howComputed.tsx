import type { CompactionPanel } from '../../../core/contract/contract.ts';
import { formatDateTime, formatSeconds } from '../../../core/text/format.ts';
import { HowSteps } from '../../ui/HowComputed.tsx';
import { useUrlState } from '../../url/useUrlState.ts';

function inUse(panel: CompactionPanel, zone: 'local' | 'utc') {
  const names = [...new Set(panel.figures.flatMap(({ from }) => from))];
  return (
    <>
      {formatDateTime(panel.range.start, zone)} to {formatDateTime(panel.range.end, zone)}, {
        panel.range.scrapes.toLocaleString('en-US')
      } scrapes, one point every {formatSeconds(panel.range.step)}. Read from{' '}
      {
        names.length === 0 ? 'no metric'
          : names.map((name, i) => <span key={name}>{i > 0 && ', '}<code>{name}</code></span>)
      }.
    </>
  );
}

export function CompactionHow({ panel }: { panel: CompactionPanel }) {
  const { zone } = useUrlState().state;
  return (
    <HowSteps steps={[
      { name: 'This window', text: inUse(panel, zone) },
      {
        name: 'Intervals',
        text: (
          <>Counters show a compaction only as an interval between scrapes: it starts between the last scrape
            without it and the first with it, narrowed by the gauge of a running compaction and by the reported
            duration. These bounds are the errors in the table. If a log or the list of blocks (Prometheus 3.6 and
            later) has the same compaction, its time, level and inputs replace them; “source” lists every
            source. The write burst at each block boundary is head chunks, not a compaction.</>
        ),
      },
      {
        name: 'Block range',
        text: (
          <>From the target’s flags or command line; else from the steps of the head’s minimum time, or from the
            ends of its blocks. It may change at a restart: fold, phase and delay then cover the time since.</>
        ),
        formula: 'Δ head minimum time',
      },
      {
        name: 'Phase',
        text: (
          <>Offset of head compactions from the block boundary on the Unix clock. Prometheus cuts the head when it
            spans 1.5 block ranges, so the expected phase is half a range; the phase error is the difference. The
            first head after an empty start begins anywhere and is excluded, as is a compaction that was due while
            the process was down. Prometheus compacts on its own clock: if it differs from tsdbscope’s, a note
            gives the offset, and phases and folds use the target’s clock.</>
        ),
        formula: 'phase = start mod block range',
      },
      {
        name: 'Alignment',
        text: (
          <>Each start becomes an angle on a circle as long as the block range. The mean resultant length is 1 if
            all agree and near 0 if they do not; the Rayleigh test gives p. With too few compactions there is no
            verdict.</>
        ),
        formula: 'R = |Σ e^(2πi·phase/range)| ÷ n',
      },
      {
        name: 'Delay',
        text: (
          <>How much later than the rule each head compaction starts, at least. A constant delay of up to a tenth of
            the range is the feature delayed-compaction; a varying one means that something holds compactions up.</>
        ),
        formula: 'start − (head minimum time + 1.5 · range)',
      },
      {
        name: 'Fold',
        text: (
          <>CPU of all periods of the window, overlaid from the block boundary: the mean, a band that holds 95 % of
            the periods (minimum to maximum below 20 periods), and each period as a thin line. Folds at three and
            nine ranges show merges, which read three blocks of the level below. Missed scrapes are excluded from
            the mean.</>
        ),
      },
      {
        name: 'Cost of one compaction',
        text: (
          <>Counter increase over the scrape steps that touch it, minus the quiet level times their length. The
            quiet level is the mean of the middle half of the steps outside compactions, so that GC cycles do not
            raise it. Memory: the highest reading minus the median of the minute before. Page cache: that median
            minus the lowest reading. Page cache, and for Prometheus bytes read and written, require a
            node_exporter.</>
        ),
        formula: 'Σ increase − quiet · seconds',
      },
      {
        name: 'Usage while compacting',
        text: (
          <>All usage during compactions over their time, divided by the quiet level. Readings on the edge of a
            compaction are excluded.</>
        ),
      },
      {
        name: 'Keeping up',
        text: (
          <>Falling behind: a head compaction took longer than the block range, the head spans more than 1.7 ranges
            at the end (it is cut at 1.5), or the log says so. Barely keeping up: one took more than half of the
            range. Failed compactions take precedence. In the first three minutes after a start, a long head is left
            over from the downtime.</>
        ),
      },
      {
        name: 'Without a clock',
        text: (
          <>VictoriaMetrics and the Thanos compactor merge when there is something to merge. Periods of 1m, 10m, 1h,
            2h and 1d are tested if the window holds five whole cycles: each cycle gives one direction, and the
            directions enter a Rayleigh test, corrected for the number of periods. Single merges are never tested as
            if they were independent.</>
        ),
      },
      {
        name: 'Log',
        text: (
          <>Start = timestamp of the line minus its duration. Block ULIDs contain the UTC time of creation, which
            reveals local timestamps. Lines less than 3 s apart form one compaction.</>
        ),
      },
    ]} />
  );
}
