/** Worker thread: decodes profiles and computes their tables, trees and diffs, one request at a time. */
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { workerData } from 'node:worker_threads';
import { promisify } from 'node:util';
import { constants, gzip, gzipSync } from 'node:zlib';
import { comparabilityOf } from '../../../profile/diff/comparability.ts';
import type { DiffStep, DiffTopTable } from '../../../../core/contract/contract.ts';
import { decode } from '../../../profile/decode/decode.ts';
import { decodeAny } from '../../../profile/foreign/decodeAny.ts';
import { renameProposals } from '../../../profile/diff/renameProposals.ts';
import { diffFlameGraph, diffTop } from '../../../profile/diff/diff.ts';
import { encodeChange, encodeDifference } from '../../../profile/query/difference.ts';
import { isGzip } from '../../../profile/decode/gunzip.ts';
import { pairOf, type Pair, type SideProfile } from '../../../profile/query/pair.ts';
import { preparedProfile } from '../../../profile/prepare/preparedProfile.ts';
import type { Question } from '../../../profile/query/question.ts';
import type { Profile } from '../../../profile/decode/profile.ts';
import { profileFacts } from '../../../profile/query/profileFacts.ts';
import { cpuShares } from '../../../profile/span/cpuShares.ts';
import { encode } from '../../../profile/decode/encode.ts';
import { KeptStacks } from '../../../profile/span/commonStacks.ts';
import { mergeSpan, type SpanTask } from '../../../profile/span/mergeSpan.ts';
import { diffTopOfTables, sideTable, type SideTable } from '../../../profile/diff/sideTable.ts';
import { flameGraph } from '../../../profile/tree/stackTree.ts';
import { diffExport } from '../../../profile/reports/diffExport.ts';
import { top } from '../../../profile/query/top.ts';
import { ExpressionTooSlow } from '../../../../core/regex.ts';
import { compileSubsystems } from '../../../profile/query/subsystems.ts';
import { fail, ok, type Result } from '../../../../core/result.ts';
import { sideFilterKeys, type Side } from '../../../../core/profile/sideFilters.ts';
import { ProfileFiles } from '../../../data/store/files/profileFiles.ts';
import { functionAddresses } from '../../../profile/views/addresses.ts';
import { timeline } from '../../../profile/views/timeline.ts';
import { perUnit } from '../../../profile/tree/perUnit.ts';
import { ProfileCache } from './profileCache.ts';
import { callsTo } from '../../../kernel/threads/calls.ts';
import { inJson, serve } from '../../../kernel/threads/serve.ts';
import { describeTrace, storedCpuSamples, storedTrace } from './executionTraces.ts';
import { Views } from './profileViews.ts';
import { sidesKey, type DiffNews } from './diffProgress.ts';
import type {
  Described, DiffTask, ProfileMethods, ProfileRef, SideTask, Wanted, WorkerSetup,
} from './profileMethods.ts';

const setup = workerData as WorkerSetup;
// It reads bytes, not descriptions: the main thread reports damage.
const files = new ProfileFiles(setup.folder, () => undefined);
const cache = new ProfileCache(setup.cacheBytes);
const stacks = new KeptStacks();
const views = new Views(setup);
const compiled = compileSubsystems(setup.subsystems);
// The client rejects invalid ones before it starts a worker.
if (!compiled.ok) throw new Error(compiled.error.message);
const rules = compiled.value;
/** Adds the configured rows of subsystems. */
const ruled = <Q extends Question>(question: Q): Q => ({ ...question, rules });

const compress = promisify(gzip);

/** Shares of a larger profile would delay its upload; they are computed on request. */
const SOON_SAMPLES = 20_000;

async function describe(bytes: Uint8Array, name: string): Promise<Result<Described>> {
  // Frees memory for the upload.
  lastPair = lastTable = null;
  // Runs on its own thread, parallel to the decoding; compression is slower, hence the fastest level.
  const compressed = isGzip(bytes) ? null : compress(bytes, { level: constants.Z_BEST_SPEED });
  const trace = await describeTrace(bytes);
  if (trace !== null) {
    const gzip = await compressed ?? bytes;
    return trace.ok ? ok({ ...trace.value, gzip }) : trace;
  }
  const decoded = await decodeAny(bytes);
  if (!decoded.ok) {
    await compressed;
    return decoded;
  }
  const { profile, expanded, isConverted } = decoded.value;
  const id = createHash('sha256').update(expanded).digest('hex');
  cache.put(id, profile);
  const facts = profileFacts(profile, name);
  const cpu = facts.kind === 'cpu' && facts.samples <= SOON_SAMPLES ? cpuShares(profile, rules) : null;
  const asCame = compressed === null ? bytes : await compressed;
  return ok({
    id, facts, gzip: isConverted ? await compress(expanded) : asCame, ...(cpu?.ok === true ? { cpu: cpu.value } : {}),
  });
}

