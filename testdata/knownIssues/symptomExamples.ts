/** What a server that has a known issue shows, made for tests: lines of its log, stacks, codes of findings. */
import type { ProfileStack } from '../../core/contract/terms/goroutines.ts';
import type { Evidence } from '../../server/analysis/knownIssues/knownIssueTypes.ts';

const PROMETHEUS = 'github.com/prometheus/prometheus';
const stack = (...functions: string[]): ProfileStack => ({
  functions: functions.map((name) => (/^(?:tsdb|storage|util|notifier)/.test(name) ? `${PROMETHEUS}/${name}` : name)),
  share: 0.3,
});

const crash = (message: string, ...functions: string[]): Pick<Evidence, 'panics'> => (
  { panics: [{ message, functions: ['runtime.gopanic', ...functions] }] }
);
const nil = (...functions: string[]): Pick<Evidence, 'panics'> => crash(
  'panic: runtime error: invalid memory address or nil pointer dereference', ...functions
);
const sd = (name: string): Pick<Evidence, 'panics'> => nil(
  `${PROMETHEUS}/discovery/${name}`, `${PROMETHEUS}/discovery/refresh.(*Discovery).Run`
);
const outOfRange = (...functions: string[]): Pick<Evidence, 'panics'> => crash(
  'panic: runtime error: index out of range [3] with length 2', ...functions
);
const beforeStart = (...functions: string[]): Pick<Evidence, 'panics'> => crash(
  'panic: runtime error: index out of range [-1]', ...functions
);
const waiting = (...functions: string[]): ProfileStack => ({ ...stack(...functions), waitMinutes: 12 });

