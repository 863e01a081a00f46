/** Messages of Telegraf, and of clients of Kafka and MQTT, for the table of known messages. Pure. */
import { SEE_CAUSE, WORDS_AFTER, type MessageRow, type MessagesOfProgram } from '../rows/messageRow.ts';

const NO_OUTPUTS = 'Telegraf ends, because its configuration has no output';
const NO_INPUTS = 'Telegraf ends, because its configuration has no input';
const SEE_CONFIG = 'see which files it reads (--config, --config-directory)';
const UNKNOWN_PLUGIN = 'Telegraf does not start, because this version has no plugin of that name';
const NAME_OR_VERSION = 'correct its name in the configuration, or use a version that has it';
const SLOW_INPUT = 'An input needs longer than its interval, so values are missing';
const SLOWER = 'see what it waits for; raise its interval, or lower its timeout';
const NO_INFLUXDB = 'Telegraf wrote to none of the addresses of InfluxDB, and keeps the metrics while its buffer has '
  + 'room';
const SEE_ERRORS = 'the errors of the output before it say why';
const REFUSED = 'InfluxDB refused metrics, and Telegraf drops them';
const NOT_AGAIN = 'the answer in the same line says why, such as a field with another type or a time before the '
  + 'retention';

const TELEGRAF: readonly MessageRow[] = [
  ['[telegraf] error running agent:', 'end', 'Telegraf ended or did not start', WORDS_AFTER],
  ['e! error running agent:', 'end', 'Telegraf ended or did not start', WORDS_AFTER],
  ['no outputs found, did you provide a valid config file', 'end', NO_OUTPUTS, SEE_CONFIG],
  ['no outputs found, probably invalid config file provided', 'end', NO_OUTPUTS, SEE_CONFIG],
  ['no inputs found, did you provide a valid config file', 'end', NO_INPUTS, SEE_CONFIG],
  ['no inputs found, probably invalid config file provided', 'end', NO_INPUTS, SEE_CONFIG],
  ['undefined but requested input:', 'end', UNKNOWN_PLUGIN, NAME_OR_VERSION],
  ['undefined but requested output:', 'end', UNKNOWN_PLUGIN, NAME_OR_VERSION],
  ['configuration specified the fields', 'end', 'Telegraf does not start, because a plugin does not know an option '
    + 'of its section', 'correct its name, or move it out of that section'],
  ['metric buffer overflow;', 'full', 'The buffer of an output was full, and Telegraf dropped metrics',
    'see whether the output fails, or is slower than what comes in; metric_buffer_limit only puts it off'],
  ['did not complete within its flush interval', 'slow', 'An output of Telegraf writes slower than its flush '
    + 'interval', 'look at the receiver'],
  ['did not complete within its interval', 'slow', SLOW_INPUT, SLOWER],
  ['collection took longer than expected; not complete', 'slow', SLOW_INPUT, SLOWER],
  ['previous collection has not completed; scheduled', 'slow', SLOW_INPUT, SLOWER],
  ['] error in plugin:', 'error', 'An input of Telegraf did not get its values', WORDS_AFTER],
  ['when writing to [http', 'error', 'A request of an output of Telegraf failed', SEE_CAUSE],
  ['could not write any address', 'error', NO_INFLUXDB, SEE_ERRORS],
  ['could not write to any influxdb server in cluster', 'error', NO_INFLUXDB, SEE_ERRORS],
  ['failed to connect to [outputs.', 'error', 'An output of Telegraf did not connect at the start; it is '
    + 'tried again once, and then Telegraf ends by default', SEE_CAUSE],
  ['(will be dropped: 422 unprocessable entity', 'error', REFUSED, NOT_AGAIN],
  ['(will be dropped: 400 bad request', 'error', REFUSED, NOT_AGAIN],
  ['(will be dropped: 401 unauthorized', 'error', REFUSED, 'give the output the user and password, or the token'],
];

const PINGRESP: readonly MessageRow[] = [
  ['pingresp not received, disconnecting', 'error', 'The MQTT broker did not answer a ping, and the client '
    + 'disconnects', 'look at the broker and the network'],
];

const NO_BROKER = 'A client of Kafka could use none of its brokers';
const ADVERTISED = 'see whether they run, their advertised.listeners are reachable from the client, and TLS and SASL '
  + 'fit';

const SARAMA: readonly MessageRow[] = [
  ['client has run out of available brokers to talk to', 'error', NO_BROKER, ADVERTISED],
];

const LIBRDKAFKA: readonly MessageRow[] = [
  ['local: message timed out', 'error', 'Messages were not delivered in time, and were dropped (message.timeout.ms)',
    'look at the broker'],
  ['local: all broker connections are down', 'error', NO_BROKER, ADVERTISED],
  ['local: queue full', 'full', 'The queue of the producer is full, and takes no more messages',
    'see whether the broker takes them'],
  ['application maximum poll interval', 'slow', 'A consumer worked longer on its messages than max.poll.interval.ms, '
    + 'and left its group', 'let it take fewer at once, or raise that setting'],
];

const KAFKA: readonly MessageRow[] = [
  ['has passed since batch creation', 'error', 'A Kafka producer dropped records that it could not send in time',
    'see whether the broker is reachable and not overloaded'],
  ['error while fetching metadata with correlation id', 'error', 'A client of Kafka did not get the place of a topic',
    'the code behind it says why, such as LEADER_NOT_AVAILABLE'],
  ['commit cannot be completed since the group has already rebalanced', 'slow', 'A consumer lost its '
    + 'partitions, as when it is too slow; their records are read again', 'lower max.poll.records, or raise '
    + 'max.poll.interval.ms'],
  ['shutdown broker because all log dirs in', 'end', 'A Kafka broker ended, because none of its log folders can be '
    + 'used', 'see whether their disk is full or has errors'],
  ['notenoughreplicasexception', 'error', 'Kafka refuses writes, because fewer replicas are in sync than '
    + 'min.insync.replicas', 'see whether all brokers run'],
  ['recordtoolargeexception', 'error', 'A record is larger than the producer or the broker allows',
    'send smaller records, or raise max.request.size and message.max.bytes'],
];

/** Proxies between Telegraf and the database. */
const FRONTS: readonly MessageRow[] = [
  ['403 site disabled', 'error', 'A web app before the database is stopped (Azure App Service answers so), and nothing '
    + 'behind it was reached', 'start that web app; the credentials are not what it refuses'],
];

export const OF_TELEGRAF: readonly MessagesOfProgram[] = [
  ['Telegraf', [...TELEGRAF, ...FRONTS]], ['an MQTT client', PINGRESP], ['Sarama, a client of Kafka', SARAMA],
  ['librdkafka', LIBRDKAFKA], ['Kafka', KAFKA],
];
