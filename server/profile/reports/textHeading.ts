/** Writes the header of a text report: internal/report/report.go, ProfileLabels. */
import type { OneSubject } from '../views/subject.ts';
import { scaledLabel, scaleUnit } from '../query/units.ts';
import { percentage } from './valueLabel.ts';

export interface Printer {
  subject: OneSubject;
  /** Value of 100 % for the shares. */
  total: number;
  format: (value: number) => string;
}

const NANOS_PER_MS = 1_000_000n;
const MAX_COMMENT = 1000;

/** Returns file, build id, comments, sample type, time (UTC) and duration, as far as the profile has them. */
export function headingOf({ subject, total, format }: Printer): string[] {
  const { profile, head } = subject;
  const lines: string[] = [];
  const [main] = profile.mappings;
  if (main !== undefined && main.file !== '')
    lines.push(`File: ${main.file.replace(/\/+$/, '').split('/').at(-1) ?? ''}`);
  if (main !== undefined && main.buildId !== '') lines.push(`Build ID: ${main.buildId}`);
  for (const comment of profile.comments) if (!comment.startsWith('#')) lines.push(comment.slice(0, MAX_COMMENT));
  if (head.sampleType !== '') lines.push(`Type: ${head.sampleType}`);
  if (profile.docUrl !== '') lines.push(`Doc: ${profile.docUrl}`);
  if (profile.timeNanos !== 0n) lines.push(`Time: ${timeText(profile.timeNanos)}`);
  if (profile.durationNanos !== 0n) {
    const nanos = scaleUnit(total, head.unit, 'nanoseconds');
    const ratio = nanos.unit === 'ns' && nanos.value !== 0
      ? `(${percentage(Math.trunc(nanos.value), Number(profile.durationNanos))})` : '';
    const duration = scaledLabel(Number(profile.durationNanos), 'nanoseconds');
    lines.push(`Duration: ${duration}, Total samples = ${format(total)} ${ratio}`);
  }
  // A hostile profile's comment must not look like lines of the report.
  // oxlint-disable-next-line no-control-regex -- control characters are what is taken out
  return lines.map((line) => line.replace(/[\u0000-\u001f\u007f-\u009f]/g, '?'));
}

/** Formats the time; years that a date cannot have are shown as nanoseconds. */
function timeText(nanos: bigint): string {
  const date = new Date(Number(nanos / NANOS_PER_MS));
  return Number.isNaN(date.getTime()) ? `${nanos} ns` : `${date.toISOString().slice(0, 19).replace('T', ' ')} UTC`;
}
