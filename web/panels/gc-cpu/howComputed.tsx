import { HowSteps } from '../../ui/HowComputed.tsx';

export function GcCpuHow() {
  return (
    <HowSteps steps={[
      { name: 'CPU cores', text: 'Increase of the CPU counter between neighbouring scrapes, over the time between them. A missed scrape leaves a gap; a reset of the counter is a restart, never a negative rate.', formula: 'cores = Δ process_cpu_seconds_total ÷ Δ t' },
      { name: 'GC cycles', text: 'The runtime exports the moment its last cycle ended; each new value is one cycle at its exact time. Cycles that the counter saw but whose moment was overwritten between two scrapes are counted, not placed.', formula: 'go_memstats_last_gc_time_seconds, go_gc_duration_seconds_count' },
      { name: 'Correlation', text: 'Pearson and Spearman of cycles per step with CPU, for each lag; positive lag = CPU later. The p-value is two-sided, from circular shifts of one series against the other, which keep both autocorrelations. Steps inside compactions are taken out, since they raise both.' },
      { name: 'GC cost in cores', text: 'Prometheus exports no GC CPU. It is estimated from the CPU above the quiet level around each cycle, times the cycles per second; the range is the spread over cycles.', formula: 'cores = Σ (CPU around a cycle − quiet CPU) ÷ window' },
      { name: 'Heap', text: 'Heap in use falls when a cycle ends and grows towards the goal at which the next one starts. In thinned charts the band has the lowest and highest value of each step.' },
    ]} />
  );
}
