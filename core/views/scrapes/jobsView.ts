/** Scrape durations by job over time; pure. */
import type { ScrapesPanel } from '../../contract/contract.ts';
import type { ChartModel, ColourName } from '../charts/chartModel.ts';
import { ifAny, timeChart } from '../charts/panelParts.ts';

/** Colours of the jobs, longest first; further jobs are thin lines without their own colour. */
const COLOURS: readonly ColourName[] = ['cpu', 'replay', 'compaction', 'gc', 'memory'];

/** Answers stored before durations by job were added lack them. */
type Stored = Pick<ScrapesPanel, 'range' | 'restarts' | 'gapSpans'> & Partial<Pick<ScrapesPanel, 'jobDurations'>>;

/** Returns the longest scrape of each step by job; null if nothing is known. */
export function jobsChart(panel: Stored): ChartModel | null {
  const { jobDurations } = panel;
  if (jobDurations === undefined) return null;
  const { time, maxSeconds, othersMaxSeconds, others, stepSeconds } = jobDurations;
  const jobs = Object.entries(maxSeconds).flatMap(([job, values]) => (
    ifAny(values) === undefined ? [] : [{ job, values }]
  ));
  if (jobs.length === 0) return null;
  const rest = ifAny(othersMaxSeconds);
  return timeChart(panel, time, {
    label: 'Longest scrape of each step by job, from the TSDB that scrapes the target.', unit: 'seconds', stepSeconds,
    lines: [
      ...jobs.map(({ job, values }, i) => ({
        key: `job ${job}`, label: `${job}, longest`, colour: COLOURS[i] ?? 'other' as const,
        style: i < COLOURS.length ? 'line' as const : 'dash' as const, values,
      })),
      ...(rest === undefined ? [] : [{
        key: 'others', label: `${others} other ${others === 1 ? 'job' : 'jobs'}, longest`, colour: 'other' as const,
        style: 'thin' as const, values: rest,
      }]),
    ],
  });
}
