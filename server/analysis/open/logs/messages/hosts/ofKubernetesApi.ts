/** Messages of the API of Kubernetes and of kubectl, Helm and controllers, for the table of known messages. Pure. */
import { rowsOf, WORDS_AFTER, type MessageRow, type MessagesOfProgram } from '../rows/messageRow.ts';

const NO_CRDS = 'The cluster does not know that kind of object in that version';
const NO_METRICS = 'The cluster gives no figures of CPU and memory, as when metrics-server is not installed or not '
  + 'ready';
const LOOK_AT_METRICS = 'see kubectl get apiservices v1beta1.metrics.k8s.io, and the log of metrics-server';
const LOST_LEASE = 'The controller could not renew its lease in time, as when the API server or etcd is slow, and ends';
const NOT_PROGRESSING = 'New pods of a Deployment did not become available in time';
const NO_RIGHTS = 'The user or service account lacks the right to do that in Kubernetes';
const OUT_OF_RANGE = 'A LimitRange of the namespace does not allow these requests or limits';
const POD_EVENTS = 'see kubectl get pods and kubectl describe pod';

const API: readonly MessageRow[] = [
  ['no matches for kind', 'error', NO_CRDS, 'look at apiVersion, which this Kubernetes may not have any more; '
    + 'for a kind that is not of Kubernetes, install its CRDs first'],
  ['metadata.annotations: too long', 'error', 'The object is too large for kubectl apply, which keeps a copy in an '
    + 'annotation', 'use kubectl apply --server-side'],
  ['updates to statefulset spec for fields other than', 'error', 'That field of a StatefulSet cannot be changed',
    'save it (kubectl get -o yaml), delete only the StatefulSet (kubectl delete --cascade=orphan: pods and volumes '
    + 'stay), then make it again'],
  ['field is immutable', 'error', 'That field cannot be changed in an existing object', 'make a new object; see first '
    + 'what deleting the old one removes'],
  ['forbidden: exceeded quota', 'error', 'The quota of the namespace does not allow it', 'see kubectl describe quota'],
  ['violates podsecurity', 'error', 'The namespace does not allow such a pod', 'set in securityContext what the '
    + 'message lists, or change the level of the namespace'],
  ['unable to validate against any pod security policy', 'error', 'No pod security policy that its account may use '
    + 'allows such a pod', 'correct its securityContext, or let its service account use a fitting policy'],
  ['failed quota:', 'error', 'The quota of the namespace requires requests or limits that the pod does not set',
    'set them, or give defaults with a LimitRange'],
  ...rowsOf(['usage per container is', 'usage per pod is', 'ratio per container is'], 'error', OUT_OF_RANGE,
    'see kubectl describe limitrange'),
  ['because it is being terminated', 'error', 'The namespace is being deleted, and takes no new objects', 'wait until '
    + 'it is gone; if that does not end, see its status.conditions'],
  ['unable to validate against any security context constraint', 'error', 'OpenShift does not allow such a pod',
    'remove fixed users from securityContext, or give its service account a fitting SCC'],
  ['denied the request:', 'error', 'The request was refused, as by an admission webhook', WORDS_AFTER],
  ['failed calling webhook', 'error', 'The API server got no valid answer of an admission webhook, and refuses the '
    + 'change unless its failurePolicy is Ignore', 'see whether the pod behind the webhook runs and its certificate is '
    + 'valid'],
  ['is forbidden: user', 'error', NO_RIGHTS, 'see kubectl auth can-i --as with its name, then give it a Role '
    + 'and a binding, or a ClusterRole for what is in no namespace, such as nodes'],
  ['unable to authenticate the request', 'error', 'The API server does not accept the certificate or token of a client',
    WORDS_AFTER],
  ['no endpoints available for service', 'error', 'No pod behind that Service is ready', 'see kubectl get endpoints '
    + 'and the pods'],
  ['the object has been modified; please apply your changes to the latest version', 'slow', 'Something else changed '
    + 'the object meanwhile; controllers try again by themselves', null],
  ['the server could not find the requested resource', 'error', 'The API server has no such path or version', 'look at '
    + 'apiVersion, and at the versions of client and cluster'],
  ['the server is currently unable to handle the request', 'error', 'The API server, or one behind it such as '
    + 'metrics-server, does not answer', 'see kubectl get apiservices'],
  ['the server was unable to return a response in the time allotted', 'slow', 'The API server or etcd was too slow to '
    + 'answer', 'look at their load, and ask for less at once'],
  ['due to client-side throttling, not priority and fairness', 'slow', 'The client holds back its requests to the API '
    + 'server', 'let it ask less, or raise its QPS and burst, in components of Kubernetes --kube-api-qps and '
    + '--kube-api-burst'],
  ['too old resource version', 'state', 'A watch of Kubernetes had to begin again, which is normal', null],
  ['failed to list *v1.', 'error', 'A client of Kubernetes gets no list of objects, as without rights or network',
    WORDS_AFTER],
  ['leaderelection lost', 'end', LOST_LEASE, 'look at the latency of etcd and the API server'],
  ['error retrieving resource lock', 'error', 'A controller could not read its lease from the API server', WORDS_AFTER],
  ...rowsOf(['has timed out progressing', 'exceeded its progress deadline'], 'error', NOT_PROGRESSING, POD_EVENTS),
  ['does not have minimum availability', 'error', 'A Deployment has fewer available pods than it must have',
    POD_EVENTS],
  ...rowsOf(['unable to fetch metrics from resource metrics api', 'metrics api not available'], 'error',
    NO_METRICS, LOOK_AT_METRICS),
  ['timed out waiting for the condition', 'error', 'What was waited for did not become ready in time', null],
  ['no custom metrics api', 'error', 'No adapter offers custom metrics to the autoscaler', 'install prometheus-adapter '
    + 'or another one'],
];

