/** Messages of Prometheus on its configuration, rules and web server, for the table of known messages. Pure. */
import { rowsOf, SEE_CAUSE, type MessageRow, type MessagesOfProgram } from '../rows/messageRow.ts';

const CHECK = `${SEE_CAUSE}; promtool check config names the place in the file`;
const EMPTY_ITEM = 'The configuration is rejected, because a list in it has an empty item';
const FILL_ITEM = 'look for a lone "-", and at the indentation of what follows it';
const TIMEOUTS = 'The configuration is rejected, because a scrape_timeout is longer than its scrape_interval';
const TIMEOUTS_NEXT = 'lower scrape_timeout, or raise scrape_interval';
const LOGINS = 'The configuration is rejected, because one place has more than one kind of credentials';
const KEEP_ONE = 'keep one of them';
const RELABELING = 'The configuration is rejected, because of a relabeling rule';
const UNKNOWN_FIELD = 'The configuration has a field that this version does not know at that place';
const SPELLING = 'look at its spelling, its indentation and the version';
const RULE_FILE = 'A rule file is not valid, and the rules of it are not loaded';
const CHECK_RULES = `${SEE_CAUSE}; promtool check rules names the place in the file`;
const OLD_PARSER = 'Prometheus 1 or its promtool read the rules, and these do not know rules in YAML';
const NEW_TOOL = 'check rules in YAML with promtool check rules of version 2 or later, and load them with such a '
  + 'Prometheus';
const NO_GROUPS = 'A rule file does not begin with groups, as one of Prometheus 1 or one that lists rules alone';
const AGENT = 'The configuration does not fit the agent mode, which only scrapes and sends';

