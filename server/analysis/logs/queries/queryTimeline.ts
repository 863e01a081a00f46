/** Sums queries over time in about 240 steps, whose length doubles as the log gets longer. Pure. */
import type { LoggedQuery, QueryLog } from '../../../../core/contract/contract.ts';

const MAX_STEPS = 240;
interface Step { running: number; samples: number | null; ended: number }

export class QueryTimeline {
  private stepSeconds = 1;
  /** Steps by their number since the epoch. */
  private steps = new Map<number, Step>();
  private start = Infinity;
  private end = -Infinity;

  add({ start, end, samples, evalSeconds }: LoggedQuery): void {
    this.start = Math.min(this.start, start);
    this.end = Math.max(this.end, end);
    while (this.end - this.start > MAX_STEPS * this.stepSeconds) this.double();
    this.stepAt(Math.floor(end / this.stepSeconds)).ended += 1;
    for (let number = Math.floor(start / this.stepSeconds); number * this.stepSeconds <= end; number++) {
      const from = number * this.stepSeconds;
      const within = Math.min(end, from + this.stepSeconds) - Math.max(start, from);
      const step = this.stepAt(number);
      step.running += within;
      // An evaluation of length 0 adds all its samples to one step.
      const share = evalSeconds > 0 ? within / evalSeconds : 1;
      if (samples !== null) step.samples = (step.samples ?? 0) + share * samples;
    }
  }

  answer(): Pick<QueryLog, 'start' | 'end' | 'timeline'> | null {
    if (this.steps.size === 0) return null;
    const [first, last] = [this.start, this.end].map((time) => Math.floor(time / this.stepSeconds)) as [number, number];
    const numbers = Array.from({ length: last - first + 1 }, (_, i) => first + i);
    const { stepSeconds } = this;
    const at = (number: number): Step => this.steps.get(number) ?? { running: 0, samples: null, ended: 0 };
    const hasSamples = [...this.steps.values()].some(({ samples }) => samples !== null);
    return {
      start: this.start, end: this.end,
      timeline: {
        stepSeconds, time: numbers.map((number) => (number + 0.5) * stepSeconds),
        running: numbers.map((number) => at(number).running / stepSeconds),
        samplesPerSecond: numbers.map((number) => (hasSamples ? (at(number).samples ?? 0) / stepSeconds : null)),
        ended: numbers.map((number) => at(number).ended),
      },
    };
  }

  private stepAt(number: number): Step {
    let step = this.steps.get(number);
    if (step === undefined) this.steps.set(number, step = { running: 0, samples: null, ended: 0 });
    return step;
  }

  private double(): void {
    this.stepSeconds *= 2;
    const before = this.steps;
    this.steps = new Map();
    for (const [number, { running, samples, ended }] of before) {
      const step = this.stepAt(Math.floor(number / 2));
      step.running += running;
      step.ended += ended;
      if (samples !== null) step.samples = (step.samples ?? 0) + samples;
    }
  }
}