const KUBECTL: readonly MessageRow[] = [
  ['did you specify the right host or port', 'error', 'The API server does not answer at the address that kubectl has',
    'look at KUBECONFIG and the context, then whether the API server runs'],
  ['you must be logged in to the server', 'error', 'The API server does not accept the login of kubectl', 'get a new '
    + 'token or certificate for its user'],
  ['cannot be imported into the current release', 'error', 'Helm finds an object that it did not make', 'give it the '
    + 'labels and annotations of the release, or, if it holds nothing that is needed, delete it'],
  ['cannot re-use a name that is still in use', 'error', 'Helm has a release of that name already', 'see helm list -a; '
    + 'use helm upgrade --install'],
  ['another operation (install/upgrade/rollback) is in progress', 'error', 'Helm takes the release as being changed, '
    + 'as after an interrupted command', 'see helm history; if nothing runs, helm rollback to the last good revision'],
  ['has no deployed releases', 'error', 'The release of Helm has no revision that was installed in full', 'see helm '
    + 'history'],
];

/** Messages of kubectl logs, exec and port-forward. */
const OF_PODS: readonly MessageRow[] = [
  ['is waiting to start:', 'error', 'The container has not started, so it has no log', 'see the events of kubectl '
    + 'describe pod'],
  ['previous terminated container', 'state', 'There is no log of an earlier run of that container: it has not '
    + 'restarted in this pod, or that log was removed', null],
  ['unable to retrieve container logs for', 'error', 'The log of that run of the container is no longer on its node',
    'look in the log store of the cluster, if it has one'],
  ['error dialing backend', 'error', 'The API server does not reach the kubelet of the node', 'look at the node, its '
    + 'kubelet and port 10250, and whether certificates wait for approval (kubectl get csr)'],
  ['lost connection to pod', 'error', 'kubectl port-forward lost its connection, as when the container ends', 'see '
    + 'whether the pod has restarted, then start it again'],
  ['unable to upgrade connection: container not found (', 'error', 'The container does not run, so that no command can '
    + 'be run in it', 'see kubectl describe pod; kubectl debug starts another one next to it'],
  ["the server doesn't have a resource type", 'error', NO_CRDS, 'correct the name (kubectl api-resources), or install '
    + 'its CRDs'],
];

const refusedAt = (port: number): string[] =>
  ['connect', 'getsockopt'].map((call) => `:${port}: ${call}: connection refused`);
const noPort = (program: string): string => `Nothing listens on the insecure port of ${program}, because it does not `
  + 'run there or its version no longer has that port';
const askOther = (port: number): string => 'see whether it runs on the control-plane nodes; if it does, '
  + `the check must ask port ${port} (https)`;

const COMPONENTS: readonly MessageRow[] = [
  ...rowsOf(refusedAt(10251), 'error', noPort('kube-scheduler'), askOther(10259)),
  ...rowsOf(refusedAt(10252), 'error', noPort('kube-controller-manager'), askOther(10257)),
];

const METRICS_SERVER: readonly MessageRow[] = [
  ...rowsOf(['unable to fully scrape metrics', 'failed to scrape node'], 'error', 'metrics-server does not get the '
    + 'figures of a node', WORDS_AFTER),
];

const COREDNS: readonly MessageRow[] = [
  ['coredns.io/plugins/loop#troubleshooting', 'end', 'CoreDNS ends, because its queries come back to itself',
    'give the kubelet a resolvConf without 127.0.0.53, such as /run/systemd/resolve/resolv.conf'],
  ['[error] plugin/errors:', 'error', 'CoreDNS could not answer a query', WORDS_AFTER],
];

export const OF_KUBERNETES_API: readonly MessagesOfProgram[] = [
  ['Kubernetes', [...API, ...COMPONENTS]], ['kubectl or Helm', KUBECTL], ['kubectl', OF_PODS],
  ['metrics-server', METRICS_SERVER], ['CoreDNS', COREDNS],
];
