/** Tells that targets whose samples are refused by their time are in several scrape pools. Pure; bounded. */

const BY_TIME = /\bError on ingesting (?:out-of-order samples|samples with different value but same timestamp)/;
const POOL = /\bscrape_pool"?[=:] ?"?([\w./-]{1,200})/;
const TARGET = /\btarget"?[=:] ?"?(https?:\/\/[^\s"]{1,300})/;
/** The pool of an object of the Prometheus Operator: its kind, its namespace and its name. */
const OF_OPERATOR = /^(serviceMonitor|podMonitor|probe)\/([\w.-]{1,63})\/[\w.-]{1,253}\/\d{1,3}$/;
const KINDS: Readonly<Record<string, string>> = {
  serviceMonitor: 'ServiceMonitor', podMonitor: 'PodMonitor', probe: 'Probe',
};
const MAX_LINE = 2000;
const MAX_POOLS = 4;
/** The step of the warning, which leaves open what the scrape pools tell. */
const STEP = ': see whether two targets or senders write the same series, or a target sends timestamps of its own.';
const WORDS = ' scrape pools: ';

const listed = (all: readonly string[]): string => `${all.slice(0, -1).join(', ')} and ${all.at(-1) ?? ''}`;

/** Returns how to give each series to one pool only. */
function stepFor(pools: readonly string[]): string {
  const objects = pools.flatMap((pool) => {
    const [, kind = '', namespace = ''] = OF_OPERATOR.exec(pool) ?? [];
    return namespace === '' ? [] : [{ kind, namespace }];
  });
  const [first] = objects;
  if (first === undefined || objects.length < pools.length)
    return 'keep the target in one of these jobs, or give the series of each job labels that differ.';
  const isOne = objects.every(({ namespace }) => namespace === first.namespace);
  const kinds = [...new Set(objects.map(({ kind }) => kind))];
  return `see the selectors of these ${kinds.map((kind) => `${KINDS[kind] ?? kind}s`).join(' and ')} (kubectl ${
    isOne ? `-n ${first.namespace} ` : ''}get ${kinds.map((kind) => kind.toLowerCase()).join(',')} ${
    isOne ? '' : '-A '}-o yaml), so that each selects only what is its own.`;
}

/** Returns which pools have one target; null unless most of the targets of refused samples are in several. */
export function sharedTargets(lines: readonly string[]): string | null {
  const poolsOf = new Map<string, Set<string>>();
  for (const whole of lines) {
    const line = whole.slice(0, MAX_LINE);
    const [pool, target] = [POOL.exec(line)?.[1], TARGET.exec(line)?.[1]];
    if (!BY_TIME.test(line) || pool === undefined || target === undefined) continue;
    poolsOf.set(target, (poolsOf.get(target) ?? new Set<string>()).add(pool));
  }
  const shared = [...poolsOf].filter(([, pools]) => pools.size > 1);
  const [first] = shared;
  if (first === undefined || shared.length * 2 <= poolsOf.size) return null;
  const counts = shared.map(([, pools]) => pools.size);
  const [least, most] = [Math.min(...counts), Math.max(...counts)];
  const pools = [...new Set(shared.flatMap(([, own]) => [...own]))].sort();
  const named = pools.length <= MAX_POOLS ? listed(pools)
    : `${pools.slice(0, MAX_POOLS - 1).join(', ')} and ${pools.length - MAX_POOLS + 1} others`;
  const which = poolsOf.size === 1 ? `The target ${first[0]} is`
    : shared.length === poolsOf.size ? `Each of these ${shared.length} targets is`
    : `${shared.length} of these ${poolsOf.size} targets are`;
  return `${which} in ${least === most ? String(most) : `${least} to ${most}`}${WORDS}${named}. So one target is `
    + 'scraped several times, and where that gives equal labels, each series gets samples from all of these scrapes, '
    + `and the late ones are refused: ${stepFor(pools)}`;
}

/** Returns facts without the step of the warning, which such a sentence answers. */
export const withoutOpenStep = (facts: string | null, shared: string | null): string | null =>
  (shared?.includes(WORDS) === true ? facts?.replaceAll(STEP, '.') ?? null : facts);
