import type { ScrapesPanel } from '../../../core/contract/contract.ts';
import { formatSeconds } from '../../../core/text/format.ts';
import { HowSteps } from '../../ui/HowComputed.tsx';

export function ScrapesHow({ panel }: { panel: ScrapesPanel }) {
  const names = [...new Set(panel.figures.flatMap(({ from }) => from))];
  return (
    <HowSteps steps={[
      {
        name: 'Duration',
        text:
          'From sending the request to the last byte of the answer, on tsdbscope’s own clock: what a Prometheus that scrapes this target would see. A failed try is kept with its time and its error.',
      },
      {
        name: 'Thinned points',
        text:
          'Where the window holds more scrapes than the chart has room for, each point is the slowest scrape of its step, so that no spike is lost.',
      },
      {
        name: 'Percentiles',
        text:
          'Over scrapes that were answered, and time-outs with the time they were given: leaving out the slowest would flatter the tail. What was refused at once says nothing about speed and is left out.',
      },
      {
        name: 'Gaps',
        text:
          'A run of ticks without samples. Its cause is the first that holds: nobody scraped; the process before and after is not the same (restart, or replay); it said that it was not ready; scrapes timed out or ticks were left out behind a slow one, and of what overlapped the first of replay, compaction, GC, WAL fsync, CPU at its ceiling, just started; connections failed though one process lived on (network); nothing answered. A tick that was left out is no time-out. What fits nothing stays unknown.',
      },
      {
        name: 'By chance',
        text:
          'Overlap in time is no proof. For each gap: at what share of all positions in the window a gap of its length would meet the cause.',
        formula: 'positions that meet it / positions',
      },
      {
        name: 'Slow scrapes against chance',
        text:
          'The slowest 5 % (at least twice the median) and everything lost to slowness. The cause’s marks are moved around the window against the scrapes by every number of scrapes; both keep their own clusters. p is the share of shifts with as many overlaps or more, one-sided; below five slow scrapes nothing is said.',
        formula: 'p = shifts with overlaps ≥ seen / shifts',
      },
      {
        name: 'CPU ceiling',
        text:
          'Where the target exports its time spent waiting for a core: more than half of a second. Else GOMAXPROCS, when 90 % of it are reached. Else a plateau: CPU over 5 s whose 95 % quantile is at least 85 % of its maximum, and that at least 1.4 times the median. Reached: 90 % of the ceiling. A plateau may also be work that uses just so many threads.',
      },
      {
        name: 'The host',
        text:
          'From the node_exporter scraped beside the target. Short of CPU: all cores busy at 95 % or more, some '
            + 'task waiting for a core for half of the time, or a fifth of a core taken by the hypervisor. A disk '
              + 'at its limit: at work for 90 % of the time; one that works in parallel may take more. A container’s '
                + 'CPU quota is in none of its metrics: the CPU ceiling tells it.',
      },
      {
        name: 'By state',
        text:
          'Each scrape belongs to compaction when it overlaps one, else to GC when it overlaps the second before '
            + 'a cycle’s end, else to quiet. For causes a cycle reaches back 1.5 s, or 3.5 s where CPU '
              + 'has a ceiling: how long a cycle took is in no metric.',
      },
      {
        name: 'The target’s own scrapes',
        text:
          'Jitter from its own quantiles of interval lengths, the newest reading; counts are rises over the '
            + 'window. By job: the last scrapes as its API told them last (one request every 5 min), the one '
              + 'with the largest share of its time-out; not of the window.',
      },
      {
        name: 'On this target',
        text: `${panel.scrapes.total.toLocaleString('en-US')} scrapes over ` + `${formatSeconds(panel.range.end - panel.range.start)}, ` + `${panel.slow.count.toLocaleString('en-US')} of them slow or lost. Metrics in use for ` + `the target’s own scrapes: ${names.length === 0 ? 'none' : names.join(', ')}.`,
      },
    ]} />
  );
}
