/**
 * Explains that one side of an operator of PromQL or MetricsQL has several series where it may have one: which side and
 * metric, which labels its series share, in which they differ, and how to aggregate it. Pure; bounded.
 */
import { sentencesOf } from '../../look/sentences.ts';

const SERIES = /[\w:]{0,200}\{[^{}\n]{0,3000}\}?/.source;
const BOTH = `(${SERIES})(?:(?:, | and )(${SERIES}))?`;
/** Prometheus and the engines made after it: the match group, the side, then two of its series. */
const GROUP = new RegExp(String.raw`found duplicate series for the match group (\{[^{}\n]{0,2000}\}) on the `
  + String.raw`(left|right) (?:hand-)?side(?: of the operation(?:[^\n{[]{0,60}: \[?${BOTH})?)?`);
/** VictoriaMetrics: the side, the operator with its labels, then two series of that side. */
const TWICE = new RegExp(/duplicate time series on the (left|right) side of `?([^\n:`{}]{1,300})`?/.source
  + `(?:: ${BOTH})?`);
const LABEL = /(\w{1,100})="((?:[^"\\]|\\.){0,1000})"/g;
const ON = /\bon ?\(([\w, ]{0,300})\)/i;
/** Labels that a query takes over from the side which may have only one series. */
const TAKEN = /\bgroup_(?:left|right)\s{0,9}\(([\w,\s]{1,300})\)/i;
const ON_TAKEN = new RegExp(String.raw`${ON.source}\s{0,9}${TAKEN.source}`, 'gi');
const MAX_LABELS = 6;
/** Labels whose values are reported: of more of them, the names say as much. */
const MAX_WITH_VALUES = 2;
const MAX_VALUE = 80;
/** Labels that name the source of a series: their values are reported beside any number of others. */
const OF_SOURCE: ReadonlySet<string> = new Set(['job', 'instance']);
/** Labels of the target that a series comes from, and not of what it measures. */
const OF_TARGET: ReadonlySet<string> = new Set(['container', 'endpoint', 'instance', 'job', 'pod', 'service']);
/** Labels that say who scrapes a target, and not what it is. */
const OF_SCRAPE: ReadonlySet<string> = new Set(['service', 'job', 'endpoint', 'prometheus']);
const BEGIN = 'Two series on the ';

/** Messages that the sentences of this file explain. */
export const OF_MATCHES: ReadonlySet<string> = new Set([
  'found duplicate series for the match group', 'many-to-many matching not allowed',
  'duplicate time series on the left side of', 'duplicate time series on the right side of',
]);

type Labels = ReadonlyMap<string, string>;

interface Match {
  side: string; quote: string; program: string;
  /** Labels that the two series share; null if the query names those that do not count. */
  shared: string[] | null;
  metric: string | null; first: Labels; second: Labels;
  /** Whether the text ends within the second series. */
  isCut: boolean;
}

const labelsIn = (series: string): Labels =>
  new Map([...series.matchAll(LABEL)].map(([, name = '', value = '']) => [name, value]));
const namesIn = (list: string): string[] => list.split(',').map((name) => name.trim()).filter((name) => name !== '');
const listed = (names: readonly string[], word: string): string => {
  const more = names.length - MAX_LABELS;
  const some = more > 0 ? [...names.slice(0, MAX_LABELS), `${more} more`] : names;
  return some.length < 2 ? some.join('') : `${some.slice(0, -1).join(', ')} ${word} ${some.at(-1) ?? ''}`;
};

function matchIn(whole: string): Match | null {
  const text = whole.replaceAll(/\\{1,7}"/g, '"');
  const group = GROUP.exec(text);
  const twice = group === null ? TWICE.exec(text) : null;
  if (group === null && twice === null) return null;
  const [, , , one = '', other = ''] = group ?? [];
  const [, , operator = '', own = '', next = ''] = twice ?? [];
  const [series, second] = group === null ? [own, next] : [one, other];
  const first = labelsIn(series);
  const on = ON.exec(operator)?.[1];
  return {
    side: (group?.[2] ?? twice?.[1]) ?? '', program: group === null ? 'VictoriaMetrics' : 'Prometheus',
    quote: group === null ? `duplicate time series on the ${twice?.[1] ?? ''} side of ${operator.trim()}`
      : `found duplicate series for the match group ${group[1] ?? ''} on the ${group[2] ?? ''} hand-side`,
    shared: group !== null ? [...labelsIn(group[1] ?? '').keys()] : on === undefined ? null : namesIn(on),
    metric: first.get('__name__') ?? (/^[\w:]{1,200}(?=\{)/.exec(series)?.[0] ?? null),
    first, second: labelsIn(second), isCut: second !== '' && !second.endsWith('}'),
  };
}

/** Returns the names of the labels in which the two series differ; with a cut series also those that it may lack. */
const differingIn = ({ first, second, isCut }: Match): string[] =>
  [...new Set([...first.keys(), ...isCut ? [] : second.keys()])].filter((name) => first.get(name) !== second.get(name));

/** Returns the two values of a label, if both are short. */
function valuesOf(name: string, { first, second }: Match): string {
  const both = [first.get(name), second.get(name)].flatMap((value) =>
    (value === undefined || value === '' || value.length > MAX_VALUE ? [] : [`"${value}"`]));
  return both.length < 2 ? '' : ` (${both.join(' and ')})`;
}

/** Says in which labels the two series differ, or which ones the text may have cut; '' if that is not in it. */
function differenceOf(match: Match): string {
  const { second, isCut, shared } = match;
  if (second.size === 0) return '';
  const names = differingIn(match);
  const sure = names.filter((name) => !isCut || second.has(name));
  const known = sure.map((name) => (name === '__name__' ? 'the metric'
    : `${name}${sure.length > MAX_WITH_VALUES && !OF_SOURCE.has(name) ? '' : valuesOf(name, match)}`));
  if (known.length > 0) return ` but differ in ${listed(known, 'and')}`;
  const hidden = names.filter((name) => shared?.includes(name) !== true);
  return !isCut || hidden.length === 0 ? ''
    : ` (in which label they differ is cut off: ${listed(hidden, 'or')})`;
}

/** Labels by which replicas of one Prometheus differ. */
const OF_REPLICA = /^(?:(?:prometheus_|thanos_)?replica|__replica__)$/;
const REPLICAS = 'two replicas of a Prometheus have that series: query them with deduplication, as Thanos does with '
  + '--query.replica-label';

/** The name of a pod of a Deployment: its name, then what Kubernetes adds for the ReplicaSet and for the pod. */
const OF_DEPLOYMENT = /^([a-z0-9][a-z0-9.-]{0,200})-([bcdfghjklmnpqrstvwxz2456789]{6,10})-[a-z0-9]{5}$/;

/** Says that both series come from pods of two ReplicaSets of one Deployment; null for others. */
function twoReplicaSets({ first, second }: Match, names: readonly string[]): string | null {
  const [, one = '', set] = OF_DEPLOYMENT.exec(first.get('pod') ?? '') ?? [];
  const [, other, next] = OF_DEPLOYMENT.exec(second.get('pod') ?? '') ?? [];
  return set === undefined || one !== other || set === next || !names.every((name) => OF_TARGET.has(name)) ? null
    : `pods of two ReplicaSets of ${one} are scraped, as of an old and a new release: see kubectl get `
      + 'replicasets,pods, and remove the one that is left over';
}

/** Says why both series are there, if they differ only in what a scrape or a replica adds; null for others. */
function whyTwice(match: Match): string | null {
  const { first, second, isCut } = match;
  const names = differingIn(match);
  if (!isCut && names.length > 0 && names.every((name) => OF_REPLICA.test(name))) return REPLICAS;
  const sets = isCut ? null : twoReplicaSets(match, names);
  if (sets !== null) return sets;
  const instance = first.get('instance');
  if (isCut || names.length === 0 || instance === undefined || instance !== second.get('instance')
    || !names.every((name) => OF_SCRAPE.has(name) && first.has(name) && second.has(name))) return null;
  return names.includes('service') ? 'two Services lead to that target, so it is scraped twice: remove the one that is '
    + 'left over, as of an earlier release (kubectl get service -A), or what selects it to be scraped'
    : names.includes('job') ? 'two jobs scrape that target: remove it from one of them'
      : 'that target is scraped twice: remove one of the two scrapes';
}

/** Returns the two jobs that both give such a series, from targets of their own; null for others. */
function twoJobs(match: Match): { one: string; other: string } | null {
  const { first, second, isCut } = match;
  const [one, other] = [first.get('job') ?? '', second.get('job') ?? ''];
  return isCut || one === '' || other === '' || one === other || first.get('instance') === second.get('instance')
    || first.get('__name__') !== second.get('__name__')
    || !differingIn(match).every((name) => OF_TARGET.has(name) || !first.has(name) || !second.has(name))
    ? null : { one, other };
}

const MAX_SHOWN = 3;

/** Returns the first labels of a series, so that it can be found; null if one of them is long. */
function shownSeries(labels: Labels): string | null {
  const some = [...labels].filter(([name]) => name !== '__name__').slice(0, MAX_SHOWN);
  return some.length === 0 || some.some(([, value]) => value.length > MAX_VALUE) ? null
    : `{${some.map(([name, value]) => `${name}="${value}"`).join(', ')}${labels.size > some.length ? ', …' : ''}}`;
}

const ALL_ON = new RegExp(ON.source, 'gi');
/** Why series of a metric lack a label that others of it have. */
const LACKING: Readonly<Record<string, string>> = { container_id: ', as a container has that was not started yet' };

/** Says of series that all lack the labels to match on which they are, by the only on() of the query. */
function lackingLabels({ first, second }: Match, around: string): { of: string; step: string } | null {
  const [only, other] = [...around.matchAll(ALL_ON)].map(([, list = '']) => namesIn(list));
  if (only === undefined || other !== undefined || only.length === 0) return null;
  const [one, two] = [shownSeries(first), shownSeries(second)];
  const [name = '', more] = only;
  return {
    of: `have no ${listed(only, 'or')}, on which the operator matches${more === undefined ? LACKING[name] ?? '' : ''}${
      one === null || two === null ? '' : ` (${one} and ${two})`}`,
    step: `leave them out with ${only.map((label) => `${label}!=""`).join(', ')} in the selector of that side, and see `
      + 'why they have none',
  };
}

/** Returns the labels that the operator with these labels to match on takes over, else those of the first operator. */
function takenBeside(around: string, shared: readonly string[] | null): string {
  const text = around.replaceAll(/\\{1,3}[nt]/g, ' ');
  const own = shared === null ? undefined : [...text.matchAll(ON_TAKEN)].find(([, on = '']) =>
    namesIn(on).toSorted().join(',') === shared.toSorted().join(','));
  return own?.[2] ?? TAKEN.exec(text)?.[1] ?? '';
}

/** Returns what such an error means; `around`: the text with the query, which may say what it takes from that side. */
function sentenceOf(match: Match, around: string): string {
  const { side, shared, metric, first } = match;
  const what = metric === null ? '' : `, of ${metric},`;
  const which = `${BEGIN}${side} side of the operator${what}`;
  const ends = `and that side may have only one (the ${side === 'right' ? 'left' : 'right'} side is not refused)`;
  const lacking = shared?.length === 0 ? lackingLabels(match, around) : null;
  if (lacking !== null) return `${which} ${lacking.of}, ${ends}: ${lacking.step}.`;
  if (shared?.length === 0) return `${which} have none of the labels to match on, ${ends}: see whether that side has `
    + 'the labels of on(), else aggregate it.';
  const taken = namesIn(takenBeside(around, shared)).filter((name) => first.size === 0 || first.has(name));
  const by = [...new Set([...shared ?? [], ...taken])];
  const example = shared === null ? '' : `, as in max by (${by.join(', ')}) (${metric ?? '…'})`;
  const same = shared === null ? 'have the same labels to match on' : `have the same ${listed(shared, 'and')}`;
  const jobs = twoJobs(match);
  const twice = jobs === null ? whyTwice(match) : `the jobs ${jobs.one} and ${jobs.other} both give such a series: `
    + `select one of them in the query (job="${jobs.one}" or job="${jobs.other}"), or drop the metric in the other job `
    + '(metric_relabel_configs)';
  return `${which} ${same}${differenceOf(match)}, ${ends}${
    twice === null ? ':' : `; ${twice}; until then,`} aggregate the ${side} side${example}.`;
}

const UP_TO_SIDE = / (?:but differ in |\(in which label |, and that side)/;

/**
 * Returns facts in which such a meaning is that of the whole line: with the labels that the rule beside the error takes
 * over, and with both series where the quotation of the error is cut.
 */
export function withTakenLabels(facts: string | null, lines: readonly string[]): string | null {
  if (facts === null || !facts.includes(BEGIN)) return facts;
  const line = lines.find((one) => (TAKEN.test(one) || ON.test(one)) && matchIn(one) !== null);
  const match = line === undefined ? null : matchIn(line);
  if (line === undefined || match === null) return facts;
  const whole = sentenceOf(match, line);
  const [start = ''] = whole.split(UP_TO_SIDE, 1);
  const own = sentencesOf(facts).find((sentence) => sentence.startsWith(start) && isMatchMeaning(sentence));
  return facts.replace(own ?? sentenceOf(match, ''), () => whole);
}

/** Returns what an error of such a query means; null for other errors. `query`: the query, if it is known. */
export function matchMeaning(error: string, query = error): string | null {
  const match = matchIn(error);
  return match === null ? null : sentenceOf(match, query);
}

/** Where the series begin that the meaning of such an error names. */
const NAMES_SERIES = /^([^\n]{0,2200}?\bof the operation): \[/;

/** Returns such an error without the series that its meaning names, and other errors as they are. */
export const withoutSeries = (error: string): string =>
  (matchIn(error) === null ? error : NAMES_SERIES.exec(error)?.[1] ?? error);

/** Returns the error of such a query in a text, with what it means; null without one. */
export function matchFact(text: string): { program: string; sentence: string } | null {
  const match = matchIn(text);
  return match === null ? null : {
    program: match.program,
    sentence: `It has the error "${match.quote.replaceAll('"', '\'')}" of ${match.program}. ${sentenceOf(match, text)}`,
  };
}

/** Whether a sentence is such a meaning. */
export const isMatchMeaning = (sentence: string): boolean =>
  sentence.startsWith(BEGIN) && sentence.includes(' side of the operator');
