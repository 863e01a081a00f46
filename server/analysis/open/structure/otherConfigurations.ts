/** Recognizes configurations of the OpenTelemetry Collector and Grafana Alloy, and says what they connect. */
import { fits } from '../../../../core/text/prefilter/fits.ts';
import type { Format } from '../look/format.ts';
import { counted, each, named, sentence, type Named } from '../look/named.ts';
import { softLimit } from './memoryLimiter.ts';

const REMEDY = 'It says how the collector was set up, not how it fares: open its log, its /metrics or a profile of it.';
const COMPONENT = /^[ \t]{0,8}([a-z_]+(?:\.[a-z_0-9]+)+)(?: "[\w-]{1,100}")? \{[ \t]*$/gm;
const PIPELINE = new RegExp(String.raw`^(\s+)["']?((?:traces|metrics|logs|profiles)(?:/[\w.-]{1,60})?)["']?:\s*\n`
  + String.raw`((?:\1\s+.*\n?|\s*\n){1,20})`, 'gm');
const MAX_PIPELINES = 4;

const ROWS: readonly Named[] = [
  {
    id: 'otel-config', name: 'a configuration of the OpenTelemetry Collector', program: 'OpenTelemetry Collector',
    pattern: new RegExp([
      /^[ \t]*(?:receivers|exporters):[ \t]*\n(?:.*\n){0,600}?[ \t]*pipelines:[ \t]*$/,
      /^[ \t]*pipelines:[ \t]*\n[ \t]+(?:traces|metrics|logs)(?:\/\S+)?:[ \t]*\n/,
    ].map(({ source }) => source).join('|'), 'm'),
    except: /^apiVersion: \S/m, fact: pipelineFacts, remedy: REMEDY,
  },
  {
    id: 'alloy-config', name: 'a configuration of Grafana Alloy', program: 'Grafana Alloy',
    pattern: new RegExp([
      String.raw`^[ \t]{0,8}(?:prometheus|loki|otelcol|discovery|remote|local|mimir|pyroscope|faro|beyla)`,
      String.raw`\.[a-z_.0-9]{1,80}(?: "[\w-]{1,100}")? \{[ \t]*$`,
    ].join(''), 'm'),
    fact: (text) => {
      const kinds = [...text.matchAll(COMPONENT)].map(([, kind = '']) => kind);
      return sentence([
        kinds.length === 0 ? null
          : `it has ${counted(kinds.length, 'component')}: ${[...new Set(kinds)].slice(0, 5).join(', ')}`,
        each(/scrape_interval\s*=\s*"([^"]{1,20})"/, text, (value) => `scrape interval ${value}`),
      ], '; ');
    },
    remedy: REMEDY,
  },
];

export const OTHER_CONFIGURATIONS: readonly Format[] = ROWS.map(named);

function pipelineFacts(text: string): string | null {
  const from = text.search(/^\s*pipelines:\s*$/m);
  const pipelines = from < 0 ? [] : [...`${text.slice(from)}\n`.matchAll(PIPELINE)].map(([, , name, body = '']) => ({
    name, receivers: listOf('receivers', body), exporters: listOf('exporters', body),
    processors: listOf('processors', body),
  })).filter(({ receivers, exporters }) => receivers.length + exporters.length > 0);
  const limiter = fits(/^\s*memory_limiter(?:\/\S+)?:\s*$/m, text);
  const soft = limiter ? softLimit(text) : null;
  const limit = soft === null ? null : `the memory limiter refuses data above its soft limit, ${soft}`;
  return sentence([
    pipelines.length === 0 ? null : pipelines.slice(0, MAX_PIPELINES).map(({ name, receivers, exporters }) =>
      `${name} go from ${receivers.join(', ') || 'receivers that are not listed'} to ${exporters.join(', ')
        || 'exporters that are not listed'}`).join('; '),
    limit,
    limiter && pipelines.length > 0 && pipelines.every(({ processors }) => processors.length > 0
      && !processors.some((name) => name.startsWith('memory_limiter')))
      ? 'none of these pipelines uses the memory limiter' : null,
  ], '; ');
}

/** Returns the items of `key: [a, b]`, or of a list with one item per line. */
function listOf(key: string, body: string): string[] {
  const inline = new RegExp(`^\\s*${key}:\\s*\\[([^\\]\\n]{0,500})\\]`, 'm').exec(body)?.[1];
  const block = new RegExp(`^\\s*${key}:\\s*\\n((?:\\s*- .*\\n?){1,30})`, 'm').exec(body)?.[1];
  const items = inline?.split(',') ?? block?.split('\n').map((line) => line.replace(/^\s*- /, '')) ?? [];
  return items.map((item) => item.replaceAll(/["']/g, '').trim()).filter((item) => item !== '');
}
