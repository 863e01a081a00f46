/** Tells how much memory a JVM asked for that got none, and where the size of its heap is set. Pure; bounded. */
import { formatBytes } from '../../../../../core/text/format.ts';

const REFUSED = /The JVM asked the operating system for memory and got none/;
const ASKED = new RegExp([
  /\bos::commit_memory\(0x[0-9a-f]{1,16}, (\d{1,15}), \d\)/, /\bfailed to (?:map|allocate) (\d{1,15}) bytes/,
].map(({ source }) => source).join('|'));
/** Only a heap is taken in pieces of that size; below the other one, nearly nothing was left. */
const HEAP_BYTES = 2 ** 28;
const SMALL_BYTES = 2 ** 24;
const LITTLE = ', which is little: nearly nothing was left, or the limit of maps (vm.max_map_count) is reached';
/** Servers on a JVM, and where each takes the size of its heap from. */
const SETTINGS: readonly (readonly [server: string, name: RegExp, setting: string])[] = [
  ['Cassandra', /\bcassandra\b/i, 'MAX_HEAP_SIZE and HEAP_NEWSIZE, which are set together'],
  ['Elasticsearch', /\belasticsearch\b/i, 'ES_JAVA_OPTS or jvm.options'],
  ['OpenSearch', /\bopensearch\b/i, 'OPENSEARCH_JAVA_OPTS or jvm.options'],
  ['Kafka', /\bkafka\b/i, 'KAFKA_HEAP_OPTS'], ['Logstash', /\blogstash\b/i, 'LS_JAVA_OPTS or jvm.options'],
  ['HBase', /\bhbase\b/i, 'HBASE_HEAPSIZE'], ['Solr', /\bsolr\b/i, 'SOLR_HEAP'],
];
const MAX_CHARS = 64 * 1024;

/** Returns the amount and the setting; null if the text shows neither. */
export function jvmMemory(facts: string, text: string): string | null {
  if (!REFUSED.test(facts)) return null;
  const head = text.slice(0, MAX_CHARS);
  const bytes = Number(ASKED.exec(head)?.slice(1).find((one) => one !== undefined) ?? NaN);
  const [only, second] = SETTINGS.filter(([, name]) => name.test(head));
  const what = !Number.isFinite(bytes) ? null : `It asked for ${bytes.toLocaleString('en-US')} bytes (${
    formatBytes(bytes)}) at once${bytes >= HEAP_BYTES ? ', which only a heap takes'
      : bytes < SMALL_BYTES ? LITTLE : ''}.`;
  const where = only === undefined || second !== undefined ? null
    : `The heap of ${only[0]} is set with ${only[2]}.`;
  return [what, where].filter((one) => one !== null).join(' ') || null;
}
