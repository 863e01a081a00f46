/** Opens one file by its format: passes it to the matching analysis, and returns where the result is shown. */
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import type { BenchmarkReport, FileIdentity, OpenDoor, OpenedFile } from '../../../../core/contract/contract.ts';
import { MAX_BODY_BYTES } from '../../../../core/bounds.ts';
import { firstLine } from '../../../../core/result.ts';
import { readJsonBenchmarks } from '../../../../core/text/benchmarks/jsonResults.ts';
import { NO_CHOICES } from '../../../../core/url/panelChoices.ts';
import { formatUrl, parseUrl, type UrlState } from '../../../../core/url/urlState.ts';
import { statements } from '../../../../core/finding.ts';
import { comparedWords } from '../../../analysis/benchmarks/comparedWords.ts';
import { NOT_COMPARED } from '../../../analysis/benchmarks/sides/changedWork.ts';
import { comparesItself } from '../../../analysis/open/outputs/benchmarks/jsonFacts.ts';
import { LOOK_BYTES } from '../../../analysis/open/look/look.ts';
import { sentencesOf } from '../../../analysis/open/look/sentences.ts';
import { opening, thisIs } from '../../../analysis/open/look/thisIs.ts';
import { gravityOf } from '../../../analysis/open/parts/gravity.ts';
import { hasStep } from '../../../analysis/open/parts/prose/steps.ts';
import type { Recognized } from '../../../analysis/open/recognize.ts';
import { targetNameMistake } from '../../../kernel/config/targetName.ts';
import { RequestError, valueOf } from '../../../kernel/http/errors.ts';
import type { ApiDeps } from '../http/deps.ts';
import { chooseName, fileTitle } from '../../../features/targets/incidentRoutes.ts';
import { importRecording } from '../../../features/targets/recordingImports.ts';
import { keepOfTarget } from './joinedLogs.ts';
import { answerSentences } from './logSentences.ts';
import { openedLog } from './openedLogs.ts';
import { openedProfiles } from './openedProfiles.ts';
import type { SentFile } from './sentFiles.ts';

export type OpenDeps = Pick<
  ApiDeps,
  'benchmarks' | 'logs' | 'data' | 'replays' | 'targets' | 'profiles' | 'outputs' | 'incidents' | 'now' | 'recognize'
  | 'together'
>;

/** Result of opening a file. */
interface Opened extends Partial<Pick<OpenedFile, 'profiles' | 'target' | 'log' | 'output'>> {
  sentence: string;
  page: Partial<UrlState>;
}

const expand = promisify(gunzip);
/** Messages of the profile reader that say what a file is not; its recognized name says more. */
const SAYS_WHAT_IT_IS_NOT = /^the file is|is not a profile|neither|holds no result/;

interface Asked { sent: SentFile; what: Recognized; hold: (bytes: number) => void }
type Door = (deps: OpenDeps, asked: Asked) => Promise<Opened>;

/** Error types that do not depend on the file. */
const SERVER_FAULTS: ReadonlySet<string> = new Set(['busy', 'internal', 'unavailable', 'timeout']);

/** Maximum of members opened one by one from an archive without a profile. */
const MAX_MEMBERS = 50;

/**
 * Opens a file, or the members of an archive that holds no profile, such as logs. `hold`: counts bytes held in memory.
 * Throws only for a bug, or if the server is busy.
 */
export async function openSent(
  deps: OpenDeps, sent: SentFile, hold: (bytes: number) => void
): Promise<OpenedFile[]> {
  const whole = await openOne(deps, sent, hold);
  if (whole.outcome === 'opened' || (whole.what.format !== 'tar' && whole.what.format !== 'zip')) return [whole];
  const folder = `${sent.file}.members`;
  await mkdir(folder);
  const unpacked = await deps.incidents.unpack(sent.file, folder);
  if (!unpacked.ok) return [whole];
  const members: OpenedFile[] = [];
  for (const member of unpacked.value.files.filter(({ sizeBytes }) => sizeBytes > 0).slice(0, MAX_MEMBERS))
    members.push(await openOne(deps, member, hold));
  return members.some(({ outcome }) => outcome === 'opened') ? members : [whole];
}

