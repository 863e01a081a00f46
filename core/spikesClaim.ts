/** The spikes of a window in one sentence: how many, and what makes them. Pure. */
import type { Part } from './contract/terms/finding.ts';
import type {
  QuantitySpikeCause, QuantitySpikes, SpikeAttribution, SpikeCause, SpikeTrain,
} from './contract/panels/spikes.ts';
import { count, parts, percent, quantity, recurring, render, seconds } from './text/parts.ts';
import { SPIKE_NOUNS, START_CAUSES } from './text/spikeCauses.ts';
import { isPlural, trainNames } from './text/trainWords.ts';

const PLURAL: ReadonlySet<SpikeCause> = new Set(['query', 'restart', 'rule-group', 'scrape-job']);
/** Of several causes of the rest, those that make less are not in the claim. */
const WORTH_NAMING = 0.05;
/** As the subject of a clause. */
const CAUSE_WORDS: Readonly<Record<SpikeCause, string>> = {
  compaction: 'compaction', gc: 'GC', query: 'queries', replay: 'WAL replay', restart: 'restarts', freeze: 'catch-up',
  host: 'the host', 'rule-group': 'rule groups', 'scrape-job': 'scrapes', unexplained: 'unexplained',
};

/** CPU spikes as those of any quantity. */
export function cpuQuantity({ quietCores, spikes, causes, trains, ...rest }: SpikeAttribution): QuantitySpikes {
  const { measuredSeconds, confidence, counted, needed, queries = [] } = rest;
  return {
    quantity: 'cpu', unit: 'cores', areaUnit: 'coreSeconds', quiet: quietCores, measuredSeconds, confidence, counted,
    needed,
    spikes: spikes.map(({ peakCores, quietCores: quiet, coreSeconds, ...spike }) => (
      { ...spike, peak: peakCores, quiet, area: coreSeconds }
    )),
    causes: causes.map(({ coreSeconds, ...total }) => ({ ...total, area: coreSeconds })), queries,
    ...(trains === undefined ? {} : { trains }),
  };
}

/** `compaction makes`, `queries make`. */
export function makerWords(cause: Exclude<SpikeCause, 'unexplained'>): string {
  return `${CAUSE_WORDS[cause]} ${PLURAL.has(cause) ? 'make' : 'makes'}`;
}

/** Confidence in words: `sure`, `likely`, `too early (3 of 4 spikes)`. */
export function spikesConfidenceText(
  { confidence, counted, needed }: Pick<QuantitySpikes, 'confidence' | 'counted' | 'needed'>
): string {
  return confidence === 'too-early' ? `too early (${counted} of ${needed} spikes)` : confidence;
}

/**
 * `29 CPU spikes in 20m: compaction makes 80 % of their CPU, GC the rest.` At most 20 words and 3 numbers. null where
 * CPU is not known for long enough to tell spikes.
 */
export function spikesClaim(attribution: SpikeAttribution): Part[] | null {
  return quantityClaim(cpuQuantity(attribution));
}

/** The same of any quantity: `9 scrape-time spikes in 12m: queries make 66 % of their delay, then compaction.` */
export function quantityClaim(
  { quantity: what, quiet, spikes, causes, confidence, measuredSeconds, trains = [] }: QuantitySpikes
): Part[] | null {
  if (quiet === null) return null;
  const { one, amount } = SPIKE_NOUNS[what];
  const over = seconds(roundedSeconds(measuredSeconds));
  if (spikes.length === 0) return parts`No ${one}s in ${over}.`;
  const head = parts`${count(spikes.length, one)} in ${over}`;
  const [first, ...others] = causes;
  if (first === undefined) return parts`${head}.`;
  if (confidence === 'too-early') return parts`${head}, so far from ${sources(causes)}: too early for shares.`;
  const byName = trainsClaim({ spikes, trains, lead: first.cause }, one);
  if (byName !== null) return byName;
  if (others.length === 0) {
    return first.cause === 'unexplained' ? parts`${head}: no known event explains any of them.`
      : parts`${head}, all from ${CAUSE_WORDS[first.cause]}.`;
  }
  // Rounding must not say that the first makes all of it.
  const share = percent(Math.min(0.99, first.shareRatio));
  const lead = first.cause === 'unexplained' ? parts`${share} of their ${amount} is unexplained`
    : parts`${makerWords(first.cause)} ${share} of their ${amount}`;
  return parts`${head}: ${lead}${rest(others)}.`;
}

/** Trains that make less than this share of what the largest makes are not in the claim. */
const BESIDE_LARGEST = 0.3;
const MAX_SAID = 3;
const MAX_WORDS = 20;

interface Makers { spikes: readonly { trains?: number[] }[]; trains: readonly SpikeTrain[]; lead: SpikeCause }

