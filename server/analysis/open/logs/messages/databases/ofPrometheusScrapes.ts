/** Messages of Prometheus on scrapes, discovery, remote write and alerts, for the table of known messages. Pure. */
import { rowsOf, SEE_CAUSE, WORDS_AFTER, type MessageRow, type MessagesOfProgram } from '../rows/messageRow.ts';

const NOTHING = 'and nothing of that scrape is stored';
const LABELS = `A series of the target has more or longer labels than a limit allows, ${NOTHING}`;
const RAISE_LABELS = 'raise that limit of the job, or drop the label at the target';
const NOT_METRICS = `What the target sends is not in the text format, or one line of it is not, ${NOTHING}`;
const OPEN_URL = 'open its URL; if it shows metrics, give them to promtool check metrics, else look at metrics_path, '
  + 'scheme and port';
const BAD_LINE = `A line that the target sends is not valid in the text format, ${NOTHING}`;
const CHECK_METRICS = 'give its answer to promtool check metrics';
const LEFT_OUT = 'Remote write did not read a segment of the WAL to its end, and the receiver may lack samples of it';
const RULE_FAILED = 'A rule failed, and its results are missing for that evaluation';
const RULE_RESULT = 'Results of a rule were not stored';
const ALERT_TEXT = 'A template of an alert has an error, and the alert shows that error in place of its text';
const QUEUE = 'Alerts were dropped, and did not reach the Alertmanager';
const DISCOVERY = 'Service discovery did not get its targets, and keeps those it had';
const RECEIVED = 'Samples that came by remote write were not stored';

const SCRAPES: readonly MessageRow[] = [
  ['label_limit exceeded', 'error', LABELS, RAISE_LABELS],
  ['label_name_length_limit exceeded', 'error', LABELS, RAISE_LABELS],
  ['label_value_length_limit exceeded', 'error', LABELS, RAISE_LABELS],
  ['target_limit exceeded', 'error', 'A job has more targets than its target_limit, and none of them is scraped',
    'raise the limit, or drop targets by relabeling'],
  ...rowsOf(['no fallback_scrape_protocol', 'failed to determine correct type of scrape target'], 'error', 'The target '
    + `sends no Content-Type that Prometheus 3 accepts, ${NOTHING}`, 'open its URL; if it shows metrics, set '
    + 'fallback_scrape_protocol: PrometheusText0.0.4 for the job, else correct path or port'),
  ['invalid metric name or label names', 'error', `A metric of the target has a name that is not valid, ${NOTHING}`,
    'correct it at the target, or the relabeling that makes it'],
  ['is not unique: invalid sample', 'error', 'A series has the same label twice, and is not stored',
    'correct it at the target or sender'],
  ['data does not end with # eof', 'error', `The target sends OpenMetrics without # EOF as its last line, ${NOTHING}`,
    'see whether its answer is cut off, or correct the exporter'],
  ['unexpected data after # eof', 'error', `The target sends OpenMetrics with more lines after # EOF, ${NOTHING}`,
    'correct the exporter'],
  ['is not a valid start token', 'error', NOT_METRICS, OPEN_URL],
  ['expected a valid start token, got', 'error', NOT_METRICS, OPEN_URL],
  ['expected value after metric, got', 'error', BAD_LINE, CHECK_METRICS],
  ['expected label name, got', 'error', BAD_LINE, CHECK_METRICS],
  ['expected label value, got', 'error', BAD_LINE, CHECK_METRICS],
  ['expected equal, got', 'error', BAD_LINE, CHECK_METRICS],
  ['expected timestamp or new record, got', 'error', BAD_LINE, CHECK_METRICS],
  ['expected next entry after timestamp, got', 'error', BAD_LINE, CHECK_METRICS],
  ['error scraping target: server returned http status 404', 'error', 'The target runs, but has nothing at that path',
    'look at metrics_path of the job'],
  ['error scraping target: server returned http status 401', 'error', 'The target asks for credentials that were not '
    + 'sent or are wrong', 'look at basic_auth, authorization or oauth2 of the job'],
  ['error scraping target: server returned http status 500', 'error', 'The target failed while it made its metrics',
    'open its URL, where it mostly says why'],
  ['error scraping target: server returned http status 403', 'error', 'The target, or a proxy before it, does not '
    + 'allow the scrape', 'look at the credentials of the job, and in Kubernetes at the role of its service account'],
  ['error scraping target: server returned http status 503', 'error', 'The target, or a proxy before it, answers that '
    + 'it is not available', 'open its URL, where it mostly says why'],
  ['creating target failed', 'error', 'A discovered target has no valid address or labels, and is not scraped',
    'look at the relabeling of its job'],
  ['unable to refresh target groups', 'error', DISCOVERY, SEE_CAUSE],
  ['error refreshing dns targets', 'error', DISCOVERY, 'look at the name in dns_sd_configs, and at DNS'],
  ['cannot create service discovery', 'error', 'A service discovery could not be set up, and its targets are missing',
    SEE_CAUSE],
  ['informer unable to sync cache', 'error', 'Service discovery gets no objects from the API server of Kubernetes, so '
    + 'targets are missing', 'see the errors before it: a right to list or watch may be missing, or the API server is '
    + 'not reached'],
  ['channel was full so will retry the next cycle', 'slow', 'Changes of targets reach their reader late, because it '
    + 'was still busy with those before', null],
];

