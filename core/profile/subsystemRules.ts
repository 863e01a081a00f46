/** Rules that assign functions of Go programs and of Prometheus to subsystems. */

/** Functions of the runtime that run only for a collection: marking, assists, write barriers, sweeping, scavenging. */
export const GC_FUNCTION = new RegExp(`^runtime\\.(${[
  'gc[A-Z]', 'bgsweep', 'bgscavenge', 'sweepone', 'wbBufFlush', 'wbMove', 'bulkBarrier',
  String.raw`\(\*(mspan|sweepLocked)\)\.sweep`, String.raw`\(\*mheap\)\.reclaim`,
  'deductSweepCredit', 'scanobject', 'scanblock', 'greyobject', 'markroot',
  // Green Tea, the default since Go 1.26.
  'scanSpan', 'scanObject', 'scanConservative', 'tryDeferToSpanScan',
  String.raw`\(\*span(?:Queue|SPMC|InlineMarkBits)\)`,
].join('|')})`);

/**
 * The table of subsystems. A sample belongs to the first row that matches the function name of any frame of its stack,
 * so the order matters: overhead of the Go runtime (collection, allocation, scheduling) comes before the work that
 * causes it; a task (rules, query) comes before the layers it uses (head, index); the kernel and the network come last,
 * for stacks that match nothing above. Expressions use RE2 syntax.
 */
export interface SubsystemRule {
  id: string;
  name: string;
  functions: string[];
}

const TSDB = '^github\\.com/prometheus/(prometheus/(vendor/github\\.com/prometheus/)?)?tsdb';
const PROMETHEUS = '^github\\.com/prometheus/prometheus';

/** Rules for runtime work that programs do not call explicitly; the user's rows come after these. */
export const RUNTIME_RULES: SubsystemRule[] = [
  {
    id: 'gc', name: 'Garbage collection',
    // Marking, assists, write barriers, sweeping, scavenging: the same functions as the GC share in the headline.
    functions: [GC_FUNCTION.source],
  },
  {
    id: 'allocation', name: 'Memory allocation',
    functions: [
      '^runtime\\.(mallocgc|newobject|newarray|makeslice|growslice|makemap|makechan|'
        + 'rawstring|rawbyteslice|rawruneslice|\\(\\*mcache\\)\\.|\\(\\*mcentral\\)\\.|\\(\\*mheap\\)\\.alloc)',
    ],
  },
  {
    id: 'scheduler', name: 'Scheduler',
    functions: [
      '^runtime\\.(mcall|schedule|park_m|find[rR]unnable|stealWork|runqsteal|runqgrab|sysmon|'
        + 'gosched_m|goschedImpl|goexit0|stopm|startm|wakep|ready|goready|injectglist|checkTimers|runtimer|retake)$',
    ],
  },
];

