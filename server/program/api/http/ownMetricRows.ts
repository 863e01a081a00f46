import type { MetricRow, MetricRows } from '../../../kernel/http/metricRows.ts';
import { ownMemory } from '../../../kernel/threads/calls.ts';
import { MAIN_PART } from '../../../kernel/threads/ownCost.ts';
import type { ApiDeps } from './deps.ts';

/** Returns the rows of `/metrics` that are not counted: read now, from their sources. */
export async function ownMetricRows(deps: ApiDeps): Promise<MetricRows[]> {
  const { embeds: { store }, current, features } = deps;
  const storage = await deps.data.status();
  const targets = await deps.targets.list();
  // Requests fresh ones for the next scrape; they are not computed now.
  current.want();
  return [
    one('tsdbscope_build_info', 'Version of tsdbscope.', 1, { version: deps.version }),
    one(
      'tsdbscope_http_requests_open', 'Requests that are not answered yet, and event streams.', deps.draining.size
    ),
    one('tsdbscope_storage_bytes', 'Bytes of samples on disk.', storage.bytes),
    one(
      'tsdbscope_storage_recording', '1 while samples are stored, 0 while storage is stopped.',
      storage.state === 'recording' ? 1 : 0
    ),
    one('tsdbscope_embeds', 'Embeds that can be opened.', store.list().length),
    one('tsdbscope_embed_kept_bytes', 'Bytes of the answers kept with embeds.', store.allBytes()),
    one('tsdbscope_embed_streams', 'Pages that follow embeds.', deps.metrics.embedStreams),
    {
      name: 'tsdbscope_target_up', help: '1 when the target is up.',
      rows: targets.filter(({ state }) => state !== 'recorded')
        .map(({ name, state }): MetricRow => [state === 'up' ? 1 : 0, { target: name, state }]),
    },
    ...partRows(deps),
    ...current.metrics(),
    ...features.metrics(),
  ];
}

function one(name: string, help: string, value: number, labels: Record<string, string> = {}): MetricRows {
  return { name, help, rows: [[value, labels]] };
}

/** Returns the rows of the threads and processes. */
function partRows({ parts }: Pick<ApiDeps, 'parts'>): MetricRows[] {
  const memory = [{ part: MAIN_PART, memory: ownMemory() }, ...parts.memory()];
  const loads = parts.load();
  return [
    {
      name: 'tsdbscope_part_heap_bytes', help: 'JavaScript heap of each thread and reader process.',
      rows: memory.map(({ part, memory: { heapBytes } }) => [heapBytes, { part }]),
    },
    {
      name: 'tsdbscope_part_external_bytes',
      help: 'Memory outside the heap that each thread and reader process holds.',
      rows: memory.map(({ part, memory: { externalBytes } }) => [externalBytes, { part }]),
    },
    {
      name: 'tsdbscope_reader_resident_bytes', help: 'Resident memory of each reader process.',
      rows: memory.filter(({ part }) => part.startsWith('reader'))
        .map(({ part, memory: { rssBytes } }) => [rssBytes, { part }]),
    },
    {
      name: 'tsdbscope_reads_under_way', help: 'Questions that each reader answers now.',
      rows: loads.map(({ part, running }) => [running, { part }]),
    },
    {
      name: 'tsdbscope_reads_waiting', help: 'Questions that wait for each reader.',
      rows: loads.map(({ part, waiting }) => [waiting, { part }]),
    },
  ];
}
