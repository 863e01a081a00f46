/** Texts of the compaction page; pure. */
import type { Compaction, CompactionPanel, CompactionSource, KeepingUp } from '../../contract/contract.ts';
import { formatSeconds, unknownText } from '../../text/format.ts';

const SOURCES: Record<CompactionSource, string> = {
  counters: 'counters', marker: 'running gauge', blocks: 'block list', log: 'log',
};

export function sourceText({ sources }: Pick<Compaction, 'sources'>): string {
  return sources.map((source) => SOURCES[source]).join(', ');
}

const STEPS: Record<Exclude<Compaction['steps'][number]['kind'], 'merge'>, string> = {
  'head': 'the head', 'out-of-order': 'out-of-order samples', 'stale-series': 'stale series',
};

/** Returns `1 from the head; 2 from 3 blocks`, the levels in the order they ran. */
export function stepText({ steps }: Pick<Compaction, 'steps'>): string {
  if (steps.length === 0) return unknownText;
  return steps.map(({ kind, level, inputs }) => {
    const blocks = inputs.length === 1 ? '1 block' : `${inputs.length === 0 ? 'lower' : inputs.length} blocks`;
    return `${level} from ${kind === 'merge' ? blocks : STEPS[kind]}`;
  }).join('; ');
}

const VERDICTS: Record<KeepingUp, string> = {
  'keeping-up': 'Yes', busy: 'Barely', 'falling-behind': 'No', failing: 'No, it fails', unknown: unknownText,
};

export function verdictText(verdict: KeepingUp): string {
  return VERDICTS[verdict];
}

const DELAYS: Record<NonNullable<CompactionPanel['delay']>['verdict'], string> = {
  'on-time': 'None', delayed: 'Delayed', scattered: 'Scattered',
};

/** Returns `None`, `Delayed by 8m 20s`, `Scattered, 0 s to 12 s`. */
export function delayText(delay: CompactionPanel['delay']): string {
  if (delay === null) return unknownText;
  const word = DELAYS[delay.verdict];
  if (delay.verdict === 'on-time') return word;
  return delay.verdict === 'delayed' ? `${word} by ${formatSeconds(delay.seconds)}`
    : `${word}, ${formatSeconds(delay.lowSeconds)} to ${formatSeconds(delay.highSeconds)}`;
}

/** Returns `+340 ms`: measured phase minus half the block range. */
export function signedSeconds(seconds: number | null): string {
  if (seconds === null) return unknownText;
  return seconds > 0 ? `+${formatSeconds(seconds)}` : formatSeconds(seconds);
}
