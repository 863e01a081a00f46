/** Messages of Pushgateway, exporters and the operator of Prometheus, for the table of known messages. Pure. */
import { rowsOf, SEE_CAUSE, type MessageRow, type MessagesOfProgram } from '../rows/messageRow.ts';

const ICMP = 'give it CAP_NET_RAW, or widen net.ipv4.ping_group_range';
const NO_TYPES = 'The resource types of prometheus-operator are not installed in that version, so the object was not '
  + 'stored';
const ANSWER = 'The exporter answers a scrape with an error in place of its metrics';
const BEHIND = 'the lines behind it name the metric or collector';
const FORBIDDEN_FILE = 'A ServiceMonitor is left out, because it names a file, which this Prometheus does not allow';
const USE_SECRET = 'refer to a Secret or ConfigMap in place of the file';
const WEBHOOK = 'The API server could not ask the webhook of prometheus-operator, so the object was not stored';

const PUSHGATEWAY: readonly MessageRow[] = [
  ['could not load persisted metrics', 'error', 'Pushgateway started without the metrics that it had stored',
    'copy the file of --persistence.file before it is written again, then see the error behind the message'],
  ['error persisting metrics', 'error', 'Pushed metrics could not be stored, and are lost at a restart',
    `${SEE_CAUSE}; look at the space and the owner of --persistence.file`],
  ['pushed metrics are invalid or inconsistent with existing metrics', 'error', 'A push was rejected, because it does '
    + 'not fit together or with what was pushed before', 'the words behind it name the metric'],
  ['pushed metrics must not have timestamps', 'error', 'A push was rejected, because its samples have timestamps',
    'push them without'],
  ['fix your pushed metrics', 'slow', 'A metric was pushed with a type or a help text that another push or '
    + 'Pushgateway itself has otherwise', 'push it with the same ones everywhere'],
];

const NODE_EXPORTER: readonly MessageRow[] = [
  ["couldn't get dbus connection: ", 'error', 'The program could not connect to D-Bus, so metrics of systemd are '
    + 'missing', 'mount /run/dbus/system_bus_socket into the container, or turn that collector off '
    + '(--no-collector.systemd)'],
  ['failed to collect textfile data', 'error', 'A .prom file could not be read, and its metrics are missing',
    'give the file to promtool check metrics; write it under another name, then rename it'],
  ['failed to read textfile collector directory', 'error', 'node_exporter could not read the folder of the textfile '
    + 'collector, and the metrics of the files in it are missing', `${SEE_CAUSE}; the path of `
    + '--collector.textfile.directory is one in its container, if it runs in one'],
  ['rtnetlink neighmessage has a wrong attribute data length', 'error', 'node_exporter could not read the ARP table of '
    + 'the kernel, and the metrics of that table are missing', 'update node_exporter, let it read /proc/net/arp '
    + '(--no-collector.arp.netlink), or turn that collector off (--no-collector.arp)'],
  ['contains unsupported client-side timestamps', 'error', 'A .prom file has timestamps, and its metrics are left out',
    'write its samples without timestamps'],
  ['it is being labeled as stuck', 'hang', 'A mounted file system does not answer, and is left out',
    'look at its server or disk'],
  ['node exporter is running as root user', 'slow', 'node_exporter runs as root, which it does not need', null],
];

const BLACKBOX: readonly MessageRow[] = [
  ['unable to do unprivileged listen on socket', 'slow', 'The unprivileged way to send ICMP is not allowed, and a raw '
    + 'socket is tried next', ICMP],
  ['resolution with ip protocol failed', 'error', 'The name of the target gave no address of that protocol',
    'look at DNS, and at preferred_ip_protocol and ip_protocol_fallback'],
  ...rowsOf(['invalid http response status code, wanted 2xx', 'invalid http response status code" status_code='],
    'error', 'The probe failed, because the target answered with another status than the module accepts',
    'look at the target, or at valid_status_codes'),
  ['final request was not over ssl', 'error', 'The probe failed, because the module asks for TLS',
    'see fail_if_not_ssl, and use https in the target'],
  ['target parameter is missing', 'error', 'The request to the exporter names no target', 'set __param_target by '
    + 'relabel_configs'],
];

