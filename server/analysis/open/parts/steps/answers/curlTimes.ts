/** Compares how long a page of metrics takes by curl with the timeout of its scrape. Pure; bounded. */
import { formatBytes } from '../../../../../../core/text/format.ts';
import type { Answer } from './answer.ts';

const TARGET = /\btarget="?https?:\/\/([\w.:[\]-]{3,255})\//;
const MAX_COMMANDS = 8;
/** Maximum number of lines below a command that are its output. */
const MAX_ROWS = 40;
const COMMAND = /^[^\n]{0,200}\bcurl [^\n]{1,600}$/gm;
/** A row of -w '%{time_total} %{size_download}', with or without words around the values. */
const ROW = new RegExp(/^[ \t]{0,12}(?:(?:time_)?total["']?[ \t]{0,4}[=:][ \t]{0,4})?(\d{1,4}[.,]\d{1,6}) ?s?/.source
  + /(?:[ \t,;]{1,8}(?:size(?:_download)?[=: ]{1,3})?(\d{1,12})(?: ?(?:bytes|B))?(?![\d.,]))?(?=[ \t,;]|$)/.source);
const REAL = /^real[ \t]{1,8}(?:(\d{1,3})m ?)?([\d.]{1,9}) ?s/;
/** A timeout of the configuration, which stands at the beginning of its line. */
const TIMEOUT = /^[ \t-]{0,40}scrape_timeout: ["']?(\d{1,4}(?:\.\d{1,3})?)(ms|s|m)\b/gm;
const IS_CONFIGURED = /^[ \t]{0,40}(?:scrape_configs|scrape_interval):/m;
/** A request for a page that is scraped. */
const OF_METRICS = /\/(?:\w{1,40}\/)?metrics\b|\/(?:probe|federate)\?/;
const DEFAULT_SECONDS = 10;
/** A page of this size takes seconds to make and to read. */
const LARGE_BYTES = 5_000_000;
const UNITS: Readonly<Record<string, number>> = { ms: 0.001, s: 1, m: 60 };
const seconds = (value: number): string => `${Number(value.toPrecision(3))} s`;

interface Timed { seconds: number; bytes: number | null }

/** Returns the times of requests for the page of a target, or for any page of metrics if the facts name none. */
function timesOf(text: string, facts: string): Timed[] {
  const target = TARGET.exec(facts)?.[1];
  const port = target === undefined ? undefined : /:\d{1,5}$/.exec(target)?.[0];
  const isOfTarget = (command: string): boolean =>
    (target === undefined ? OF_METRICS.test(command) : command.includes(target))
    || (port !== undefined && new RegExp(String.raw`\b(?:localhost|127\.0\.0\.1)${port}(?!\d)`).test(command));
  return [...text.matchAll(COMMAND)].filter(([command]) => isOfTarget(command)).slice(0, MAX_COMMANDS)
    .flatMap(({ 0: command, index }): Timed[] => {
      const rows = text.slice(index + command.length + 1).split('\n', MAX_ROWS);
      if (/\btime /.test(command.slice(0, command.indexOf('curl')))) {
        const real = rows.map((row) => REAL.exec(row)).find((one) => one !== null);
        return real === undefined ? [] : [{ seconds: 60 * Number(real[1] ?? 0) + Number(real[2]), bytes: null }];
      }
      if (!command.includes('time_total') || /%\{time_(?!total)/.test(command)) return [];
      const end = rows.findIndex((row) => !ROW.test(row));
      return rows.slice(0, end < 0 ? rows.length : end).map((row) => {
        const [, time = '', size] = ROW.exec(row) ?? [];
        const isSize = size !== undefined && command.includes('size_download');
        return { seconds: Number(time.replace(',', '.')), bytes: isSize ? Number(size) : null };
      });
    });
}

/** Returns the timeout that is in force; null if the text has several, or no configuration. */
function timeoutOf(text: string): { seconds: number; isDefault: boolean } | null {
  const set = new Set([...text.matchAll(TIMEOUT)].map(([, value, unit = '']) => Number(value) * (UNITS[unit] ?? 1)));
  const [only] = set;
  if (set.size > 1) return null;
  if (only !== undefined) return { seconds: only, isDefault: false };
  return IS_CONFIGURED.test(text) ? { seconds: DEFAULT_SECONDS, isDefault: true } : null;
}

function answer(text: string, facts: string): string | null {
  const times = timesOf(text, facts);
  if (times.length === 0) return null;
  const all = times.map((one) => one.seconds).sort((a, b) => a - b);
  const [least = 0, most = 0] = [all[0], all.at(-1)];
  const timeout = timeoutOf(text);
  const range = all.length === 1 || least === most ? seconds(most) : `${seconds(least)} to ${seconds(most)} (${
    all.length} requests)`;
  const bytes = Math.max(...times.map((one) => one.bytes ?? 0));
  const size = bytes === 0 ? '' : `, for ${formatBytes(bytes)}`;
  if (timeout === null) return `: by curl in the text, it takes ${range}${size}, so compare that with its `
    + 'scrape_timeout.';
  const limit = `the scrape_timeout of ${seconds(timeout.seconds)}${timeout.isDefault ? ' (the default)' : ''}`;
  const long = all.filter((one) => one >= timeout.seconds).length;
  if (long === 0) return `: by curl in the text, it takes ${range}${size}, which is within ${limit}, so see whether `
    + 'that is so from the host or container that scrapes, and at the time of the failures.';
  return `. By curl in the text, its page takes ${range}${size}: ${
    all.length === 1 ? 'longer' : `${long} of them longer`} than ${limit}, so ${
    bytes >= LARGE_BYTES ? 'the page is too large for it' : 'the target is too slow for it'}. Set a longer `
    + 'scrape_timeout for that job, and a scrape_interval that is not shorter, and expose fewer series at the target: '
    + 'metric_relabel_configs does not shorten a scrape.';
}

export const CURL_ANSWERS: readonly Answer[] = [
  [/: request its URL from the host or container that scrapes, and compare the time with scrape_timeout\./, answer],
];
