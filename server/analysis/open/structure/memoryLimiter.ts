/** Reads the limits of the memory limiter of an OpenTelemetry Collector, and the soft limit that they give. Pure. */
import { formatNumber } from '../../../../core/text/format.ts';

type Unit = 'mib' | 'percentage' | 'alloy';
/** A limit in MiB, or as a share of the memory that the process may use. */
interface Limits { hard: number; spike: number; isSpikeGiven: boolean; unit: Unit }

/** The Collector's message on its limits when it starts. */
const LOGGED = /Memory limiter configured[^\n]{0,400}/g;
const keyOf = (name: string): RegExp =>
  new RegExp(String.raw`(?<![\w-])["'\`]?${name}["'\`]?[ \t]{0,4}[:=][ \t]{0,4}["'\`]?(\d{1,7})(?![\d.]|\w)`, 'g');
const KEYS = {
  mib: { hard: keyOf('limit_mib'), spike: keyOf('spike_limit_mib') },
  percentage: { hard: keyOf('limit_percentage'), spike: keyOf('spike_limit_percentage') },
  // A block of Grafana Alloy, whose values have their unit.
  alloy: {
    hard: /(?<![\w-])limit[ \t]{1,20}= "(\d{1,7})MiB"/g, spike: /\bspike_limit[ \t]{1,20}= "(\d{1,7})MiB"/g,
  },
} as const;
const OF_ALLOY = /\botelcol\.processor\.memory_limiter "/;
const TOTAL = keyOf('total_memory_mib');
/** Number of first characters that are searched. */
const MAX_CHARS = 256 * 1024;
/** The share of the hard limit that the spike limit has by default. */
const DEFAULT_SPIKE = 0.2;

/** Returns the only value of a key; null without one, undefined with several. */
function onlyOf(pattern: RegExp, text: string): number | null | undefined {
  const [only, other] = new Set([...text.matchAll(pattern)].map(([, value]) => Number(value)));
  return only === undefined ? null : other === undefined ? only : undefined;
}

function limitsIn(text: string): Limits | null {
  const units: readonly Unit[] = OF_ALLOY.test(text) ? ['alloy', 'percentage'] : ['mib', 'percentage'];
  for (const unit of units) {
    const [hard, spike] = [onlyOf(KEYS[unit].hard, text), onlyOf(KEYS[unit].spike, text)];
    if (hard === null || hard === 0) continue;
    const own = spike === null || spike === 0 ? DEFAULT_SPIKE * (hard ?? NaN) : spike;
    return hard === undefined || own === undefined || own >= hard ? null
      : { hard, spike: own, isSpikeGiven: spike !== null && spike !== 0, unit };
  }
  return null;
}

/**
 * Returns the soft limit that the figures of a text give, with its calculation; null without figures, and where they
 * are of several limiters. What the Collector logged comes before what a configuration says.
 */
export function softLimit(whole: string): string | null {
  const text = whole.slice(0, MAX_CHARS);
  if (!/limit_(?:mib|percentage)/.test(text) && !OF_ALLOY.test(text)) return null;
  const limits = limitsIn((text.match(LOGGED) ?? []).join('\n')) ?? limitsIn(text);
  if (limits === null) return null;
  const { hard, spike, isSpikeGiven, unit } = limits;
  const soft = formatNumber(hard - spike);
  const [key, mib] = unit === 'alloy' ? ['limit', ' MiB'] : [`limit_${unit}`, ''];
  const given = isSpikeGiven ? `${key} ${hard}${mib} less spike_${key} ${spike}${mib}`
    : `${key} ${hard}${mib} less the spike limit, by default 20 % of it`;
  if (unit !== 'percentage') return `${soft} MiB (${given})`;
  const total = onlyOf(TOTAL, text) ?? null;
  return `${soft} % of its memory${
    total === null ? '' : `, ${formatNumber((hard - spike) * total / 100)} MiB of ${total} MiB`} (${given})`;
}

/** Messages of the limiter, or of a client of it, on refused data. */
const REFUSES = /data (?:refused|dropped) due to high memory usage|[Mm]emory usage is above (?:soft|hard) limit/;
/** Words of such a line that documentation does not have. */
const SHOWN = /cur_mem_mib|level|\d\d:\d\d|[Ee]rror|rpc error|desc =|"msg"/;
const USED = /above soft limit[^\n]{0,300}?"?cur_mem_mib"?[=:] ?(\d{1,9})/g;
const SAID = ' soft limit is ';
/** The step after collections that the limiter forces. */
const RAISE = /: (?:remove the memory ballast, or )?(?:raise limit_mib|it is limit_mib less)[^.]{0,240}(?=\.)/;
const WIDE = ' Lower the spike limit: about 20 % of the limit is advised.';
/** Facts on a configuration, on an end that is worse, and on collections that the limiter forces. */
const OF_CONFIGURATION = /\bthe memory limiter refuses data above its soft limit\b/;
const ENDED = /^(?:It (?:crashed|ended)|The kernel|systemd)\b/;
const FORCED = /\bThe memory limiter forces a garbage collection\b/;
/** The sentence of the table of known messages on such a refusal. */
const REFUSED = /The memory limiter of the Collector refuses data, because [^.]{1,120}\./;

/** Returns what the limits of a text say of data that its lines show as refused; null without both. */
function limiterFacts(text: string): string | null {
  const line = text.split('\n').find((one) => REFUSES.test(one));
  const soft = line === undefined || !SHOWN.test(line) ? null : softLimit(text);
  if (soft === null) return null;
  const used = [...text.matchAll(USED)].map(([, mib]) => Number(mib));
  const [least, most] = [Math.min(...used), Math.max(...used)];
  const limits = limitsIn(text);
  const isWide = limits !== null && limits.spike > 2 * DEFAULT_SPIKE * limits.hard;
  return `By the limits in the text the${SAID}${soft}: above it data are refused${used.length === 0 ? ''
    : `, as at ${least === most ? most : `${least} to ${most}`} MiB`}.${isWide ? WIDE : ''}`;
}

/**
 * Adds that to facts which do not say it: behind the sentence that data are refused, else before the errors that follow
 * from it. A configuration says the limit itself.
 */
export function withSoftLimit(facts: string | null, text: string): string | null {
  if (facts?.includes(SAID) === true || !REFUSES.test(text)) return facts;
  const said = limiterFacts(text);
  if (said === null || facts === null) return facts ?? said;
  if (OF_CONFIGURATION.test(facts)) return `${facts} The text shows that it refuses data.`;
  const at = REFUSED.exec(facts);
  if (at !== null) return `${facts.slice(0, at.index + at[0].length)} ${said}${facts.slice(at.index + at[0].length)}`;
  // A spike limit that takes most of the limit is the cause, not the limit.
  const own = said.endsWith(WIDE) ? facts.replace(RAISE, '') : facts;
  return ENDED.test(facts) || FORCED.test(facts) ? `${own} ${said}`
    : `The memory limiter refuses data. ${said} ${facts}`;
}
