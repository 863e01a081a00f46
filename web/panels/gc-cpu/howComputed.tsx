import { HowSteps } from '../../ui/HowComputed.tsx';

export function GcCpuHow() {
  return (
    <HowSteps steps={[
      { name: 'CPU cores', text: 'Increase of the CPU counter between neighbouring scrapes, over the time between them. A missed scrape leaves a gap; a reset of the counter is a restart, never a negative rate.', formula: 'cores = Δ process_cpu_seconds_total ÷ Δ t' },
      { name: 'GC cycles', text: 'The runtime exports the moment its last cycle ended; each new value is one cycle at its exact time. Cycles that the counter saw but whose moment was overwritten between two scrapes are counted, not placed.', formula: 'go_memstats_last_gc_time_seconds, go_gc_duration_seconds_count' },
      { name: 'Correlation', text: 'For each lag, Pearson of CPU with whether a cycle ended in the interval (with how many, where more than half of the intervals have one); positive lag = CPU later. The p-value is two-sided, from circular shifts of one series against the other, which keep both autocorrelations. Intervals that touch a compaction are taken out, since it raises both.' },
      { name: 'GC cost in cores', text: 'Read where the target counts it (E5, E4). Prometheus does not: then (E2) the CPU around each lone cycle above the quiet seconds on either side, averaged over cycles, times the cycles per second. The range is a bootstrap over cycles.', formula: 'cores = mean CPU-seconds of a cycle × cycles ÷ window' },
      { name: 'Heap', text: 'Heap in use falls when a cycle ends and grows towards the goal at which the next one starts. In thinned charts the band has the lowest and highest value of each step.' },
    ]} />
  );
}
