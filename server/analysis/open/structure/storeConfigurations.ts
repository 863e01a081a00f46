/** Recognizes settings of Mimir, Cortex, Loki and Tempo, also as chart values or partial, and says their limits. */
import type { Format } from '../look/format.ts';
import { named, type Named } from '../look/named.ts';

const REMEDY = 'It says how the server was set up, not how it fares: open its log, its /metrics or a profile of it.';
const MAX_SETTINGS = 8;
/** Settings that affect load, memory and retention, most important first. */
const SETTING = new RegExp([
  String.raw`^[ \t]*(max_(?:global_)?(?:series|streams|traces)_per_(?:user|metric)`,
  String.raw`|ingestion_(?:rate|burst_size)(?:_mb|_limit_bytes)?`,
  String.raw`|max_(?:series|samples|chunks|fetched_\w+)_per_query|max_query_(?:length|lookback|parallelism)`,
  String.raw`|(?:compactor_blocks_)?retention_period|retention_enabled|block_retention|replication_factor`,
  String.raw`|per_stream_rate_limit|max_chunk_age|chunk_idle_period|chunk_target_size|replay_memory_ceiling`,
  String.raw`|max_(?:ingestion_rate|tenants|inflight_push_requests|bytes_per_trace)|backend|engine`,
  String.raw`):[ \t]*["']?([^\s"'#{}][^\s"'#]{0,40})`,
].join(''), 'gm');

const SHARED =
  /^[ \t]*(?:max_(?:global_)?series_per_(?:user|metric)|max_samples_per_query|compactor_blocks_retention_period):/;

const ROWS: readonly Named[] = [
  {
    id: 'mimir-config', name: 'a configuration of Mimir', program: 'Mimir', fact: settings, remedy: REMEDY,
    pattern: /^[ \t]*(?:multitenancy_enabled: \S|(?:mimir|structuredConfig):[ \t]*$)/m, except: /^apiVersion: \S/m,
  },
  {
    id: 'loki-config', name: 'a configuration of Loki', program: 'Loki', fact: settings, remedy: REMEDY,
    pattern: /^[ \t]*(?:(?:loki|schema_config|chunk_store_config|\w{4,6}_shipper):[ \t]*$|chunk_idle_period: )/m,
    except: /^(?:apiVersion|services): ?|^[ \t]*(?:- job_name|image):/m,
  },
  {
    id: 'tempo-config', name: 'a configuration of Tempo', program: 'Tempo', fact: settings, remedy: REMEDY,
    pattern: /^[ \t]*(?:(?:tempo|metrics_generator):[ \t]*$|(?:max_traces_per_user|max_bytes_per_trace): )/m,
    except: /^(?:apiVersion|services): ?|^[ \t]*(?:- job_name|image):/m,
  },
  {
    id: 'cortex-config', name: 'a configuration of Cortex or Mimir', fact: settings, remedy: REMEDY,
    pattern: new RegExp(SHARED.source, 'm'), except: /^apiVersion: \S/m,
  },
];

export const STORE_CONFIGURATIONS: readonly Format[] = ROWS.map(named);

/** Returns the settings, including the memory limits of a chart with many containers; null if there are none. */
function settings(text: string): string | null {
  const found = [...text.matchAll(SETTING)].map(([, name, value]) => `${name} ${value}`);
  const some = [...new Set(found)];
  const facts = [...some.slice(0, MAX_SETTINGS), ...memoryLimits(text)].join(', ');
  return facts === '' ? null
    : `It sets ${facts}${some.length > MAX_SETTINGS ? ` and ${some.length - MAX_SETTINGS} more of note` : ''}.`;
}

/** Returns the memory limits, each with the section of the chart that sets it. */
export function memoryLimits(text: string): string[] {
  let part = '';
  let isLimit = false;
  return text.split('\n', 5000).flatMap((line) => {
    const [, key] = /^([A-Za-z][\w-]{0,60}):/.exec(line) ?? [];
    if (key !== undefined) part = key;
    if (/^\s*(?:limits|requests):\s*$/.test(line)) isLimit = /limits/.test(line);
    const memory = /^\s+memory: ["']?(\d[\w.]{0,10})/.exec(line)?.[1];
    return memory === undefined || !isLimit ? []
      : [`memory limit ${memory}${part === '' || part === 'resources' ? '' : ` of ${part}`}`];
  }).slice(0, MAX_SETTINGS);
}