const RULES: readonly MessageRow[] = [
  ['evaluating rule failed', 'error', RULE_FAILED, WORDS_AFTER],
  ['error while evaluating rule', 'error', RULE_FAILED, WORDS_AFTER],
  ['error on ingesting out-of-order result from rule evaluation', 'error', RULE_RESULT, 'look for another rule or '
    + 'server that writes the same series'],
  ['error on ingesting too old result from rule evaluation', 'error', RULE_RESULT, 'look at the clock and at how late '
    + 'the rule runs'],
  ['error on ingesting results from rule evaluation with different value but same timestamp', 'error', RULE_RESULT,
    'give rules that write the same series other names or labels'],
  ['vector contains metrics with the same labelset after applying rule labels', 'error', 'A rule returns two series '
    + 'with the same labels, so all its results are missing', 'keep a label that distinguishes them'],
  ['vector contains metrics with the same labelset after applying alert labels', 'error', 'An alert returns two series '
    + 'with the same labels, so all of it is missing', 'keep a label that distinguishes them'],
  ['expanding alert template failed', 'error', ALERT_TEXT, 'correct the template of the rule'],
  ['<error expanding template: ', 'error', ALERT_TEXT, 'correct the template of the rule'],
  ["failed to restore 'for' state", 'slow', 'Alerts that waited for their "for" wait from the start on again', null],
  ['alert batch larger than queue capacity', 'error', QUEUE, 'raise --alertmanager.notification-queue-capacity'],
  ['alert notification queue not drained on shutdown', 'error', QUEUE, 'let it send them at its end, with '
    + '--alertmanager.drain-notification-queue-on-shutdown'],
  ['creating discovered alertmanagers failed', 'error', 'An Alertmanager that was discovered has no valid address, and '
    + 'gets no alerts', 'look at the relabeling under alerting'],
];

const REMOTE: readonly MessageRow[] = [
  ['error sending samples to remote storage', 'error', 'Remote write did not get samples through',
    SEE_CAUSE],
  ['failed to flush all samples on shutdown', 'error', 'Samples that waited for remote write were not sent before '
    + 'Prometheus ended, and the receiver lacks them', 'see why sending failed before; a restart sends only what comes '
    + 'after it'],
  ['skipping resharding, resharding is disabled while waiting', 'slow', 'Remote write waits, because the receiver '
    + 'fails or asks it to slow down', 'look at the log and the limits of the receiver'],
  ['not downsharding due to being too far behind', 'slow', 'Remote write is behind with its samples',
    'look at how fast the receiver answers'],
  ['error tailing wal', 'error', 'Remote write could not read the WAL and tries again; the receiver may lack samples',
    SEE_CAUSE],
  ['ignoring error reading to end of segment, may have dropped data', 'slow', LEFT_OUT, null],
  ['expected to have read whole segment, may have dropped data', 'slow', LEFT_OUT, null],
  ['dropped sample for series that was not explicitly dropped', 'slow', 'Remote write left out samples whose series it '
    + 'does not know', null],
  ['statistics indicate some data was not written', 'error', 'The receiver of remote write reported success, but '
    + 'counts less than was sent; some receivers count wrongly', 'see whether samples are missing there, and compare '
    + 'the versions of both sides'],
  ['out of order sample from remote write', 'error', RECEIVED, 'if it lasts longer than the start of a sender, which '
    + 'sends some again, see whether two senders write the same series, or set out_of_order_time_window (2.39 or '
    + 'later)'],
  ['error appending remote write', 'error', RECEIVED, SEE_CAUSE],
  ['exceeded sample limit (', 'error', 'A remote read asks for more samples than --storage.remote.read-sample-limit',
    'ask for a shorter range, or raise it'],
];

const NO_WATCH = 'The Kubernetes API refuses to watch these objects, mostly as the role lacks that verb';
const WATCH = 'see kubectl auth can-i watch as its service account; if it may not, add watch next to get and list '
  + 'to its ClusterRole';
/** Messages of the Kubernetes client on a watch that was refused without a reason. */
const WATCHES: readonly MessageRow[] = ([
  ['Pod', 'pods'], ['Endpoints', 'endpoints'], ['Service', 'services'], ['Node', 'nodes'],
] as const).map(([kind, name]) =>
  [`failed to watch *v1.${kind.toLowerCase()}: unknown (get ${name})`, 'error', NO_WATCH, WATCH]);

/** Other programs write it of the body of a request. */
const BODIES: readonly MessageRow[] = [
  ['body size limit exceeded', 'error', 'A body is larger than its limit; a scrape with it is not stored', 'raise the '
    + 'limit (body_size_limit of the job for a scrape of Prometheus), or send less'],
  ['the server is temporarily unavailable', 'error', 'A server takes no requests for now, as in an outage, under too '
    + 'much load or while it throttles', 'look at it (of an object store, at its status and its limits)'],
];

export const OF_PROMETHEUS_SCRAPES: readonly MessagesOfProgram[] = [
  ['Prometheus', [...SCRAPES, ...RULES, ...REMOTE]], ['', [...BODIES, ...WATCHES]],
];
