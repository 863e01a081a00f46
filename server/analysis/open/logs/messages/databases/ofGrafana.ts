/** Messages of Grafana, and of object stores as programs quote them, for the table of known messages. Pure. */
import { SEE_CAUSE, WORDS_AFTER, type MessageRow, type MessagesOfProgram } from '../rows/messageRow.ts';

const LOCKED = 'Another write held the SQLite file of Grafana, so it could not read or write its database';
const OTHER_DATABASE = 'use PostgreSQL or MySQL; on a local disk, wal = true in the section database may do';
const NO_MIGRATION = 'Grafana does not start, because it cannot change its database for this version';
const NOT_WRITABLE = 'Grafana cannot write to its data folder';
const OWNER = 'see whether its user (472 in the container) owns the volume, or set fsGroup, and whether it is mounted '
  + 'read-only';
const IMPORTED = 'The dashboard still has the placeholder of its data source';
const NO_LABELS = 'Loki answers, but has no labels in that time';
const NO_KEY = 'The object does not exist in the store';
const NO_KEY_STEP = 'if it was there before, see whether a lifecycle rule or another program deletes objects of that '
  + 'bucket';
const NO_BUCKET = 'The bucket or container does not exist at that endpoint';
const CLOCK = 'The object store rejects requests, because the clock of the sender differs from its own';
const CORRECT_CLOCK = 'correct the clock (NTP)';
const NO_CREDENTIALS = 'The program found no credentials for the object store';

const GRAFANA: readonly MessageRow[] = [
  ['service init failed: migration failed', 'end', NO_MIGRATION, WORDS_AFTER],
  ['migration failed (id =', 'end', NO_MIGRATION, SEE_CAUSE],
  ['datasource provisioning error: data source not found', 'end', 'Grafana does not find a provisioned data source '
    + 'that it would change, as when its uid was changed', 'set the uid that is stored; or delete it with '
    + 'deleteDatasources, and panels then need the new uid'],
  ['datasource provisioning error', 'end', 'Grafana does not accept a provisioned data source', WORDS_AFTER],
  ['only one datasource per organization can be marked as default', 'end', 'Two provisioned data sources are the '
    + 'default', 'leave isDefault: true in one of them, in all files together'],
  ["gf_paths_data='/var/lib/grafana' is not writable", 'end', NOT_WRITABLE, OWNER],
  ["can't create directory '/var/lib/grafana/plugins'", 'end', NOT_WRITABLE, OWNER],
  ['could not find datasource: database is locked', 'error', LOCKED, OTHER_DATABASE],
  ['sqlstore.max-retries-reached', 'error', LOCKED, OTHER_DATABASE],
  ['database locked, sleeping then retrying', 'slow', 'SQLite is busy with another write, and Grafana tries again',
    'look at it only if it is frequent: PostgreSQL or MySQL take more writes'],
  ['failed to build rule evaluator', 'error', 'An alert rule was not evaluated', WORDS_AFTER],
  ['sse.dataqueryerror', 'error', 'The query of an alert rule or an expression failed', WORDS_AFTER],
  ['tsdb.handlerequest() error', 'error', 'The query of an alert rule failed', WORDS_AFTER],
  ['input data must be a wide series but got type', 'error', 'An expression got a table where it needs time series',
    'give the query a time column and one value column, or the format time series'],
  ['looks like time series data, only reduced data can be alerted on', 'error', 'The alert condition gets a whole '
    + 'series', 'add a Reduce expression before the condition'],
  ['frame cannot uniquely be identified by its labels', 'error', 'Two results of the alert rule have the same labels',
    'keep a label that distinguishes them in the query'],
  ['smtp not configured, check your grafana.ini', 'error', 'Grafana sends no mail, because SMTP is off', 'set enabled '
    + 'and host in its section smtp'],
  ['could not render image, no image renderer', 'error', 'Pictures of panels cannot be made', 'install the image '
    + 'renderer, as the plugin or as a service'],
  ['a query returned too many datapoints and the results have been truncated', 'error', 'The panel shows only a part '
    + 'of the result', 'aggregate in the query, or widen the interval'],
  ['error reading prometheus:', 'error', 'A query of the Prometheus data source failed', 'the words after it say why; '
    + 'the server of Grafana sends it, so its URL is not that of your browser'],
  ['there was an error returned querying the prometheus api', 'error', 'The test query of the data source failed',
    `${SEE_CAUSE}; look at its URL and login, and at the log of Grafana`],
  ['unable to connect with loki', 'error', 'The test query of the data source failed', 'check its URL and the tenant '
    + 'header X-Scope-OrgID, and see the log of Grafana'],
  ['data source connected, but no labels received', 'error', NO_LABELS, 'see whether a sender reaches it'],
  ['data source connected, but no labels were received', 'error', NO_LABELS, 'see whether a sender reaches it'],
  ['datasource named ${ds_', 'error', IMPORTED, 'import it with the import page, or replace the placeholder'],
  ['datasource ${ds_', 'error', IMPORTED, 'import it with the import page, or replace the placeholder'],
  ['failed to upgrade legacy queries', 'error', 'A query of the dashboard could not be read, as when its data source '
    + 'does not exist', 'choose the data source in its panels and variables again'],
  ['templating init failed', 'error', 'The query of a variable failed', 'look at the data source of the variables'],
  ['panel plugin not found:', 'error', 'The dashboard uses a panel that is not installed', 'install that plugin'],
  ['the same uid is used more than once', 'error', 'Two provisioned dashboards have one UID', 'give each file a UID of '
    + 'its own'],
  ['dashboard title cannot be empty', 'error', 'A dashboard has no title at its top level', 'unwrap the object '
    + '"dashboard" of an API answer before you provision it'],
  ['failed to look up user based on cookie', 'error', 'A request with the cookie of a session was not '
    + 'accepted', SEE_CAUSE],
  ['login.oauthlogin(missing saved state)', 'error', 'The cookie of the login did not come back', 'compare root_url '
    + 'with the URL in the browser'],
  ['too many consecutive incorrect login attempts for user', 'error', 'The login of that user is refused for a few '
    + 'minutes', 'see who sends wrong passwords'],
];

