/** Messages of the OpenTelemetry Collector, for the table of known messages. Pure. */
import { rowsOf, SEE_CAUSE, WORDS_AFTER, type MessageRow, type MessagesOfProgram } from '../rows/messageRow.ts';

const OTEL_RETRY = 'The Collector could not send, and sends the same again';
const OTEL_DROP = 'The Collector dropped data that were refused or could not be sent';
const OTEL_MEMORY = 'The memory limiter of the Collector refuses data, because its memory is above the soft limit, '
  + 'which is limit_mib less spike_limit_mib';
const MEMORY = 'look at what keeps data in it, such as a full sending queue, before the limits are raised';
const LARGER_QUEUE = 'see whether the backend takes data, and how fast; a larger queue takes more memory and only '
  + 'puts it off';
const NOT_STARTED = 'The Collector does not start';
const EMPTY = 'The Collector does not start, because a pipeline or the configuration lacks a component that it needs';
const NAMES_NONE = 'The service of the Collector names a component that is not configured';
const DEFINE = 'configure it in its section, or take it out of the service';
const LOCALHOST = 'Receivers without an address of their own listen, or soon will, on localhost only: other hosts and '
  + 'containers are refused then';
const NO_LIMITS = 'The memory limiter of the Collector has no valid limits';
const SET_LIMITS = 'set check_interval and limit_mib (or limit_percentage); the spike limit must be smaller';
const NO_SUCH_TYPE = 'The Collector has no component of that type, as one that its distribution or version lacks';
const MUTE = 'The hostmetrics receiver may not read a process, as without root';

