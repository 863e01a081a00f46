/** Names the targets and jobs of scrapes that vmagent could not make, which its quotation leaves out. Pure. */
import { cutMiddle } from '../../../../../core/text/format.ts';

const FAILED = /cannot scrape target "([^"\n]{1,400})" \(\{([^\n]{0,1500}?)\}\) \d{1,9} out of /;
const JOB = /(?:^|,)job="([^"\n]{1,200})"/;
const MAX_NAMED = 3;
const MAX_CHARS = 120;

/** Returns the jobs, with the targets if there are several; null without a line of such a scrape. */
export function failedTargets(lines: readonly string[]): string | null {
  const found = new Map<string, string | null>();
  for (const line of lines) {
    const [, target, labels = ''] = FAILED.exec(line) ?? [];
    if (target !== undefined) found.set(target, JOB.exec(labels)?.[1] ?? null);
  }
  const [first, ...others] = found;
  if (first === undefined) return null;
  if (others.length === 0) return first[1] === null ? null : `The target is of the job ${first[1]}.`;
  const named = [...found].slice(0, MAX_NAMED)
    .map(([target, job]) => `${cutMiddle(target, MAX_CHARS)}${job === null ? '' : ` (job ${job})`}`).join(', ');
  return `${found.size} targets could not be scraped: ${named}${found.size > MAX_NAMED ? ', …' : ''}.`;
}
