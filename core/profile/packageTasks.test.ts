import { describe, expect, it } from 'vitest';
import { taskOf } from './packageTasks.ts';

describe('what a function is part of', () => {
  it.each([
    ['github.com/prometheus/prometheus/scrape.(*Manager).reload.func1', 'the update of discovered targets, with their '
      + 'relabelling'],
    ['github.com/prometheus/prometheus/scrape.(*scrapeLoop).append', 'scraping'],
    ['github.com/prometheus/prometheus/tsdb.(*isolation).lowWatermark', 'the isolation of appends from reads in the '
      + 'head'],
    ['github.com/prometheus/tsdb.(*Head).gc', 'the truncation of the head after its compaction'],
    ['github.com/prometheus/prometheus/storage/remote.(*shards).runShard', 'remote write'],
    ['github.com/improbable-eng/thanos/pkg/block.ReadIndexCache', 'the reading of the JSON index cache of a block '
      + '(older versions)'],
    ['github.com/thanos-io/thanos/pkg/store.(*ProxyStore).LabelValues.func1', 'the querier’s requests to its stores'],
    ['github.com/grafana/mimir/pkg/mimirpb.(*TimeSeries).Unmarshal', 'the decoding and encoding of write requests and '
      + 'answers'],
    ['github.com/grafana/loki/v3/clients/pkg/logentry/stages.(*regexStage).Process', 'the pipeline stages of Promtail'],
    ['github.com/VictoriaMetrics/VictoriaMetrics/lib/storage.(*indexSearch).searchMetricIDs', 'the index of series '
      + '(indexdb)'],
    ['github.com/VictoriaMetrics/VictoriaMetrics/lib/mergeset.(*TableSearch).NextItem', 'the storage of the index '
      + '(indexdb), its searches and merges'],
    ['github.com/open-telemetry/opentelemetry-collector-contrib/processor/tailsamplingprocessor.(*tsp).run',
      'tailsamplingprocessor of the OpenTelemetry Collector'],
    ['go.opentelemetry.io/collector/processor/batchprocessor.(*shard).sendItems', 'batchprocessor of the OpenTelemetry '
      + 'Collector'],
    ['github.com/prometheus/node_exporter/collector.(*netDevCollector).Update', 'a collector of node_exporter'],
    ['github.com/prometheus/client_golang/prometheus.(*summary).Observe', 'the summaries among the program’s own '
      + 'metrics (client_golang)'],
  ])('%s', (name, task) => { expect(taskOf(name)).toBe(task); });

  it.each(['runtime.mallocgc', 'main.main', 'example.com/scrape.Run', 'github.com/prometheus/prometheus/cmd/x.main'])(
    'of %s is not known', (name) => { expect(taskOf(name)).toBeNull(); }
  );
});