const COLLECTOR: readonly MessageRow[] = [
  ...rowsOf(['exporting failed. dropping data', 'no more retries left. dropping data',
    'exporting failed. the error is not retryable. dropping data'], 'error', OTEL_DROP, null),
  ['exporting failed. rejecting data', 'error', 'The Collector could not send, and returned an error to whatever sent '
    + 'the data', `${SEE_CAUSE}; to survive short failures, turn on sending_queue and retry_on_failure`],
  ['exporting failed. try enabling retry_on_failure', 'error', OTEL_DROP, `${SEE_CAUSE}; to survive `
    + 'short failures, turn on retry_on_failure of that exporter'],
  ...rowsOf(['sending queue is full', 'sending_queue is full'], 'error', 'The sending queue of the Collector is full, '
    + 'and it drops or refuses data', LARGER_QUEUE),
  ['exporting failed. will retry the request after interval', 'error', OTEL_RETRY, SEE_CAUSE],
  ['max elapsed time expired', 'error', 'The Collector retried for max_elapsed_time, then dropped the data',
    SEE_CAUSE],
  ['error exporting items, request to', 'error', 'The backend answered an OTLP request of the Collector with an error',
    WORDS_AFTER],
  ['unknown service opentelemetry.proto.collector', 'error', 'The backend speaks gRPC, but does not take OTLP of this '
    + 'signal (traces, metrics or logs)', 'send it to one that does, or take that exporter out of the pipeline'],
  ...rowsOf(['data refused due to high memory usage', 'memory usage is above soft limit. refusing data',
    'memory usage is above soft limit. dropping data'], 'full', OTEL_MEMORY, MEMORY),
  ['memory usage is above hard limit. forcing a gc', 'full', 'The memory of the Collector is above the hard limit of '
    + 'its memory limiter, which forces a garbage collection', MEMORY],
  ['memory usage back within limits. resuming normal operation', 'state', 'The memory limiter of the Collector takes '
    + 'data again', null],

  ...rowsOf(['receivers', 'processors', 'exporters', 'connectors', 'extensions'].map((section) =>
    `error decoding '${section}': unknown type`), 'end', NO_SUCH_TYPE, 'compare it with the valid values that the '
    + 'message lists'),
  ...rowsOf(['failed to build pipelines', 'cannot start pipelines', 'cannot build pipelines',
    'collector server run finished with error'], 'end', NOT_STARTED, WORDS_AFTER),
  ['cannot unmarshal the configuration', 'end', 'The configuration of the Collector has a key or a value that this '
    + 'version does not take', WORDS_AFTER],
  ['error reading configuration for', 'end', 'The configuration of a component of the Collector is not valid',
    WORDS_AFTER],
  ...rowsOf(['references exporter', 'references receiver', ': references processor', ': references connector',
    ': references extension'], 'end', NAMES_NONE, DEFINE),
  ['the logging exporter has been deprecated', 'end', 'This version of the Collector has no exporter "logging" any '
    + 'more', 'use the exporter debug'],
  ...rowsOf(['service must have at least one pipeline', ': must have at least one receiver',
    ': must have at least one exporter', 'no receiver configuration specified in config',
    'no exporter configuration specified in config'], 'end', EMPTY,
    'add it to the configuration, or take that pipeline out'),
  ...rowsOf(["'check_interval' must be greater than zero",
    "'limit_mib' or 'limit_percentage' must be greater than zero",
    "'spike_limit_mib' must be smaller than 'limit_mib'",
    "'spike_limit_percentage' must be smaller than 'limit_percentage'",
    "'limit_percentage' and 'spike_limit_percentage' must be greater than zero"], 'end', NO_LIMITS, SET_LIMITS),
  ['telemetry type is not supported', 'end', 'A component is in a pipeline of a signal (traces, metrics or logs) that '
    + 'it does not support', 'take it out of that pipeline'],
  ['default endpoints for all servers in components', 'slow', LOCALHOST, 'set endpoint to 0.0.0.0:PORT where others '
    + 'send'],
  ['using the 0.0.0.0 address exposes this server to every network interface', 'state', 'A receiver of the Collector '
    + 'can be reached on all networks of the host', null],

  ['failed to scrape prometheus endpoint', 'error', 'A scrape of the prometheus receiver failed, and that target has '
    + 'no samples', `${SEE_CAUSE}; open the target from the host or pod of the Collector`],
  ['remote write returned http status', 'error', 'The receiver of remote write answered the Collector with an error',
    WORDS_AFTER],
  ['invalid temporality and type combination', 'error', 'The exporter itself drops metrics that are not cumulative, '
    + 'mostly delta, before it sends anything', 'find who sends delta; set cumulative there, or use '
    + 'deltatocumulative'],
  ['no files match the configured criteria', 'error', 'The filelog receiver found no file', 'look at include and '
    + 'exclude, and whether the paths are mounted into the container'],
  ...rowsOf(['error reading process executable for pid', 'error reading process name for pid'], 'slow', MUTE,
    'set mute_process_exe_error and mute_process_name_error, or give it the rights'),
  ['everything is ready. begin running and processing data', 'state', 'The Collector had started', null],
  ['received signal from os', 'state', 'A signal asked the Collector to stop', null],
];

const SDK_FAILED = 'An SDK of OpenTelemetry could not send its data';
const LOOK_AT_ENDPOINT = 'look at OTEL_EXPORTER_OTLP_ENDPOINT and its protocol (port 4317 is gRPC, 4318 is HTTP)';

const SDK: readonly MessageRow[] = [
  ...rowsOf(['failed to export spans. the request could not be executed',
    'failed to export metrics. the request could not be executed',
    'failed to export logs. the request could not be executed', 'encountered while exporting traces to',
    'encountered while exporting metrics to', 'encountered while exporting logs to',
    'encountered while exporting span batch'], 'error', SDK_FAILED,
  LOOK_AT_ENDPOINT),
  ...rowsOf(['failed to export spans. server responded with', 'failed to export metrics. server responded with',
    'failed to export logs. server responded with'], 'error', 'The backend of an OpenTelemetry SDK answered with an '
    + 'error', 'read the code behind it: UNIMPLEMENTED or 404 hints at the wrong port, path or signal'),
  ['queue is full, likely spans will be dropped', 'full', 'An SDK of OpenTelemetry makes spans faster than it sends '
    + 'them', 'see whether its backend answers; sample less, or raise OTEL_BSP_MAX_QUEUE_SIZE, which takes memory'],
];

export const OF_COLLECTOR: readonly MessagesOfProgram[] = [
  ['the OpenTelemetry Collector', COLLECTOR], ['an OpenTelemetry SDK', SDK],
];
