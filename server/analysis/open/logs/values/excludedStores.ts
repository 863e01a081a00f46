/** Says which label matcher of a query leaves out the stores of a Thanos querier, by its warning. Pure. */
import { knownMeaning } from '../messages/knownMessages.ts';

const NO_STORE = 'No StoreAPIs matched for this query';
const STORE = 'tore Addr: ';
const ADDRESS = /^[^\s",;]{1,300}/;
const BY_LABELS = new RegExp(String.raw`external labels \[(\{[^[\]\n]{0,6000}\})\] does not match request label `
  + String.raw`matchers: \[([^\]\n]{1,3000})\]`);
const SET = /\{([^{}\n]{0,2000})\}/g;
const LABEL = /(\w{1,100})="([^"]{0,300})"/g;
const MATCHER = /(\w{1,100})(!?=)"([^"]{0,300})"/g;
const MAX_LINE = 20_000;
const MAX_NAMED = 4;
const MEANING = knownMeaning(NO_STORE);

interface Excluded { address: string; matchers: Map<string, string> }

/** Returns the values that the sets of a store have for a label, if each set has one that the matcher refuses. */
function refusedValues(
  sets: readonly ReadonlyMap<string, string>[], name: string, sign: string, value: string
): string[] {
  const values = sets.map((set) => set.get(name) ?? '');
  const isRefused = values.every((own) => own !== '' && (own === value) === (sign === '!='));
  return sets.length > 0 && isRefused ? [...new Set(values)] : [];
}

/** Returns one store with the matchers that each exclude it, and the values which it has instead. */
function excludedBy(segment: string): Excluded | null {
  const [, labels = '', request = ''] = BY_LABELS.exec(segment) ?? [];
  const address = ADDRESS.exec(segment)?.[0];
  if (address === undefined || request === '') return null;
  const sets = [...labels.matchAll(SET)].map(([, set = '']) =>
    new Map([...set.matchAll(LABEL)].map(([, name = '', value = '']) => [name, value])));
  return {
    address, matchers: new Map([...request.matchAll(MATCHER)].flatMap(([matcher, name = '', sign = '', value = '']) => {
      const values = refusedValues(sets, name, sign, value);
      return values.length === 0 ? []
        : [[matcher, values.map((own) => `${name}="${own}"`).join(' and ')] as const];
    })),
  };
}

const listed = (all: readonly string[]): string => {
  const some = all.length > MAX_NAMED ? [...all.slice(0, MAX_NAMED), `${all.length - MAX_NAMED} more`] : all;
  return some.length < 2 ? some.join('') : `${some.slice(0, -1).join(', ')} and ${some.at(-1) ?? ''}`;
};

/** Returns the matcher that excludes every store of every such line; null if the lines do not show one. */
function excludingMatcher(lines: readonly string[]): string | null {
  const warnings = lines.map((line) => line.slice(0, MAX_LINE)).filter((line) => line.includes(NO_STORE));
  const found = warnings.flatMap((line) => line.replaceAll(/\\+"/g, '"').split(STORE).slice(1)).map(excludedBy);
  const stores = found.flatMap((store) => store ?? []);
  const [first] = stores;
  if (first === undefined || stores.length < found.length) return null;
  const matcher = [...first.matchers.keys()].find((one) => stores.every(({ matchers }) => matchers.has(one)));
  if (matcher === undefined) return null;
  const addresses = [...new Set(stores.map(({ address }) => address))];
  const own = [...new Set(stores.map(({ matchers }) => matchers.get(matcher) ?? ''))];
  const [have, all] = addresses.length === 1 ? ['has', 'The store that the querier knows is']
    : ['have', `The ${addresses.length} stores that the querier knows are`];
  return `${all} connected and did not fail, but ${addresses.length === 1 ? 'was' : 'were'} not asked: ${
    warnings.length === 1 ? 'the query has' : 'the queries have'} ${matcher}, and ${listed(addresses)} ${have} the `
    + `external ${own.length === 1 ? 'label' : 'labels'} ${listed(own)}. ${matcher.endsWith('=""')
      ? 'An empty value is mostly a dashboard variable without a value: set it, or take that matcher out of the query; '
      : 'Correct that matcher, or add a store with such labels; '}`
    + 'the stores with these labels need no change.';
}

/** Returns facts in which the matcher that excludes the stores takes the place of what the warning means in general. */
export function withExcludedStores(said: string | null, lines: readonly string[]): string | null {
  const matcher = said?.includes(NO_STORE) === true ? excludingMatcher(lines) : null;
  if (said === null || matcher === null) return said;
  return MEANING !== null && said.includes(MEANING) ? said.replace(MEANING, () => matcher) : `${said} ${matcher}`;
}
