import { HowComputed, HowSteps, type HowStep } from '../../ui/HowComputed.tsx';

const STEPS: HowStep[] = [
  {
    name: 'GC in cores (E6)', text: 'Measured from the events of the runtime. A worker counts from its label '
      + '(dedicated, fractional, idle) until it stops running; the one that ends the mark until it stops the world. An '
      + 'assist counts while its goroutine runs.',
    formula: 'cores = time of workers, assists and sweeping / time of the trace',
  },
  {
    name: 'What the runtime leaves out', text: 'At the end of a mark one worker waits until all processors have '
      + 'flushed their work. GODEBUG=gctrace=1 does not count that wait; a trace cannot separate it. It is '
      + 'usually below 2.5 ms per cycle, which is the interval of E6 on GC & CPU.',
  },
  {
    name: 'Stop-the-world', text: 'From the request to stop until goroutines may run again, with the cause that the '
      + 'runtime gives. Mark and sweep termination are part of each cycle.',
  },
  {
    name: 'GC cycles', text: 'From the start of the cycle, before sweep termination, to the end of the mark. A cycle '
      + 'that began before the trace, or ended after it, is cut: its figures are of the part in it.',
  },
  {
    name: 'Goroutines', text: 'Runnable ones could run and wait for a processor. Running ones have one. Means of each '
      + 'step; the band of the runnable ones reaches up to their maximum.',
  },
  {
    name: 'CPU samples', text: 'Go writes them into a trace where a CPU profile runs in the same seconds. Opened, they '
      + 'are a CPU profile whose samples have their times and goroutines, so it has a view over time.',
    formula: 'CPU = samples × 10 ms',
  },
];

/** How the figures of an execution trace are computed. */
export function TraceHow() {
  return <HowComputed><HowSteps steps={STEPS} /></HowComputed>;
}