async function subtract(bytes: Uint8Array, earlier: Uint8Array, seconds: number): Promise<Result<Uint8Array>> {
  const first = await decode(earlier);
  if (!first.ok) return first;
  const second = await decode(bytes);
  if (!second.ok) return second;
  const change = encodeChange(first.value.profile, second.value.profile, seconds);
  return change.ok ? ok(new Uint8Array(gzipSync(change.value))) : change;
}

async function load(
  wanted: Wanted, question: Question = {}, side: Side | null = null
): Promise<Result<Profile>> {
  const profile = await (typeof wanted === 'string' ? loadStored(wanted) : loadSpan(wanted));
  return profile.ok ? preparedProfile(profile.value, question, side) : profile;
}

/** Merges the span once, and caches it like a decoded profile. */
async function loadSpan(task: SpanTask): Promise<Result<Profile>> {
  const key = JSON.stringify(task);
  const known = cache.get(key);
  if (known !== undefined) return ok(known);
  const merged = await mergeSpan(task, loadStored, stacks);
  if (merged.ok) cache.put(key, merged.value);
  return merged;
}

async function bytesOf(id: string): Promise<Result<Uint8Array>> {
  try {
    return ok(await readFile(files.bytesFile(id)));
  } catch (error) {
    const reason = (error as NodeJS.ErrnoException).code ?? 'unknown';
    return fail('not_found', `the file of profile ${id.slice(0, 12)} cannot be read (${reason}); upload it again`);
  }
}

async function loadStored(id: string): Promise<Result<Profile>> {
  const known = cache.get(id);
  if (known !== undefined) return ok(known);
  const bytes = await bytesOf(id);
  if (!bytes.ok) return bytes;
  const decoded = await decode(bytes.value);
  if (!decoded.ok) {
    const place = basename(await files.setAside(id));
    const { errorType, message } = decoded.error;
    const what = `the file of profile ${id.slice(0, 12)} in the data folder is damaged (${message})`;
    return fail(errorType, `${what} and was set aside as ${place}; upload the profile again`);
  }
  cache.put(id, decoded.value.profile);
  return ok(decoded.value.profile);
}

async function withProfile<T>(
  id: Wanted, use: (profile: Profile) => Result<T> | Promise<Result<T>>, question?: Question
): Promise<Result<T>> {
  const profile = await load(id, question);
  return profile.ok ? use(profile.value) : profile;
}

/** The last pair, cached because a page's table, flame graph and views use the same one. */
let lastPair: { key: string; pair: Pair } | null = null;

async function withPair<T>(task: DiffTask, use: (pair: Pair) => Result<T> | Promise<Result<T>>): Promise<Result<T>> {
  const { before, after, normalize, question } = task;
  const { sampleType, tagroot, tagleaf, rename } = question;
  const own = sideFilterKeys.map((name) => question[name] ?? '');
  const key = JSON.stringify([before, after, normalize, sampleType, tagroot, tagleaf, rename, own]);
  if (lastPair?.key !== key) {
    lastPair = null;
    const pair = await makePair(task);
    if (!pair.ok) return pair;
    lastPair = { key, pair: pair.value };
  }
  return use(lastPair.pair);
}

/** The after side's table, kept for the diff that follows. */
let lastTable: { key: string; table: SideTable | null } | null = null;

async function oneSide({ id, which, question, keep }: SideTask): Promise<Result<SideTable | null>> {
  const table = await withProfile(id, (profile) => sideTable(profile, which, ruled(question)), question);
  if (!keep || !table.ok) return table;
  lastTable = { key: JSON.stringify([id, which, question]), table: table.value };
  return ok(null);
}

/** Returns null if the whole pair is needed. */
async function diffOfSides(
  { before, after, question }: DiffTask, beforeTable?: SideTable,
): Promise<Result<DiffTopTable> | null> {
  const [first, second] = [before[0], after[0]];
  if (beforeTable === undefined || typeof first?.id !== 'string' || typeof second?.id !== 'string') return null;
  const side = { id: second.id, which: 'after' as const, question };
  // Another thread may keep it.
  if (lastTable?.key !== JSON.stringify([side.id, side.which, side.question])) {
    const made = await oneSide({ ...side, keep: true });
    if (!made.ok) return made;
  }
  const afterTable = lastTable?.table ?? null;
  if (afterTable === null) return null;
  const table = diffTopOfTables({ ...first, ...beforeTable }, { ...second, ...afterTable }, ruled(question));
  return table.ok && table.value === null ? null : (table as Result<DiffTopTable>);
}

async function makePair(task: DiffTask): Promise<Result<Pair>> {
  tell(task, 'decoding');
  const before = await loadSide(task.before, task.question, 'before');
  if (!before.ok) return before;
  tell(task, 'decoding', 0.5);
  const after = await loadSide(task.after, task.question, 'after');
  if (!after.ok) return after;
  tell(task, 'joining');
  return pairOf(before.value, after.value, task.question.sampleType, task.normalize);
}

