import type { GcCpuPanel } from '../../../core/contract/contract.ts';
import { apiPath } from '../../api/client.ts';
import { formatDateTime, formatSeconds } from '../../../core/text/format.ts';
import { HowSteps } from '../../ui/HowComputed.tsx';
import type { Zone } from '../../../core/text/zone.ts';
import { useCurrentTarget } from '../../api/useCurrentTarget.ts';
import { useUrlState } from '../../url/useUrlState.ts';
import styles from './gcCpu.module.css';

const parts = [
  ['series', 'CPU and heap'], ['cycles', 'cycles'], ['around', 'average cycle'],
  ['estimates', 'GC CPU estimates'], ['correlation.lags', 'lags'],
  ['links', 'correlations'], ['pauseQuantiles', 'pauses'],
  ['schedLatency', 'scheduling latency'], ['figures', 'figures'], ['whatIf.byGogc', 'what-if, GOGC'],
  ['whatIf.byMemoryLimit', 'what-if, GOMEMLIMIT'],
] as const;

function Downloads({ panel }: { panel: GcCpuPanel }) {
  const { target } = useCurrentTarget();
  if (target === null) return null;
  const { start, end, step } = panel.range;
  const link = (format?: 'csv', part?: string): string => apiPath(
    '/targets/{target}/panels/gc-cpu', { path: { target: target.name }, query: { start, end, step, format, part } }
  );
  const shown = parts.filter(([part]) => panel.whatIf !== null || !part.startsWith('whatIf'))
    .filter(([part]) => panel.around !== null || part !== 'around')
    .filter(([part]) => (part !== 'pauseQuantiles' && part !== 'schedLatency') || panel[part].time.length > 0);
  return (
    <span className={styles['downloads']}>
      <a href={link()} download="gc-cpu.json">all as JSON</a>
      {shown.map(([part, name]) => <a key={part} href={link('csv', part)} download>{name} as CSV</a>)}
    </span>
  );
}

function inUse(panel: GcCpuPanel, zone: Zone) {
  const names = [...new Set(panel.figures.flatMap(({ from }) => from))];
  const cycles = panel.cycles.length + panel.cyclesWithoutTime;
  return (
    <>
      {formatDateTime(panel.range.start, zone)} to {
        formatDateTime(panel.range.end, zone)
      }, {panel.range.scrapes.toLocaleString('en-US')} scrapes, {cycles.toLocaleString('en-US')} cycles, {
        panel.correlation.sampleSize.toLocaleString('en-US')
      } intervals in the correlation, one point every {formatSeconds(panel.range.step)}. Read from{' '}
      {
        names.length === 0 ? 'no metric'
          : names.map((name, i) => <span key={name}>{i > 0 && ', '}<code>{name}</code></span>)
      }.
    </>
  );
}

