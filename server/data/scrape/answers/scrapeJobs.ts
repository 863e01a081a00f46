/** State of a target's own scrapes, by job, from its /api/v1/targets. */
import { parseDurationMs } from '../../../../core/text/durations.ts';
import type { ScrapeJob } from '../../../../core/contract/facts.ts';
import { type JsonObject, numberField, objectField, textField } from './jsonFields.ts';

/** Path of the only request: active targets only. */
export const TARGETS_PATH = '/api/v1/targets?state=active';
/** Size of about 3,000 targets; with more, nothing is reported instead of a part. */
export const MAX_TARGETS_BYTES = 8 * 1024 * 1024;
const MAX_JOBS = 200;
const MAX_NAME = 200;
const MAX_ERROR = 300;

/**
 * Returns per job (scrape pool): number of targets, number not up, and the last scrape with the largest share of its
 * timeout. A target without readable duration or timeout is counted but is never the slowest. At most 200 jobs, those
 * nearest to their timeout first; undefined if the answer has no list.
 */
export function scrapeJobsOf(data: JsonObject | undefined): ScrapeJob[] | undefined {
  const active = data?.['activeTargets'];
  if (!Array.isArray(active)) return undefined;
  const jobs = new Map<string, ScrapeJob>();
  for (const target of active as unknown[]) {
    if (typeof target !== 'object' || target === null || Array.isArray(target)) continue;
    const fields = target as JsonObject;
    const name = textField(fields, 'scrapePool', MAX_NAME)
      ?? textField(objectField(fields, 'labels') ?? {}, 'job', MAX_NAME);
    if (name === undefined) continue;
    const job = jobs.get(name)
      ?? { job: name, targets: 0, unhealthy: 0, slowestSeconds: 0, timeoutSeconds: 0, share: 0, lastError: null };
    job.targets++;
    if (textField(fields, 'health', 20) !== 'up') {
      job.unhealthy++;
      job.lastError ??= typeof fields['lastError'] === 'string' && fields['lastError'] !== ''
        ? fields['lastError'].slice(0, MAX_ERROR) : null;
    }
    const seconds = numberField(fields, 'lastScrapeDuration');
    const timeoutMs = parseDurationMs(textField(fields, 'scrapeTimeout', 30) ?? '');
    if (seconds !== undefined && seconds >= 0 && timeoutMs !== null && timeoutMs > 0) {
      const share = seconds / (timeoutMs / 1000);
      if (job.timeoutSeconds === 0 || share > job.share)
        Object.assign(job, { slowestSeconds: seconds, timeoutSeconds: timeoutMs / 1000, share });
    }
    jobs.set(name, job);
  }
  return [...jobs.values()].sort((a, b) => b.share - a.share).slice(0, MAX_JOBS);
}
