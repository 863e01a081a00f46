/** Runs in the worker: views of a profile or a pair that need the server's configuration. */
import { callers, diffCallers } from '../../../profile/views/callers.ts';
import { changedTotal, signedProfile } from '../../../profile/query/difference.ts';
import { diffFlameFile, flameFile } from '../../../profile/reports/flameFile.ts';
import { diffGraph, graph } from '../../../profile/views/graphView.ts';
import { diffLines, lines, withSource, type SourceTexts } from '../../../profile/views/lines.ts';
import type { Pair } from '../../../profile/query/pair.ts';
import type { Profile } from '../../../profile/decode/profile.ts';
import type { Question } from '../../../profile/query/question.ts';
import { diffSearchTotal, searchTotal } from '../../../profile/views/searchTotal.ts';
import { diffSubsystems, subsystems } from '../../../profile/views/subsystems.ts';
import { sidesOf, totalsOf } from '../../../profile/tree/beforeAfter.ts';
import { subjectOf } from '../../../profile/views/subject.ts';
import { diffTags, tags } from '../../../profile/views/tags.ts';
import { textReport } from '../../../profile/reports/textReports.ts';
import { diffTraces, traces } from '../../../profile/views/traces.ts';
import { ok, type Result } from '../../../../core/result.ts';
import type {
  DiffViewName, DiffViews, ProfileViews, ViewName, ViewQuestion,
} from '../../../data/store/files/profileCatalog.ts';
import { goroutineView } from './goroutineViews.ts';
import { graphvizLayout } from './graphviz.ts';
import type { WorkerSetup } from './profileMethods.ts';
import { SourceFiles } from './sourceFiles.ts';

function mapped<T, U>(result: Result<T>, use: (value: T) => U): Result<U> {
  return result.ok ? ok(use(result.value)) : result;
}

function diffText(pair: Pair, question: Question & ViewQuestion): Result<string> {
  const sampleType = pair.combined.sampleTypes[pair.type]?.type ?? '';
  return textReport(
    question.report ?? 'top', signedProfile(pair, question.base ?? 'diff_base'), { ...question, sampleType }
  );
}

/** Maximum of source files; one function has no more. */
const MAX_SOURCE_FILES = 20;

type Asked = Question & ViewQuestion;
type Answer<T> = Result<T> | Promise<Result<T>>;

export class Views {
  private readonly sources: SourceFiles;

  constructor(setup: WorkerSetup) {
    this.sources = new SourceFiles(setup.sourceRoots);
  }

  ofProfile<K extends ViewName>(view: K, profile: Profile, question: Asked): Answer<ProfileViews[K]> {
    return this.profileViews[view](profile, question);
  }

  ofPair<K extends DiffViewName>(view: K, pair: Pair, question: Asked): Answer<DiffViews[K]> {
    return this.pairViews[view](pair, question);
  }

  private readonly profileViews: { [K in ViewName]: (profile: Profile, question: Asked) => Answer<ProfileViews[K]> } = {
    callers: (profile, question) => callers(profile, question.function ?? '', question),
    lines: (profile, question) => this.withText(lines(profile, question.function ?? '', question), 0),
    tags: (profile, question) => tags(profile, question),
    graph: async (profile, question) => graph(profile, question, await graphvizLayout()),
    traces: (profile, question) => traces(profile, question),
    shareTotal: (profile, question) => mapped(subjectOf(profile, question), ({ head }) => head.total),
    text: (profile, question) => textReport(question.report ?? 'top', profile, question),
    flameFile: (profile, question) => flameFile(profile, question, question.picture),
    search: (profile, question) => searchTotal(profile, question.search ?? '', question),
    subsystems: (profile, question) => subsystems(profile, question),
    goroutines: (profile, question) => goroutineView(profile, question),
  };

  private readonly pairViews: { [K in DiffViewName]: (pair: Pair, question: Asked) => Answer<DiffViews[K]> } = {
    callers: (pair, question) => diffCallers(pair, question.function ?? '', question),
    lines: (pair, question) => this.withText(diffLines(pair, question.function ?? '', question), sidesOf(0, 0)),
    tags: (pair, question) => diffTags(pair, question),
    graph: async (pair, question) => diffGraph(pair, question, await graphvizLayout()),
    traces: (pair, question) => diffTraces(pair, question),
    shareTotal: (pair, question) => ok(question.base === 'base' ? changedTotal(pair) : totalsOf(pair).before),
    text: (pair, question) => diffText(pair, question),
    flameFile: (pair, question) => diffFlameFile(pair, question, question.picture),
    search: (pair, question) => diffSearchTotal(pair, question.search ?? '', question),
    subsystems: (pair, question) => diffSubsystems(pair, question),
  };

  private async withText<Cell, T extends {
    files: Parameters<typeof withSource<Cell>>[0]['files']
  }>(table: Result<T>, zero: Cell): Promise<Result<T>> {
    if (!table.ok) return table;
    const texts: SourceTexts = new Map();
    for (const { path } of table.value.files.slice(0, MAX_SOURCE_FILES)) texts.set(path, await this.sources.read(path));
    return ok({ ...table.value, files: withSource(table.value, texts, zero) });
  }
}
