/** Lines of compactions as servers of several versions log them, for tests. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** A block's name, born at that moment. */
export function ulidAt(timeMs: number, tail = 'Z8DGCHMK2H98AAAA'): string {
  let name = '';
  for (let rest = timeMs, i = 0; i < 10; i++, rest = Math.floor(rest / 32)) name = (ALPHABET[rest % 32] ?? '') + name;
  return name + tail;
}

export const MINUTE_MS = 60_000;
export const HOUR_MS = 3_600_000;

export const goDuration = (ms: number): string => `${ms / 1000}s`;

export function tsdbLine(timeMs: number, rest: string, level = 'info'): string {
  return `ts=${new Date(timeMs).toISOString()} caller=compact.go:1 level=${level} component=tsdb ${rest}`;
}

/** Of a block from `minTimeMs`, whose writing ended at `timeMs`. */
export function headBlock(timeMs: number, minTimeMs: number, rangeMs: number, durationMs: number): string {
  return tsdbLine(timeMs, `msg="write block" mint=${minTimeMs} maxt=${minTimeMs + rangeMs} ulid=${
    ulidAt(timeMs - durationMs)} duration=${goDuration(durationMs)}`);
}
