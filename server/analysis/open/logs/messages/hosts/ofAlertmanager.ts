/** Messages of Alertmanager, for the table of known messages. Pure. */
import { rowsOf, SEE_CAUSE, type MessageRow, type MessagesOfProgram } from '../rows/messageRow.ts';

const REJECTED = 'The configuration is rejected';
const NO_GLOBAL = `${REJECTED}, because a receiver needs a setting that neither it nor the global part has`;
const SET_GLOBAL = 'set it in that receiver or under global';
const ADDRESS = 'Alertmanager found no private IP address of this host for its cluster';
const ADVERTISE = 'set --cluster.advertise-address, or --cluster.listen-address= (empty) if it runs alone';
const NO_TLS = 'The mail server does not offer STARTTLS at that port, so the mail is not sent';
const TLS_PORT = 'use a port that does (587); with smtp_require_tls: false mail and password go unencrypted';
const CHECK = 'run amtool check-config on the file';
const CHECK_LOADED = `${SEE_CAUSE}; amtool check-config names the place in the file`;
const OLD_API = 'The client uses the API v1, which Alertmanager no longer has since 0.27';
const USE_V2 = 'set api_version: v2 in Prometheus, or update the client';

const ALERTMANAGER: readonly MessageRow[] = [
  ['loading configuration file failed', 'error', 'The configuration was not loaded: a running Alertmanager continues '
    + 'with the previous one, a starting one ends', CHECK_LOADED],
  ...rowsOf(['undefined receiver "', String.raw`undefined receiver \"`], 'error',
    `${REJECTED}, because a route names a receiver that is not in it`, CHECK),
  ...rowsOf(['undefined time interval "', String.raw`undefined time interval \"`], 'error',
    `${REJECTED}, because a route names a time interval that is not in it`, CHECK),
  ['root route must specify a default receiver', 'error', `${REJECTED}, because its first route has no receiver`,
    'set one there'],
  ['root route must not have any matchers', 'error', `${REJECTED}, because its first route has matchers`,
    'move them to a route under it'],
  ['cannot have continue in root route', 'error', `${REJECTED}, because its first route has continue`, 'take it out'],
  ['no route provided in config', 'error', `${REJECTED}, because it has no route`, 'add a route with a receiver'],
  ['no routes provided', 'error', `${REJECTED}, because it has no route`, 'add a route with a receiver'],
  ...rowsOf(['unsupported scheme "" for url', String.raw`unsupported scheme \"\" for url`], 'error',
    `${REJECTED}, because a URL in it does not begin with http:// or https://`, 'write the whole URL, and see whether '
    + 'a variable or secret for it is empty'),
  ['no global smtp smarthost set', 'error', NO_GLOBAL, SET_GLOBAL],
  ['no global smtp from set', 'error', NO_GLOBAL, SET_GLOBAL],
  ['no global slack api url set', 'error', NO_GLOBAL, SET_GLOBAL],
  ['no slack api url nor app token set', 'error', NO_GLOBAL, SET_GLOBAL],
  ['no global opsgenie api key set', 'error', NO_GLOBAL, SET_GLOBAL],
  ['no global victorops api key set', 'error', NO_GLOBAL, SET_GLOBAL],
  ...rowsOf(['no global wechat url set', 'no global wechat corpid set', 'no global wechat apisecret set',
    'no global wechat api secret set'], 'error', NO_GLOBAL, SET_GLOBAL),
  ['missing to address in email config', 'error', `${REJECTED}, because an email_configs has no to`, 'set it'],
  ['missing service or routing key in pagerduty config', 'error', `${REJECTED}, because a pagerduty_configs has no key`,
    'set routing_key or service_key'],
  ['no private ip found, explicit advertise addr not provided', 'end', ADDRESS, ADVERTISE],
  ['no private ip address found, and explicit ip not provided', 'end', ADDRESS, ADVERTISE],
  ['unable to initialize gossip mesh', 'end', 'Alertmanager does not start, because it cannot set up its cluster',
    `${SEE_CAUSE}; see the flags --cluster.*`],
  ['unable to join gossip mesh', 'slow', 'Alertmanager reached none of its peers at that time, as the first of them to '
    + 'start does; without them notifications may come more than once', 'look at --cluster.peer, and at its port '
    + '(9094) for TCP and UDP'],
  ['gossip not settled but continuing anyway', 'slow', 'Alertmanager no longer waited for the number of its peers to '
    + 'settle, so notifications may come more than once', 'look at --cluster.peer'],
  ['dropping messages because too many are queued', 'full', 'Messages to the peers were dropped, so silences and '
    + 'notifications may differ between them; without peers it is harmless', 'look at its peers, or set '
    + '--cluster.listen-address= (empty) if it runs alone'],
  ['notify for alerts failed', 'error', 'A notification did not reach its receiver', `${SEE_CAUSE}, and names the `
    + 'receiver'],
  ['notify attempt failed, will retry later', 'slow', 'A notification failed, and is tried again',
    SEE_CAUSE],
  ['notify retry canceled due to unrecoverable error', 'error', 'A notification failed with an error that is not tried '
    + 'again, as when the receiver rejects it', SEE_CAUSE],
  ['notify retry canceled after', 'error', 'A notification did not get through in its time', SEE_CAUSE],
  ['does not advertise the starttls extension', 'error', NO_TLS, TLS_PORT],
  ['missing password for plain auth mechanism', 'error', 'The login at the mail server has a user name but no password',
    'set smtp_auth_password'],
  ['creating shutdown snapshot failed', 'error', 'Silences or the log of notifications could not be saved at the end',
    `${SEE_CAUSE}; look at the space and the owner of --storage.path`],
  ['running maintenance failed', 'error', 'Silences or the log of notifications could not be saved',
    `${SEE_CAUSE}; look at the space and the owner of --storage.path`],
  ['exceeded maximum number of silences', 'full', 'A silence was refused, because there are as many as allowed',
    'raise --silences.max-silences'],
  ['silence exceeded maximum size', 'error', 'A silence was refused, because it is larger than allowed',
    'shorten it, or raise --silences.max-silence-size-bytes'],
  ['alertmanager is moving to a new parser for labels and matchers', 'slow', 'A label or matcher is written in '
    + 'a way that later versions will not accept', 'put its value in double quotes'],
  ['the alertmanager v1 api was deprecated', 'error', OLD_API, USE_V2],
  ['v1 api received a request on a removed endpoint', 'error', OLD_API, USE_V2],
  ['waiting for gossip to settle', 'state', 'Alertmanager was starting, and waited for its peers', null],
  ['gossip settled; proceeding', 'state', 'Alertmanager had started, and knew its peers', null],
];

export const OF_ALERTMANAGER: readonly MessagesOfProgram[] = [['Alertmanager', ALERTMANAGER]];
