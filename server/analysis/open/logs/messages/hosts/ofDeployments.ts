/** Messages of tools that deploy servers: kubectl apply, Helm, Terraform, Argo CD, Flux. Pure. */
import { rowsOf, WORDS_AFTER, type MessageRow, type MessagesOfProgram } from '../rows/messageRow.ts';

const TOO_LARGE = 'A Secret or ConfigMap is larger than 1 MiB, which is the most that it may be';
const SPLIT = 'split it; Helm keeps each release in such a Secret, so move dashboards and other large files out of the '
  + 'chart';
const HOOK_FAILED = 'A hook of the chart failed, mostly a job that it runs before or after a change';
const NEWER_FIELD = 'The cluster does not know a field of the object, which is misspelled or newer than its CRD';
const TAKE_CRDS = 'correct it, or apply the CRDs of the version that you deploy, which helm upgrade leaves as they are';

const APPLY: readonly MessageRow[] = [
  ['strict decoding error: unknown field', 'error', NEWER_FIELD, TAKE_CRDS],
  ['error validating data: validationerror(', 'error', 'The object has an unknown field, lacks one, or has one of a '
    + 'wrong type', 'compare it with kubectl explain, and apply the CRDs of the version that you deploy'],
  ['they currently have other managers', 'error', 'kubectl apply --server-side would change fields that another tool '
    + 'set', 'leave these fields to that tool, or take them over with --force-conflicts'],
  ['is immutable after creation except', 'error', 'Of a volume claim hardly more than its size can be changed', 'for '
    + 'anything else make a new claim, and copy the data before the old one is deleted'],
  ...rowsOf(['too long: must have at most 1048576', 'too long: may not be more than 1048576'], 'error', TOO_LARGE,
    SPLIT),
  ['request entity too large: limit is 3145728', 'error', 'The API server takes no request larger than 3 MiB', 'split '
    + 'the object, or make the release of Helm smaller'],
];

const CONVERSION: readonly MessageRow[] = [
  ['conversion webhook for monitoring.coreos.com/', 'error', 'The API server got no valid answer of the webhook that '
    + 'converts objects of the Prometheus Operator', 'see whether the pod behind it runs, and whether the caBundle of '
    + 'the CRD is that of its certificate'],
];

const HELM: readonly MessageRow[] = [
  ['nil pointer evaluating interface {}.', 'error', 'A template of the chart reads below a value that is not set',
    'compare your values with values.yaml of that version of the chart'],
  ["values don't meet the specifications of the schema", 'error', 'The values do not fit the schema of the chart',
    'correct those that the lines below it name'],
  ['which is incompatible with kubernetes v', 'error', 'The chart requires another version of Kubernetes', 'take a '
    + 'version of the chart for this cluster, or upgrade the cluster'],
  ['yaml parse error on', 'error', 'A template of the chart, with these values, gives text that is no YAML', 'render '
    + 'it (helm template --debug) and see that line; a value may need quotation marks or another nindent'],
  ["no cached repo found. (try 'helm repo update')", 'error', 'Helm has no index of a repository', 'run helm repo '
    + 'update, after helm repo add if the repository is missing'],
  ['kubernetes cluster unreachable:', 'error', 'Helm does not reach the API server', 'look at KUBECONFIG and the '
    + 'context, in Terraform at host and credentials of the provider'],
  ...rowsOf(['pre-upgrade hooks failed:', 'post-upgrade hooks failed:', 'pre-install hooks failed:',
    'failed pre-install:', 'failed post-install:'], 'error', HOOK_FAILED, 'see kubectl get jobs, then kubectl logs '
    + 'job/NAME'),
];

const TERRAFORM: readonly MessageRow[] = [
  ['error acquiring the state lock', 'error', 'Another run of Terraform holds the state, or an interrupted one left '
    + 'its lock', 'wait for it; if none runs, terraform force-unlock with the ID that the message shows'],
  ...rowsOf(['provider produced inconsistent result after apply', 'provider produced inconsistent final plan'], 'error',
    'A provider of Terraform returned something else than it had planned, which is a fault of the provider', 'plan and '
    + 'apply again; if it stays, update the provider'),
  ['inconsistent dependency lock file', 'error', 'The lock file lacks a provider, or the version of one, that the '
    + 'configuration names', 'run terraform init, with -upgrade after a change of versions'],
  ['saved plan is stale', 'error', 'The state has changed since the plan was made', 'plan again'],
  ['failed to query available provider packages', 'error', 'Terraform gets no list of versions of a provider',
    WORDS_AFTER],
];

const GRAFANA: readonly MessageRow[] = [
  ['the dashboard has been changed by someone else', 'error', 'The dashboard was changed after it was read, so Grafana '
    + 'does not overwrite it', 'read it again and repeat the change, or send it with overwrite'],
];

const ARGO_CD: readonly MessageRow[] = [
  ['one or more objects failed to apply', 'error', 'Argo CD could not apply objects of the application', WORDS_AFTER],
  ['one or more synchronization tasks are not valid', 'error', 'Argo CD does not start the sync, because the cluster '
    + 'does not take some objects, as where their CRD is missing', 'see the resources that the '
    + 'sync result shows with an error'],
];

const FLUX: readonly MessageRow[] = rowsOf(['install retries exhausted', 'upgrade retries exhausted'], 'error', 'Flux '
  + 'has given up on the release of Helm after its retries', 'find the first failure in kubectl describe helmrelease, '
  + 'then flux reconcile helmrelease NAME --reset');

export const OF_DEPLOYMENTS: readonly MessagesOfProgram[] = [
  ['kubectl or Helm', APPLY], ['Kubernetes', CONVERSION], ['Helm', HELM], ['Terraform', TERRAFORM],
  ['Grafana', GRAFANA], ['Argo CD', ARGO_CD], ['Flux', FLUX],
];
