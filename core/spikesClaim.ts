/** One sentence on the spikes of a window: their number and their causes. Pure. */
import type { Finding, Part } from './contract/terms/finding.ts';
import type {
  QuantitySpikeCause, QuantitySpikes, SpikeAttribution, SpikeCause, SpikeTrain,
} from './contract/panels/spikes.ts';
import { finding, isHeadline } from './finding.ts';
import { count, parts, percent, quantity, recurring, seconds } from './text/parts.ts';
import { SPIKE_NOUNS, START_CAUSES } from './text/spikeCauses.ts';
import { isPlural, trainNames } from './text/trainWords.ts';

const PLURAL: ReadonlySet<SpikeCause> = new Set(['query', 'restart', 'rule-group', 'scrape-job']);
/** Share of the remaining spikes below which a cause is omitted from the claim. */
const WORTH_NAMING = 0.05;
/** Causes as the subject of a clause. */
const CAUSE_WORDS: Readonly<Record<SpikeCause, string>> = {
  compaction: 'compaction', gc: 'GC', query: 'queries', replay: 'WAL replay', restart: 'restarts', freeze: 'catch-up',
  host: 'the host', 'rule-group': 'rule groups', 'scrape-job': 'scrapes', unexplained: 'unexplained',
};

/** Returns CPU spikes in the form used for any quantity. */
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

/** Returns `compaction makes`, `queries make`. */
export function makerWords(cause: Exclude<SpikeCause, 'unexplained'>): string {
  return `${CAUSE_WORDS[cause]} ${PLURAL.has(cause) ? 'make' : 'makes'}`;
}

/** Returns the confidence in words: `sure`, `likely`, `too early (3 of 4 spikes)`. */
export function spikesConfidenceText(
  { confidence, counted, needed }: Pick<QuantitySpikes, 'confidence' | 'counted' | 'needed'>
): string {
  return confidence === 'too-early' ? `too early (${counted} of ${needed} spikes)` : confidence;
}

/**
 * Returns a claim such as `29 CPU spikes in 20m: compaction makes 80 % of their CPU, GC the rest.` At most 20 words and
 * 3 numbers. Null if CPU is known for too short a time to detect spikes.
 */
export function spikesClaim(attribution: SpikeAttribution): Part[] | null {
  return quantityClaim(cpuQuantity(attribution));
}

/**
 * Returns the same for any quantity: `9 scrape-time spikes in 12m: queries make 66 % of their delay, then compaction.`
 */
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
  const words = wordsOf(trains);
  if (confidence === 'too-early') {
    return shortest((own) => parts`${head}, so far from ${sources(causes, own)}: too early for shares.`, words);
  }
  const byName = trainsClaim({ spikes, trains, lead: first.cause }, one);
  if (byName !== null) return byName;
  if (others.length === 0) {
    return first.cause === 'unexplained' ? parts`${head}: no known event explains any of them.`
      : parts`${head}, all from ${CAUSE_WORDS[first.cause]}.`;
  }
  // Rounding must not suggest that the first cause makes all of it.
  const share = percent(Math.min(0.99, first.shareRatio));
  const lead = first.cause === 'unexplained' ? parts`${share} of their ${amount} is unexplained`
    : parts`${makerWords(first.cause)} ${share} of their ${amount}`;
  return shortest((own) => parts`${head}: ${lead}${rest(others, own)}.`, words);
}

type CauseWords = (cause: SpikeCause) => string;
const KIND_WORDS: CauseWords = (cause) => CAUSE_WORDS[cause];

/** Returns words for causes: the names of trains for causes that consist of trains. */
function wordsOf(trains: readonly SpikeTrain[]): CauseWords {
  return (cause) => {
    const largest = largestTrains(trains, cause);
    return largest.length === 0 ? CAUSE_WORDS[cause] : trainNames(largest);
  };
}

/** Returns the claim with names if that stays short, else without. */
function shortest(claim: (words: CauseWords) => Part[], words: CauseWords): Part[] {
  const named = claim(words);
  return isHeadline(named) ? named : claim(KIND_WORDS);
}

