import type { MemoryPanel } from '../../../core/contract/contract.ts';
import { formatSeconds } from '../../../core/text/format.ts';
import { HowSteps } from '../../ui/HowComputed.tsx';

export function MemoryHow({ panel }: { panel: MemoryPanel }) {
  const { ratios, range } = panel;
  const names = [...new Set(panel.figures.flatMap(({ from }) => from))];
  const used = ratios.samplesPerCoreSecond;
  return (
    <HowSteps steps={[
      {
        name: 'Parts of the resident memory',
        text:
          'Medians over the scrapes of the window. What Go holds is what it has from the system less what it gave back; the rest of the resident memory are mapped files and the program, as a difference of two readings. Below zero it says that pages which Go holds were never touched.',
        formula: 'heap in use + (idle − released) + stacks + (sys − heap − stacks) + (RSS − sys + released) = RSS',
      },
      {
        name: 'Samples per second and core',
        text:
          'Samples taken in over the CPU time they came with, warm-ups left out, compactions and GC left in. The range is a bootstrap over stretches of a minute, or of a block range where the window holds five of them.',
        formula: 'Σ increase(samples) / Σ increase(CPU seconds)',
      },
      {
        name: 'Memory per series',
        text:
          'Resident memory over the series in the head, scrape by scrape: median, 5 % quantile, and the most. Memory per 100,000 samples/s is the same by the rate of each stretch.',
        formula: 'RSS / head series',
      },
      {
        name: 'Bytes per sample on disk',
        text:
          'At each step of the head’s minimum time: what the blocks grew by until the next step (merges included), over the samples taken in between the two times. Chunks alone come from the compaction’s own sums.',
        formula: 'Σ Δ blocks bytes / Σ samples that left the head',
      },
      {
        name: 'Warm-up',
        text:
          'From the first sample after a start, in steps of 5 s or of three scrapes, for half an hour at most, '
            + 'compactions taken out. Settled is the first of three steps in a row within 3 robust standard '
              + 'deviations (10 % at least) of the median of the later half; with 4 and 2 the range is drawn. A '
                + 'last quarter that lies 20 % off the one before has not settled.',
      },
      {
        name: 'Planner',
        text:
          'Memory spans both ways to reckon it, by series and by samples, from the usual to the peak: one target '
            + 'at one load cannot tell them apart. CPU is the mean with its interval; peaks are the 99 % quantile '
              + 'of CPU over its mean. Disk is retention times samples times bytes per sample. A load more than '
                + 'three times away from the measured one is said to be so.',
      },
      {
        name: 'Limits',
        text:
          'A container’s own memory limit is in none of the process’s metrics. Page cache and swap belong to the '
            + 'host and need its node_exporter. CPU of queries and rules is in the cost of a sample.',
      },
      {
        name: 'On this target',
        text: `${range.scrapes.toLocaleString('en-US')} scrapes; ratios from ` + `${used.scrapes.toLocaleString('en-US')} ` + `of them over ${formatSeconds(used.windowSeconds)}. Metrics in use: ` + `${names.length === 0 ? 'none' : names.join(', ')}.`,
      },
    ]} />
  );
}