export const AREA_RULES: SubsystemRule[] = [
  {
    id: 'wal-replay', name: 'WAL replay',
    functions: [
      `${TSDB}\\.(\\(\\*Head\\)\\.(Init|load|processWAL|processWBL)|`
        + `\\(\\*wal(Subset|bl)\\w*Processor\\)|\\(\\*wblSubsetProcessor\\))`,
    ],
  },
  {
    id: 'remote-write', name: 'Remote write and read',
    functions: [`${PROMETHEUS}/storage/remote[./]`, `${TSDB}/(wal|wlog)\\.\\(\\*(Watcher|LiveReader)\\)`],
  },
  {
    id: 'wal', name: 'Write-ahead log',
    functions: [
      `${TSDB}/(wal|wlog|record)\\.`, `${TSDB}\\.\\(\\*(SegmentWAL|RecordEncoder|RecordDecoder|walWriter)\\)`,
      `${TSDB}\\.\\(\\*headAppender(Base)?\\)\\.log`, `${TSDB}\\.\\(\\*Head\\)\\.truncateW`,
    ],
  },
  {
    id: 'compaction', name: 'Compaction and retention',
    functions: [
      `${TSDB}\\.\\(\\*(LeveledCompactor|blockPopulator)\\)`, `${TSDB}\\.\\(?DefaultBlockPopulator`,
      `${TSDB}\\.\\(\\*DB\\)\\.([cC]ompact|reload|deleteBlocks|CleanTombstones)`,
      `${TSDB}\\.\\(\\*Head\\)\\.([tT]runcate|gc)`,
      `${TSDB}\\.(CompactBlockMetas|deletableBlocks|BeyondTimeRetention|BeyondSizeRetention)`,
      `${TSDB}/index\\.\\(\\*Writer\\)`, `${TSDB}/chunks\\.\\(\\*Writer\\)`,
    ],
  },
  { id: 'rules', name: 'Rule evaluation', functions: [`${PROMETHEUS}/rules\\.`] },
  {
    id: 'query', name: 'Queries',
    functions: [
      `${PROMETHEUS}/promql[./]`,
      `${PROMETHEUS}/web/api/v1\\.\\(\\*API\\)\\.(query|queryRange|queryExemplars|series|`
        + `labelNames|labelValues|remoteRead|federat)`,
      `${PROMETHEUS}/web\\.\\(\\*Handler\\)\\.federation`,
      `${PROMETHEUS}/storage\\.\\(\\*(merge|lazy|secondary|`
        + `chainSampleIterator|MemoizedSeriesIterator|BufferedSeriesIterator|querier)`,
      `${TSDB}\\.\\(\\*(block\\w*Querier|blockBaseSeriesSet|blockSeriesSet|blockChunkSeriesSet|`
        + `populateWith\\w+|headIndexReader|headChunkReader|querier)\\)`,
      `${TSDB}\\.(PostingsForMatchers|postingsForMatcher|inversePostingsForMatcher|labelValuesWithMatchers)`,
      `${TSDB}\\.\\(\\*PostingsForMatchersCache\\)`,
    ],
  },
  {
    id: 'head-append', name: 'Head append',
    functions: [
      `${TSDB}\\.\\(\\*(headAppender|headAppenderBase|initAppender|dbAppender|memSeries|stripeSeries|seriesHashmap)\\)`,
      `${TSDB}\\.\\(\\*Head\\)\\.(getOrCreate|mmap|appender|Appender)`,
      `${TSDB}/chunkenc\\.\\(\\*\\w+Appender\\)`, `${TSDB}\\.\\(dbAppender\\)`,
      `${PROMETHEUS}/storage\\.\\(\\*fanoutAppender\\)`,
    ],
  },
  {
    id: 'scrape', name: 'Scraping',
    functions: [`${PROMETHEUS}/(scrape|retrieval)\\.`, `${PROMETHEUS}/(model|pkg)/textparse\\.`],
  },
  { id: 'tsdb', name: 'TSDB, other', functions: [`${TSDB}[./]`] },
  { id: 'discovery', name: 'Service discovery', functions: [`${PROMETHEUS}/discovery[./]`, '^k8s\\.io/client-go/'] },
  { id: 'notifier', name: 'Alert notification', functions: [`${PROMETHEUS}/notifier\\.`] },
  {
    id: 'web', name: 'Web pages and own metrics',
    functions: [
      `${PROMETHEUS}/web[./]`, '^github\\.com/prometheus/client_golang/', '^net/http/pprof\\.',
      '^runtime/pprof\\.([A-Z][a-zA-Z]*Profile$|Lookup|\\(\\*(Profile|profileBuilder)\\)|'
        + 'profileWriter|(write|print|read)[A-Z])',
    ],
  },
  {
    id: 'network', name: 'Network',
    functions: [
      '^net\\.', '^net/', '^crypto/', '^(vendor/)?golang\\.org/x/(net|crypto)/', '^google\\.golang\\.org/grpc[./]',
    ],
  },
  {
    id: 'syscalls', name: 'System calls and files',
    functions: [
      '^syscall\\.', '^(internal/)?runtime/(internal/)?syscall\\.', '^golang\\.org/x/sys/unix\\.', '^internal/poll\\.',
      '^os\\.', '^runtime\\.(futex|epoll|kevent|usleep|write1|madvise|mmap|munmap|entersyscall|exitsyscall|cgocall)',
    ],
  },
  {
    id: 'runtime', name: 'Runtime, other',
    functions: [
      '^runtime[./]', '^internal/runtime/', '^sync[./]', '^internal/(sync|bytealg|cpu)\\.',
      '^(memeqbody|cmpbody|aeshashbody|indexbytebody)$',
    ],
  },
];

/**
 * Matches functions of a TSDB. Profiles with such a function or one of these rows are of a TSDB; others are split by
 * package.
 */
export const SERVER_FUNCTION = new RegExp(`${PROMETHEUS}[./]|${TSDB}[./]`);
export const SERVER_RULES: ReadonlySet<string> = new Set([
  'wal-replay', 'remote-write', 'wal', 'compaction', 'rules', 'query', 'head-append', 'scrape', 'tsdb',
]);
/** Rows of the kernel, the network and the runtime, whose code works on behalf of its callers. */
export const SYSTEM_RULES: ReadonlySet<string> = new Set(['network', 'syscalls', 'runtime']);

/** Row of everything that no rule matches, and of stacks without a frame. */
export const OTHER_RULE: SubsystemRule = { id: 'other', name: 'Everything else', functions: [] };
