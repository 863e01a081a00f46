/**
 * Says of three or more profiles that were opened together what they show in the order of their times: of each type and
 * program by itself. Two of a type are a pair; others keep what they say alone.
 */
import type { Normalize, OpenedFile, ProfileInfo } from '../../../../core/contract/contract.ts';
import { statements } from '../../../../core/finding.ts';
import { sideHint } from '../../../../core/profile/beforeAfter.ts';
import { amountOf } from '../../../../core/views/profile/series/seriesPlaces.ts';
import type { SeriesPoint } from '../../../../core/views/profile/series/seriesTrend.ts';
import { seriesWords } from '../../../../core/views/profile/series/seriesWords.ts';
import type { ApiDeps } from '../http/deps.ts';
import { onlyProfile, withProfilePair } from './openedPair.ts';
import { addressOf } from './openFile.ts';

type Deps = Pick<ApiDeps, 'profiles'>;
type Compared = Pick<ProfileInfo, 'time' | 'durationSeconds'>;

interface Member { at: number; file: OpenedFile; info: ProfileInfo; program: string }
/** Profiles of one type and program. `areOtherBuilds`: whether one is of another build than the first. */
interface Group { members: Member[]; areOtherBuilds: boolean }
/** What a group says, by the index of its file, and its page. */
interface Said { files: ReadonlyMap<number, OpenedFile>; address: string | null; first: number }

/** Fewer are a pair; more are not read one by one. */
const MIN_SERIES = 3;
const MAX_SERIES = 30;
/** Durations that differ by less are about equal. */
const TOLERANCE = 0.05;

/** Returns null unless at least three files are one profile each, and some of them say something together. */
export async function withProfileSeries(
  deps: Deps, files: readonly OpenedFile[]
): Promise<{ files: readonly OpenedFile[]; address: string | null } | null> {
  const own = files.flatMap((file, at) => {
    const info = onlyProfile(file);
    return info === null ? [] : [{ at, file, info }];
  });
  const distinct = own.filter(({ info }, i) => own.findIndex((one) => one.info.id === info.id) === i);
  if (distinct.length < MIN_SERIES || distinct.length > MAX_SERIES) return null;
  const groups = await groupsOf(deps, distinct);
  const said: Said[] = [];
  for (const group of groups) {
    const one = group.members.length === 2 ? await pairSaid(deps, group)
      : await sidesSaid(deps, group) ?? await seriesSaid(deps, group);
    if (one !== null) said.push(one);
  }
  const [main] = said;
  if (main === undefined) return null;
  const told = new Map(said.flatMap((one) => [...one.files]));
  const alone = distinct.filter(({ at }) => !told.has(at));
  return {
    address: said.length === 1 && own.length === files.length ? main.address : null,
    files: files.map((file, at): OpenedFile => {
      const changed = told.get(at) ?? file;
      const group = said.find(({ first }) => first === at);
      if (group === undefined) return changed;
      const rest = at === main.first ? aloneWords(alone, groups, main.first) : '';
      return {
        ...changed, sentence: `${changed.sentence}${rest}`,
        ...said.length > 1 && group.address !== null ? { address: group.address } : {},
      };
    }),
  };
}

const typeOf = ({ kind, defaultSampleType, sampleTypes }: ProfileInfo): string =>
  `${kind} ${defaultSampleType} ${sampleTypes.find(({ type }) => type === defaultSampleType)?.unit ?? ''}`;

/** Returns groups of one type and program, in the order of their first files. */
async function groupsOf({ profiles }: Deps, members: readonly Omit<Member, 'program'>[]): Promise<Group[]> {
  const groups: Group[] = [];
  for (const one of members) {
    const member = { ...one, program: await programOf({ profiles }, one.info.id) };
    let isTaken = false;
    for (const group of groups) {
      const [head] = group.members;
      if (head === undefined || typeOf(head.info) !== typeOf(one.info)) continue;
      if (head.program !== '' && member.program !== '' && head.program !== member.program) continue;
      const unlike = await profiles.comparability({ before: [head.info.id], after: [one.info.id] });
      const differences = unlike.ok ? unlike.value.differences.map(({ what }) => what) : [];
      if (differences.includes('program')) continue;
      group.members.push(member);
      group.areOtherBuilds ||= differences.includes('build-id');
      isTaken = true;
      break;
    }
    if (!isTaken) groups.push({ members: [member], areOtherBuilds: false });
  }
  return groups;
}

/** Returns the name of the main binary; empty if the profile does not name it. */
async function programOf({ profiles }: Deps, id: string): Promise<string> {
  const text = await profiles.view('text', id, { report: 'top', nodecount: 1 });
  return (text.ok ? /^File: (.{1,200})$/m.exec(text.value)?.[1] : undefined) ?? '';
}

async function pairSaid(deps: Deps, { members }: Group): Promise<Said | null> {
  const pair = await withProfilePair(deps, members.map(({ file }) => file));
  const [first] = members;
  return pair === null || first === undefined ? null : {
    first: first.at, address: pair.address,
    files: new Map(members.flatMap(({ at }, i) => {
      const file = pair.files[i];
      return file === undefined ? [] : [[at, file] as const];
    })),
  };
}

