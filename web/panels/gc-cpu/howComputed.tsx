import type { GcCpuPanel } from '../../../core/contract/contract.ts';
import { apiPath } from '../../api/client.ts';
import { formatDateTime, formatSeconds } from '../../../core/text/format.ts';
import { HowSteps } from '../../ui/HowComputed.tsx';
import type { Zone } from '../../../core/text/zone.ts';
import { useCurrentTarget } from '../../api/useCurrentTarget.ts';
import { useUrlState } from '../../url/useUrlState.ts';
import styles from './gcCpu.module.css';

const parts = [
  ['series', 'CPU and heap'], ['cycles', 'cycles'], ['around', 'around one cycle'], ['estimates', 'ways to tell GC CPU'], ['correlation.lags', 'lags'],
  ['links', 'links'], ['figures', 'figures'], ['whatIf.byGogc', 'what-if, GOGC'], ['whatIf.byMemoryLimit', 'what-if, GOMEMLIMIT'],
] as const;

function Downloads({ panel }: { panel: GcCpuPanel }) {
  const { target } = useCurrentTarget();
  if (target === null) return null;
  const { start, end, step } = panel.range;
  const link = (format?: 'csv', part?: string): string => (
    apiPath('/targets/{target}/panels/gc-cpu', { path: { target: target.name }, query: { start, end, step, format, part } })
  );
  const shown = parts.filter(([part]) => panel.whatIf !== null || !part.startsWith('whatIf')).filter(([part]) => panel.around !== null || part !== 'around');
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
      {formatDateTime(panel.range.start, zone)} to {formatDateTime(panel.range.end, zone)}, {panel.range.scrapes.toLocaleString('en-US')} scrapes, {cycles.toLocaleString('en-US')} cycles, {panel.correlation.sampleSize.toLocaleString('en-US')} intervals in the correlation, one point every {formatSeconds(panel.range.step)}. Read from{' '}
      {names.length === 0 ? 'no metric' : names.map((name, i) => <span key={name}>{i > 0 && ', '}<code>{name}</code></span>)}.
    </>
  );
}

export function GcCpuHow({ panel }: { panel: GcCpuPanel }) {
  const { zone } = useUrlState().state;
  return (
    <HowSteps steps={[
      { name: 'This window', text: inUse(panel, zone) },
      { name: 'Take it along', text: <Downloads panel={panel} /> },
      { name: 'CPU cores', text: 'Increase of the CPU counter between neighbouring scrapes, over the time between them. A missed scrape leaves a gap; a reset of the counter is a restart, never a negative rate.', formula: 'cores = Δ process_cpu_seconds_total ÷ Δ t' },
      { name: 'GC cycles', text: 'The runtime exports the moment its last cycle ended; each new value is one cycle at its exact time. Cycles that the counter saw but whose moment was overwritten between two scrapes are counted, not placed.', formula: 'go_memstats_last_gc_time_seconds, go_gc_duration_seconds_count' },
      { name: 'E1 CPU profile', text: 'Share of a captured profile’s samples under the collector’s functions (marking, assists, sweeping, scavenging), times the CPU counter over the profile; carried over to the window by the number of cycles. Band: sampling, and how much single cycles differ. Work of idle-priority workers is told apart from Go 1.21 on.', formula: 'cores = GC share × CPU seconds ÷ cycles profiled × cycles ÷ window' },
      { name: 'E2 event-locked', text: 'CPU around each cycle above the quiet seconds on either side (mean of their middle half), compactions and gaps left out. Cycles that overlap are one event and share its excess; what could not be measured is taken to cost what a lone cycle does. Band: bootstrap over events, always with the same seed, wider where there are few of them. Where CPU stands at its ceiling, GC takes the place of other work: the figure is then the least it took, and the band reaches up to all CPU around the cycles. It cannot see sweeping and assists spread over the whole period, and takes other work in step with GC for GC.', formula: 'cores = Σ (CPU − quiet) ÷ window' },
      { name: 'E3 scan model', text: 'E1 carried over by the bytes each cycle has to scan instead of by the number of cycles, where the target states them.', formula: 'cores = Σ scanned bytes ÷ (bytes a core-second of E1) ÷ window' },
      { name: 'E4 lifetime fraction, E5 direct', text: 'Where the target counts GC CPU itself: the growth of its fraction since start times uptime times GOMAXPROCS (idle-priority workers left out, so its band reaches up to four times as much, or to all the process used), or its counter (all of it). Both move at the end of a cycle only. E5 is the best figure; else the narrowest band of the others.' },
      { name: 'Beside Go’s own trace', text: 'GODEBUG=gctrace=1 prints more CPU than any of these where the machine is busy: it counts the wall time of each worker, also while the kernel has taken its core away, and the time of idle-priority workers. It is an upper bound. On the recording of the demo it says 19.6 s for 14 cycles, 12.2 s of it idle workers; the CPU counter rose by 10.3 s.' },
      { name: 'Length of a cycle', text: 'In no metric. Fitted: the steady excess of which length before each end explains the CPU around lone cycles best. The share of each interval spent in a cycle comes from it.' },
      { name: 'Correlation', text: 'For each lag, Pearson of CPU with whether a cycle ended in the interval (with how many, where more than half of the intervals have one); positive lag = later than GC. The p-value is two-sided, from circular shifts of one series against the other, which keep both autocorrelations; a link is called below 0.01. Intervals that touch a compaction are taken out, since it raises both.' },
      { name: 'Variance explained', text: 'Adjusted R² of CPU on the share of the time in a cycle, up to two intervals before and after; with compactions in, on the share of the time in a compaction, on GC, and on both.' },
      { name: 'Pauses', text: 'Stop-the-world time is not GC’s cost: marking runs beside the work. Ruled out when it takes under 1 % of the time and under 100 ms between any two scrapes.' },
      { name: 'What-if', text: panel.whatIf === null ? panel.whatIfNote : panel.whatIf.assumptions.join(' '), formula: 'goal = live × (1 + GOGC/100); period = period now × (goal − live) ÷ (goal now − live); cores = CPU of a cycle ÷ period' },
      { name: 'Budget', text: 'While a cycle runs Go gives a quarter of GOMAXPROCS to it; idle-priority workers may add what nothing else wants. A process that fills its cores then needs 1 ÷ (1 − 0.25) = 1.33 times as many to lose nothing.' },
      { name: 'Cores of the host', text: 'From the node_exporter scraped beside the target, all processes of the host: of each core the part of its time, summed over all modes, that is neither idle nor waiting for a disk. Shares of the core’s own time, so it does not matter when in a scrape they were read; ticks of 10 ms leave ±1 % at 1 s.', formula: '1 − Δ(idle + iowait) / Δ(all modes)' },
      { name: 'Heap', text: 'Heap in use falls when a cycle ends and grows towards the goal at which the next one starts. In thinned charts the band has the lowest and highest value of each step.' },
    ]} />
  );
}