async function openOne(deps: OpenDeps, sent: SentFile, hold: (bytes: number) => void): Promise<OpenedFile> {
  const what = valueOf(await deps.recognize(sent.file, sent.name));
  const none = { profiles: [], target: null, log: null, output: null };
  const { door } = what;
  const shared = { name: sent.name, sizeBytes: sent.sizeBytes, what: identityOf(what) };
  if (door === null)
    return { ...shared, ...none, outcome: 'refused', sentence: refusal(what, null), address: null };
  try {
    const { page, sentence, ...made } = await DOORS[door](deps, { sent, what, hold });
    return { ...shared, ...none, ...made, outcome: 'opened', sentence, address: addressOf(page) };
  } catch (error) {
    if (!(error instanceof RequestError) || SERVER_FAULTS.has(error.failure.errorType)) throw error;
    return { ...shared, ...none, outcome: 'refused', sentence: refusal(what, error.failure.message), address: null };
  }
}

export function addressOf(page: Partial<UrlState>): string {
  return formatUrl({ ...parseUrl('/', ''), ...page });
}

/**
 * Says what a file is and what was found in it. The step that holds for all files of its form is left out where the
 * facts name a step of their own. `reason`: the error of its analysis; for an unsupported format, the remedy says more.
 */
function refusal({ name, interest, remedy }: Recognized, reason: string | null): string {
  const isNamedOnly = reason === null || (remedy !== null && SAYS_WHAT_IT_IS_NOT.test(reason));
  const because = !isNamedOnly ? `; it cannot be read: ${reason.replace(/\.$/, '')}`
    : interest === null ? '; tsdbscope does not read this form' : '';
  const isWhole = reason === null && interest !== null && hasStep(interest);
  return [`${thisIs(name)}${because}.`, interest, isWhole ? null : remedy].filter((part) => part !== null).join(' ');
}

const OPEN_METRICS = 'application/openmetrics-text; version=1.0.0';

const DOORS: Record<OpenDoor, Door> = {
  profile: async (deps, { sent, what, hold }) => {
    const bytes = await bytesOf(sent, hold);
    const parts = what.sides?.map(({ name, text }) => ({
      name: name === '' ? sent.name : `${sent.name} (${name})`, title: name, bytes: new TextEncoder().encode(text),
    }));
    return openedProfiles(deps, what, parts ?? [{ name: sent.name, title: '', bytes: ownPart(what, bytes) }]);
  },
  benchmark: openBenchmark,
  log: openLog,
  blocks: openLog,
  recording: async (deps, { sent, what }) => {
    const name = await freeName(deps, sent.name, 'recording');
    const target = valueOf(await importRecording(deps, name, sent.file)).name;
    const sentence = `${opening(what)}: it is now the target ${target}.`;
    return { sentence, page: { page: 'overview', target }, target };
  },
  metrics: async (deps, { sent, what, hold }) => {
    const body = new TextDecoder().decode(ownPart(what, await plain(await bytesOf(sent, hold))));
    const file = `${sent.file}.scrape`;
    const name = await freeName(deps, sent.name, 'metrics');
    try {
      await writeFile(file, `${JSON.stringify({
        path: '/metrics', t: deps.now(), dur_ms: 0, status: 200, bytes: Buffer.byteLength(body),
        ct: /^# EOF\s*$/m.test(body.slice(-20)) ? OPEN_METRICS : 'text/plain; version=0.0.4', body,
      })}\n`, { mode: 0o600 });
      const target = valueOf(await importRecording(deps, name, file)).name;
      const said = what.interest ?? NO_RATES;
      await keepOfTarget(deps, target, said);
      return {
        sentence: [`${opening(what)}.`, said, scrapeSays(what, target)].filter((part) => part !== '').join(' '),
        target,
        page: { page: 'overview', target },
      };
    } finally {
      await rm(file, { force: true });
    }
  },
  archive: async (deps, { sent, what }) => {
    const { target, profiles, kind, skippedCount } = valueOf(await deps.incidents.openFile(sent.file, {
      title: fileTitle(sent.name), nameTarget: (had) => chooseName(deps, undefined, had),
    }));
    const name = target?.name ?? null;
    const [only, second] = profiles;
    const skipped = skippedCount === 0 ? ''
      : ` ${skippedCount} ${skippedCount === 1 ? 'member was' : 'members were'} skipped.`;
    return {
      sentence: `${kind === 'incident' ? 'An incident file of tsdbscope' : opening(what)} with ${profiles.length} `
        + `${profiles.length === 1 ? 'profile' : 'profiles'}.${skipped}`,
      target: name, profiles,
      page: name !== null ? { page: 'overview', target: name }
        : { page: 'profiles', profile: second === undefined ? only?.id ?? null : null },
    };
  },
};

