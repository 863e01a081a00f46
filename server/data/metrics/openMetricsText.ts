/**
 * Recorded series as OpenMetrics text. TYPE and HELP are not recorded, so every family is `unknown`: a name that ends
 * in `_total` does not guarantee that its values are those of a counter. Names beyond the old character set are escaped
 * as Prometheus does with `escaping=values`, since readers of version 1.0.0 reject them.
 * https://github.com/prometheus/OpenMetrics/blob/v1.0.0/specification/OpenMetrics.md
 */
import { writeNumber } from './sampleNumber.ts';

export const OPEN_METRICS_END = '# EOF\n';

/** Labels of one series, including `__name__`. */
export type NamedLabels = readonly (readonly [name: string, value: string])[];

/** Returns the header of a family, to be written before its first series. */
export function familyText(metric: string): string {
  const name = escapedName(metric, METRIC);
  const unit = /_(seconds|bytes)$/.exec(name)?.[1];
  return `# TYPE ${name} unknown\n${unit === undefined ? '' : `# UNIT ${name} ${unit}\n`}`;
}

/** Returns the text with which all lines of a series begin; equal texts are one series to a reader. */
export function seriesText(labels: NamedLabels): string {
  const metric = labels.find(([name]) => name === '__name__')?.[1] ?? '';
  const pairs = labels.filter(([name]) => name !== '__name__')
    .map(([name, value]) => `${escapedName(name, LABEL)}="${escapedValue(value)}"`);
  return `${escapedName(metric, METRIC)}${pairs.length === 0 ? '' : `{${pairs.join(',')}}`}`;
}

/** Returns a sample line; `timeMs` is rounded to whole ms, as Prometheus stores times. */
export function sampleLine(series: string, value: number, timeMs: number): string {
  const ms = Math.round(timeMs);
  const fraction = ms % 1000 === 0 ? '' : `.${String(ms % 1000).padStart(3, '0')}`;
  return `${series} ${writeNumber(value)} ${Math.floor(ms / 1000)}${fraction}\n`;
}

const METRIC = /^[a-zA-Z_:][a-zA-Z0-9_:]*$/;
const LABEL = /^[a-zA-Z_][a-zA-Z0-9_]*$/;

/** Escapes a name: https://github.com/prometheus/common/blob/main/model/metric.go, ValueEncodingEscaping. */
function escapedName(name: string, legal: RegExp): string {
  if (legal.test(name)) return name;
  const letters = Array.from(name, (letter, at) => {
    if (letter === '_') return '__';
    if (legal.test(at === 0 ? letter : `a${letter}`)) return letter;
    return `_${/^[\ud800-\udfff]$/.test(letter) ? 'FFFD' : (letter.codePointAt(0) ?? 0).toString(16)}_`;
  });
  return `U__${letters.join('')}`;
}

function escapedValue(text: string): string {
  return text.replace(/[\\"\n]/g, (letter) => (letter === '\n' ? '\\n' : `\\${letter}`));
}