export const EXAMPLES: Readonly<Record<string, Omit<Evidence, 'kind' | 'version'>>> = {
  'prometheus 19013': {
    outOfOrder: true,
    stacks: [{
      ...stack('time.Sleep', 'tsdb.(*Head).WaitForPendingReadersInTimeRange', 'tsdb.(*DB).compactHead'),
      waitMinutes: 41,
    }],
  },
  'prometheus 13115': {
    logLines: [
      'Evaluating rule failed expanding series: cannot populate chunk 8 from block 2ZBXFNYVVFDXFPGSB1CHFNYQTZ: '
        + 'not found',
    ],
  },
  'prometheus 11331': {
    logLines: [
      'compaction failed compact head: reloadBlocks blocks: invalid block sequence: block time ranges overlap: x',
    ],
  },
  'prometheus 11338': {
    logLines: ['opening storage failed: /data/chunks_head/000012: invalid magic number 0'],
  },
  'prometheus 8061': { logLines: ['opening storage failed: mmap files: mmap: invalid argument'] },
  'prometheus 3958': {
    logLines: ['compaction failed reload blocks: invalid block sequence: block time ranges overlap (1, 2)'],
  },
  'prometheus 8125': {
    logLines: [
      'Encountered WAL read error, attempting repair read records: corruption in segment /data/wal/00000012 at 98304: '
        + 'unexpected checksum f4c57f67, expected dd5fb88e',
    ],
  },
  'prometheus 7856': {
    logLines: ['compaction failed head truncate: chunks.HeadReadWriter: maxt of the files are not set'],
  },
  'prometheus 7414': { logLines: ['opening storage failed: found unsequential head chunk files 3 and 5'] },
  'prometheus 7526': {
    logLines: ['compaction failed compact head: persist head block: populate block: unknown symbol'],
  },
  'prometheus 7135': { stacks: [stack('tsdb.newTxRing', 'tsdb.newMemSeries')] },
  'prometheus 17006': { logLines: ['Failed to calculate size of "wal" dir'] },
  'prometheus 10772': { logLines: ['compaction failed compact head: persist head block: context canceled'] },
  'prometheus 14884': { logLines: ['http: superfluous response.WriteHeader call from net/http'] },
  'prometheus 15434': { stacks: [stack('log/slog.(*Logger).With', 'util/logging.(*JSONFileLogger).With')] },
  'prometheus 16090': { gogcPercent: 0 },
  'prometheus 17412': { findings: [{ code: 'remote-write-shards' }] },
  'prometheus 13223': { findings: [{ code: 'remote-write-behind' }] },
  'prometheus 10608': {
    findings: [{ code: 'remote-write-behind' }],
    stacks: [
      stack('runtime.gopark', 'storage/remote.(*queue).FlushAndShutdown'),
      stack('sync.(*Mutex).Lock', 'storage/remote.(*queue).Batch', 'storage/remote.(*shards).runShard'),
    ],
  },
  'prometheus 13861': {
    stacks: [stack('sync.(*RWMutex).Lock', 'notifier.(*alertmanagerSet).sync', 'notifier.(*Manager).reload')],
  },
  'prometheus 17802': { findings: [{ code: 'restart-loop' }] },
  'prometheus 10166': {
    stacks: [stack('sync.(*RWMutex).Lock', 'tsdb/agent.(*stripeSeries).GC', 'tsdb/agent.(*DB).run')],
  },
  'prometheus 19460': {
    stacks: [
      waiting('sync.runtime_SemacquireMutex', 'sync.(*Mutex).Lock', 'tsdb.(*Head).mmapSeriesChunks'),
      waiting('sync.runtime_SemacquireRWMutex', 'sync.(*RWMutex).Lock', 'tsdb.(*stripeSeries).gc.func1'),
    ],
  },
  'prometheus 16587': {
    stacks: [
      waiting('sync.(*RWMutex).RLock', `${PROMETHEUS}/discovery.(*Manager).cleaner`),
      waiting('sync.(*Mutex).Lock', `${PROMETHEUS}/discovery.(*Manager).allGroups`),
    ],
  },
  'prometheus 18401': { negative: ['headChunks'] },
  'prometheus 19289': crash(
    'unexpected fault address 0x7f201c73d000 fatal error: fault [signal SIGBUS: bus error code=0x2]',
    'runtime.memmove', `${PROMETHEUS}/promql.ActiveQueryTracker.Insert`, `${PROMETHEUS}/promql.(*Engine).queueActive`
  ),
  'prometheus 15562': crash(
    'fatal error: concurrent map read and map write', 'internal/runtime/maps.fatal',
    `${PROMETHEUS}/util/logging.(*Deduper).Handle`, 'log/slog.(*Logger).log'
  ),
  'prometheus 18382': outOfRange(`${PROMETHEUS}/model/textparse.(*ProtobufParser).getMagicLabel`),
  'prometheus 18414': outOfRange(
    `${PROMETHEUS}/model/histogram.compactBuckets[...]`, `${PROMETHEUS}/model/histogram.(*Histogram).Compact`,
    `${PROMETHEUS}/model/textparse.(*ProtobufParser).Histogram`
  ),
  'prometheus 18229': crash(
    'panic: runtime error: slice bounds out of range [2:1]', `${PROMETHEUS}/model/textparse.(*PromParser).Labels`
  ),
  'prometheus 17199': outOfRange(`${PROMETHEUS}/promql.(*evaluator).combineWithInfoVector`),
  'prometheus 17160': outOfRange(`${PROMETHEUS}/prompb/io/prometheus/write/v2.desymbolizeLabels`),
  'prometheus 18641': outOfRange(`${PROMETHEUS}/prompb/io/prometheus/write/v2.TimeSeries.ToMetadata`),
  'prometheus 15232': crash(
    'unexpected fault address 0x7f311ec86aa0 fatal error: fault [signal SIGSEGV: segmentation violation code=0x1]',
    'runtime.memmove', `${PROMETHEUS}/promql.ActiveQueryTracker.Insert`, `${PROMETHEUS}/promql.(*Engine).queueActive`
  ),
  'prometheus 15563': nil(
    `${PROMETHEUS}/scrape.(*targetScraper).readResponse`, `${PROMETHEUS}/scrape.(*scrapeLoop).scrapeAndReport`,
    `${PROMETHEUS}/scrape.(*scrapePool).restartLoops.func1`
  ),
  'prometheus 16466': crash(
    'panic: Value kind is Float64, not Time', 'log/slog.Value.Time', 'github.com/prometheus/common/promslog.init.func2',
    'log/slog.(*handleState).appendAttr'
  ),
  'prometheus 16622': nil('github.com/prometheus/common/config.(*tlsRoundTripper).RoundTrip', 'net/http.send'),
  'prometheus 16894': beforeStart(`${PROMETHEUS}/model/histogram.addBuckets`),
  'prometheus 17735': beforeStart(
    `${PROMETHEUS}/promql.trimStringByBytes`, `${PROMETHEUS}/promql.ActiveQueryTracker.Insert`
  ),
  'prometheus 12837': outOfRange(
    `${PROMETHEUS}/tsdb/chunkenc.counterResetInAnyBucket`, `${PROMETHEUS}/tsdb/chunkenc.(*HistogramAppender).appendable`
  ),
  'prometheus 10907': nil('sync.(*RWMutex).RLock', `${PROMETHEUS}/tsdb.(*Head).Delete`),
  'prometheus 9687': crash(
    'panic: runtime error: index out of range [0] with length 0', `${PROMETHEUS}/tsdb/wal.NewSegmentBufReader`
  ),
  'prometheus 19755': sd('azure.(*Discovery).vmToLabelSet'),
  'prometheus 19512': sd('aws.(*EC2Discovery).refresh'),
  'prometheus 18133': sd('aws.(*EC2Discovery).refreshAZIDs'),
  'prometheus 19324': sd('aws.(*LightsailDiscovery).refresh'),
  'prometheus 19396': sd('aws.(*ECSDiscovery).refresh.func4'),
  'prometheus 19194': sd('aws.(*MSKDiscovery).refresh.func1'),
  'prometheus 19435': sd('aws.addServerlessCacheTargets'),
  'prometheus 19438': sd('ionos.(*serverDiscovery).refresh'),
  'prometheus 19102': sd('moby.(*Discovery).refreshServices'),
  'go 37436': { logLines: ['runtime: mlock of signal stack failed: 12'] },
  'go 69210': crash('fatal error: found pointer to free object', 'runtime.(*mspan).reportZombies'),
  'go 73141': crash(
    'fatal error: unexpected signal during runtime execution', 'runtime.growslice', 'runtime.vgetrandomPutState'
  ),
  'VictoriaMetrics 11060': {
    logLines: ['panic: FATAL: cannot remove "/data/small/2026_06/18A1": unlinkat /data/small: directory not empty'],
  },
  'VictoriaMetrics 8765': {
    logLines: ["FATAL: cannot unmarshal metaindex data from '': expecting non-zero metaindex rows; got zero"],
  },
  'VictoriaMetrics 3858': {
    logLines: ['cannot create hard links from "/data/big/1.must-remove.168" to "/snapshots/1": no such file'],
  },
  'VictoriaMetrics 11683': {
    logLines: ['FATAL: cannot unmarshal timestamps: cannot decompress zstd data: window size exceeded'],
  },
  'VictoriaMetrics 3897': nil('github.com/VictoriaMetrics/VictoriaMetrics/lib/storage.(*partition).mergeParts'),
  'VictoriaLogs 1112': { logLines: ['panic: BUG: error parsing regexp: expression nests too deeply: `a{0,1000}`'] },
  'mimir 5576': outOfRange(
    `${PROMETHEUS}/tsdb/chunkenc.counterResetInAnyBucket`, `${PROMETHEUS}/tsdb.(*memSeries).appendHistogram`
  ),
  'mimir 6346': {
    logLines: ['attempted to read series at index 12 from stream, but the stream has already been exhausted'],
  },
  'mimir 16273': beforeStart(`${PROMETHEUS}/model/histogram.addBuckets`),
  'mimir 3700': crash(
    'panic: snappy: decoded block is too large', 'github.com/golang/snappy.Encode',
    'github.com/grafana/mimir/pkg/storegateway.encodeSnappyGob'
  ),
  'mimir 5014': crash(
    'panic: runtime error: index out of range [655360] with length 655360 [recovered]', 'encoding/gob.catchError',
    'panic', 'encoding/gob.decStringSlice', 'encoding/gob.(*Decoder).decodeArrayHelper'
  ),
  'thanos 5701': crash(
    'panic: send on closed channel', 'github.com/minio/minio-go/v7.(*Object).doGetRequest',
    'github.com/minio/minio-go/v7.(*Object).Read', 'github.com/thanos-io/objstore/providers/s3.(*Bucket).getRange'
  ),
  'thanos 8701': outOfRange('github.com/thanos-io/thanos/internal/cortex/querier/queryrange.AnalyzesMerge'),
  'thanos 8480': crash(
    'panic: interface conversion: interface is nil, not indexheader.Reader', 'runtime.panicdottypeE',
    'github.com/thanos-io/thanos/pkg/block/indexheader.(*ReaderPool).NewBinaryReader'
  ),
  'thanos 7334': { logLines: ['panic: unexpected seriesToChunkEncoder lack of iterations'] },
  'thanos 8374': crash(
    'fatal error: concurrent map writes', `${PROMETHEUS}/util/annotations.(*Annotations).Merge`
  ),
  'VictoriaMetrics 1944': { logLines: ['panic: unaligned 64-bit atomic operation'] },
  'VictoriaMetrics 1562': { logLines: ['cannot read data in 0.000 seconds: unexpected EOF'] },
  'VictoriaMetrics 1096': {
    logLines: ['panic: runtime error: index out of range [1024819115206086200] with length 27'],
  },
  'thanos 6598': { logLines: ['critical error detected; halting: downsampling failed: downsample: invalid size'] },
};
