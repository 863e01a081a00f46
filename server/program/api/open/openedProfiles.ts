/** Adds the profiles of a file, and says what their pages say first. */
import type { FileFacts, ProfileInfo } from '../../../../core/contract/contract.ts';
import { statements } from '../../../../core/finding.ts';
import type { UrlState } from '../../../../core/url/urlState.ts';
import { sentencesOf } from '../../../analysis/open/look/sentences.ts';
import { opening } from '../../../analysis/open/look/thisIs.ts';
import type { Recognized } from '../../../analysis/open/recognize.ts';
import { profileSays } from '../../../features/profiles/profileSays.ts';
import { valueOf } from '../../../kernel/http/errors.ts';
import type { ApiDeps } from '../http/deps.ts';
import { goroutineFacts } from './openedGoroutines.ts';

type Deps = Pick<ApiDeps, 'profiles'>;

/** A profile of a file; `title` names it among several. */
interface ProfilePart { name: string; title: string; bytes: Uint8Array }

/** Forms whose facts name the functions already, with what only their text has. */
const SAYS_ALL = /goroutine(?!leak)|^(?:text-contention|rprof|dhat|massif)$/;

/** Forms whose profile has a comment on each thing of interest, as their beginning alone may not. */
const SAYS_IN_COMMENTS = /^(?:collapsed|jfr)$/;
/** Forms whose facts the profile says better: they are on their beginning alone, or count what it counts. */
const SAID_BY_PROFILE = /^(?:jfr|text-goroutineleak)$/;

/** Forms that may print only some of the stacks of a profile. */
const EXCERPTS = /^pprof-traces$/;
const PPROF = 'pprof';
const PRINTED = 'async-profiler';
const GOROUTINES = 'text-goroutine';

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
  if (read.length === 1) {
    const info = await withSaid(deps, what, first.info);
    return {
      sentence: (await saidOf(deps, what, info)).join(' '), profiles: [info],
      page: { page: 'profiles', profile: info.id },
    };
  }
  const profiles = read.map(({ info }) => info);
  const each: string[] = [];
  for (const [i, { title, info }] of read.entries())
    each.push(`${title === '' ? `Recording ${i + 1}` : title}: ${(await eventsSay(deps, what, info)).join(' ')}`);
  return {
    sentence: [`${opening(what)} with ${read.length} recordings.`, ...each].join(' '), profiles,
    page: { page: 'profiles', chosen: profiles.map(({ id }) => id) },
  };
}

/** Returns what the file says besides the samples of its profile, in the order of the answer; null for nothing. */
function factsOf(what: Recognized): FileFacts | null {
  const { interest, caveat, format } = what;
  // Of async-profiler, the facts are on all that it measured, the profile only on the stacks that it printed.
  const isPart = interest !== null && format === PRINTED;
  // Self values of goroutines and of waits are where Go's runtime parks them.
  const leads = isPart || isCutHeap(what) || (interest !== null && SAYS_ALL.test(format));
  // That a few goroutines are missing changes nothing about where most are.
  const isOfGoroutines = interest !== null && format === GOROUTINES;
  const sentences = [
    isOfGoroutines ? null : caveat, SAID_BY_PROFILE.test(format) ? null : interest, isOfGoroutines ? caveat : null,
  ].flatMap((text) => (text === null ? [] : sentencesOf(text)));
  const mayBePart = EXCERPTS.test(format);
  return sentences.length === 0 && !mayBePart ? null : { sentences, leads, mayBePart };
}

/** Returns the profile with what its file says, which is stored with it; what an earlier opening left is replaced. */
async function withSaid(deps: Deps, what: Recognized, info: ProfileInfo): Promise<ProfileInfo> {
  const facts = what.format === PPROF ? await goroutineFacts(deps, info) : factsOf(what);
  const said = { facts, series: null };
  if (facts === null && info.said === undefined) return info;
  await deps.profiles.keepSaid(info.id, said);
  return { ...info, said };
}

async function saidOf(deps: Deps, what: Recognized, info: ProfileInfo): Promise<string[]> {
  const types = info.sampleTypes.map(({ type }) => type);
  const isNamed = what.format === PRINTED || OWN_TYPES.test(what.format)
    || types.every((type) => what.name.includes(type));
  return [
    isNamed ? `${opening(what)}.` : `${opening(what)}: ${types.join(', ')}.`, ...await eventsSay(deps, what, info),
    ...SAYS_IN_COMMENTS.test(what.format) ? info.comments.map((comment) => `${comment}.`) : [],
  ];
}

/** Whether records of a heap are missing: shares of the others are not those of the heap. */
const isCutHeap = ({ format, caveat }: Recognized): boolean =>
  (format === 'text-heap' || format === 'gperftools-heap') && caveat !== null;

/**
 * Returns what its page says first, and the claim of each other event of perf, which have nothing in common; only what
 * the file says besides, if the profile workers cannot answer now.
 */
async function eventsSay(deps: Deps, what: Recognized, info: ProfileInfo): Promise<string[]> {
  if (info.kind === 'trace') return traceSays(deps, info);
  const facts = info.said?.facts ?? null;
  // The page has the same, its first sentence cut to a headline.
  if (facts?.leads === true) return facts.sentences;
  const found = await profileSays(deps.profiles, info, LARGEST);
  const said = found.ok ? statements(found.value) : facts?.sentences ?? [];
  const others = what.format !== 'perf' ? []
    : info.sampleTypes.filter(({ type }) => type !== 'samples' && type !== info.defaultSampleType);
  const ofEvents: string[] = [];
  for (const { type } of others.slice(0, MAX_EVENTS)) {
    const one = await profileSays(deps.profiles, info, { ...LARGEST, sampleType: type });
    if (one.ok) ofEvents.push(...statements(one.value).slice(0, 1));
  }
  const own = said.length - (facts?.sentences.length ?? 0);
  return ofEvents.length === 0 ? said : [...said.slice(0, own), ...ofEvents, ...said.slice(own)];
}

/** Returns what the page of an execution trace says; that it is only stored, for a version that is not read. */
async function traceSays({ profiles }: Deps, { id, samples, comments: [comment] }: ProfileInfo): Promise<string[]> {
  if (samples === 0 && comment !== undefined) return [`${opening({ name: comment })}.`];
  const trace = await profiles.executionTrace(id);
  return trace.ok ? statements(trace.value.finding) : [];
}