/** Share of the largest train below which trains are omitted from the claim. */
const BESIDE_LARGEST = 0.3;
const MAX_SAID = 3;

interface Makers { spikes: readonly { trains?: number[] }[]; trains: readonly SpikeTrain[]; lead: SpikeCause }

/** Returns the trains that make most of a cause's spikes, largest first. */
function largestTrains(trains: readonly SpikeTrain[], cause: SpikeCause): SpikeTrain[] {
  const named = trains.filter(({ kind, verdict, spikes: own }) => kind === cause && verdict === 'named' && own > 0)
    .toSorted((a, b) => (b.shareRatio ?? 0) - (a.shareRatio ?? 0));
  const most = named[0]?.shareRatio ?? 0;
  return named.filter(({ shareRatio }) => (shareRatio ?? 0) >= BESIDE_LARGEST * most).slice(0, MAX_SAID);
}

interface MadeByTrains {
  /** Clause with counts: `rule group node makes 14 of 22 CPU spikes`. */
  makes: Part[];
  /** Clause without counts: `rule group node makes most CPU spikes`; null if they make fewer. */
  without: string | null;
  /** Cost of one evaluation, if a single group makes the spikes. */
  cost: Part | null;
}

function madeByTrains({ spikes, trains, lead }: Makers, one: string): MadeByTrains | null {
  const said = largestTrains(trains, lead);
  const [first] = said;
  if (first === undefined) return null;
  const places = new Set(said.map((train) => trains.indexOf(train)));
  const own = spikes.filter((spike) => spike.trains?.some((place) => places.has(place)) ?? false).length;
  const name = `${trainNames(said)} ${isPlural(said) ? 'make' : 'makes'}`;
  const makes = parts`${name} ${
    own === spikes.length ? 'all' : parts`${quantity(own, 'count')} of`} ${count(spikes.length, one)}`;
  const without = 2 * own <= spikes.length ? null : `${name} ${own === spikes.length ? 'all' : 'most'} ${one}s`;
  const isOne = said.length === 1 && first.coreSeconds !== null;
  // Each target of a job is scraped once per interval.
  const cost = (first.coreSeconds ?? NaN) * first.targets;
  return { makes, without, cost: isOne ? recurring(cost, 'coreSeconds', first.periodSeconds) : null };
}

/**
 * Returns a claim such as `Rule group node makes 14 of 22 CPU spikes, 5.1 core-s every 3m.` Null if the leading cause
 * has no named trains.
 */
function trainsClaim(makers: Makers, one: string): Part[] | null {
  const made = madeByTrains(makers, one);
  const claim = made === null ? null : sentenceOf(made);
  // Names with many words are user-chosen; the claim then uses the kind of the cause.
  return claim !== null && isHeadline(claim) ? claim : null;
}

function sentenceOf({ makes, cost }: MadeByTrains): Part[] {
  const [first, ...others] = makes;
  const name = first !== undefined && 'text' in first ? first.text : '';
  return parts`${name.charAt(0).toUpperCase()}${name.slice(1)}${others}${cost === null ? null : parts`, ${cost}`}.`;
}

/**
 * Returns a CPU finding with the name of what makes the spikes, even if GC cannot be judged: in the claim or the short
 * claim if that stays short, else in the evidence.
 */
export function withMakers(found: Finding, spikes: SpikeAttribution, short?: string): Finding {
  const made = trainsSentence(spikes);
  const names = trainNames(largestTrains(spikes.trains ?? [], spikes.causes[0]?.cause ?? 'unexplained'));
  if (made === null || found.sentence.includes(names)) return found;
  for (const head of [withoutStop(found.claim), parts`${short ?? null}`].filter(({ length }) => length > 0)) {
    const beside = trainsBeside(head, spikes);
    if (beside !== null) return finding({ ...found, claim: parts`${head}${beside}.` });
  }
  return finding({ ...found, evidence: [...found.evidence, made] });
}