const NO_RATES = 'One scrape has no rates.';

/** Says where the values of a scrape are, unless the scrape has a conclusion of its own. */
function scrapeSays({ interest }: Recognized, target: string): string {
  const where = `Its values are in the new target ${target}`;
  return interest === null ? `${where}.`
    : gravityOf(interest) > 0 || hasStep(interest) ? '' : `${where}; one scrape has no rates.`;
}

/** A claim on one output that compares its own benchmarks, or measured nothing: no other side is missing. */
const COMPARES_ITSELF = /, against \S|measured nothing/;
/** What one side of a comparison asks for. */
export const ADD_OTHER = 'Add the output of the other side to compare them.';

/** Notes of runs whose times say less than they seem to, which come before any comparison. */
const FAILED_RUN = new RegExp(' (?:has failures in its output|have failures in their output|has a run that failed) '
  + String.raw`\((?:line \d{1,9}: )?"`);
const failedRuns = (notes: readonly string[]): string[] => notes.slice(1).filter((note) => FAILED_RUN.test(note));

/** Returns what two sides of one text say as two files do, else the note on its sides and the finding. */
function sidesOf(report: BenchmarkReport): string[] {
  const { columns: [before = '', after = '', ...more], notes, finding, verdict, time } = report;
  if (after === '' || more.length > 0 || verdict === 'untested' || time !== null || !OF_TWO.test(notes[0] ?? ''))
    return [
      ...isTold(notes[0] ?? '', finding.sentence, `${after} against ${before}: `) ? [] : notes.slice(0, 1),
      ...statements(finding),
    ];
  const failed = new Set(notes);
  const [, ...omitted] = (notes[0] ?? '').split(NOT_COMPARED);
  return [
    `${after} against ${before}: ${comparedWords(report).filter((one) => !failed.has(one)).join(' ')}`,
    ...omitted.map((words) => `${NOT_COMPARED.trim()} ${words}`),
  ];
}

/** Whether the finding names the sides as the note does, which has nothing else to say. */
const isTold = (note: string, sentence: string, sides: string): boolean =>
  !note.includes(NOT_COMPARED) && sentence.includes(sides);

/** The note on two sides that names no more than the order in which they are compared. */
const OF_TWO = /^One text with two sides: .{1,1000} the first is the base\.(?:$| Not compared: )|^Compared by /s;

