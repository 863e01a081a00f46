/** Reads why the API server got no answer of an admission webhook: its name, its Service and the reason. Pure. */

const CALL = new RegExp(String.raw`failed calling webhook "([\w.-]{1,253})": (?:failed to call webhook: )?`
  + String.raw`(?:Post|Get) "?https:\/\/([\w.-]{1,253})(?::\d{1,5})?[^\s"]{0,400}"?: ([^\n]{1,500})`);
const SERVICE = /^([\w-]{1,63})\.([\w-]{1,63})\.svc\b/;
/** A client of TLS repeats why within brackets. */
const ASIDE = / \(possibly because of [^\n]{0,300}$/;
const OF_PROMETHEUS_OPERATOR = /\.monitoring\.coreos\.com$/;
const COMPARE = 'compare the caBundle in its webhook configuration (kubectl get validatingwebhookconfigurations,'
  + 'mutatingwebhookconfigurations -o yaml) with the secret of that certificate';
const AGAIN = '; of the Helm chart of kube-prometheus-stack, delete the left-over configuration and the admission '
  + 'secret, then run helm upgrade, whose jobs create both again';

/** The meaning of the reason, and the next step; the name of the webhook comes before it. */
const REASONS: readonly (readonly [RegExp, (isOperator: boolean) => string])[] = [
  [/x509: certificate signed by unknown authority/, (isOperator) => 'its certificate is not signed by the authority '
    + `that the webhook configuration names, as after a new install: ${COMPARE}${isOperator ? AGAIN : ''}`],
  [/x509: certificate has expired or is not yet valid/, () => 'its certificate has '
    + 'expired or is not valid yet: renew it, and the caBundle of the webhook configuration with it'],
  [/x509: certificate (?:is valid for|relies on)|x509: cannot validate/, () => 'its certificate does not have the name '
    + 'of that Service: replace it by one with the names NAME.NAMESPACE.svc'],
  [/no endpoints available for service|connection refused/, () => 'no pod answers behind it: see whether the pod of '
    + 'that Service runs and is ready'],
  [/service "[^"\n]{1,253}" not found|no such host/, () => 'its Service is not there: install what it belongs to, or '
    + 'delete the webhook configuration that is left of it'],
  [/context deadline exceeded|Client\.Timeout|i\/o timeout/, () => 'it did not answer in time: see whether its pod '
    + 'runs, and whether a network policy or firewall blocks the API server from its port'],
];

const MAX_REASON = 160;
const BEGINS = 'The API server got no valid answer of the webhook ';

/** `quote`: the message without what takes room from its reason. */
interface FailedWebhook { program: string; quote: string; sentence: string }

/** Begins the known messages of such calls. */
export const CALLING_WEBHOOK = 'failed calling webhook';

/** Returns the first call that failed, in words; null without one, or if its reason is of none of these kinds. */
export function failedWebhook(text: string): FailedWebhook | null {
  const [, name, host = '', behind = ''] = CALL.exec(text.replaceAll(String.raw`\"`, '"')) ?? [];
  if (name === undefined) return null;
  const whole = behind.replace(ASIDE, '').trim();
  const [pattern, means] = REASONS.find(([one]) => one.test(whole)) ?? [];
  const found = pattern?.exec(whole);
  if (found === null || found === undefined || means === undefined) return null;
  // In a paragraph, the sentences behind it are no part of it.
  const reason = whole.length > MAX_REASON ? whole.slice(0, found.index + found[0].length) : whole;
  const [, service, namespace] = SERVICE.exec(host) ?? [];
  const at = service === undefined ? ` at ${host}` : ` (Service ${service} in ${namespace ?? ''})`;
  return {
    program: OF_PROMETHEUS_OPERATOR.test(name) ? 'prometheus-operator' : 'Kubernetes',
    quote: `${CALLING_WEBHOOK} "${name}": … ${reason}`,
    sentence: `${BEGINS}${name}${at}, and refuses the change: ${means(OF_PROMETHEUS_OPERATOR.test(name))}.`,
  };
}

/** Whether a sentence is the meaning of such a call. */
export const isWebhookMeaning = (sentence: string): boolean => sentence.startsWith(BEGINS);
