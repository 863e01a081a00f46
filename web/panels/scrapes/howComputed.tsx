import { HowSteps } from '../../ui/HowComputed.tsx';

export function ScrapesHow() {
  return (
    <HowSteps steps={[
      { name: 'Duration', text: 'From sending the request to the last byte of the answer, on tsdbscope’s own clock: what a Prometheus that scrapes this target would see. A failed try is kept with its time and its error.' },
      { name: 'Thinned points', text: 'Where the window holds more scrapes than the chart has room for, each point is the slowest scrape of its step, so that no spike is lost.' },
      { name: 'Percentiles', text: 'Over scrapes that were answered, and time-outs with the time they were given: leaving out the slowest would flatter the tail. What was refused at once says nothing about speed and is left out.' },
      { name: 'Gaps', text: 'A run of ticks without samples. Its cause is the first that holds: nobody scraped; the process before and after is not the same (restart, or replay); it said that it was not ready; the time-out passed, during a compaction, around a GC cycle, or with neither; nothing answered. Overlap in time is no proof. What fits nothing stays unknown.' },
      { name: 'By state', text: 'Each scrape belongs to compaction when it overlaps one, else to GC when it overlaps the second before a cycle’s end, else to quiet.' },
    ]} />
  );
}
