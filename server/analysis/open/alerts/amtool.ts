/** Reads the tables of `amtool alert query`, in its simple and its extended form. Pure. */
import { fits } from '../../../../core/text/prefilter/fits.ts';
import type { Alert, Alerts } from './alert.ts';

export const AMTOOL_SIMPLE = /^Alertname[ \t]{1,200}Starts At[ \t]{1,200}Summary(?:[ \t]{1,200}State)?[ \t]{0,200}$/m;
export const AMTOOL_EXTENDED = /^Labels[ \t]{1,4000}Annotations[ \t]{1,4000}Starts At[ \t]{1,200}Ends At\b/m;

const MAX_LINES = 20_000;
const TIME = /[ \t](\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(?: UTC)?)(?:[ \t]|$)/;
const PAIR = /([A-Za-z_]\w{0,100})="((?:[^"\\]|\\.){0,4000})"([ \t]{0,4000})/g;
const STATE = /[ \t](active|suppressed|unprocessed)$/;

export function alertsOfAmtool(text: string): Alerts {
  const isExtended = fits(AMTOOL_EXTENDED, text);
  const lines = text.split('\n', MAX_LINES);
  const header = lines.findIndex((line) => (isExtended ? AMTOOL_EXTENDED : AMTOOL_SIMPLE).test(line));
  const alerts = lines.slice(header + 1).flatMap((raw): Alert[] => {
    const line = raw.slice(0, 8000).trimEnd();
    const time = TIME.exec(line);
    if (time === null) return [];
    const state = STATE.exec(line)?.[1] ?? 'active';
    const of = { isFiring: state === 'active', since: time[1] ?? '', value: '' };
    const before = line.slice(0, time.index);
    return isExtended ? extended(before, of) : [{
      ...of, name: before.trim(), labels: new Map(), annotations: new Map([[
        'summary', line.slice(time.index + time[0].length).replace(STATE, '').trim(),
      ]]),
    }].filter(({ name }) => name !== '');
  });
  return { alerts, count: 0, isCut: false };
}

/** Reads labels, then annotations; between them stand several blanks. */
function extended(text: string, of: Pick<Alert, 'isFiring' | 'since' | 'value'>): Alert[] {
  const [labels, annotations] = [new Map<string, string>(), new Map<string, string>()];
  let into = labels;
  for (const [, key = '', value = '', gap = ''] of text.matchAll(PAIR)) {
    into.set(key, value.replaceAll(String.raw`\"`, '"'));
    if (gap.length > 1 || gap.includes('\t')) into = annotations;
  }
  const name = labels.get('alertname') ?? '';
  return name === '' ? [] : [{ ...of, name, labels, annotations }];
}