export function GcCpuHow({ panel }: { panel: GcCpuPanel }) {
  const { zone } = useUrlState().state;
  return (
    <HowSteps steps={[
      { name: 'This window', text: inUse(panel, zone) },
      { name: 'Download', text: <Downloads panel={panel} /> },
      {
        name: 'CPU cores',
        text: (
          <>Increase of the CPU counter between two scrapes over the time between them. A missed scrape leaves a
            gap; a counter reset is a restart, never a negative rate.</>
        ),
        formula: 'cores = Δ process_cpu_seconds_total ÷ Δ t',
      },
      {
        name: 'GC cycles',
        text: (
          <>The runtime exports when its last cycle ended; each new value is one cycle at its exact time. Cycles
            that only the counter saw, because a later one overwrote the time between two scrapes, are counted but
            have no time.</>
        ),
        formula: 'go_memstats_last_gc_time_seconds, go_gc_duration_seconds_count',
      },
      {
        name: 'E1 CPU profile',
        text: (
          <>Share of a captured profile’s samples in collector functions (marking, assists, sweeping, scavenging),
            times the increase of the CPU counter over the profile, extrapolated to the window by the number of
            cycles. Interval: sampling error and the variation between cycles. From Go 1.21 on, idle-priority
            workers are distinguished.</>
        ),
        formula: 'cores = GC share × CPU seconds ÷ cycles profiled × cycles ÷ window',
      },
      {
        name: 'E2 event-locked',
        text: (
          <>CPU around each cycle above the quiet level on either side (mean of the middle half), excluding
            compactions and gaps. Overlapping cycles form one event; a cycle that cannot be measured is assumed to
            cost as much as an isolated one. Interval: bootstrap over events with a fixed seed, wider for few
            events. If CPU is at its ceiling, GC displaces other work: the estimate is then a lower bound, and the
            interval extends to all CPU around the cycles. E2 does not see sweeping and assists that are spread over
            the whole period, and it counts other work in step with GC as GC.</>
        ),
        formula: 'cores = Σ (CPU − quiet) ÷ window',
      },
      {
        name: 'E3 scan model',
        text: 'As E1, but extrapolated by the bytes that each cycle scans, if the target exports them.',
        formula: 'cores = Σ scanned bytes ÷ (bytes per core-second of E1) ÷ window',
      },
      {
        name: 'E4 lifetime fraction, E5 counter',
        text: (
          <>If the target exports GC CPU: E4 is the increase of its fraction since start × uptime × GOMAXPROCS. It
            excludes idle-priority workers, so the interval extends to four times the estimate, or to all CPU of the
            process. E5 is the increase of its GC CPU counter, which includes them. Both change only at the end of a
            cycle. The best estimate is E5, else the one with the narrowest interval.</>
        ),
      },
      {
        name: 'E6 execution trace',
        text: (
          <>Measured, for the seconds of the execution traces taken in the window: time of GC workers, assists and
            sweeping over their length. It is compared with the best estimate per cycle and never is the best itself,
            because it speaks for its seconds alone. The low end of its interval leaves out 2.5 ms per cycle, which may
            be a wait at the end of the mark.</>
        ),
      },
      {
        name: 'Rule groups and scrape jobs',
        text: (
          <>Each works at the same moment of every interval, so its cost follows from the CPU at those moments: all are
            fitted at once, and each is then measured pulse by pulse without the others. One is named if its 95 %
            interval excludes zero after correction for the number of groups, most of its evaluations show the rise,
            and the rise does not fit better seconds earlier or later. Two that begin as one are named together.</>
        ),
        formula: 'CPU above quiet = Σ cost of a pulse × its share in each reading',
      },
      {
        name: 'CPU throttling',
        text: (
          <>Of the container of the target, from the counters of a cAdvisor in the TSDB that scrapes it, or of its
            control group if it runs on the machine of tsdbscope: periods of the CPU quota that were used up over those
            that passed, and the seconds that CPUs waited, per second. Throttling
            coincides with GC, or with spikes, if they cover at least half of it and 1.5 times what they would by
            chance.</>
        ),
        formula: 'Δ container_cpu_cfs_throttled_periods_total ÷ Δ container_cpu_cfs_periods_total',
      },
      {
        name: 'Compared with gctrace',
        text: (
          <>GODEBUG=gctrace=1 prints an upper bound: it counts the wall time of each worker, even while the kernel
            has preempted it, and idle-priority workers. On the demo recording it prints 19.6 s for 14 cycles, 12.2
            s of it idle workers; the CPU counter rose by 10.3 s.</>
        ),
      },
      {
        name: 'Length of a cycle',
        text: (
          <>Not exported. Fitted: the length before each end for which a constant excess best explains the CPU
            around isolated cycles. The share of each interval spent in a cycle follows from it.</>
        ),
      },
      {
        name: 'Correlation',
        text: (
          <>For each lag, Pearson’s r of CPU and whether a cycle ended in the interval (or how many did, if more
            than half of the intervals have one); at a positive lag, CPU is later than GC. The p-value is two-sided,
            from circular shifts of one series against the other, which preserve the autocorrelation of both; a
            correlation is reported at p below 0.01. Intervals that touch a compaction are excluded, because it
            raises both.</>
        ),
      },
      {
        name: 'Variance explained',
        text: (
          <>Adjusted R² of CPU on the share of time in a cycle, from two intervals before to two after; if the
            window has compactions, on the share of time in a compaction, on GC, and on both.</>
        ),
      },
      {
        name: 'Stop-the-world pauses',
        text: (
          <>Not the CPU cost of GC: marking runs concurrently. Negligible below 1 % of the time and below 100 ms
            between any two scrapes.</>
        ),
      },
      {
        name: 'Go runtime over time',
        text: (
          <>Scheduling latency and the pauses of each step come from the rises of Go’s histograms, linear within the
            bucket; its buckets are a factor of ten wide, so the band is the error. Go also states quantiles of its
            last 256 pauses.</>
        ),
        formula: 'quantile of Δ go_sched_latencies_seconds_bucket, Δ go_sched_pauses_total_gc_seconds_bucket',
      },
      {
        name: 'What-if',
        text: panel.whatIf === null ? panel.whatIfNote : panel.whatIf.assumptions.join(' '),
        formula: 'goal = live × (1 + GOGC/100); period = current period × (goal − live) ÷ (current goal − '
          + 'live); cores = current cores × current period ÷ period',
      },
      {
        name: 'Budget',
        text: (
          <>During a cycle, Go gives a quarter of GOMAXPROCS to GC; idle-priority workers may add CPU that is
            otherwise unused. If a quarter is not close to whole cores, fractional workers make up for the rest in
            time slices. {panel.duringCycle.sentence} A process that uses all its cores then needs 1 ÷ (1 − 0.25) =
            1.33 times as many to lose no throughput.</>
        ),
      },
      {
        name: 'Host cores',
        text: (
          <>From the target’s node_exporter, over all processes of the host: the share of each core’s time, over
            all modes, that is neither idle nor I/O wait. It is a share of the core’s own time, so the moment of
            reading within a scrape does not matter; 10 ms ticks give ±1 % at 1 s.</>
        ),
        formula: '1 − Δ(idle + iowait) / Δ(all modes)',
      },
      {
        name: 'Heap',
        text: (
          <>Heap in use drops when a cycle ends and grows towards the heap goal, at which the next one starts. In
            downsampled charts, the band spans the minimum and maximum of each step.</>
        ),
      },
    ]} />
  );
}
