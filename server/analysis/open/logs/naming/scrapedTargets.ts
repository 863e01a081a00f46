/** Names the exporters that vmagent could not scrape, by the labels of their targets. Pure; bounded. */
import { exporterOfName, programOfName } from './programTable.ts';

const TARGET = /cannot scrape target "[^"\n]{1,600}" \(\{([^\n]{1,3000}?)\}\)/g;
const LABEL = /\b(job|agent_type)="([^"]{1,200})"/g;
const MAX_CHARS = 64 * 1024;
const MAX_TARGETS = 50;
const MAX_JOB = 40;

/** Returns which program the targets are that a log could not scrape; null if their labels show none, or several. */
export function scrapedTargets(text: string): string | null {
  const head = text.slice(0, MAX_CHARS).replaceAll(String.raw`\"`, '"');
  const jobs = new Set<string>();
  const programs = new Set<string | null>();
  for (const [, labels = ''] of [...head.matchAll(TARGET)].slice(0, MAX_TARGETS)) {
    const of = new Map([...labels.matchAll(LABEL)].map(([, name = '', value = '']): [string, string] => [name, value]));
    const job = of.get('job') ?? '';
    jobs.add(job);
    programs.add(exporterOfName(of.get('agent_type') ?? '') ?? programOfName(job));
  }
  const [program, second] = programs;
  const [job = ''] = jobs;
  if (program === undefined || program === null || second !== undefined) return null;
  if (jobs.size > 1) return `The targets are ${jobs.size} jobs of ${program}.`;
  return `The target is ${program}${job === '' || job.length > MAX_JOB ? '' : ` (job ${job})`}.`;
}