const STORES: readonly MessageRow[] = [
  ['the specified key does not exist', 'error', NO_KEY, NO_KEY_STEP],
  ['the specified blob does not exist', 'error', NO_KEY, NO_KEY_STEP],
  ["storage: object doesn't exist", 'error', NO_KEY, NO_KEY_STEP],
  ['the specified bucket does not exist', 'error', NO_BUCKET, 'compare bucket, endpoint and region'],
  ['the specified container does not exist', 'error', NO_BUCKET, 'compare container and account'],
  ['storage backend has reached its minimum free', 'full', 'The disks of MinIO are full, and it takes no writes',
    'free or add space'],
  ['please reduce your request rate', 'slow', 'The object store limits the rate of requests', 'use fewer parallel '
    + 'requests, or a cache'],
  ['requesttimetooskewed', 'error', CLOCK, CORRECT_CLOCK],
  ['the difference between the request time and the current time is too large', 'error', CLOCK, CORRECT_CLOCK],
  ['the request signature we calculated does not match the signature you provided', 'error', 'The object store does '
    + 'not accept the signature', 'check the secret key, the region, and proxies that change the request'],
  ['the authorization header is malformed; the region', 'error', 'The region set is not the one of the bucket', 'set '
    + 'the region that the message expects'],
  ['nocredentialproviders: no valid providers in chain', 'error', NO_CREDENTIALS, 'set keys, or the role of the pod or '
    + 'the host'],
  ['could not find default credentials', 'error', NO_CREDENTIALS, 'set GOOGLE_APPLICATION_CREDENTIALS or workload '
    + 'identity'],
  ['failed to refresh cached credentials', 'error', 'The program did not get credentials for the object store', 'check '
    + 'the role, or access to the metadata service'],
  ['does not have storage.objects', 'error', 'The account lacks a permission on the bucket', 'give it the role that '
    + 'has this permission'],
  ['this request is not authorized to perform this operation using this permission', 'error', 'The identity lacks a '
    + 'role on the storage account', 'give it Storage Blob Data Contributor'],
];

/** Messages of SQLite in any program. */
const SQLITE: readonly MessageRow[] = [
  ['database is locked', 'error', 'A SQLite file was locked by another write or process, or its file system has no '
    + 'locks; in Grafana that is its own database, not a data source', 'for Grafana, use grafana.db on a local disk, '
    + 'from one process; or PostgreSQL or MySQL'],
];

export const OF_GRAFANA: readonly MessagesOfProgram[] = [
  ['Grafana', GRAFANA], ['the object store', STORES], ['', SQLITE],
];