/** Opens one output; if it holds both sides, their comparison comes first. */
async function openBenchmark(deps: OpenDeps, { sent, what, hold }: Asked): Promise<Opened> {
  const bytes = await plain(await bytesOf(sent, hold));
  const files = [{ name: sent.name, text: new TextDecoder().decode(bytes) }];
  const compared = await deps.benchmarks.compare(new TextEncoder().encode(JSON.stringify({ files })));
  const report = compared.ok ? compared.value : null;
  const isAlone = report === null || (report.columns.length < 2 && report.time === null);
  const facts = what.format === JSON_BENCHMARK && isAlone ? what.interest : null;
  const { id } = valueOf(
    await deps.outputs.put(sent.name, bytes, deps.now(), facts === null ? undefined : sentencesOf(facts))
  );
  if (facts !== null) return {
    output: id,
    sentence: [
      `${opening(what)}.`, facts, ...files.some(({ text }) => isSelfCompared(text)) ? [] : [ADD_OTHER],
    ].join(' '), page: pageOf(id),
  };
  // Cases of `time` in one text are not a side of anything.
  const areCases = report?.units.some(({ unit, rows }) => unit === 'sec' && rows.length > 1) === true;
  const said = [
    ...report === null ? [] : [...failedRuns(report.notes), ...sidesOf(report)],
    ...isAlone && !areCases && !COMPARES_ITSELF.test(report?.finding.sentence ?? '') ? [ADD_OTHER] : [],
  ];
  return {
    sentence: [`${opening(what)}.`, ...said, ...what.interest === null ? [] : [what.interest]].join(' '), output: id,
    page: pageOf(id),
  };
}

const pageOf = (output: string): Partial<UrlState> =>
  ({ page: 'benchmarks', compared: { ...NO_CHOICES.compared, outputs: [output] } });

/** Results in JSON are described by their own facts, which have the spreads that the program computed. */
export const JSON_BENCHMARK = 'json-benchmark';

function isSelfCompared(text: string): boolean {
  const read = readJsonBenchmarks(text);
  return read !== null && comparesItself(read);
}

async function openLog(deps: OpenDeps, { sent, what, hold }: Asked): Promise<Opened> {
  const { interest, remedy } = what;
  const bytes = await bytesOf(sent, hold);
  const log = valueOf(await deps.logs.put(bytes, {
    name: sent.name, timeMs: deps.now(), sizeBytes: sent.sizeBytes, what: identityOf(what), facts: interest, remedy,
  }));
  const { finding, facts } = await openedLog(deps, log);
  const words = answerSentences({ finding, facts }, what.version);
  return { sentence: [`${opening(what)}.`, ...words].join(' '), page: { page: 'log', log }, log };
}

function identityOf({ format, name, program, version, confidence, envelope }: Recognized): FileIdentity {
  return { format, name, program, version, confidence, envelope };
}

/** Returns an unused name, from the file's name without extensions. */
async function freeName(deps: OpenDeps, fileName: string, otherwise: string): Promise<string> {
  const base = (fileName.split('/').at(-1) ?? '').replace(/(\.(?:ndjson|txt|prom|log|json|metrics|gz))+$/i, '');
  const plain = base.trim().slice(0, 100);
  return valueOf(await chooseName(deps, undefined, targetNameMistake(plain) === null ? plain : otherwise));
}

/** Returns the recognized part of a paste with other lines around it, or all of a file longer than the checked part. */
const ownPart = ({ pasted }: Recognized, bytes: Buffer): Uint8Array =>
  (pasted === null || bytes.length > LOOK_BYTES ? bytes : new TextEncoder().encode(pasted));

/** Decompresses gzip, within the limit of an upload. Throws bad_data. */
export async function plain(bytes: Buffer): Promise<Buffer> {
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return bytes;
  try {
    return await expand(bytes, { maxOutputLength: MAX_BODY_BYTES });
  } catch (error) {
    throw new RequestError({ errorType: 'bad_data', message: `it cannot be expanded (${firstLine(error)})` });
  }
}

async function bytesOf({ file, sizeBytes }: SentFile, hold: (bytes: number) => void): Promise<Buffer> {
  if (sizeBytes > MAX_BODY_BYTES) throw new RequestError({
    errorType: 'too_large',
    message: `it is larger than ${MAX_BODY_BYTES / 2 ** 20} MiB; compress it with gzip, or cut it to what is asked`,
  });
  hold(sizeBytes);
  return readFile(file);
}
