/** Words that tell whether a version in a sentence is that of the program which the text is about. Pure. */

/** Patterns of the names of programs, and the major versions that they have had. */
export const PROGRAMS: Readonly<Record<string, readonly [RegExp, RegExp]>> = {
  Prometheus: [/prometheus|prom/, /^[0-3]\./], Thanos: [/thanos/, /^0\./], Mimir: [/(?:grafana )?mimir/, /^[23]\./],
  Cortex: [/cortex/, /^[01]\./], Loki: [/(?:grafana )?loki/, /^[0-3]\./], Promtail: [/promtail/, /^[0-3]\./],
  Tempo: [/(?:grafana )?tempo/, /^[0-3]\./], Alertmanager: [/alert-?manager/, /^0\./], etcd: [/etcd/, /^[0-3]\./],
  InfluxDB: [/influx(?:db|d)?/, /^[0-3]\./], Telegraf: [/telegraf/, /^[01]\./],
  node_exporter: [/node[-_ ]exporter/, /^[01]\./], Grafana: [/grafana/, /^\d{1,2}\./],
  VictoriaMetrics: [/victoria[- ]?metrics|vm(?:agent|alert|auth|insert|select|storage|single)/, /^1\./],
  VictoriaLogs: [/victoria[- ]?logs|vlogs/, /^[01]\./],
  'Grafana Agent': [/grafana[- ]agent/, /^0\./], 'Grafana Alloy': [/(?:grafana )?alloy/, /^1\./],
  'OpenTelemetry Collector': [/(?:open ?telemetry|otel)[- ]?(?:collector|col)(?:-contrib)?/, /^[01]\./],
  ClickHouse: [/clickhouse/, /^\d{1,2}\./], QuestDB: [/questdb/, /^\d\./],
  Cassandra: [/(?:apache )?cassandra/, /^[1-5]\./], Elasticsearch: [/elastic ?search/, /^[1-9]\./],
  OpenTSDB: [/opentsdb/, /^[12]\./],
};

const either = (...patterns: RegExp[]): RegExp => new RegExp(patterns.map(({ source }) => source).join('|'), 'i');

/** Other things that have versions, which a label without a name may be of. */
export const OTHERS = either(
  /\b(?:kubernetes|k8s|k3s|eks|gke|aks|openshift|kubectl|helm|chart|docker|containerd|podman|kernel|linux)\b/,
  /\b(?:ubuntu|debian|centos|rhel|alpine|fedora|windows|macos|os|golang|go|java|jdk|node(?:\.js)?|python)\b/,
  /\b(?:grafana|prometheus|thanos|mimir|cortex|loki|tempo|etcd|influx\w*|telegraf|victoria\w*|vm\w+|promtail)\b/,
  /\b(?:alert-?manager|operator|kube-\w+|\w*exporter|client|library|plugin|driver|sdk|api|schema|config\w*)\b/,
  /\b(?:postgres\w*|mysql|redis|kafka|nginx|browser|terraform|ansible|alloy|otel\w*|opentelemetry)\b/,
);

/** Words of the clause before a version that is not the one of the text: of a fix, a change, a comparison. */
const NOT_HERE = either(
  /\b(?:fix\w*|upgrad\w*|updat\w*|downgrad\w*|bump\w*|migrat\w*|switch\w*|revert\w*|roll(?:ed|ing)? back)\b/,
  /\b(?:backport\w*|introduc\w*|released|as of|start(?:ing|s) (?:with|from|in)|requires?|at least|minimum|newer)\b/,
  /\b(?:older|previous\w*|formerly|changed|removed|added|deprecated|compar\w*|versus|docs?)\b/,
  /\b(?:documentation|changelog|notes|milestone|compatible|supports?|never|unlike|instead of|chart|helm)\b/,
  /\b(?:from|to|before|after|until|till|since|than|vs\.?|between|not in|not with|if|tried|trying) {0,2}(?:the )?$/,
  /\b(?:tried|trying|tested?|testing|works?|worked)(?: it)? (?:with|on|in) {0,2}(?:the )?$/,
);
/** The text after a version that is not the program's. */
const NOT_OF_IT = either(
  /^\W{0,4}(?:and|or) (?:later|above|newer|higher|up|below|earlier|older|greater|before|v?\d)/,
  /^\s?(?:\+|->|\u2192|to v?\d)/,
  /^\W{0,4}(?:works|worked|was fine|is fine|is not affected|fixe[sd]|has (?:a|the) fix|includes)/,
  /^\W{0,4}(?:introduc|chang|release)/,
  /^\W{0,4}(?:docs|documentation)/,
);
const MAX_BEFORE = 80;
const MAX_AFTER = 40;

/** Whether the words around a version leave it as the one that the text is about. */
export function isHere(text: string, from: number, to: number): boolean {
  const before = text.slice(Math.max(0, from - MAX_BEFORE), from);
  const clause = before.slice(Math.max(before.lastIndexOf('. '), before.lastIndexOf('; ')) + 1);
  return !NOT_HERE.test(clause) && !/\bchart\b/i.test(text.slice(from, to))
    && !NOT_OF_IT.test(text.slice(to, to + MAX_AFTER));
}
