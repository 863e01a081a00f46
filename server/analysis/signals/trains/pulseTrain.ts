/** Work that a target repeats at a fixed phase: a rule group, the scrapes of a job. Pure. */

export type TrainKind = 'rule-group' | 'scrape-job';

/** One run of equal pulses. A group that is renamed, moved or given another interval is a new train. */
export interface PulseTrain {
  kind: TrainKind;
  /** Name of the group or job, as the target reports it. */
  name: string;
  /** Path of the rule file, because two files may have a group of the same name; null for a job. */
  file: string | null;
  /** URL of the target for a job with several targets, because each has its own phase; else null. */
  instance: string | null;
  periodMs: number;
  /** Start of one pulse, in milliseconds since 1970; the others are whole periods away. */
  phaseMs: number;
  /** Largest known deviation of a start from its phase. */
  phaseErrorMs: number;
  /** Median duration of a pulse. */
  widthMs: number;
  /** Start of the time in which it is known to run; earlier pulses are unknown. */
  sinceMs: number;
  /** End of that time; null while it runs. */
  untilMs: number | null;
  /** Observed single pulses, ascending, if known: they may be late, or last longer than others. */
  seen?: readonly SeenPulse[];
}

export interface SeenPulse { startMs: number; widthMs: number }

/** Returns the starts of the train's pulses in [fromMs, toMs), ascending; empty outside the time it is known to run. */
export function pulseStarts(train: PulseTrain, fromMs: number, toMs: number): number[] {
  const from = Math.max(fromMs, train.sinceMs);
  const to = Math.min(toMs, train.untilMs ?? toMs);
  const starts: number[] = [];
  const first = train.phaseMs + Math.ceil((from - train.phaseMs) / train.periodMs) * train.periodMs;
  for (let startMs = first; startMs < to; startMs += train.periodMs) starts.push(startMs);
  return starts;
}

/** Returns the pulses in [fromMs, toMs): as observed if known, else at the phase. */
export function pulsesOf(train: PulseTrain, fromMs: number, toMs: number): SeenPulse[] {
  const { seen = [], periodMs, widthMs } = train;
  let next = 0;
  return pulseStarts(train, fromMs, toMs).map((startMs) => {
    while (next < seen.length && (seen[next]?.startMs ?? NaN) < startMs - periodMs / 2) next++;
    const one = seen[next];
    return one !== undefined && one.startMs < startMs + periodMs / 2 ? one : { startMs, widthMs };
  });
}
