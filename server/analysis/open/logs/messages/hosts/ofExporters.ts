/** Messages of Pushgateway, exporters and the operator of Prometheus, for the table of known messages. Pure. */
import type { MessageRow, MessagesOfProgram } from '../rows/messageRow.ts';

const ICMP = 'give it CAP_NET_RAW, or widen net.ipv4.ping_group_range';
const ANSWER = 'The exporter answers a scrape with an error in place of its metrics';
const BEHIND = 'the lines behind it name the metric or collector';
const FORBIDDEN_FILE = 'A ServiceMonitor is left out, because it names a file, which this Prometheus does not allow';
const USE_SECRET = 'refer to a Secret or ConfigMap in place of the file';
const WEBHOOK = 'The API server could not ask the webhook of prometheus-operator, so the object was not stored';

const PUSHGATEWAY: readonly MessageRow[] = [
  ['could not load persisted metrics', 'damage', 'Pushgateway started without the metrics that it had stored',
    'look at the file of --persistence.file'],
  ['error persisting metrics', 'error', 'Pushed metrics could not be stored, and are lost at a restart',
    'look at the space and the owner of --persistence.file'],
  ['pushed metrics are invalid or inconsistent with existing metrics', 'error', 'A push was rejected, because it does '
    + 'not fit together or with what was pushed before', 'the words behind it name the metric'],
  ['pushed metrics must not have timestamps', 'error', 'A push was rejected, because its samples have timestamps',
    'push them without'],
  ['fix your pushed metrics', 'slow', 'A metric was pushed with different types or help texts', 'push it with the same '
    + 'ones everywhere'],
];

const NODE_EXPORTER: readonly MessageRow[] = [
  ['collector failed" name=', 'error', 'A collector failed, and its metrics are missing', 'see the error behind it, or '
    + 'turn it off with --no-collector.NAME'],
  ['collector failed after', 'error', 'A collector failed, and its metrics are missing', 'see the error behind it, or '
    + 'turn it off with --no-collector.NAME'],
  ['failed to collect textfile data', 'error', 'A .prom file could not be read, and its metrics are missing',
    'give the file to promtool check metrics; write it under another name, then rename it'],
  ['contains unsupported client-side timestamps', 'error', 'A .prom file has timestamps, and its metrics are left out',
    'write its samples without timestamps'],
  ['it is being labeled as stuck', 'hang', 'A mounted file system does not answer, and is left out',
    'look at its server or disk'],
  ['node exporter is running as root user', 'slow', 'node_exporter runs as root, which it does not need', null],
];

const BLACKBOX: readonly MessageRow[] = [
  ['listen ip4:icmp', 'error', 'A raw socket for ICMP could not be opened, so the probe fails', ICMP],
  ['listen ip6:ipv6-icmp', 'error', 'A raw socket for ICMP could not be opened, so the probe fails', ICMP],
  ['unable to do unprivileged listen on socket', 'slow', 'The unprivileged way to send ICMP is not allowed, and a raw '
    + 'socket is tried next', ICMP],
  ['resolution with ip protocol failed', 'error', 'The name of the target has no address of that protocol',
    'look at DNS, and at preferred_ip_protocol and ip_protocol_fallback'],
  ['invalid http response status code', 'error', 'The probe failed, because the target answered with another status '
    + 'than the module accepts', 'look at the target, or at valid_status_codes'],
  ['final request was not over ssl', 'error', 'The probe failed, because the module asks for TLS',
    'see fail_if_not_ssl, and use https in the target'],
  ['target parameter is missing', 'error', 'The request to /probe names no target', 'set __param_target by '
    + 'relabel_configs'],
];

const CLIENTS: readonly MessageRow[] = [
  ['was collected before with the same name and label values', 'error', 'A program exposes a metric twice with the '
    + 'same labels, and the scrape fails or lacks it', 'find what yields it twice, such as two .prom files or two '
    + 'objects'],
  ['an error has occurred while serving metrics', 'error', ANSWER, BEHIND],
  ['an error has occurred during metrics collection', 'error', ANSWER, BEHIND],
  ['an error has occurred during metrics gathering', 'error', ANSWER, BEHIND],
  ['limit of concurrent requests reached', 'full', 'The exporter refuses a scrape, because earlier ones have not ended',
    'find what hangs in it, such as a mount; for node_exporter see --web.max-requests'],
  ['error encoding and sending metric family', 'error', 'The connection broke before all metrics were sent, mostly '
    + 'because the scrape timed out', 'compare scrape_timeout with the time that the exporter takes'],
  ['text format parsing error in line', 'error', 'Metrics are not valid in the text format at that line, and are not '
    + 'taken', 'give them to promtool check metrics'],
];

const OPERATOR: readonly MessageRow[] = [
  ['it accesses file system via bearer token file', 'error', FORBIDDEN_FILE, USE_SECRET],
  ['it accesses file system via tls config', 'error', FORBIDDEN_FILE, USE_SECRET],
  ['failed calling webhook "prometheusrulemutate.monitoring.coreos.com', 'error', WEBHOOK, 'look at the pod and the '
    + 'Service of the operator, and at its certificate'],
  ['failed calling webhook "prometheusrulevalidate.monitoring.coreos.com', 'error', WEBHOOK, 'look at the pod and the '
    + 'Service of the operator, and at its certificate'],
  ['prometheusrulemutate.monitoring.coreos.com" denied the request', 'error', 'A PrometheusRule was not stored, '
    + 'because it is not valid', 'run promtool check rules on its groups'],
  ['no matches for kind "servicemonitor" in version', 'error', 'The resource types of prometheus-operator are not '
    + 'installed, so the object was not stored', 'install its CRDs first'],
  ['no matches for kind "prometheusrule" in version', 'error', 'The resource types of prometheus-operator are not '
    + 'installed, so the object was not stored', 'install its CRDs first'],
  ['no matches for kind "podmonitor" in version', 'error', 'The resource types of prometheus-operator are not '
    + 'installed, so the object was not stored', 'install its CRDs first'],
];

const RELOADER: readonly MessageRow[] = [
  ['failed to trigger reload. retrying', 'error', 'The reloader did not get Prometheus to reload, so changes are not '
    + 'in effect yet', 'see whether /-/reload answers; an error of the configuration stands in the log of Prometheus'],
];

const KUBECTL: readonly MessageRow[] = [
  ['metadata.annotations: too long: must have at most 262144 bytes', 'error', 'kubectl apply keeps a copy of the '
    + 'object in an annotation, and this object is too large for it', 'use kubectl apply --server-side'],
];

export const OF_EXPORTERS: readonly MessagesOfProgram[] = [
  ['Pushgateway', PUSHGATEWAY], ['node_exporter', NODE_EXPORTER], ['blackbox_exporter', BLACKBOX],
  ['an exporter', CLIENTS], ['prometheus-operator', OPERATOR], ['prometheus-operator or Thanos', RELOADER],
  ['Kubernetes', KUBECTL],
];
