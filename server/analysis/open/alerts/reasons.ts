/** Tells the label `reason` of an alert, which says more than what is firing. Pure. */
import { cutMiddle } from '../../../../core/text/format.ts';
import type { Alert } from './alert.ts';

const MAX_REASON = 80;
const OF_SENDING = /^Alertmanager\w{0,20}FailedToSend\w{0,20}Alerts$/;

/** Reasons with which Alertmanager counts notifications that failed, and what each means. */
const MEANINGS: Readonly<Record<string, string>> = {
  contextDeadlineExceeded: 'the receiver does not answer in time, so look at it and at the network to it',
  contextCanceled: 'the sending was cancelled, as at a reload or a stop, or when the next group interval began',
  clientError: 'the receiver answers with a status 4xx, so look at the address, the credentials and the template',
  serverError: 'the receiver answers with a status 5xx, so look at its log',
};

/** Returns ` Its reason is …` of alerts of one name; `''` if they have none, have several, or `said` has it. */
export function reasonOf(own: readonly Alert[], said: string): string {
  const [reason = '', other] = new Set(own.map(({ labels }) => labels.get('reason') ?? ''));
  if (reason === '' || other !== undefined || said.includes(reason)) return '';
  const meaning = own.every(({ name }) => OF_SENDING.test(name)) ? MEANINGS[reason] : undefined;
  return ` Its reason is ${cutMiddle(reason, MAX_REASON)}${meaning === undefined ? '' : `: ${meaning}`}.`;
}
