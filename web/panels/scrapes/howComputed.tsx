import type { ScrapesPanel } from '../../../core/contract/contract.ts';
import { formatSeconds } from '../../../core/text/format.ts';
import { HowSteps } from '../../ui/HowComputed.tsx';

function thisTarget({ range, scrapes, slow, figures }: ScrapesPanel): string {
  const names = [...new Set(figures.flatMap(({ from }) => from))];
  return `${scrapes.total.toLocaleString('en-US')} scrapes over ${formatSeconds(range.end - range.start)}, `
    + `${slow.count.toLocaleString('en-US')} of them slow or lost. Metrics in use for the target’s own scrapes: `
    + `${names.join(', ') || 'none'}.`;
}

export function ScrapesHow({ panel }: { panel: ScrapesPanel }) {
  return (
    <HowSteps steps={[
      {
        name: 'Duration',
        text: (
          <>From sending the request to the last byte of the response, on tsdbscope’s clock: what a Prometheus
            that scrapes this target would measure. A failed attempt is stored with its time and error.</>
        ),
      },
      {
        name: 'Downsampling',
        text: (
          <>If the window holds more scrapes than the chart can show, each point is the slowest scrape of its step,
            so that no spike is lost.</>
        ),
      },
      {
        name: 'Percentiles',
        text: (
          <>Over answered scrapes, and timeouts with the timeout as their duration: excluding them would understate
            the tail. Refused connections are excluded, because they say nothing about speed.</>
        ),
      },
      {
        name: 'Gaps',
        text: (
          <>A run of scheduled scrapes without samples. The cause is the first that applies: tsdbscope did not
            scrape; the process changed (restart or replay); the target reported that it was not ready; scrapes
            timed out, or were skipped behind a slow one, and the gap overlaps the first of replay, compaction, GC,
            WAL fsync, CPU at its ceiling, or a recent start; connections failed but the process kept running
            (network); no response. A skipped scrape is not a timeout. Anything else is unknown.</>
        ),
      },
      {
        name: 'Expected by chance, one gap',
        text: (
          <>Overlap in time is no proof. For each gap: the share of all positions in the window at which a gap of
            its length would overlap the cause.</>
        ),
        formula: 'positions with overlap / positions',
      },
      {
        name: 'Expected by chance, slow scrapes',
        text: (
          <>The slowest 5 % (and at least twice the median, and 50 ms), plus everything lost to slowness. The cause’s
            marks are shifted circularly around the window by every number of scrapes; both keep their own clustering. p
            is the share of shifts with at least as many overlaps, one-sided. Fewer than five slow scrapes are not
            tested.</>
        ),
        formula: 'p = shifts with overlaps ≥ observed / shifts',
      },
      {
        name: 'CPU ceiling',
        text: (
          <>If the target exports its time spent waiting for a core: more than half of a second. Else GOMAXPROCS, if
            90 % of it is reached. Else a plateau: the 95 % quantile of CPU over 5 s is at least 85 % of its
            maximum, and the maximum at least 1.4 times the median. Reached means 90 % of the ceiling. A workload
            with a fixed number of threads also has a plateau.</>
        ),
      },
      {
        name: 'Host',
        text: (
          <>From the target’s node_exporter. Host CPU is saturated if all cores are at least 95 % busy, some task
            waits for a core half of the time, or the hypervisor takes a fifth of a core. A disk is saturated if it
            is busy 90 % of the time; one that works in parallel may handle more. A container’s CPU quota is in
            none of these metrics; the CPU ceiling reveals it.</>
        ),
      },
      {
        name: 'By state',
        text: (
          <>A scrape that overlaps a compaction counts as compaction; else one that overlaps the last second of a GC
            cycle as GC; else as quiet. For causes, a cycle extends 1.5 s back, or 3.5 s if CPU has a ceiling,
            because no metric exports its length.</>
        ),
      },
      {
        name: 'The target’s own scrapes',
        text: (
          <>Jitter comes from the target’s own quantiles of interval lengths, newest reading; counts are increases
            over the window. By job: the last scrape with the largest share of its timeout, from the target’s API,
            requested every 5 min. It reflects the last request, not the window.</>
        ),
      },
      {
        name: 'Rule groups',
        text: (
          <>From the target’s own metrics of when each group’s last evaluation began and how long it took; missed
            and failed evaluations are increases over the window. A group is evaluated at the same moment of every
            interval: that moment is the median of its starts, folded at the interval. Names and errors of rules, and
            the moments of scrapes, come from the target’s API, asked at most once a minute.</>
        ),
        formula: 'busy = median duration / interval',
      },
      { name: 'This target', text: thisTarget(panel) },
    ]} />
  );
}
