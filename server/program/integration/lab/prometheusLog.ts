/**
 * Lines of a Prometheus log in logfmt (2.x and 3.x), as an oracle for what was seen from outside; of its last start.
 * Times are seconds since the epoch.
 */

/** Units of Go's durations. */
const UNIT_SECONDS: Record<string, number> = { h: 3600, m: 60, s: 1, ms: 1e-3, µs: 1e-6, ns: 1e-9 };

function lastStart(log: string): string[] {
  const lines = log.split('\n');
  return lines.slice(lines.findLastIndex((line) => line.includes('Starting Prometheus Server')));
}

function timeOf(line: string): number {
  return Date.parse(/\b(?:ts|time)=(\S+)/.exec(line)?.[1] ?? '') / 1000;
}

/**
 * When each segment was loaded. A log has the segments of the WAL before those of the WBL, which are numbered again.
 */
export function segmentLines(log: string, which: 'wal' | 'wbl'): Map<number, number> {
  const times = new Map<number, number>();
  for (const line of lastStart(log)) {
    const segment = new RegExp(`${which === 'wal' ? 'WAL' : 'WBL'} segment loaded" segment=(\\d+)`).exec(line)?.[1];
    if (segment !== undefined) times.set(Number(segment), timeOf(line));
  }
  return times;
}

/** NaN when no line of the last start has the text. */
export function logTimeOf(log: string, text: string): number {
  return timeOf(lastStart(log).find((line) => line.includes(text)) ?? '');
}

/** Starts of the blocks that were written from the head. */
export function headBlockStarts(log: string): number[] {
  return lastStart(log).filter((line) => line.includes('msg="write block"')).map((line) => {
    const duration = /\bduration=(\S+)/.exec(line)?.[1] ?? '';
    const seconds = [...duration.matchAll(/([\d.]+)(h|ms|µs|ns|m|s)/g)]
      .reduce((sum, [, count, unit = '']) => sum + Number(count) * (UNIT_SECONDS[unit] ?? NaN), 0);
    return timeOf(line) - seconds;
  });
}
