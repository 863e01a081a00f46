import type { Config, TargetConfig } from '../kernel/config/configTypes.ts';
import { namesNone } from '../features/scraping/feature.ts';

/** State at startup. `found`: the only target is a Prometheus that answered although none was named. */
export interface Started { port: number; targets: readonly TargetConfig[]; found: boolean; features: readonly string[] }

/** Returns the lines to print at startup. */
export function startLines(config: Config, { port, targets, found, features }: Started): string[] {
  const host = config.listenHost.includes(':') ? `[${config.listenHost}]` : config.listenHost;
  const lines = [`tsdbscope is at ${config.web?.tls === undefined ? 'http' : 'https'}://${host}:${port}`];
  if (found) lines.push('No target was named; a Prometheus answers on http://localhost:9090, so it is the target.');
  else if (namesNone(config) && config.demo) lines.push('Showing the demo, a recorded incident.');
  else if (namesNone(config) && targets.length === 0)
    lines.push('No target was named and none answers on http://localhost:9090: showing the demo, a recorded incident.');
  const sources = config.discovery.reduce((sum, job) => sum + job.sources.length, 0);
  if (sources > 0) lines.push(`finding targets in ${sources} ${sources === 1 ? 'place' : 'places'}`);
  lines.push(...features);
  // A shard scrapes its share of them.
  if (config.shard === undefined) for (const target of targets)
    lines.push(`scraping ${target.url}/metrics every ${target.scrapeIntervalMs / 1000} s as "${target.name}"`);
  if (targets.length > 0 && config.demo) lines.push('The demo, a recorded incident, is open too.');
  return lines;
}
