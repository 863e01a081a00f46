/**
 * Figures as words for finding sentences. Times are UTC: a sentence may be read anywhere.
 */

/** `191 µs`, `5.2 s`, `4 min 05 s`, `2 h`, `1 d 4 h`. */
export function durationText(seconds: number): string {
  if (!Number.isFinite(seconds)) return 'unknown';
  if (seconds > 0 && seconds < 0.0009995) return `${Math.max(1, Math.round(seconds * 1e6))} µs`;
  if (seconds < 0.9995) return `${Math.round(seconds * 1000)} ms`;
  if (seconds < 119.95) return `${trimZero(seconds.toFixed(1))} s`;
  const whole = Math.round(seconds);
  const parts: [number, string][] = [
    [Math.floor(whole / 86_400), 'd'], [Math.floor(whole / 3600) % 24, 'h'], [Math.floor(whole / 60) % 60, 'min'], [whole % 60, 's'],
  ];
  const first = parts.findIndex(([value]) => value > 0);
  return parts.slice(first, first + 2).filter(([value]) => value > 0).map(([value, unit]) => `${value} ${unit}`).join(' ');
}

/** `16:49:00 UTC`. */
export function clockText(timeMs: number): string {
  return `${new Date(Math.round(timeMs / 1000) * 1000).toISOString().slice(11, 19)} UTC`;
}

/** `1.1 GiB` from bytes of memory; powers of 1024, as the page writes them. */
export function bytesText(bytes: number): string {
  const units = ['B', 'KiB', 'MiB', 'GiB', 'TiB', 'PiB'];
  let value = bytes;
  let unit = 0;
  while (Math.abs(value) >= 1023.5 && unit < units.length - 1) {
    value /= 1024;
    unit += 1;
  }
  return `${value >= 10 || unit === 0 ? value.toFixed(0) : trimZero(value.toFixed(1))} ${units[unit]}`;
}

/** `p < 0.001`, `p = 0.03`. */
export function pValueText(pValue: number): string {
  return pValue < 0.001 ? 'p < 0.001' : `p = ${pValue.toFixed(pValue < 0.1 ? 3 : 2)}`;
}

/** `1 compaction`, `9 compactions`. */
export function countText(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

function trimZero(text: string): string {
  return text.replace(/\.0+$/, '');
}
