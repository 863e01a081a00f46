/** Adds what a text on a killed container shows beside its exit code: restarts by its row, and where to look. Pure. */
import { formatSeconds } from '../../../../../core/text/format.ts';
import { ageSeconds } from '../../look/factTools.ts';

/** A row of kubectl get pods with restarts and age: name, READY, STATUS, RESTARTS, the last of them, AGE. */
const ROW = new RegExp(/^[^\n]{0,40}?(?:^|[\s\])>|:])([A-Za-z0-9][\w.*-]{1,252})[ \t]{1,40}/.source
  + /\d{1,3}\/\d{1,3}[ \t]{1,40}([A-Z]\w{2,39})[ \t]{1,40}(\d{1,9})(?: \([\w ]{1,20}\))?[ \t]{1,40}/.source
  + /((?:\d{1,9}[dhms]){1,4})(?=[ \t\r]|$)/.source,
'gm');
const WELL = /^(?:Running|Completed|Succeeded)$/;
const MAX_CHARS = 64 * 1024;
const REASON = /^[ \t]{1,12}Reason:[ \t]{1,20}Error[ \t\r]*$/m;
const MIN_RESTARTS = 2;

/** Returns how often the only pod of the text that is not well was restarted; null for several, and for none. */
export function listedRestarts(text: string): string | null {
  const rows = [...text.slice(0, MAX_CHARS).matchAll(ROW)]
    .filter(([, , status = '', restarts]) => !WELL.test(status) && Number(restarts) >= MIN_RESTARTS);
  const [row, second] = rows;
  if (row === undefined || second !== undefined) return null;
  const [, name = '', status = '', restarts = '', age = ''] = row;
  const every = ageSeconds(age) / Number(restarts);
  return `The pod ${name} is ${status}, with ${Number(restarts).toLocaleString('en-US')} restarts in ${age}${
    every > 0 ? `, one every ${formatSeconds(Number(every.toPrecision(2)))} on average` : ''}.`;
}

/** Returns where the reason of a kill is found that neither its state nor an event gives. */
export function unexplainedKill(text: string): string {
  const what = REASON.test(text.slice(0, MAX_CHARS)) ? 'Its reason is Error and not OOMKilled; what' : 'What';
  return `${what} killed it is not in the text: see the events of kubectl describe pod for a failed probe, kubectl `
    + 'logs --previous, and dmesg of its node for an OOM kill.';
}
