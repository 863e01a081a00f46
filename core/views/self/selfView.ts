/** Texts of the page about tsdbscope itself. Pure. */
import type { SelfDropped, SelfStatus, Severity } from '../../contract/contract.ts';
import { formatBytes, formatRatio, formatSeconds, formatValue } from '../../text/format.ts';
import { count, render } from '../../text/parts.ts';

/** Thresholds as in the alert rules of deploy/alerts.yaml. */
const LONG_LAG_SECONDS = 0.5;
/** Share of late scrapes above which they are not accidental. */
const LATE_RATIO = 0.01;

interface SelfHeadline { sentence: string; severity: Severity; code: string }

/** Returns the first problem, else the resource usage. */
export function selfHeadline({ storage, eventLoop, scrapes, cpuCores, residentBytes }: SelfStatus): SelfHeadline {
  if (storage.state === 'stopped') return {
    code: 'self-stopped', severity: 'critical', sentence: 'tsdbscope records nothing: its storage is stopped.',
  };
  if (eventLoop !== null && eventLoop.p99Seconds >= LONG_LAG_SECONDS) return {
    code: 'self-lag', severity: 'warning',
    sentence: `The main thread lags up to ${formatSeconds(eventLoop.p99Seconds)}: pages and scrapes wait for it.`,
  };
  if (scrapes.due > 0 && scrapes.late / scrapes.due >= LATE_RATIO) return {
    code: 'self-late', severity: 'warning',
    sentence: `${formatRatio(scrapes.late / scrapes.due)} of the scrapes since the start began 0.5 s or more late.`,
  };
  if (storage.faults.length > 0) return {
    code: 'self-faults', severity: 'warning',
    sentence: `tsdbscope reports ${render(count(storage.faults.length, 'fault'))}.`,
  };
  const cost = cpuCores === null ? formatBytes(residentBytes)
    : `${formatValue(cpuCores, 'cores')} and ${formatBytes(residentBytes)}`;
  // Missing measurements do not show that it keeps up.
  return eventLoop === null
    ? { code: 'self-cost', severity: 'unknown', sentence: `tsdbscope takes ${cost}; its lag is not measured yet.` }
    : { code: 'self-cost', severity: 'ok', sentence: `tsdbscope takes ${cost}, and keeps up.` };
}

/** Says by their work what parts and queues are for; their own names are those of the metrics and of the code. */
const WORK: Record<string, string> = {
  main: 'tsdbscope', data: 'parsing and storage', 'reader panels': 'answers of panels',
  'reader bulk': 'logs, samples, exports and imports',
};

/** Returns the displayed name of a part. */
export function partText(part: string): string {
  const isProcess = part === 'main' || part.startsWith('reader ');
  return `${WORK[part] ?? part} (${isProcess ? 'process' : 'thread'})`;
}

/** Returns the displayed name of a queue. */
export function queueText(queue: string): string {
  return WORK[queue] ?? queue;
}

/** Returns what was actually dropped, largest count first. */
export function lostOf({ dropped }: SelfStatus): SelfDropped[] {
  return dropped.filter((one) => one.count > 0).sort((a, b) => b.count - a.count);
}
