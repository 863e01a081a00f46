/**
 * Labels of a series in an engine, as set by a Prometheus that scrapes the target and uses remote write. A label of the
 * target has precedence over one of the scraped series, which is renamed `exported_...`; an external label is only
 * added where the series has none of its name.
 * https://prometheus.io/docs/prometheus/latest/configuration/configuration/
 */
import type { Labels } from '../../../core/contract/terms/targetKind.ts';

const EXPORTED = 'exported_';

/** Returns the labels of the target itself: `job` and `instance` unless it is configured with its own. */
export function targetLabels(name: string, configured: Labels): Labels {
  return { job: 'tsdbscope', instance: name, ...configured };
}

/** Returns the labels sorted by name, with `__name__`. */
export function engineLabels(
  series: { name: string; labels: Labels }, target: Labels, external: Labels
): [name: string, value: string][] {
  const labels: Record<string, string> = { ...target };
  for (const [name, value] of Object.entries(series.labels)) {
    let free = name;
    while (Object.hasOwn(target, free) || (free !== name && Object.hasOwn(series.labels, free))) free = EXPORTED + free;
    labels[free] = value;
  }
  return Object.entries({ ...external, ...labels, ['__name__']: series.name })
    .filter(([, value]) => value !== '').sort(([a], [b]) => (a < b ? -1 : 1));
}

/** Returns the labels that the scraped series had itself; `own`: those of the target, and external ones. */
export function scrapedLabels(labels: Labels, own: Labels): Labels {
  const kept: [string, string][] = [];
  for (const [name, value] of Object.entries(labels)) {
    if (own[name] === value) continue;
    const original = name.startsWith(EXPORTED) ? name.slice(EXPORTED.length) : name;
    kept.push([original !== name && Object.hasOwn(own, originOf(original)) ? original : name, value]);
  }
  return Object.fromEntries(kept);
}

/** Returns the name after any number of `exported_`. */
function originOf(name: string): string {
  return name.startsWith(EXPORTED) ? originOf(name.slice(EXPORTED.length)) : name;
}
