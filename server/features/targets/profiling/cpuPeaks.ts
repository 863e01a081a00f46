/** CPU of a target from its scrapes, to judge how close it is to its maximum. */

const EVEN_MS = 5000;
const MINUTE_MS = 60_000;
const MINUTES = 15;
const MIN_SPAN_MS = 3000;

/** The CPU rate over the last 5 s, and its highest values of the last 15 minutes. */
export class CpuPeaks {
  private readings: { timeMs: number; cpuSeconds: number }[] = [];
  private readonly peaks = new Map<number, number>();

  /** Adds a counter value; a lower value means another process and resets the readings. */
  add(timeMs: number, cpuSeconds: number): void {
    const last = this.readings.at(-1);
    if (last !== undefined && timeMs <= last.timeMs) return;
    if (last !== undefined && cpuSeconds < last.cpuSeconds) this.readings = [];
    this.readings.push({ timeMs, cpuSeconds });
    while ((this.readings[1]?.timeMs ?? Infinity) <= timeMs - EVEN_MS) this.readings.shift();
    const minute = Math.floor(timeMs / MINUTE_MS);
    this.peaks.set(minute, Math.max(this.peaks.get(minute) ?? 0, this.cores() ?? 0));
    for (const old of this.peaks.keys()) if (old <= minute - MINUTES) this.peaks.delete(old);
  }

  /** Returns the current rate; null: less than 3 s are known. */
  cores(): number | null {
    const [first] = this.readings;
    const last = this.readings.at(-1);
    if (first === undefined || last === undefined || last.timeMs - first.timeMs < MIN_SPAN_MS) return null;
    return (last.cpuSeconds - first.cpuSeconds) / ((last.timeMs - first.timeMs) / 1000);
  }

  /** Returns the highest rate; 0 while none is known. */
  highest(): number {
    return Math.max(0, ...this.peaks.values());
  }
}
