/** Reports the receivers of the failed notifications of Alertmanager, and when it tries again. Pure. */
import { distinct, joined } from '../../look/factTools.ts';
import type { Look } from '../../look/look.ts';

const FAILED = /\bmsg="?(?:Notify attempt failed|Error on notify|Notify for alerts failed)\b/;
const RECEIVER = /\breceiver="?([\w./@ -]{1,100}?)"?(?= [\w.]{1,40}=|$)/;
const INTEGRATION = /\bintegration="?([a-z]{2,20})/;
/** The beginning of the error in newer versions: the receiver, the integration and its number. */
const IN_ERROR = /\berr="([\w.@ -]{1,100})\/([a-z]{2,20})\[\d{1,4}\]: /;
const ALERTS = /\bnum_alerts=(\d{1,9})/;
const ENDED = /\bmsg="?(?:Error on notify|Notify for alerts failed)\b/;
const SENT = /\bmsg="?Notify success\b/;
const MAX_TOLD = 3;
const MAX_LINE = 2000;

/** Returns the receivers of the failed notifications, and that they are sent again; null without such lines. */
export function failedReceivers(lines: readonly string[], told: string): string | null {
  const failed = lines.map((line) => line.slice(0, MAX_LINE)).filter((line) =>
    FAILED.test(line) && !line.includes('context canceled'));
  if (failed.length === 0) return null;
  const names = [...new Set(failed.flatMap((line) => {
    const [, ofError, kind] = IN_ERROR.exec(line) ?? [];
    const name = ofError ?? RECEIVER.exec(line)?.[1];
    const integration = kind ?? INTEGRATION.exec(line)?.[1];
    return name === undefined ? [] : [integration === undefined ? name : `${name} (${integration})`];
  }))];
  const more = names.length - MAX_TOLD;
  const shown = [...names.slice(0, MAX_TOLD), ...more > 0 ? [`${more} more`] : []];
  const [only, second] = shown;
  const isNew = shown.some((name) => !told.includes(name.split(' (')[0] ?? name));
  const counts = failed.flatMap((line) => ALERTS.exec(line)?.[1] ?? []);
  const what = counts.length !== 1 ? 'its alerts' : counts[0] === '1' ? 'its alert' : `its ${counts[0]} alerts`;
  // An attempt that failed may be followed by one that does not.
  const isLost = failed.some((line) => ENDED.test(line)) && !lines.some((line) => SENT.test(line));
  const again = `did not get ${what}; Alertmanager tries again after group_interval`;
  if (only === undefined || !isNew) return isLost ? `The receiver ${again}.` : null;
  return `The notification was for the receiver${second === undefined ? '' : 's'} ${shown.join(', ')}${
    !isLost ? '' : second === undefined ? `, which ${again}` : '. Alertmanager tries again after group_interval'}.`;
}

/** Returns facts of Alertmanager with the receivers of its failed notifications. `crashFacts`: its other facts. */
export function withReceivers(crashFacts: (look: Look) => string | null): (look: Look) => string | null {
  return (look) => {
    const facts = crashFacts(look);
    return facts === null ? null : joined([facts, failedReceivers(distinct(look), facts)]);
  };
}
