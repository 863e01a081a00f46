/** A scenario of alerts as values by row, as the text of a scrape, and as a window of scrapes. */
import type { TargetWindow } from '../../server/data/metrics/series.ts';
import { rowAt, STEP_SECONDS, type AlertScenario } from './alertScenarios.ts';

/** Values of a series over the scenario, null where the answer lacks it or there is none. */
export function valuesOf({ hours, series, isDown }: AlertScenario, key: string): (number | null)[] {
  return Array.from({ length: rowAt(60 * hours) }, (_, row) => (
    isDown?.(row) === true ? null : series[key]?.(row) ?? null
  ));
}

/** The answer of a server in that row; null: it does not answer. */
export function bodyOf({ series, isDown }: AlertScenario, row: number): string | null {
  if (isDown?.(row) === true) return null;
  const program = Object.keys(series).every((key) => key.startsWith('alertmanager_')) ? 'alertmanager' : 'prometheus';
  const lines = Object.entries(series).flatMap(([key, values]) => {
    const value = values(row);
    return value === null ? [] : [`${key} ${value}`];
  });
  return [`${program}_build_info{version="3.9.0"} 1`, ...lines, ''].join('\n');
}

/** The scenario as scrapes from 1970 on, which is where promtool begins. */
export function windowOf(scenario: AlertScenario): TargetWindow {
  const length = rowAt(60 * scenario.hours);
  const failed = Array.from({ length }, (_, row) => scenario.isDown?.(row) === true);
  return {
    startMs: 0, endMs: scenario.hours * 3_600_000,
    scrapes: {
      length,
      startMs: Float64Array.from({ length }, (_, row) => row * STEP_SECONDS * 1000),
      durationSeconds: new Float64Array(length).fill(0.01),
      status: Uint16Array.from(failed, (is) => (is ? 0 : 200)),
      bytes: Float64Array.from(failed, (is) => (is ? 0 : 1000)),
      error: failed.map(
        (is) => (is ? { kind: 'refused', message: 'Nothing listens at the target’s address.' } : null)
      ),
      repeated: new Uint8Array(length),
    },
    series: Object.keys(scenario.series).map((key) => {
      const values = valuesOf(scenario, key);
      return {
        name: /^\w+/.exec(key)?.[0] ?? '',
        labels: Object.fromEntries(
          [...key.matchAll(/(\w+)="([^"]*)"/g)].map(([, name = '', value = '']): [string, string] => [name, value])
        ),
        values: Float64Array.from(values, (value) => value ?? NaN),
        present: Uint8Array.from(values, (value) => (value === null ? 0 : 1)),
      };
    }),
  };
}