const CLIENTS: readonly MessageRow[] = [
  ['collector failed" name=', 'error', 'A collector failed, and its metrics are missing', `${SEE_CAUSE}; without use `
    + 'for it, turn it off with --no-collector.NAME'],
  ['was collected before with the same name and label values', 'error', 'A program exposes a metric twice with the '
    + 'same labels, and the scrape fails or lacks it', 'find what in that program exposes the metric twice'],
  ['has label dimensions inconsistent with previously collected metrics', 'error', 'Samples of a metric have '
    + 'different label names, which the client library in the exporter refuses, so the scrape fails or lacks them',
  'give all samples of that metric the same label names (empty where it has none)'],
  ['an error has occurred while serving metrics', 'error', ANSWER, BEHIND],
  ['an error has occurred during metrics collection', 'error', ANSWER, BEHIND],
  ['an error has occurred during metrics gathering', 'error', ANSWER, BEHIND],
  ['limit of concurrent requests reached (', 'full', 'The exporter refuses a scrape, because earlier ones have not '
    + 'ended', 'see why its scrapes take long, as node_exporter at a mount that hangs, before its limit is raised'],
  ['error encoding and sending metric family', 'error', 'Metrics were not sent to the end, as when the '
    + 'scrape timed out or the client closed the connection', 'compare scrape_timeout with the time that the '
    + 'exporter takes to answer'],
  ['text format parsing error in line', 'error', 'Metrics are not valid in the text format at that line, and are not '
    + 'taken', 'give them to promtool check metrics'],
];

const OPERATOR: readonly MessageRow[] = [
  ...rowsOf(['it accesses file system via bearer token file which prometheus specification prohibits',
    'it accesses file system via tls config which prometheus specification prohibits'], 'error', FORBIDDEN_FILE,
    USE_SECRET),
  ['failed calling webhook "prometheusrulemutate.monitoring.coreos.com', 'error', WEBHOOK, 'look at the pod and the '
    + 'Service of the operator, and at its certificate'],
  ['failed calling webhook "prometheusrulevalidate.monitoring.coreos.com', 'error', WEBHOOK, 'look at the pod and the '
    + 'Service of the operator, and at its certificate'],
  ['prometheusrulemutate.monitoring.coreos.com" denied the request', 'error', 'A PrometheusRule was not stored, '
    + 'because it is not valid', 'run promtool check rules on its groups'],
  ...rowsOf(['servicemonitor', 'prometheusrule', 'podmonitor'].map((type) =>
    `no matches for kind "${type}" in version`), 'error', NO_TYPES, 'install its CRDs first'),
];

const RELOADER: readonly MessageRow[] = [
  ['failed to trigger reload. retrying', 'error', 'The reloader did not get Prometheus to reload, so changes are not '
    + 'in effect yet', 'see whether /-/reload answers; an error of the configuration is in the log of Prometheus'],
];

const KUBECTL: readonly MessageRow[] = [
  ['metadata.annotations: too long: must have at most 262144 bytes', 'error', 'The annotations of the object '
    + 'are too large, as with the copy of it that kubectl apply keeps there', 'use kubectl apply --server-side, or '
    + 'ServerSideApply=true in Argo CD'],
];

const NO_CONNECTION_LEFT = 'The user of MySQL has as many connections open as it may have at once';
const MYSQL: readonly MessageRow[] = rowsOf([
  "has exceeded the 'max_user_connections' resource", "already has more than 'max_user_connections' active connections",
], 'full', NO_CONNECTION_LEFT, 'see who holds them (SHOW PROCESSLIST), then close them or raise MAX_USER_CONNECTIONS '
  + 'of the user');

const OF_DATABASES: readonly MessagesOfProgram[] = [
  ['mysqld_exporter', [
    ['failed to parse section [client] from config file', 'error', 'The configuration file has no valid section '
      + '[client], which a scrape without auth_module needs for user and password', 'set both under [client], or name '
      + 'the section by auth_module in the scrape'],
    ['error pinging mysqld', 'error', 'MySQL is not reached or refuses the login, so its metrics are missing',
      `${SEE_CAUSE}; look at the address, or at user and password`],
  ]],
  ['MySQL', MYSQL],
  ['redis_exporter', [["couldn't connect to redis instance", 'error', 'Redis is not reached or refuses the login',
    `${SEE_CAUSE}; look at the address as seen from the exporter, or at the password`]]],
  ['snmp_exporter', rowsOf([0, 1, 2, 3, 5].map((tries) => `request timeout (after ${tries} retries)`), 'error',
    'A device does not answer requests of SNMP in time', 'look at its address, UDP port 161, its access list and the '
    + 'community or user, as a device may not answer a wrong one')],
];

export const OF_EXPORTERS: readonly MessagesOfProgram[] = [
  ['Pushgateway', PUSHGATEWAY], ['node_exporter', NODE_EXPORTER], ['blackbox_exporter', BLACKBOX],
  ['an exporter', CLIENTS], ['prometheus-operator', OPERATOR], ['prometheus-operator or Thanos', RELOADER],
  ['Kubernetes', KUBECTL], ...OF_DATABASES,
];
