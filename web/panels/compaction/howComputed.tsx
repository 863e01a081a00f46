import { HowSteps } from '../../ui/HowComputed.tsx';

export function CompactionHow() {
  return (
    <HowSteps steps={[
      { name: 'Intervals', text: 'A compaction is seen through counters, so it is an interval between scrapes, not a point: its start lies between the last scrape without it and the first with it. Those bounds are the errors in the list.' },
      { name: 'Block range', text: 'From the flags of the target where it shows them; in a recording from the steps in which the minimum time of the head moves.', formula: 'Δ prometheus_tsdb_head_min_time' },
      { name: 'Phase', text: 'Where in the block range, counted from its boundary on the UNIX clock, head compactions start. Prometheus compacts the head when it spans one and a half ranges, so the expected phase is half a range, plus what the check once a minute adds.', formula: 'phase = start mod block range' },
      { name: 'Alignment', text: 'Each start becomes an angle on a circle as long as the block range. The mean resultant length is 1 when all agree and near 0 when they do not; the Rayleigh test gives p. Too few compactions are said, not judged.', formula: 'R = |Σ e^(2πi·phase/range)| ÷ n' },
      { name: 'Fold', text: 'CPU of every period of the window, laid over each other from the boundary; the mean, and a band that holds 95 % of the periods (with fewer than 20: from the lowest to the highest), each period thin behind it. Missed scrapes are left out of the mean.' },
      { name: 'Multiples', text: 'All that was used during compactions over their time, divided by the quiet level: the mean of the middle half of the readings outside compactions, so that GC cycles do not lift it. Readings on an episode’s edge count for neither.' },
    ]} />
  );
}
