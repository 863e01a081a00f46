/** Judges answers of Prometheus about its state: targets, rules, alerts, its run and its head. Pure; bounded. */
import { formatSeconds } from '../../../../../core/text/format.ts';
import { goDurationMs } from '../../../logs/goDuration.ts';
import { isObject, objectsIn, textOf, type Json } from '../../look/jsonObjects.ts';
import { bucketsOf, multiplyingLabel, scaleOf } from './multiplyingLabel.ts';
import { NO_FAULT, type Judge, type Verdict } from './verdict.ts';

/** From this share of a limit on, it is near. */
const NEAR = 0.8;
const MAX_TOLD = 2;

interface Taken { name: string; seconds: number; limit: number }

const shareOf = ({ seconds, limit }: Taken): number => seconds / limit;
const longestOf = (all: readonly Taken[]): Taken | undefined => all.toSorted((a, b) => b.seconds - a.seconds)[0];
const near = (all: readonly Taken[]): Taken[] => all.filter((one) => shareOf(one) >= NEAR)
  .toSorted((a, b) => shareOf(b) - shareOf(a));

function scrapeOf(target: Json): Taken[] {
  const [seconds, ms] = [target['lastScrapeDuration'], goDurationMs(textOf(target['scrapeTimeout']))];
  const labels: Json = isObject(target['labels']) ? target['labels'] : {};
  const name = textOf(labels['instance']) || textOf(target['scrapeUrl']);
  return typeof seconds !== 'number' || ms === null || !(ms > 0) || name === '' ? []
    : [{ name: `${name} (${textOf(target['scrapePool']) || textOf(labels['job'])})`, seconds, limit: ms / 1000 }];
}

