import { describe, expect, it } from 'vitest';
import { recognize } from '../recognize.ts';

const told = (...lines: string[]): [format: string, interest: string | null] => {
  const { format, interest } = recognize(new TextEncoder().encode(lines.join('\n')));
  return [format, interest];
};

describe('samples and rows in other forms', () => {
  it.each([
    ['line-protocol', ['$ ./points.sh', 'disk,host=a\\ b,path=/ used=12i,free=3i 1598482780000000000',
      'disk,host=c,path=/ used=13i,free=4i'], 'It has 2 points of disk, with the fields used, free.'],
    ['flux-csv', ['#datatype,string,long,dateTime:RFC3339,double,string,string',
      ',result,table,_time,_value,_field,_measurement',
      ',,0,2022-06-29T12:49:32Z,7,used,disk', ',,1,2022-06-29T12:49:32Z,8,free,disk'],
    'It has 2 rows, of disk, with the fields used, free.'],
    ['vertical-rows', ['> show queries\\G', '*************** 1.row ***************', '  query_id: 2:1',
      '  time: 12626'], 'It has 1 row; the first has query_id 2:1, time 12626.'],
    ['influx-queries', ['qid\tquery\tdatabase\tduration', '7\tSELECT a FROM b\tc\t12s', '8\tSHOW QUERIES\t\t90u'],
      'It lists 2 queries; the longest runs for 12 s: SELECT a FROM b.'],
    ['loki-labels', ['Total Streams:  2501', 'Unique Labels:  2', '', 'Label Name  Unique Values  Found In Streams',
      'requestId   2465           2497', 'logger      1              2501'],
    'It has 2,501 streams; the label with most values is requestId (2,465).'],
    ['app-metrics', ['# TIMESTAMP: 63', '# MEASUREMENT: [Application.Http] Apdex', '# TAGS:', '   app = a'],
      'It has 1 measurement: [Application.Http] Apdex.'],
    ['metrics-json', ['[{"name": "up", "help": "a", "type": "GAUGE", "metrics": [{"labels": {}, "value": "1"}]}]'],
      'It has 1 metric, by type 1 gauge.'],
    ['grafana-dashboard', ['      "gridPos": {', '        "h": 8', '      },', '      "targets": [', '        {',
      '          "expr": "rate(a[5m])",', '          "legendFormat": "a"', '        }'],
    'It has 1 panel, 1 query of Prometheus, such as rate(a[5m]).'],
    ['promtool-test', ['Unit Testing:  t.yml', '  FAILED:', '    alertname:Down, time:5m0s,',
      '        exp:"[Labels:{a=\\"b\\"} Annotations:{}]",', '        got:"[]"'],
    'It failed: the alert Down at 5m0s (t.yml): 1 alert was expected, and none came; missing is {a="b"}.'],
    ['pprof-text', ['+ 1186.88MB 11.40% 50.40%  1186.88MB 11.40%  a/labels.(*Builder).Labels',
      '+  987.60MB  9.48% 59.88%   987.60MB  9.48%  a/chunkenc.NewXORChunk'],
    'a/labels.(*Builder).Labels has the highest self value listed: 1186.88MB (11.40%). Next by self value: '
      + 'chunkenc.NewXORChunk 987.60MB (9.48%).'],
  ])('%s', (format, lines, fact) => {
    expect(told(...lines)).toEqual([format, fact]);
  });

  it('metrics that are indented and cut at their end are metrics', () => {
    expect(told(
      '```', '    vm_rows_total{type="a"} 1', '    vm_rows_total{type="b"} 2', '    vm_rows_total{type="c"} 3',
      '    vm_rows_total{type="d',
    )[0]).toBe('metrics');
  });
});

describe('settings of stores', () => {
  it.each([
    ['cortex-config', ['limits:', '  ingestion_rate: 25000', '  max_series_per_user: 5000000'],
      'It sets ingestion_rate 25000, max_series_per_user 5000000.'],
    ['mimir-config', ['multitenancy_enabled: false', 'blocks_storage:', '  backend: filesystem'],
      'It sets backend filesystem.'],
    ['loki-config', ['loki:', '  ingester:', '    chunk_idle_period: 1h', '    wal:',
      '      replay_memory_ceiling: 2GB'], 'It sets chunk_idle_period 1h, replay_memory_ceiling 2GB.'],
    ['tempo-config', ['tempo:', '  a: b', 'gateway:', '  resources:', '    limits:', '      memory: 1Gi',
      'ingester:', '  resources:', '    requests:', '      memory: 1Gi', '    limits:', '      memory: 3Gi'],
    'It sets memory limit 1Gi of gateway, memory limit 3Gi of ingester.'],
    ['server-flags', ['ExecStart=/bin/vmagent -remoteWrite.url=http://a -promscrape.maxScrapeSize=1GB'],
      'It sets promscrape.maxScrapeSize 1GB.'],
    ['prometheus-rules', ['groups:', '- name: a', '  rules:', '  - alert: Down', '    expr: up == 0', '  - record: a:b',
      '    expr: b'], 'It has 1 alert, such as Down, it records 1 series, such as a:b.'],
    ['scrape-configs', ['  sample_limit: 6000', '  relabel_configs:', '  - action: keep', '- job_name: a', '  x: b'],
      '1 scrape job; at most 6,000 samples a scrape.'],
    ['unknown', ['queue:', '  max_shards: 50', '  name: a', '  batch_timeout: 5s', 'other:', '  b: c'],
      'It has max_shards 50, batch_timeout 5s.'],
  ])('%s', (format, lines, fact) => {
    expect(told(...lines)).toEqual([format, fact]);
  });
});
