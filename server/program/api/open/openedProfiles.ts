/** Adds the profiles of a file, and says what their pages say first. */
import type { ProfileInfo } from '../../../../core/contract/contract.ts';
import { statements } from '../../../../core/finding.ts';
import type { UrlState } from '../../../../core/url/urlState.ts';
import type { Recognized } from '../../../analysis/open/recognize.ts';
import { profileSays } from '../../../features/profiles/profileSays.ts';
import { valueOf } from '../../../kernel/http/errors.ts';
import type { ApiDeps } from '../http/deps.ts';

type Deps = Pick<ApiDeps, 'profiles'>;

/** A profile of a file; `title` names it among several. */
interface ProfilePart { name: string; title: string; bytes: Uint8Array }

/** Forms whose facts name the functions already, with what only their text has. */
const SAYS_ALL = /goroutine|^(?:text-contention|rprof|dhat|massif)$/;

/** Forms whose profile has a comment on each thing of interest, as their beginning alone may not. */
const SAYS_IN_COMMENTS = /^(?:collapsed|jfr)$/;
/** Forms whose facts are on their beginning alone, and the comments of their profile on all of it. */
const FACTS_OF_BEGINNING = 'jfr';

/** Forms that do not name the types of their samples. */
const OWN_TYPES = /^(?:rprof|dhat|massif)$/;

const LARGEST = { minRatio: 0.0005 };
/** Number of sample types that are described besides the default one, if they are different events. */
const MAX_EVENTS = 3;

/** Throws the first refusal if none of the parts can be read. */
export async function openedProfiles(
  deps: Deps, what: Recognized, parts: readonly ProfilePart[]
): Promise<{ sentence: string; profiles: ProfileInfo[]; page: Partial<UrlState> }> {
  const added = await Promise.all(parts.map(async ({ name, title, bytes }) => (
    { title, result: await deps.profiles.add({ bytes, name, source: { how: 'upload' } }) }
  )));
  const read = added.flatMap(({ title, result }) => (result.ok ? [{ title, info: result.value }] : []));
  const [first] = read;
  if (first === undefined) {
    const [refused] = added;
    if (refused === undefined) throw new Error('a file without a part');
    valueOf(refused.result);
    throw new Error('a refusal without an error');
  }
  const profiles = read.map(({ info }) => info);
  if (read.length === 1) return {
    sentence: (await saidOf(deps, what, first.info)).join(' '), profiles,
    page: { page: 'profiles', profile: first.info.id },
  };
  const each: string[] = [];
  for (const [i, { title, info }] of read.entries())
    each.push(`${title === '' ? `Recording ${i + 1}` : title}: ${(await eventsSay(deps, what, info)).join(' ')}`);
  return {
    sentence: [`${opening(what)} with ${read.length} recordings.`, ...each].join(' '), profiles,
    page: { page: 'profiles', chosen: profiles.map(({ id }) => id) },
  };
}

async function saidOf(deps: Deps, what: Recognized, info: ProfileInfo): Promise<string[]> {
  // Of async-profiler, the facts are on all that it measured, the profile only on the stacks that it printed.
  const isPart = what.interest !== null && what.format === 'async-profiler';
  // Self values of goroutines and of waits are where Go's runtime parks them.
  const isTold = isPart || isCutHeap(what)
    || (what.interest !== null && SAYS_ALL.test(what.format));
  const types = info.sampleTypes.map(({ type }) => type);
  const isOfGoroutines = what.interest !== null && what.format === 'text-goroutine';
  return [
    isPart || OWN_TYPES.test(what.format) || types.every((type) => what.name.includes(type)) ? `${opening(what)}.`
      : `${opening(what)}: ${types.join(', ')}.`,
    // That a few goroutines are missing changes nothing about where most are.
    ...what.caveat === null || isOfGoroutines ? [] : [what.caveat], ...isTold ? [] : await eventsSay(deps, what, info),
    ...what.interest === null || what.format === FACTS_OF_BEGINNING ? [] : [what.interest],
    ...what.caveat !== null && isOfGoroutines ? [what.caveat] : [],
    ...SAYS_IN_COMMENTS.test(what.format) ? info.comments.map((comment) => `${comment}.`) : [],
  ];
}

/** Whether records of a heap are missing: shares of the others are not those of the heap. */
const isCutHeap = ({ format, caveat }: Recognized): boolean =>
  (format === 'text-heap' || format === 'gperftools-heap') && caveat !== null;

/**
 * Returns what its page says first, and the claim of each other event of perf, which have nothing in common; empty for
 * an execution trace, or if the profile workers cannot answer now.
 */
async function eventsSay(deps: Deps, what: Recognized, info: ProfileInfo): Promise<string[]> {
  if (info.kind === 'trace') return [];
  const found = await profileSays(deps.profiles, info, LARGEST);
  const said = found.ok ? statements(found.value) : [];
  const others = what.format !== 'perf' ? []
    : info.sampleTypes.filter(({ type }) => type !== 'samples' && type !== info.defaultSampleType);
  for (const { type } of others.slice(0, MAX_EVENTS)) {
    const one = await profileSays(deps.profiles, info, { ...LARGEST, sampleType: type });
    if (one.ok) said.push(...statements(one.value).slice(0, 1));
  }
  return said;
}

const opening = ({ name }: Recognized): string => `${name.slice(0, 1).toUpperCase()}${name.slice(1)}`;