async function loadSide(
  refs: ProfileRef[], question: Question, which: Side
): Promise<Result<SideProfile[]>> {
  const side: SideProfile[] = [];
  for (const { id, ...known } of refs) {
    const profile = await load(id, question, which);
    if (!profile.ok) return profile;
    side.push({ profile: profile.value, ...known });
  }
  return ok(side);
}

const TOO_LARGE = 'the answer is larger than can be sent; '
  + 'ask for fewer rows with "limit", or for wider frames with "minRatio"';

async function ofProfile<T>(
  id: Wanted, use: (profile: Profile) => Result<T> | Promise<Result<T>>, question?: Question
): Promise<Result<T>> {
  return inJson(await withProfile(id, use, question), TOO_LARGE);
}

async function ofPair<T>(task: DiffTask, use: (pair: Pair) => Result<T> | Promise<Result<T>>): Promise<Result<T>> {
  return inJson(await withPair(task, use), TOO_LARGE);
}

function tell(task: DiffTask, step: DiffStep, partDone = 0): void {
  news({ key: sidesKey(task), step, partDone } satisfies DiffNews);
}

function scaled<T extends { unit: string }>(answer: Result<T>, { scale }: Question): Result<T> {
  return answer.ok ? ok(perUnit(answer.value, scale)) : answer;
}

/** Scales a view; texts and pictures never have a scale. */
function scaledView<T>(answer: Result<T>, { scale }: Question): Result<T> {
  if (!answer.ok || scale === undefined || typeof answer.value !== 'object' || answer.value === null
    || !('unit' in answer.value) || typeof answer.value.unit !== 'string') return answer;
  return ok(perUnit({ ...answer.value, unit: answer.value.unit }, scale));
}

/** Reports an expression that takes too long as the user's mistake, in every view. */
function refusingSlowExpressions(methods: ProfileMethods): ProfileMethods {
  return callsTo<ProfileMethods>(async (method, args) => {
    // Names and arguments are those of `methods`.
    const byName: object = methods;
    try {
      return await (byName as Record<string, (...args: unknown[]) => Promise<Result<unknown>>>)[method]?.(...args);
    } catch (error) {
      if (error instanceof ExpressionTooSlow) return fail('bad_data', error.message);
      throw error;
    }
  });
}

const news = serve<ProfileMethods>(refusingSlowExpressions({
  describe,
  subtract,
  executionTrace: async (id) => {
    const bytes = await bytesOf(id);
    return inJson(bytes.ok ? await storedTrace(bytes.value) : bytes, TOO_LARGE);
  },
  cpuSamples: async (id) => {
    const bytes = await bytesOf(id);
    return bytes.ok ? storedCpuSamples(bytes.value) : bytes;
  },
  top: (id, question) => ofProfile(id, (profile) => scaled(top(profile, ruled(question)), question), question),
  timeline: (id, question) => ofProfile(id, (profile) => timeline(profile, ruled(question)), question),
  addresses: (id, name, question) => (
    ofProfile(id, (profile) => functionAddresses(profile, name, ruled(question)), question)),
  cpuShares: (id) => ofProfile(id, (profile) => cpuShares(profile, rules)),
  flamegraph: (id, question) => (
    ofProfile(id, (profile) => scaled(flameGraph(profile, ruled(question)), question), question)),
  view: (view, id, question) => ofProfile(
    id, async (profile) => scaledView(await views.ofProfile(view, profile, ruled(question)), question), question
  ),
  diffView: (view, task) => ofPair(
    task, async (pair) => scaledView(await views.ofPair(view, pair, ruled(task.question)), task.question)
  ),
  sideTable: oneSide,
  diffTop: async (task, beforeTable) => {
    const table = await diffOfSides(task, beforeTable);
    return table === null ? ofPair(task, (pair) => diffTop(pair, ruled(task.question))) : inJson(table, TOO_LARGE);
  },
  diffFlamegraph: (task) => ofPair(task, (pair) => scaled(
    diffFlameGraph(pair, ruled(task.question), (step) => { tell(task, step); }), task.question
  )),
  comparability: (task) => ofPair(task, (pair) => ok(comparabilityOf(pair))),
  renames: (task) => ofPair(task, (pair) => renameProposals(pair, ruled(task.question))),
  diffReport: (task, format, { before, after }) => (
    ofPair(task, (pair) => diffExport(pair, ruled(task.question), format, { before, after }))),
  spanDownload: (task) => withProfile(task, (profile) => ok(new Uint8Array(gzipSync(encode(profile))))),
  diffDownload: (task) => withPair(task, (pair) => {
    const encoded = encodeDifference(pair, ruled(task.question));
    return encoded.ok ? ok(new Uint8Array(gzipSync(encoded.value))) : encoded;
  }),
}));
