import { HowComputed, HowSteps } from '../../ui/HowComputed.tsx';

const HOW = [
  {
    name: 'CPU and memory',
    text: 'CPU is the mean of the last measurements of each thread and process; CPU and resident memory of a process '
      + 'include its threads.',
  },
  {
    name: 'Severity',
    text: 'Critical: storage is stopped. Warning: the main thread lags by half a second (99th percentile), 1 % of the '
      + 'scrapes began half a second late, or storage reports a fault.',
  },
  { name: 'Queues', text: 'What waits now, and how much fits. A queue that is full refuses or drops; it never grows.' },
  { name: 'Dropped', text: 'Counted since the start, each with its reason.' },
];

/** How the figures on tsdbscope itself are computed; the key `?` opens it. */
export function SelfHow() {
  return <HowComputed><HowSteps steps={HOW} /></HowComputed>;
}
