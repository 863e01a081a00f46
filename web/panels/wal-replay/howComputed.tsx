import { HowSteps } from '../../ui/HowComputed.tsx';

export function WalReplayHow() {
  return (
    <HowSteps steps={[
      {
        name: 'Seeing it',
        text:
          'While it replays, the target answers 503 to most of its API, but not to /metrics, /-/ready and the replay status. All three are asked, and every answer is recorded.',
        formula: 'GET /api/v1/status/walreplay → min, max, current',
      },
      {
        name: 'Phases',
        text:
          'The status is all zero before the log is read and begins again for the WBL, so it alone is no progress. Phases come from readiness, the status and the process start together; the time of a border is known to one scrape.',
      },
      {
        name: 'Progress',
        text:
          'Segments loaded of all; where there is no cursor, the share of the head’s sample time that is there again. It never falls inside one replay and is 99 % at most until the target is ready.',
      },
      {
        name: 'Time left',
        text:
          'The work of a segment is its CPU time, so that other programs on the host do not mix into it; the pace '
            + 'is the cores in use over the last 10 s or more. Samples that stand in m-mapped chunks are skipped '
              + 'and cost less, those past them about twice that: which is which, and how full the last segment '
                + 'is, was seen before the stop. Whole rounds of garbage collection are compared; series and '
                  + 'chunks of the WBL still to come count by themselves. The range is calibrated on recorded '
                    + 'replays. Nothing is said before three moves of the cursor, unless earlier starts of this target tell a range.',
        formula: 'left = (segments left × CPU per segment of their kind + series left × CPU per series) ÷ cores + WBL',
      },
      {
        name: 'Past forecasts',
        text:
          'What could be said at each moment, from what was known then, drawn as the length of the whole '
            + 'start. Once it is ready, they are scored against what came.',
      },
      {
        name: 'Rates',
        text:
          'Samples a second by how fast the head’s newest sample moves, times what was ingested before the stop; '
            + 'nothing while it stands still. Bytes by the gauge of the log’s size, or by the size of a segment.',
      },
      {
        name: 'Memory',
        text:
          'The highest so far, what replays usually still grow, and the line through the last half of this one, '
            + 'carried on to the end. High from 95 % of the limit, low from 80 % or where the upper bound passes '
              + 'it. The limit is the lowest known of GOMEMLIMIT and the host’s memory; a '
                + 'container’s own is in none of a target’s metrics.',
      },
      {
        name: 'The target’s own figure',
        text: 'prometheus_tsdb_data_replay_duration_seconds, 0 until done; shown beside ours for comparison.',
      },
    ]} />
  );
}