/** `rule group node makes 14 of 22 CPU spikes`, and what one evaluation costs where a single one makes them. */
function madeByTrains({ spikes, trains, lead }: Makers, one: string): { makes: Part[]; cost: Part | null } | null {
  const named = trains.filter(({ kind, verdict, spikes: own }) => kind === lead && verdict === 'named' && own > 0);
  const most = Math.max(...named.map(({ shareRatio }) => shareRatio ?? 0));
  const said = named.filter(({ shareRatio }) => (shareRatio ?? 0) >= BESIDE_LARGEST * most).slice(0, MAX_SAID);
  const [first] = said;
  if (first === undefined) return null;
  const places = new Set(said.map((train) => trains.indexOf(train)));
  const own = spikes.filter((spike) => spike.trains?.some((place) => places.has(place)) ?? false).length;
  const name = trainNames(said);
  const makes = parts`${name} ${isPlural(said) ? 'make' : 'makes'} ${
    own === spikes.length ? 'all' : parts`${quantity(own, 'count')} of`} ${count(spikes.length, one)}`;
  const isOne = said.length === 1 && first.coreSeconds !== null;
  // Each target of a job is scraped once per interval.
  const cost = (first.coreSeconds ?? NaN) * first.targets;
  return { makes, cost: isOne ? recurring(cost, 'coreSeconds', first.periodSeconds) : null };
}

/**
 * `Rule group node makes 14 of 22 CPU spikes, 5.1 core-s every 3m.` null where the cause that leads is not made by
 * something with a name.
 */
function trainsClaim(makers: Makers, one: string): Part[] | null {
  const made = madeByTrains(makers, one);
  if (made === null) return null;
  const [first, ...others] = made.makes;
  const name = first !== undefined && 'text' in first ? first.text : '';
  const claim = parts`${name.charAt(0).toUpperCase()}${name.slice(1)}${others}${
    made.cost === null ? null : parts`, ${made.cost}`}.`;
  return isLong(claim) ? null : claim;
}

/** Names of many words are the user's: the kind of the cause is then said. */
function isLong(claim: readonly Part[]): boolean {
  return render(claim).split(/\s+/).length > MAX_WORDS;
}

/**
 * What follows a claim about GC where a rule group or job makes most of the CPU of spikes: `; rule group node makes 14
 * of 22 spikes`. null elsewhere, and where the whole would be longer than a claim may be.
 */
export function trainsBeside(
  claim: readonly Part[], { spikes, causes: [lead], trains = [], confidence }: SpikeAttribution
): Part[] | null {
  if (lead === undefined || confidence === 'too-early') return null;
  const made = madeByTrains({ spikes, trains, lead: lead.cause }, 'spike');
  const rest = made === null ? null : parts`; ${made.makes}`;
  return rest === null || isLong([...claim, ...rest]) ? null : rest;
}

/** As what large spikes are. */
const LARGE_ONES: Readonly<Record<SpikeCause, string>> = {
  compaction: 'compactions', gc: 'GC', query: 'queries', replay: 'WAL replays', restart: 'restarts',
  freeze: 'standstills', host: 'from the host', 'rule-group': 'rule groups', 'scrape-job': 'scrapes',
  unexplained: 'unexplained',
};

/**
 * What follows the share of GC: ` and makes 17 of 29 spikes; the large ones are compactions`. null where there are no
 * spikes, or too few for counts.
 */
export function gcOfSpikes({ spikes, causes, confidence, counted }: SpikeAttribution): Part[] | null {
  const [total, own] = [spikes.length, causes.find(({ cause }) => cause === 'gc')];
  if (total === 0 || confidence === 'too-early') return null;
  if (own?.count === total) return parts` and makes all ${count(total, 'spike')}`;
  const others = causes.filter(({ cause }) => cause !== 'gc');
  // A single spike, and those of a single start, are no kind that comes again.
  const [large] = others.filter((one) => one.count > 1 && (counted === total || !START_CAUSES.has(one.cause)))
    .toSorted((a, b) => b.coreSeconds - a.coreSeconds);
  if (own === undefined) {
    const are = others.length === 1 && large !== undefined ? `: they are ${LARGE_ONES[large.cause]}` : null;
    return parts` but makes none of ${count(total, 'spike')}${are}`;
  }
  const isLarger = large !== undefined && large.coreSeconds / large.count > own.coreSeconds / own.count;
  return parts` and makes ${quantity(own.count, 'count')} of ${count(total, 'spike')}${
    isLarger ? `; the large ones are ${LARGE_ONES[large.cause]}` : null}`;
}

/** What makes the rest: its only cause, or the two largest, and whether much of it has none. */
function rest(others: readonly QuantitySpikeCause[]): string {
  const [only] = others;
  if (others.length === 1 && only !== undefined)
    return only.cause === 'unexplained' ? ', the rest is unexplained' : `, ${CAUSE_WORDS[only.cause]} the rest`;
  const large = others.filter(({ shareRatio }) => shareRatio >= WORTH_NAMING);
  const named = namesOf(large);
  return (named.length === 0 ? '' : `, then ${named.slice(0, 2).join(' and ')}`)
    + (named.length < large.length ? '; some is unexplained' : '');
}

function namesOf(causes: readonly QuantitySpikeCause[]): string[] {
  return causes.filter(({ cause }) => cause !== 'unexplained').map(({ cause }) => CAUSE_WORDS[cause]);
}

function sources(causes: readonly QuantitySpikeCause[]): string {
  const named = namesOf(causes);
  const shown = named.length === causes.length ? named : [...named, 'unknown causes'];
  return shown.length < 2 ? shown.join('') : `${shown.slice(0, -1).join(', ')} and ${shown.at(-1) ?? ''}`;
}

/** Whole minutes from two minutes on: nobody counts spikes by the second. */
function roundedSeconds(measured: number): number {
  return measured < 120 ? Math.round(measured) : Math.round(measured / 60) * 60;
}
