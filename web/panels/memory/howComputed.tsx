import type { MemoryPanel } from '../../../core/contract/contract.ts';
import { formatSeconds } from '../../../core/text/format.ts';
import { HowSteps } from '../../ui/HowComputed.tsx';

function thisTarget({ range, ratios, figures }: MemoryPanel): string {
  const names = [...new Set(figures.flatMap(({ from }) => from))];
  const used = ratios.samplesPerCoreSecond;
  return `${range.scrapes.toLocaleString('en-US')} scrapes; ratios from ${used.scrapes.toLocaleString('en-US')} of `
    + `them over ${formatSeconds(used.windowSeconds)}. Metrics in use: ${names.join(', ') || 'none'}.`;
}

export function MemoryHow({ panel }: { panel: MemoryPanel }) {
  return (
    <HowSteps steps={[
      {
        name: 'Breakdown of resident memory',
        text: (
          <>Medians over the scrapes of the window. Memory held by Go is what it obtained from the system minus what
            it released. The rest of the resident memory is mapped files and the program; it is a difference of two
            readings. Below zero, it means that pages held by Go were never touched.</>
        ),
        formula: 'heap in use + (idle − released) + stacks + (sys − heap − stacks) + (RSS − sys + released) '
          + '= RSS',
      },
      {
        name: 'Samples per second and core',
        text: (
          <>Samples ingested over the CPU time used meanwhile, excluding warm-ups, including GC and compactions. The
            range is a bootstrap over stretches of 60 s, or of a block range if the window holds five.</>
        ),
        formula: 'Σ increase(samples) / Σ increase(CPU seconds)',
      },
      {
        name: 'Memory per series',
        text: (
          <>Resident memory over head series in each scrape: median, 5 % quantile and maximum. Memory per 100,000
            samples/s uses the ingestion rate of each stretch in the same way.</>
        ),
        formula: 'RSS / head series',
      },
      {
        name: 'Bytes per sample on disk',
        text: (
          <>At each step of the head’s minimum time: growth of the blocks until the next step (merges included)
            over the samples ingested between the two times. Bytes in chunks come from the sums that compactions
            report.</>
        ),
        formula: 'Σ Δ blocks bytes / Σ samples that left the head',
      },
      {
        name: 'Warm-up',
        text: (
          <>From the first sample after a start, in steps of 5 s or of three scrapes, for at most 30 min, excluding
            compactions. A value has settled at the first of three consecutive steps within 3 robust standard
            deviations (at least 10 %) of the median of the later half; 4 and 2 give the range. If the last quarter
            differs by 20 % from the one before, it has not settled.</>
        ),
      },
      {
        name: 'Planner',
        text: (
          <>Memory: by series and by samples, from the typical value to the peak; one target at one load cannot
            separate the two. CPU: the mean with its interval; peaks are the 99 % quantile of CPU over its mean.
            Disk: retention × samples/s × bytes per sample. A load of more than three times the measured one, or
            less than a third, is marked.</>
        ),
      },
      {
        name: 'Limits',
        text: (
          <>A container’s memory limit is in none of the process’s metrics. Page cache and swap belong to the
            host and require its node_exporter. The cost of a sample includes the CPU of queries and rules.</>
        ),
      },
      { name: 'This target', text: thisTarget(panel) },
    ]} />
  );
}
