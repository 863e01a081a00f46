/** Describes the cost of continuous profiling. Pure. */
import type { ProfilingPlan } from '../../../../core/contract/contract.ts';
import { formatBytes } from '../../../../core/text/format.ts';
import { formatDuration } from '../../../../core/text/timeText.ts';

const DAY_SECONDS = 86_400;
/** Sampling rate that runtime/pprof sets for `/debug/pprof/profile`. */
const SAMPLES_PER_SECOND = 100;
const LABELS = { cpu: 'CPU', fgprof: 'fgprof' } as const;

/** `bytesOf`: mean size of the target's stored profiles of a kind; undefined: none. */
export function costSentence(
  plans: readonly ProfilingPlan[], budgetBytes: number, bytesOf: (kind: ProfilingPlan['kind']) => number | undefined
): string {
  const cpu = plans.find(({ kind }) => kind === 'cpu');
  const taken = plans.map(({ kind, seconds, everySeconds }) => {
    const label = kind === 'cpu' || kind === 'fgprof' ? LABELS[kind] : kind;
    return `${label}${seconds > 0 ? ` for ${formatDuration(seconds)}` : ''} every ${formatDuration(everySeconds)}`;
  });
  const sizes = plans.map(({ kind, everySeconds }) => (bytesOf(kind) ?? NaN) * DAY_SECONDS / everySeconds);
  const dayBytes = sizes.reduce((sum, bytes) => sum + bytes, 0);
  return [
    `Takes ${taken.join(', ')}.`,
    cpu === undefined ? '' : `Meanwhile Go interrupts each busy core ${SAMPLES_PER_SECOND} times a second.`,
    plans.some(({ kind }) => kind === 'goroutine') ? 'A goroutine profile stops the target briefly.' : '',
    `Stores ${Number.isFinite(dayBytes) ? `about ${formatBytes(dayBytes)} a day, ` : ''}`
      + `at most ${formatBytes(budgetBytes)}; the oldest go first.`,
  ].filter((sentence) => sentence !== '').join(' ');
}