/** Judges scrapes by their timeouts; `up` only says that a target answered. */
export function targetsVerdict(text: string): Verdict | null {
  const targets = objectsIn(text).filter((one) => textOf(one['health']) !== '');
  if (targets.length === 0) return !/"activeTargets"\s?:\s?\[\s?\]/.test(text) ? null : {
    said: /"droppedTargets"\s?:\s?\[\s?\{/.test(text)
      ? 'It lists no active target: unless only the dropped ones were asked for, relabeling drops all of them; compare '
        + 'their labels with relabel_configs.'
      : 'It has no active target, so it scrapes nothing: look at scrape_configs, and at what discovery finds.',
    next: null,
  };
  const count = (health: string): number => targets.filter((one) => one['health'] === health).length;
  const unknown = count('unknown');
  if (count('up') + unknown < targets.length) return null;
  const scrapes = targets.flatMap(scrapeOf);
  const [late, longest] = [near(scrapes), longestOf(scrapes)];
  if (late.length > 0) return {
    said: `${late.slice(0, MAX_TOLD).map(({ name, seconds, limit }) => `The scrape of ${name} took ${
      formatSeconds(seconds)} of its timeout of ${formatSeconds(limit)}`).join('; ')}: it is close to failing, so find `
      + 'what makes that target slow, or raise scrape_timeout.', next: null,
  };
  const waits = unknown === 0 ? '' : ` ${unknown} of them ${unknown === 1 ? 'was' : 'were'} not scraped yet, as just `
    + 'after a start.';
  return {
    said: `${NO_FAULT}: ${longest === undefined ? 'each scrape that was made succeeded'
      : `each scrape ended well before its timeout, the longest after ${formatSeconds(longest.seconds)} of ${
        formatSeconds(longest.limit)}`}.${waits}`,
    next: 'A target that is missing here was not discovered, or relabeling dropped it: see droppedTargets and '
      + '/service-discovery.',
  };
}

function ofRules(text: string): Verdict | null {
  const all = objectsIn(text);
  const rules = all.filter((one) => textOf(one['health']) !== '' && textOf(one['name']) !== '');
  const unknown = rules.filter((one) => one['health'] === 'unknown').length;
  if (rules.length === 0) return /"groups"\s?:\s?\[\s?\]/.test(text)
    ? { said: 'It lists no rule: unless the request selected some, see whether rule_files match a file.', next: null }
    : null;
  if (rules.some((one) => one['health'] !== 'ok' && one['health'] !== 'unknown')) return null;
  const groups = all.flatMap((one): Taken[] => {
    const [seconds, limit] = [one['evaluationTime'], one['interval']];
    return !Array.isArray(one['rules']) || typeof seconds !== 'number' || typeof limit !== 'number' || limit <= 0 ? []
      : [{ name: textOf(one['name']), seconds, limit }];
  });
  const [late, longest] = [near(groups)[0], longestOf(groups)];
  if (late !== undefined) return {
    said: `The group ${late.name} takes ${formatSeconds(late.seconds)} of its interval of ${
      formatSeconds(late.limit)}: it is close to skipping evaluations, so split it, or simplify its queries.`,
    next: null,
  };
  return {
    said: `No rule fails${longest === undefined ? ''
      : `, and each group is done within its interval (the longest takes ${formatSeconds(longest.seconds)} of ${
        formatSeconds(longest.limit)})`}.${unknown === 0 ? ''
      : ` ${unknown} of ${rules.length} were not evaluated yet.`}`,
    next: null,
  };
}

function ofAlerts(text: string, facts: string): Verdict | null {
  if (/"alerts"\s?:\s?\[\s?\]/.test(text)) return {
    said: 'No alert is pending or firing.',
    next: 'Whether the rules are loaded and work shows in /api/v1/rules; that one alert always fires (Watchdog) shows '
      + 'that alerts arrive.',
  };
  const names = new Set([...text.matchAll(/"alertname"\s?:\s?"([^"\n]{1,200})"/g)].map(([, name]) => name));
  return names.size !== 1 || !facts.includes('It fires always, on purpose') ? null
    : { said: 'No other alert is pending or firing.', next: null };
}

const OF_STATE: readonly (readonly [key: RegExp, judge: (text: string, facts: string) => Verdict | null])[] = [
  [/"(?:activeTargets|lastScrape)"\s?:/, targetsVerdict], [/"groups"\s?:/, ofRules], [/"alerts"\s?:\s?\[/, ofAlerts],
  [/"activeAlertmanagers"\s?:/, (text) => ({
    said: /"activeAlertmanagers"\s?:\s?\[\s?\{/.test(text) ? `${NO_FAULT}: it has an Alertmanager to send alerts to.`
      : null,
    next: 'Whether alerts arrive there is in prometheus_notifications_errors_total and in its log.',
  })],
  [/"reloadConfigSuccess"\s?:\s?true/, (text) => ({
    said: /"corruptionCount"\s?:\s?"?0\b/.test(text)
      ? `${NO_FAULT}: its last reload of the configuration succeeded, and it found no damage in its WAL.`
      : `${NO_FAULT}: its last reload of the configuration succeeded.`,
    next: 'Load and memory are not in it: those are in its /metrics.',
  })],
  [/"buildUser"\s?:/, () => ({ said: 'It names the build, and nothing of how the server does.', next: null })],
  [/"config\.file"\s?:|"storage\.tsdb\.path"\s?:/, () =>
    ({ said: 'It lists settings, and nothing of how the server does.', next: null })],
];

/** Judges an answer of /api/v1/targets, /rules, /alerts or /status/…. */
export const stateVerdict: Judge = (text, facts) =>
  OF_STATE.find(([key]) => key.test(text))?.[1](text, facts) ?? null;

const SHARE = /\b(?:the metric|the metric name) (\S{1,200}) has most: [\d,]{1,20} \(([\d.]{1,8}) %\)/;
/** Fewer series are no load. */
const MANY_SERIES = 50_000;
const SERIES = /\bhas ([\d,]{1,20}) series\b/;
/** From this percentage on, one name explains the size of a head or a block; below the other one, none does. */
const LARGE_PERCENT = 20;
const SMALL_PERCENT = 10;
/** An alarming span is reported as a fault; up to three hours are usual. */
const USUAL_SPAN_MS = 3.5 * 3_600_000;

const ANALYZED = 'tsdb-analyze';

/** Judges the cardinality of a head or a block by the share of its largest metric name. */
export const cardinalityVerdict: Judge = (text, facts, { format }) => {
  const [, name = '', share] = SHARE.exec(facts) ?? [];
  const percent = Number(share ?? 'NaN');
  const series = Number((SERIES.exec(facts)?.[1] ?? '0').replaceAll(',', ''));
  const label = percent >= LARGE_PERCENT ? multiplyingLabel(text, name) : null;
  const more = label === null ? bucketsOf(text, name) ?? scaleOf(text, name) : null;
  const ofMetric = format.startsWith(ANALYZED) ? `promtool tsdb analyze --match=${name} shows the values of its labels`
    : `count by (LABEL) (${name}) for each of its labels shows which of them multiplies it`;
  if (percent >= LARGE_PERCENT) return series < MANY_SERIES ? null : {
    said: `If there are too many series, begin with ${name}${
      label === null ? `: ${ofMetric}; the values above are counted over all metrics.` : `. ${label}`}${
      more === null ? '' : ` ${more}`}`,
    next: null,
  };
  const [min, max] = [/"minTime"\s?:\s?(\d{12,14})/.exec(text)?.[1], /"maxTime"\s?:\s?(\d{12,14})/.exec(text)?.[1]];
  const isUsual = min !== undefined && max !== undefined && Number(max) - Number(min) <= USUAL_SPAN_MS;
  return !(percent < SMALL_PERCENT) ? null : {
    said: `No metric name has a tenth of the series, so none alone explains their number${
      isUsual ? '; the span of the head is usual (up to 3 h)' : ''}.`, next: null,
  };
};
