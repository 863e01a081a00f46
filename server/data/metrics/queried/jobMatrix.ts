/** Scrape durations by job over time, from two range queries; pure. */
import type { JobDurations } from '../../../../core/contract/contract.ts';
import { readMatrix, type MatrixSeries } from '../queryMatrix.ts';

/** More lines cannot be distinguished: the rest become one. */
const MAX_JOBS = 8;

export interface JobRange { startMs: number; endMs: number; stepMs: number; offsetMs: number }

/**
 * Returns durations of each job with the longest scrapes, and the longest of all others at each moment. `longest` and
 * `medians`: answers by `job`, at multiples of the step. A moment without a value is null. Text = what is wrong with an
 * answer.
 */
export function readJobDurations(
  longest: Uint8Array, medians: Uint8Array, { startMs, endMs, stepMs, offsetMs }: JobRange
): Pick<JobDurations, 'time' | 'maxSeconds' | 'p50Seconds' | 'othersMaxSeconds' | 'others'> | string {
  const [all, middle] = [readMatrix([longest], jobOnly, 'longest'), readMatrix([medians], jobOnly, 'p50')];
  if (typeof all === 'string') return all;
  if (typeof middle === 'string') return middle;
  const count = Math.floor((endMs - startMs) / stepMs) + 1;
  const at = ({ times, values }: MatrixSeries): (number | null)[] => {
    const points = new Array<number | null>(count).fill(null);
    times.forEach((time, i) => {
      const place = Math.round((time - startMs) / stepMs);
      const value = values[i] ?? NaN;
      if (place >= 0 && place < count && value >= 0 && Number.isFinite(value)) points[place] = value;
    });
    return points;
  };
  const most = ({ values }: MatrixSeries): number => values.reduce((top, value) => (value > top ? value : top), 0);
  const sorted = all.filter(({ times }) => times.length > 0).sort((a, b) => most(b) - most(a));
  const shown = sorted.slice(0, MAX_JOBS);
  const rest = sorted.slice(MAX_JOBS).map(at);
  const jobOf = ({ labels }: MatrixSeries): string => labels['job'] ?? '';
  return {
    time: Array.from({ length: count }, (_, i) => (startMs + i * stepMs + offsetMs) / 1000),
    maxSeconds: Object.fromEntries(shown.map((one) => [jobOf(one), at(one)])),
    p50Seconds: Object.fromEntries(shown.flatMap((one) => {
      const found = middle.find((other) => jobOf(other) === jobOf(one));
      return found === undefined ? [] : [[jobOf(one), at(found)]];
    })),
    othersMaxSeconds: rest.length === 0 ? [] : Array.from({ length: count }, (_, i) => rest.reduce<number | null>(
      (top, points) => (points[i] === null || points[i] === undefined ? top : Math.max(top ?? 0, points[i])), null
    )),
    others: rest.length,
  };
}

/** The answers have no name and no other label. */
function jobOnly(labels: Record<string, unknown>): Record<string, string> {
  return { job: typeof labels['job'] === 'string' ? labels['job'] : '' };
}
