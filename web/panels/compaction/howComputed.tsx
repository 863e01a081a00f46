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
        text:
          'A compaction is seen through counters, so it is an interval between scrapes, not a point: its start lies between the last scrape without it and the first with it, narrowed by the gauge of a block being written and by the time the target says it took. Those bounds are the errors in the list. Where a log or the list of blocks (Prometheus 3.6 and later) tells the same compaction, its time, level and inputs take their place; “known from” names every witness. The writes at each block boundary are head chunks, not a compaction.',
      },
      {
        name: 'Block range',
        text:
          'From the flags of the target or its command line; else from the steps in which the minimum time of the head moves, or from the ends of its blocks. It may change with a start: fold, phase and delay are then of the time since.',
        formula: 'Δ head minimum time',
      },
      {
        name: 'Phase',
        text:
          'Where in the block range, counted from its boundary on the UNIX clock, head compactions start. Prometheus cuts the head when it spans one and a half ranges, so the expected phase is half a range; the phase error is what is measured beyond it. The first head after an empty start begins anywhere and is left out, and so is a compaction whose moment passed while the process was down. It compacts by its own clock: where that differs from this one, a note says by how much, and phases and folds are on the target’s.',
        formula: 'phase = start mod block range',
      },
      {
        name: 'Alignment',
        text:
          'Each start becomes an angle on a circle as long as the block range. The mean resultant length is 1 when all agree and near 0 when they do not; the Rayleigh test gives p. Too few compactions are said, not judged.',
        formula: 'R = |Σ e^(2πi·phase/range)| ÷ n',
      },
      {
        name: 'Delay',
        text:
          'How much later than the rule each head compaction comes, as little as its bounds allow. Late by the same time each, up to a tenth of the range: the feature delayed-compaction. Late by different times: something holds it up.',
        formula: 'start − (head minimum time + 1.5 · range)',
      },
      {
        name: 'Fold',
        text:
          'CPU of every period of the window, laid over each other from the boundary; the mean, and a band that holds 95 % of the periods (with fewer than 20: from the lowest to the highest), each period thin behind it. Three and nine ranges show the merges, which read three blocks of the level below. Missed scrapes are left out of the mean.',
      },
      {
        name: 'Cost of one',
        text:
          'What the counter rose by over the scrape steps that touch the episode, minus the quiet level times '
            + 'their length; the quiet level is the mean of the middle half of the steps outside compactions, so '
              + 'that GC cycles do not lift it. Memory: the highest reading in it above the median of the minute before. Page cache: the lowest below that median; it and, for Prometheus, the bytes read and written need a node_exporter.',
        formula: 'Σ rise − quiet · seconds',
      },
      {
        name: 'Multiples',
        text:
          'All that was used during compactions over their time, divided by the quiet level. '
            + 'Readings on an episode’s edge count for neither.',
      },
      {
        name: 'Keeping up',
        text:
          'Behind: a head compaction took longer than the range, the head spans more than 1.7 ranges at the end '
            + '(it is cut at 1.5), or the log says so. Barely: one took more than half of the range. Failed '
              + 'compactions come first, and what is wrong leads the sentence above; in the first three minutes '
                + 'after a start a long head is what was left from before.',
      },
      {
        name: 'Without a clock',
        text:
          'VictoriaMetrics and the Thanos compactor merge when there is something to merge. To be fair each period '
            + 'of 1 min, 10 min, 1 h, 2 h and 1 d with five whole cycles is tested: every cycle gives one direction, '
              + 'and those are compared (Rayleigh, corrected for the periods tried). Single merges '
                + 'are never tested as if they were independent.',
      },
      {
        name: 'Log',
        text:
          'Start = time of the line minus the duration it names. The blocks’ names hold the UTC time of their '
            + 'birth, which finds out stamps in local time. Lines less than 3 s apart are one episode.',
      },
    ]} />
  );
}
