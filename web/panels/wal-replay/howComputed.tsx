import { HowSteps } from '../../ui/HowComputed.tsx';

export function WalReplayHow() {
  return (
    <HowSteps steps={[
      { name: 'Seeing it', text: 'While it replays, the target answers 503 to most of its API, but not to /metrics, /-/ready and the replay status. All three are asked, and every answer is recorded.', formula: 'GET /api/v1/status/walreplay → min, max, current' },
      { name: 'Phases', text: 'The status is all zero before the log is read and begins again for the WBL, so it alone is no progress. Phases come from readiness, the status and the process start together; the time of a border is known to one scrape.' },
      { name: 'Progress', text: 'Segments loaded of all; where there is no cursor, the share of the head’s sample time that is there again. It never falls inside one replay and is 99 % at most until the target is ready.' },
      { name: 'Time left', text: 'From the times of the segments so far, in segments’ worth of work: samples that stand in m-mapped chunks already are skipped and cost less, those past them more. The range holds about nine in ten; nothing is said before three segments.' },
      { name: 'Memory', text: 'The peak seen so far, at least what the process held before it stopped; while it replays, the line through the last half of progress and resident memory, carried on to the end. High from 95 % of the limit, low from 80 %.' },
      { name: 'The target’s own figure', text: 'prometheus_tsdb_data_replay_duration_seconds, 0 until done; shown beside ours for comparison.' },
    ]} />
  );
}
