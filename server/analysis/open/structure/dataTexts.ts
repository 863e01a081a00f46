/** Recognizes other forms of samples and dashboards: line protocol, annotated CSV, JSON, one column per line. */
import { formatSeconds } from '../../../../core/text/format.ts';
import { allIn, fits } from '../../../../core/text/prefilter/fits.ts';
import { CERTAIN, LIKELY, when, type Format } from '../look/format.ts';
import { counted, mostFrequent, named, sentence, type Named } from '../look/named.ts';
import { CLICKHOUSE_REPLICAS } from './clickhouseReplicas.ts';
import { ruleTestFacts } from './ruleTests.ts';

const SAMPLES = 'It has samples, not the state of a server: open its log or its /metrics, or add it as a target.';
const MAX_ROWS = 5000;
const MAX_NAMES = 4;
/** A point: `cpu,host=a usage=1,idle=2i 1598482780000000000`; blanks in tags are escaped. */
const POINT = new RegExp([
  String.raw`^([A-Za-z_][\w.:-]{0,100})((?:,[\w.:-]{1,100}=(?:\\.|[^\\\s,=]){1,300}){1,60}) `,
  String.raw`((?:[\w.:%-]{1,100}=(?:"[^"\n]{0,500}"|[^\s,"]{1,60}),?){1,100})(?: (\d{9,20}))?[ \t]*$`,
].join(''), 'gm');
const FLUX_HEADER = /^(?:#datatype,.*|,?result,table,.*_time.*)$/m;
const VERTICAL = /^\*{10,} ?\d+\. ?row ?\*{10,}$/m;
const QUERY_ROW = /^(\d{1,12})\s+(\S.{0,2000}?)\s+(\d[\d.]{0,15})(u|\u00b5s|ms|s|m|h)(?:\s+\w+)?\s*$/gm;
const SECONDS: Readonly<Record<string, number>> = { u: 1e-6, '\u00b5s': 1e-6, ms: 1e-3, s: 1, m: 60, h: 3600 };

const names = (found: readonly string[]): string => {
  const own = [...new Set(found)];
  return `${own.slice(0, MAX_NAMES).join(', ')}${own.length > MAX_NAMES ? ` and ${own.length - MAX_NAMES} more` : ''}`;
};

export const DATA_FORMATS: readonly Format[] = [
  {
    id: 'line-protocol', name: 'points in the line protocol of InfluxDB', door: null,
    match: ({ head, lines }) => {
      const count = allIn(POINT, head).length;
      return when(count > 0 && count * 3 > lines.length * 2, { ...LIKELY, program: 'InfluxDB or Telegraf' });
    },
    interest: ({ text }) => {
      const points = allIn(POINT, text).slice(0, MAX_ROWS);
      const fields = points.flatMap(([, , , own = '']) => [...own.matchAll(/(?:^|,)([\w.:%-]+)=/g)]
        .map(([, name = '']) => name));
      return `It has ${counted(points.length, 'point')} of ${names(points.map(([, name = '']) => name))}, with the `
        + `fields ${names(fields)}.`;
    },
    remedy: SAMPLES,
  },
  {
    id: 'flux-csv', name: 'a result of a Flux query as annotated CSV', door: null,
    match: ({ head }) => when(fits(FLUX_HEADER, head), { ...CERTAIN, program: 'InfluxDB' }),
    interest: ({ text }) => {
      const rows = text.split('\n', MAX_ROWS).map((line) => line.trim().split(','));
      let header: string[] = [];
      const values = rows.flatMap((cells) => {
        if (cells.includes('_time') || cells.includes('_value')) header = cells;
        else if (!/^#/.test(cells[0] ?? '') && cells.length > 2 && cells.length === header.length) return [{
          measurement: cells[header.indexOf('_measurement')] ?? '', field: cells[header.indexOf('_field')] ?? '',
        }];
        return [];
      });
      return values.length === 0 ? null : sentence([
        `it has ${counted(values.length, 'row')}`,
        header.includes('_measurement') ? `of ${names(values.map(({ measurement }) => measurement))}` : null,
        header.includes('_field') ? `with the fields ${names(values.map(({ field }) => field))}` : null,
      ]);
    },
    remedy: SAMPLES,
  },
  {
    id: 'vertical-rows', name: 'rows of a database client, a column a line', door: null, isAnywhere: true,
    match: ({ head }) => when(fits(VERTICAL, head)),
    interest: ({ text }) => {
      const count = allIn(new RegExp(VERTICAL.source, 'gm'), text).length;
      const [, ...first] = text.slice(text.search(VERTICAL)).split('\n', 40);
      const pairs = first.map((line) => /^\s*([\w :@.-]{1,40}): (.{1,120})$/.exec(line)).filter((pair) => pair !== null)
        .slice(0, MAX_NAMES).map(([, name = '', value]) => `${name.trim()} ${value}`);
      return `It has ${counted(count, 'row')}${pairs.length === 0 ? '' : `; the first has ${pairs.join(', ')}`}.`;
    },
    remedy: 'For the load of the server, open its log or add it as a target.',
  },
];

