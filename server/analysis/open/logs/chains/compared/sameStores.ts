/** Names the stores of a Thanos querier that announce equal external labels. Pure; bounded. */
import { knownMeaning } from '../../messages/knownMessages.ts';

const DROPPED = 'dropping store, external labels are not unique';
const ADDRESS = /\baddress"?[=:] ?"?([^\s",]{1,300})/;
const LABEL_SETS = /\bextLset"?[=:] ?"((?:[^"\\]|\\.){2,3000})"/;
const DUPLICATES = /\bduplicates"?[=:] ?"?(\d{1,6})/;
const LABEL = /(\w{1,100})="([^"]{0,300})"/g;
const MEANING = knownMeaning(DROPPED);
const MAX_GROUPS = 3;
const MAX_NAMED = 4;
const MAX_LABELS = 6;
const MAX_VALUES = 4;
const OF_QUERIERS = 'Several label sets of one address are those of a querier or store over several Prometheus: give '
  + 'this querier one address of each group, as a load balancer for both, or run Thanos 0.8.1 or later, which drops '
  + 'none.';
const OF_PROMETHEUS = 'Two Prometheus need a replica label each in external_labels; a sidecar and a store gateway of '
  + 'its blocks have equal labels rightly, and Thanos 0.8.1 or later drops none of them.';

const TWICE = 'found duplicate storeAPI producer';
const TWICE_MEANS = knownMeaning(TWICE);

interface Group { labels: string; sets: number; addresses: Set<string>; announced: number }

const joinedBy = (all: readonly string[], word: string): string =>
  (all.length < 2 ? all.join('') : `${all.slice(0, -1).join(', ')} ${word} ${all.at(-1) ?? ''}`);
const some = (all: readonly string[], max: number, word: string): string =>
  joinedBy(all.length > max ? [...all.slice(0, max), `${all.length - max} more`] : all, word);

/** Returns the labels of all sets of an address, each with its values. */
function labelsOf(sets: string): string {
  const values = new Map<string, Set<string>>();
  for (const [, name = '', value = ''] of sets.matchAll(LABEL))
    values.set(name, (values.get(name) ?? new Set<string>()).add(`"${value}"`));
  return [...values].slice(0, MAX_LABELS)
    .map(([name, all]) => `${name}=${some([...all], MAX_VALUES, 'and')}`).join(', ');
}

/** Returns the groups of addresses with equal labels, by the lines that `isOne` takes. */
function groupsOf(lines: readonly string[], isOne: (line: string, sets: string) => boolean): Group[] {
  const groups = new Map<string, Group>();
  for (const line of lines) {
    const address = ADDRESS.exec(line)?.[1];
    const sets = LABEL_SETS.exec(line)?.[1]?.replaceAll(String.raw`\"`, '"');
    if (address === undefined || sets === undefined || !isOne(line, sets)) continue;
    const group = groups.get(sets) ?? {
      labels: labelsOf(sets), sets: sets.split(/\},? ?\{/).length, addresses: new Set<string>(), announced: 0,
    };
    group.addresses.add(address);
    group.announced = Math.max(group.announced, Number(DUPLICATES.exec(line)?.[1] ?? 0));
    groups.set(sets, group);
  }
  return [...groups.values()].filter(({ addresses }) => addresses.size > 1);
}

/** Returns the addresses of each group, with the labels that they share. */
function toldGroups(groups: readonly Group[]): string {
  const told = groups.slice(0, MAX_GROUPS).map(({ addresses, labels }) =>
    `${some([...addresses].toSorted(), MAX_NAMED, 'and')} (${labels})`);
  return `${told.join('; ')}${groups.length > MAX_GROUPS ? `; so do ${groups.length - MAX_GROUPS} other groups` : ''}`;
}

/** Returns facts that name the sidecars or rulers with equal labels, by the lines that add them. */
function withSameProducers(facts: string, lines: readonly string[]): string {
  if (TWICE_MEANS === null || !facts.includes(TWICE_MEANS)) return facts;
  const found = new Set(lines.flatMap((line) => (!line.includes(TWICE) ? []
    : LABEL_SETS.exec(line)?.[1]?.replaceAll(String.raw`\"`, '"') ?? [])));
  const groups = groupsOf(lines, (_, sets) => found.has(sets));
  return groups.length === 0 ? facts : facts.replace(TWICE_MEANS, () => 'Sidecars or rulers announce equal external '
    + `labels, which mixes their blocks in one bucket: ${toldGroups(groups)}. Give each labels of its own, such as a `
    + 'replica label; after a pod was replaced, the second address may be its old one for a while.');
}

/** Returns facts that name the stores with equal labels, in place of what the message means of any. */
export function withSameStores(said: string | null, lines: readonly string[]): string | null {
  const facts = said === null ? null : withSameProducers(said, lines);
  if (facts === null || MEANING === null || !facts.includes(MEANING)) return facts;
  const groups = groupsOf(lines, (line) => line.includes(DROPPED));
  if (groups.length === 0) return facts;
  const dropped = groups.reduce((sum, { addresses }) => sum + addresses.size, 0);
  const areAll = groups.every(({ addresses, announced }) => announced > 0 && announced <= addresses.size);
  const lost = areAll ? `The querier uses none of these ${dropped} stores, so their data are missing in results`
    : 'The querier does not use these stores, so data may be missing in results';
  const step = groups.every(({ sets }) => sets > 1) ? OF_QUERIERS : OF_PROMETHEUS;
  return facts.replace(MEANING, () =>
    `Stores announce equal external labels: ${toldGroups(groups)}. ${lost}. ${step}`);
}
