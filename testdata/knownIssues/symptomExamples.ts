/** What a server that has a known issue shows, made for tests: lines of its log, stacks, codes of findings. */
import type { ProfileStack } from '../../core/contract/terms/goroutines.ts';
import type { Evidence } from '../../server/analysis/knownIssues/knownIssueTypes.ts';

const PROMETHEUS = 'github.com/prometheus/prometheus';
const stack = (...functions: string[]): ProfileStack => ({
  functions: functions.map((name) => (/^(?:tsdb|storage|util|notifier)/.test(name) ? `${PROMETHEUS}/${name}` : name)),
  share: 0.3,
});

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
  'prometheus 9687': { logLines: ['panic: runtime error: index out of range [0] with length 0'] },
  'prometheus 8125': {
    logLines: [
      'encountered WAL error, attempting repair corruption in segment /data/wal/00000012 at 98304: '
        + 'unexpected checksum 1, invalid checksum',
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
  'VictoriaMetrics 1944': { logLines: ['panic: unaligned 64-bit atomic operation'] },
  'VictoriaMetrics 1562': { logLines: ['cannot read data in 0.000 seconds: unexpected EOF'] },
  'VictoriaMetrics 1096': {
    logLines: ['panic: runtime error: index out of range [1024819115206086200] with length 27'],
  },
  'thanos 6598': { logLines: ['critical error detected; halting: downsampling failed: downsample: invalid size'] },
};