const CONFIG: readonly MessageRow[] = [
  ['error loading config (--config.file=', 'end', 'Prometheus does not start, because it cannot load its configuration',
    CHECK],
  ["couldn't load configuration (--config.file=", 'error', 'The configuration was not loaded: a running Prometheus '
    + 'continues with the previous one, a starting one ends', CHECK],
  ['error reloading config', 'error', 'A reload of the configuration failed, and what changed in it is not in effect, '
    + 'or only a part of it', CHECK],
  ['one or more errors occurred while applying the new configuration', 'error', 'The configuration was read, but a '
    + 'part of Prometheus could not take it over', 'see the errors logged before this one'],
  ['error loading rules, previous rule set restored', 'error', 'Rule files could not be loaded, and the rules of '
    + 'before stay in effect', CHECK_RULES],
  ['loading groups failed', 'error', RULE_FILE, CHECK_RULES],
  ['scrape timeout greater than scrape interval', 'error', TIMEOUTS, TIMEOUTS_NEXT],
  ['scrape timeout cannot be greater than scrape interval', 'error', 'A target is not scraped, because its scrape '
    + 'timeout is longer than its scrape interval', 'look at both settings, and at relabeling that sets '
    + '__scrape_timeout__ or __scrape_interval__'],
  ['found multiple scrape configs with job name', 'error', 'The configuration is rejected, because two scrape jobs '
    + 'have the same job_name', 'give each job a name of its own'],
  ['found multiple remote write configs with job name', 'error', 'The configuration is rejected, because two '
    + 'remote_write entries have the same name', 'give each entry a name of its own'],
  ['empty or null scrape config section', 'error', EMPTY_ITEM, FILL_ITEM],
  ['empty or null target relabeling rule', 'error', EMPTY_ITEM, FILL_ITEM],
  ['empty or null metric relabeling rule', 'error', EMPTY_ITEM, FILL_ITEM],
  ['empty or null alert relabeling rule', 'error', EMPTY_ITEM, FILL_ITEM],
  ['empty or null remote write config section', 'error', EMPTY_ITEM, FILL_ITEM],
  ['empty or null remote read config section', 'error', EMPTY_ITEM, FILL_ITEM],
  ['url for remote_write is empty', 'error', 'The configuration is rejected, because a remote_write has no url',
    'set its url, or take that entry out'],
  ['url for remote_read is empty', 'error', 'The configuration is rejected, because a remote_read has no url',
    'set its url, or take that entry out'],
  ['unknown relabel action', 'error', RELABELING, 'look at the spelling of its action, and at the version'],
  ['relabel configuration for hashmod requires non-zero modulus', 'error', RELABELING, 'set its modulus'],
  ["action requires 'target_label' value", 'error', RELABELING, 'set its target_label'],
  ['relabel action cannot be empty', 'error', RELABELING, 'set its action'],
  ['is not allowed in agent mode', 'error', AGENT, 'take that field out'],
  ['at least one remote_write target must be specified in agent mode', 'error', AGENT, 'add a remote_write'],
  ['unavailable with prometheus agent', 'error', 'The agent stores nothing to query, and does not have that page or '
    + 'API', 'query the receiver of its remote write'],
  ['not found in type rulefmt.', 'error', 'A rule file has a field that is not known at that place', 'look at its '
    + 'spelling and indentation; each file has groups, which have rules'],
  ...rowsOf(['in record statement, expected', 'in alert statement, expected'], 'error', OLD_PARSER, NEW_TOOL),
  ['into rulefmt.rulegroups', 'error', NO_GROUPS, 'put the rules under groups, each with a name and rules'],
  ['unknown fields in scrape_config', 'error', UNKNOWN_FIELD, SPELLING],
  ['unknown fields in global config', 'error', UNKNOWN_FIELD, SPELLING],
  ['invalid annotation name: ', 'error', RULE_FILE, 'a name of an annotation may only have letters, digits and _'],
  ['groupname must not be empty', 'error', RULE_FILE, 'give each group a name'],
  ['is repeated in the same file', 'error', RULE_FILE, 'give each group of it a name of its own'],
  ["one of 'record' or 'alert' must be set", 'error', RULE_FILE, 'give each rule a record or an alert'],
  ["only one of 'record' and 'alert' must be set", 'error', RULE_FILE, 'make two rules of that one'],
  ["field 'expr' must be set in rule", 'error', RULE_FILE, 'give each rule an expr'],
  ["invalid field 'for' in recording rule", 'error', RULE_FILE, 'for is only allowed in rules with alert'],
  ["invalid field 'annotations' in recording rule", 'error', RULE_FILE, 'annotations are only allowed in rules with '
    + 'alert'],
  ['invalid recording rule name', 'error', RULE_FILE, 'give the rule a record that is a valid metric name'],
  ['braces present in the recording rule name', 'error', RULE_FILE, 'write only the name in record, and the labels '
    + 'under labels'],
  ['unable to validate web configuration file', 'end', 'Prometheus does not start, because the file of '
    + '--web.config.file is not valid', 'run promtool check web-config on it'],
  ['unable to start web listener', 'end', 'Prometheus does not start, because it cannot listen at its address', 'see '
    + 'whether another process has the port, whether it may use that port, and --web.listen-address'],
  ['error starting web server, exiting gracefully', 'end', 'Prometheus ends, because its web server does not start',
    'look at --web.listen-address, and at the certificate if it uses TLS'],
  ['lifecycle api is not enabled', 'error', 'The request to reload or to quit is refused', 'start it with '
    + '--web.enable-lifecycle, or send the signal SIGHUP to reload'],
  ['lifecycle apis are not enabled', 'error', 'The request to reload or to quit is refused', 'start it with '
    + '--web.enable-lifecycle, or send the signal SIGHUP to reload'],
  ['admin apis disabled', 'error', 'The request to delete series or to take a snapshot is refused', 'start it with '
    + '--web.enable-admin-api while you need it: any client that reaches it may then delete series'],
  ['otlp write receiver needs to be enabled', 'error', 'Prometheus does not take data of OTLP', 'start it with '
    + '--web.enable-otlp-receiver, and Prometheus 2 with --enable-feature=otlp-write-receiver'],
  ['unknown option for --enable-feature', 'slow', 'A feature flag is not known to this version, and has no effect',
    'look at its spelling and at the version'],
  ['this prometheus binary has not been compiled for a 64-bit architecture', 'slow', 'A 32-bit binary can only map a '
    + 'few GiB of data', 'use a 64-bit one'],
];

const SHARED: readonly MessageRow[] = [
  ['at most one of basic_auth', 'error', LOGINS, KEEP_ONE],
  ['at most one of bearer_token', 'error', LOGINS, KEEP_ONE],
  ['at most one of authorization', 'error', LOGINS, KEEP_ONE],
  ['received sigterm, exiting gracefully', 'state', 'A signal asked it to end, as systemd, Docker or Kubernetes send '
    + 'it, and it did so in order', null],
];

/** Exporters read their configuration in the same way. */
const FIELDS: readonly MessageRow[] = [['not found in type config.plain', 'error', UNKNOWN_FIELD, SPELLING]];

const PARSED: readonly MessageRow[] = [
  ['could not parse expression:', 'error', 'An expression has a fault; if it is that of a rule, its file is not loaded',
    'the numbers behind it are the line and column in the expression'],
];

export const OF_PROMETHEUS_CONFIG: readonly MessagesOfProgram[] = [
  ['Prometheus', CONFIG], ['Prometheus or Alertmanager', SHARED], ['Prometheus, Alertmanager or an exporter', FIELDS],
  ['Prometheus or Loki', PARSED],
];