function withoutStop(claim: readonly Part[]): Part[] {
  const last = claim.at(-1);
  return last === undefined || !('text' in last) ? [...claim]
    : parts`${claim.slice(0, -1)}${last.text.replace(/\.$/, '')}`;
}

/**
 * Returns `Rule group node makes 14 of 22 CPU spikes, 5.1 core-s every 3m.`, of any length; null if no named train
 * leads.
 */
function trainsSentence({ spikes, causes: [lead], trains = [], confidence }: SpikeAttribution): Part[] | null {
  if (lead === undefined || confidence === 'too-early') return null;
  const made = madeByTrains({ spikes, trains, lead: lead.cause }, SPIKE_NOUNS.cpu.one);
  return made === null ? null : sentenceOf(made);
}

/**
 * Returns the end of a claim about GC if a rule group or job makes most of the spikes' CPU: `; rule group node makes 14
 * of 22 spikes`, or without the numbers. Null otherwise, and if the claim would become too long.
 */
export function trainsBeside(
  claim: readonly Part[], { spikes, causes: [lead], trains = [], confidence }: SpikeAttribution
): Part[] | null {
  if (lead === undefined || confidence === 'too-early') return null;
  const made = madeByTrains({ spikes, trains, lead: lead.cause }, 'spike');
  return [made?.makes ?? null, made?.without ?? null].filter((words) => words !== null)
    .map((words) => parts`; ${words}`).find((rest) => isHeadline([...claim, ...rest])) ?? null;
}

/** Causes as names of large spikes. */
const LARGE_ONES: Readonly<Record<SpikeCause, string>> = {
  compaction: 'compactions', gc: 'GC', query: 'queries', replay: 'WAL replays', restart: 'restarts',
  freeze: 'standstills', host: 'from the host', 'rule-group': 'rule groups', 'scrape-job': 'scrapes',
  unexplained: 'unexplained',
};

/**
 * Returns the text after the share of GC: ` and makes 17 of 29 spikes; the large ones are compactions`. Null without
 * spikes, or with too few for counts.
 */
export function gcOfSpikes({ spikes, causes, confidence, counted }: SpikeAttribution): Part[] | null {
  const [total, own] = [spikes.length, causes.find(({ cause }) => cause === 'gc')];
  if (total === 0 || confidence === 'too-early') return null;
  if (own?.count === total) return parts` and makes all ${count(total, 'spike')}`;
  const others = causes.filter(({ cause }) => cause !== 'gc');
  // A single spike, and the spikes of a single start, are not recurring.
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

/** Returns the causes of the rest: the only one, or the two largest, and whether much of it is unexplained. */
function rest(others: readonly QuantitySpikeCause[], words: CauseWords): string {
  const [only] = others;
  if (others.length === 1 && only !== undefined)
    return only.cause === 'unexplained' ? ', the rest is unexplained' : `, ${words(only.cause)} the rest`;
  const large = others.filter(({ shareRatio }) => shareRatio >= WORTH_NAMING);
  const named = namesOf(large, words);
  return (named.length === 0 ? '' : `, then ${named.slice(0, 2).join(' and ')}`)
    + (named.length < large.length ? '; some is unexplained' : '');
}

function namesOf(causes: readonly QuantitySpikeCause[], words: CauseWords): string[] {
  return causes.filter(({ cause }) => cause !== 'unexplained').map(({ cause }) => words(cause));
}

function sources(causes: readonly QuantitySpikeCause[], words: CauseWords): string {
  const named = namesOf(causes, words);
  const shown = named.length === causes.length ? named : [...named, 'unknown causes'];
  return shown.length < 2 ? shown.join('') : `${shown.slice(0, -1).join(', ')} and ${shown.at(-1) ?? ''}`;
}

/** Rounds to whole minutes from two minutes on, because seconds are irrelevant for counts of spikes. */
function roundedSeconds(measured: number): number {
  return measured < 120 ? Math.round(measured) : Math.round(measured / 60) * 60;
}
