import { HowSteps } from '../../ui/HowComputed.tsx';

export function ScrapesHow() {
  return (
    <HowSteps steps={[
      { name: 'Duration', text: 'From sending the request to the last byte of the answer, on tsdbscope’s own clock: what a Prometheus that scrapes this target would see. A failed try is kept with its time and its error.' },
      { name: 'Thinned points', text: 'Where the window holds more scrapes than the chart has room for, each point is the slowest scrape of its step, so that no spike is lost.' },
      { name: 'Percentiles', text: 'Over scrapes that were answered; failed ones are counted, not timed.', formula: 'p50, p99: linear between neighbouring ranks' },
      { name: 'Gaps', text: 'A gap is a run of ticks without samples. Its cause is the first that fits: tsdbscope itself was not running, the process restarted, a replay, the target down, a timeout that overlaps a compaction or a GC cycle. What fits nothing stays unknown.' },
      { name: 'By state', text: 'Each scrape belongs to compaction when one ran during it, else to GC when a cycle ended in it, else to quiet.' },
    ]} />
  );
}