/** Returns the comparison of two groups if the name of each profile says its side; null otherwise. */
async function sidesSaid({ profiles }: Deps, { members }: Group): Promise<Said | null> {
  const [before, after] = [-1, 1].map((side) => members.filter(({ file }) => sideHint(file.name) === side));
  const [first] = members;
  if (first === undefined || before === undefined || after === undefined || before.length === 0 || after.length === 0
    || before.length + after.length < members.length) return null;
  const ids = (side: readonly Member[]): string[] => side.map(({ info }) => info.id);
  const names = (side: readonly Member[]): string => side.map(({ file }) => file.name).join(', ');
  const sides = { before: ids(before), after: ids(after) };
  const table = await profiles.diffTop({ ...sides, limit: 1 });
  if (!table.ok) return null;
  const said = `${names(after)} against ${names(before)}: ${statements(table.value.finding).join(' ')}`;
  return {
    first: first.at, address: addressOf({ page: 'diff', ...sides }),
    files: new Map(members.map(({ at, file }) => [at, {
      ...file,
      sentence: at === first.at ? said : `${named(file)}, on the side ${sideHint(file.name) < 0 ? 'before' : 'after'}.`,
    }])),
  };
}

const named = ({ what: { name } }: OpenedFile): string => `${name.slice(0, 1).toUpperCase()}${name.slice(1)}`;

const byName = new Intl.Collator('en', { numeric: true });

/** Returns the profiles by their times, or by their names if a time is missing or two are the same. */
function inOrder(members: readonly Member[]): { ordered: Member[]; isByTime: boolean } {
  const isByTime = new Set(members.flatMap(({ info: { time } }) => time ?? [])).size === members.length;
  return {
    isByTime, ordered: members.toSorted((a, b) => (isByTime ? (a.info.time ?? 0) - (b.info.time ?? 0)
      : byName.compare(a.file.name, b.file.name))),
  };
}

/** Returns how two of a series compare: per second, if they are of unequal durations. */
function normalizeOf({ durationSeconds: first }: Compared, { durationSeconds: second }: Compared): Normalize {
  return first !== null && second !== null && first > 0 && second > 0
    && Math.abs(first - second) > TOLERANCE * Math.max(first, second) ? 'duration' : 'none';
}

/** Returns the normalization with which a claim on CPU is in cores, as the values of the series are. */
const perSecond = (normalize: Normalize, type: string): Normalize => (type === 'cpu' ? 'duration' : normalize);

async function seriesSaid({ profiles }: Deps, { members, areOtherBuilds }: Group): Promise<Said | null> {
  const { ordered, isByTime } = inOrder(members);
  const [one, last] = [ordered[0], ordered.at(-1)];
  if (ordered.length < MIN_SERIES || one === undefined || last === undefined) return null;
  const type = one.info.defaultSampleType;
  const points: SeriesPoint[] = [];
  for (const { file: { name }, info: { id, time, durationSeconds } } of ordered) {
    const table = await profiles.view('traces', id, { sampleType: type, limit: 0 });
    if (!table.ok) return null;
    points.push({ name, time, seconds: durationSeconds, amount: amountOf(type, table.value) });
  }
  const sidesOf = ([from, to]: readonly [number, number]) => {
    const [before, after] = [ordered[from] ?? one, ordered[to] ?? last];
    return {
      before: [before.info.id], after: [after.info.id], normalize: normalizeOf(before.info, after.info),
      names: [before.file.name, after.file.name] as const,
    };
  };
  const unit = one.info.sampleTypes.find((own) => own.type === type)?.unit ?? '';
  const said = await seriesWords({
    of: { kind: one.info.kind, type, unit }, points, isByTime, areOtherBuilds,
    diffOf: async (pair) => {
      const { before, after, normalize } = sidesOf(pair);
      const table = await profiles.diffTop({ before, after, normalize: perSecond(normalize, type), limit: 1 });
      return table.ok ? table.value.finding : null;
    },
  });
  if (said === null) return null;
  const first = Math.min(...members.map(({ at }) => at));
  const { names, ...sides } = said.sides === null ? { ...sidesOf([0, 0]), names: null } : sidesOf(said.sides);
  const series = {
    ids: ordered.map(({ info: { id } }) => id), sentences: said.sentences,
    sides: names === null ? null : { before: sides.before[0] ?? '', after: sides.after[0] ?? '' },
  };
  for (const { info } of ordered) await profiles.keepSaid(info.id, { series });
  const shown = names === null ? [] : [`The address shows the diff of ${names[0]} and ${names[1]}.`];
  return {
    first, address: names === null ? null : addressOf({ page: 'diff', ...sides }),
    files: new Map(ordered.map(({ at, file }, i) => [at, {
      ...file,
      sentence: at === first ? [`${one.file.name} to ${last.file.name}:`, ...said.sentences, ...shown].join(' ')
        : `${named(file)}, ${i + 1} of ${ordered.length} in that order${
          (said.values[i] ?? '') === '' ? '' : `: ${said.values[i] ?? ''}`}.`,
    }])),
  };
}

/** Returns which profiles are compared with none, and why; empty if all are compared. */
function aloneWords(alone: readonly Omit<Member, 'program'>[], groups: readonly Group[], first: number): string {
  const main = groups.find(({ members }) => members.some(({ at }) => at === first))?.members[0];
  const own = alone.flatMap(({ at }) => groups.flatMap(({ members }) => members.filter((one) => one.at === at)));
  const words = own.map(({ file: { name }, info, program }) => {
    const isOfType = main !== undefined && typeOf(main.info) === typeOf(info);
    const why = !isOfType ? `of type ${info.defaultSampleType}`
      : program !== '' && program !== main.program ? `of the program ${program}` : 'of a program with other functions';
    return `${name} (${why})`;
  });
  return words.length === 0 ? '' : ` Not compared with these: ${words.join(', ')}.`;
}