/** Formats recognized by the keys at the beginning of the JSON. */
export const DATA_JSON: readonly Format[] = [
  {
    id: 'metrics-json', name: 'metrics as JSON (prom2json, Pushgateway)', door: null,
    match: ({ head }) => when(/^[[{]/.test(head) && fits(/"metrics"\s*:\s*\[/, head)
      && fits(/"type"\s*:\s*"(?:GAUGE|COUNTER|HISTOGRAM|SUMMARY|UNTYPED)"/, head)),
    interest: ({ text }) => {
      const types = [...text.matchAll(/"type"\s*:\s*"([A-Z_]{3,20})"/g)].map(([, type = '']) => type.toLowerCase());
      return `It has ${counted(types.length, 'metric')}, by type ${mostFrequent(types).replaceAll(' in ', ' ')}.`;
    },
    remedy: 'Open the text of /metrics itself: curl -o metrics.txt HOST/metrics.',
  },
  {
    id: 'grafana-dashboard', name: 'a dashboard of Grafana as JSON', door: null,
    match: ({ head }) => when(/^[[{]/.test(head) && (fits(/"(?:gridPos|legendFormat|nullPointMode)"\s*:/, head)
      || (fits(/"panels"\s*:/, head) && fits(/"(?:schemaVersion|datasource)"\s*:/, head))),
    { ...CERTAIN, program: 'Grafana' }),
    interest: ({ text }) => {
      const queries = [...text.matchAll(/"expr"\s*:\s*"((?:[^"\\]|\\.){1,300})"/g)]
        .map(([, query = '']) => query.replaceAll('\\"', '"'));
      const panels = [...text.matchAll(/"gridPos"\s*:/g)].length;
      return sentence([
        panels === 0 ? null : `it has ${counted(panels, 'panel')}`,
        queries.length === 0 ? null
          : `${counted(queries.length, 'query', 'queries')} of Prometheus, such as ${queries[0]}`,
      ]);
    },
    remedy: 'It has queries, not their results: add the server as a target, or open what its API answers.',
  },
];

const ROWS: readonly Named[] = [
  CLICKHOUSE_REPLICAS,
  {
    id: 'influx-queries', name: 'the queries that InfluxDB runs (SHOW QUERIES)', program: 'InfluxDB',
    pattern: /^\s*qid\s+query\s+(?:node_id\s+)?(?:tcp_host\s+)?database\s+duration\b/m, remedy: SAMPLES,
    fact: (text) => {
      const rows = allIn(QUERY_ROW, text).slice(0, MAX_ROWS).map(([, , query = '', value, unit = 's']) =>
        ({ query: query.split(/\t|\s{2,}/)[0] ?? '', seconds: Number(value) * (SECONDS[unit] ?? 1) }));
      const [longest] = rows.toSorted((a, b) => b.seconds - a.seconds);
      return longest === undefined ? null
        : `It lists ${counted(rows.length, 'query', 'queries')}; the longest runs for `
        + `${formatSeconds(longest.seconds)}: ${longest.query.slice(0, 200)}.`;
    },
  },
  {
    id: 'loki-labels', name: 'the labels of streams (logcli series --analyze-labels)', program: 'Loki',
    pattern: /^Total Streams:\s+\d/m,
    remedy: 'Each combination of labels is a stream: take labels with most values off.',
    fact: (text) => {
      const rows = [...text.matchAll(/^(\S{1,200})\s+(\d{1,12})\s+\d{1,12}\s*$/gm)]
        .map(([, name = '', count]) => ({ name, count: Number(count) })).toSorted((a, b) => b.count - a.count);
      const total = /^Total Streams:\s+(\d{1,12})/m.exec(text)?.[1];
      return sentence([
        `it has ${counted(Number(total), 'stream')}`, rows[0] === undefined ? null
          : `the label with most values is ${rows[0].name} (${rows[0].count.toLocaleString('en-US')})`,
      ], '; ');
    },
  },
  {
    id: 'app-metrics', name: 'metrics as the plain text of App Metrics, which Prometheus does not read',
    pattern: /^# MEASUREMENT: \[/m,
    fact: (text) => {
      const found = [...text.matchAll(/^# MEASUREMENT: (\[.{1,200})$/gm)].map(([, name = '']) => name.trim());
      return `It has ${counted(found.length, 'measurement')}: ${names(found)}.`;
    },
    remedy: 'Use the formatter for Prometheus, and open the text of that address.',
  },
  {
    id: 'promtool-test', name: 'the output of promtool test rules', program: 'promtool',
    pattern: new RegExp([
      /^Unit Testing:\s+\S|^\s*alertname: ?\S{1,200}, time: ?\S+,\s*$/,
      /^\s{0,20}expr: ?"(?:[^"\\\n]|\\.){1,2000}", time: ?\S{1,30},\s{0,4}$/,
    ].map(({ source }) => source).join('|'), 'm'),
    fact: ruleTestFacts,
    remedy: 'For what the rules do with real samples, add the server as a target.',
  },
];

export const DATA_TEXTS: readonly Format[] = ROWS.map(named);
