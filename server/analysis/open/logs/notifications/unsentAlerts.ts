/** Reports to which notifiers vmalert could not send alerts, and what the status of their answers means. Pure. */

const UNSENT = /\bfailed to send alerts to addr "([^"\n]{1,300})": ([^\n]{1,400})/;
const STATUS = /\binvalid SC (\d{3})\b/;
const MAX_TOLD = 3;
const MAX_LINE = 2000;
/** Statuses that a proxy gives for what is behind it. */
const OF_PROXY: ReadonlySet<string> = new Set(['502', '503', '504']);

/** Removes what may be secret, and the path that all notifiers have. */
const addressOf = (url: string): string => url.replace(/\/\/[^/@\s]{1,200}@/, '//').replace(/\?.*$/, '')
  .replace(/\/api\/v\d\/alerts$/, '');

/** Returns the notifiers that did not take alerts, with what their status means; null without one. */
export function unsentAlerts(lines: readonly string[]): string | null {
  const failed = lines.flatMap((line) => {
    const [, url, error = ''] = UNSENT.exec(line.slice(0, MAX_LINE)) ?? [];
    return url === undefined ? [] : [{ address: addressOf(url), status: STATUS.exec(error)?.[1] ?? null }];
  });
  const all = [...new Set(failed.map(({ address }) => address))];
  if (all.length === 0) return null;
  const more = all.length - MAX_TOLD;
  const shown = [...all.slice(0, MAX_TOLD), ...more > 0 ? [`${more} more`] : []];
  const named = shown.length < 2 ? shown.join('') : `${shown.slice(0, -1).join(', ')} and ${shown.at(-1) ?? ''}`;
  const [status, other] = new Set(failed.map((one) => one.status));
  const means = status === undefined || status === null || other !== undefined ? ''
    : OF_PROXY.has(status) ? `: HTTP ${status} is mostly the answer of a proxy that reaches no Alertmanager, so look `
      + 'at -notifier.url and at what is behind it' : `, which answered with HTTP ${status}`;
  return `Alerts did not get to ${named}${means}.`;
}
