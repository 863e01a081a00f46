import { HowSteps } from '../../ui/HowComputed.tsx';

export function OverviewHow() {
  return (
    <HowSteps steps={[
      {
        name: 'Findings',
        text: (
          <>Each panel reports one finding about the window. States come first (not answering, replaying, restarting
            in a loop, host out of CPU or memory), then the worst: critical, warning, not enough data, note, OK. “Not
            enough data” is not “OK”: the finding says what is missing.</>
        ),
      },
      {
        name: 'Across panels',
        text: (
          <>Rules that combine panels find: GC or compactions that slow scrapes (p below 0.01 against shifts around the
            window), compactions that explain at least a quarter of CPU variance, CPU at its ceiling, too little memory
            for a compaction or a start, swapping, and spikes from Go’s two-minute cycles. A rule without enough data
            reports nothing.</>
        ),
      },
      {
        name: 'What to do',
        text: (
          <>Recommendations with benefit and risk, in this target’s own figures if available. tsdbscope itself changes
            nothing.</>
        ),
      },
      {
        name: 'States',
        text: (
          <>Up: ready. Replaying: answers /metrics, but is not ready because it replays its WAL. Starting, stopping: in
            between. Down: no answer. Recorded: a file, shown as of its own time.</>
        ),
      },
    ]} />
  );
}
