import { HowSteps } from '../../ui/HowComputed.tsx';

export function WalReplayHow() {
  return (
    <HowSteps steps={[
      { name: 'Seeing it', text: 'While it replays, the target answers 503 to most of its API, but not to /metrics, /-/ready and the replay status. All three are asked, and every answer is recorded.', formula: 'GET /api/v1/status/walreplay → min, max, current' },
      { name: 'Phases', text: 'The status is all zero before the log is read and begins again for the WBL, so it alone is no progress. Phases come from readiness, the status and the process start together; the time of a border is known to one scrape.' },
      { name: 'Progress', text: 'Segments loaded over those there are, weighed by phase; it never falls inside one replay, and is unknown before the first segment.', formula: 'progress = (current − min) ÷ (max − min + 1)' },
      { name: 'Time left', text: 'From the times of the segments so far; the range is that of their spread. Shown only once enough segments have been loaded.' },
      { name: 'Memory', text: 'Resident memory against progress, drawn on to the end, against the limit of the process where it is known.' },
      { name: 'The target’s own figure', text: 'prometheus_tsdb_data_replay_duration_seconds, 0 until done; shown beside ours for comparison.' },
    ]} />
  );
}
