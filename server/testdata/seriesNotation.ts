import type { ScrapeTable } from '../metrics/series.ts';

export interface NotedSeries { values: Float64Array; present: Uint8Array; scrapes: ScrapeTable }

/**
 * A series in a line: `0+10x5` is 0 and five more, each 10 higher (also `7-2x3`); `3` one value; `_` a failed scrape,
 * `_x4` four; `=` a body repeated. One scrape a second from `startMs` on.
 */
export function seriesFrom(notation: string, startMs = 1_000_000): NotedSeries {
  const values: number[] = [];
  const repeated: number[] = [];
  const push = (value: number, again = 0): void => {
    values.push(value);
    repeated.push(again);
  };
  for (const token of notation.trim().split(/\s+/)) {
    const run = /^(-?[\d.]+)([+-][\d.]+)x(\d+)$/.exec(token);
    const gap = /^_(?:x(\d+))?$/.exec(token);
    if (run !== null) for (let index = 0; index <= Number(run[3]); index += 1) push(Number(run[1]) + index * Number(run[2]));
    else if (gap !== null) for (let index = 0; index < Number(gap[1] ?? 1); index += 1) push(Number.NaN);
    else if (token === '=') push(values.at(-1) ?? Number.NaN, 1);
    else if (/^-?[\d.]+$/.test(token)) push(Number(token));
    else throw new Error(`${token} is no part of a series notation`);
  }
  const length = values.length;
  const failed = values.map((value) => Number.isNaN(value));
  return {
    values: Float64Array.from(values),
    present: Uint8Array.from(failed, (one) => (one ? 0 : 1)),
    scrapes: {
      length,
      startMs: Float64Array.from({ length }, (_none, index) => startMs + index * 1000),
      durationSeconds: new Float64Array(length).fill(0.005),
      status: Uint16Array.from(failed, (one) => (one ? 0 : 200)),
      bytes: Float64Array.from(failed, (one) => (one ? 0 : 1000)),
      error: failed.map((one) => (one ? { kind: 'timeout', message: 'The target did not answer in time.' } : null)),
      repeated: Uint8Array.from(repeated),
    },
  };
}
