import { HowSteps } from '../../ui/HowComputed.tsx';

export function WalReplayHow() {
  return (
    <HowSteps steps={[
      {
        name: 'Requests',
        text: (
          <>During replay, the target answers 503 to most of its API, but not to /metrics, /-/ready and the replay
            status. tsdbscope requests all three and records every response.</>
        ),
        formula: 'GET /api/v1/status/walreplay → min, max, current',
      },
      {
        name: 'Phases',
        text: (
          <>The replay status is all zero before the WAL is read, and starts again for the WBL, so it is not
            sufficient for progress. Phases come from readiness, replay status and process start together; phase
            boundaries are accurate to one scrape.</>
        ),
      },
      {
        name: 'Progress',
        text: (
          <>Loaded segments over all segments; without a cursor, the share of the head’s sample time that is
            restored. It never decreases during a replay, and stays at 99 % or below until the target is ready.</>
        ),
      },
      {
        name: 'Time left',
        text: (
          <>The work of a segment is its CPU time, so that other programs on the host do not affect it; the pace is
            the cores in use over the last 10 s or more. Samples in m-mapped chunks are skipped and cost about half
            as much as later ones; which segments hold them, and how full the last one is, was observed before the
            stop. A segment costs more while garbage is collected, so each counts by its place in that cycle;
            remaining series and WBL chunks are added separately. The interval is calibrated on recorded replays.
            It is least certain after a change of the CPU limit, in a log of few segments, and for a WBL in 2.39 to
            2.47. There is no forecast before three moves of the cursor, unless earlier starts of this target give a
            range.</>
        ),
        formula: 'left = (segments left × CPU per segment of their kind + series left × CPU per series) ÷ cores '
          + '+ WBL',
      },
      {
        name: 'Past forecasts',
        text: (
          <>What was forecast at each moment, from the data available then, as the total start time. Once the target
            is ready, they are scored against the actual time.</>
        ),
      },
      {
        name: 'Rates',
        text: (
          <>Samples per second: pace of the head’s newest sample × the ingestion rate before the stop; none while
            it stands still. Bytes per second: from the WAL size metric, or from the size of a segment.</>
        ),
      },
      {
        name: 'Memory',
        text: (
          <>The peak so far, the usual growth of replays from here, and the line through the later half of this one,
            extrapolated to the end. The risk is high from 95 % of the limit, low from 80 % or if the upper bound
            exceeds it. The limit is the lowest known of GOMEMLIMIT and the host’s memory; no metric of the target
            exports a container’s limit.</>
        ),
      },
      {
        name: 'Duration reported by the target',
        text: 'prometheus_tsdb_data_replay_duration_seconds, 0 until done; shown for comparison.',
      },
    ]} />
  );
}
