/** In the worker: the views of a profile and of a pair that need what the server was configured with. */
import type { DiffLinesTable, LinesTable } from '../../../core/contract/contract.ts';
import { callers, diffCallers } from '../../profile/views/callers.ts';
import { changedTotal, signedProfile } from '../../profile/query/difference.ts';
import { diffFlameFile, flameFile } from '../../profile/reports/flameFile.ts';
import { diffGraph, graph } from '../../profile/views/graphView.ts';
import { diffLines, lines, withSource, type SourceTexts } from '../../profile/views/lines.ts';
import type { Pair } from '../../profile/query/pair.ts';
import type { Profile } from '../../profile/decode/profile.ts';
import type { Question } from '../../profile/query/question.ts';
import { diffSearchTotal, searchTotal } from '../../profile/views/searchTotal.ts';
import { compileSubsystems, diffSubsystems, subsystems, type Subsystem } from '../../profile/views/subsystems.ts';
import { sidesOf } from '../../profile/tree/beforeAfter.ts';
import { subjectOf } from '../../profile/views/subject.ts';
import { diffTags, tags } from '../../profile/views/tags.ts';
import { textReport } from '../../profile/reports/textReports.ts';
import { diffTraces, traces } from '../../profile/views/traces.ts';
import { magnitude } from '../../profile/decode/values.ts';
import { ok, type Result } from '../../../core/result.ts';
import type { DiffViews, ProfileViews, ViewName, ViewQuestion } from '../../store/files/profileCatalog.ts';
import { graphvizLayout } from './graphviz.ts';
import type { WorkerSetup } from './profileTasks.ts';
import { SourceFiles } from './sourceFiles.ts';

function mapped<T, U>(result: Result<T>, use: (value: T) => U): Result<U> {
  return result.ok ? ok(use(result.value)) : result;
}

function diffText(pair: Pair, question: Question & ViewQuestion): Result<string> {
  const sampleType = pair.combined.sampleTypes[pair.type]?.type ?? '';
  return textReport(question.report ?? 'top', signedProfile(pair, question.base ?? 'diff_base'), { ...question, sampleType });
}

/** More files than this of one function is no source code. */
const MAX_SOURCE_FILES = 20;

export class Views {
  private readonly sources: SourceFiles;
  private readonly rules: Subsystem[];

  constructor(setup: WorkerSetup) {
    this.sources = new SourceFiles(setup.sourceRoots);
    const rules = compileSubsystems(setup.subsystems);
    // The client refuses unreadable ones before a worker is started.
    if (!rules.ok) throw new Error(rules.error.message);
    this.rules = rules.value;
  }

  ofProfile(view: ViewName, profile: Profile, question: Question & ViewQuestion): Result<ProfileViews[ViewName]> | Promise<Result<LinesTable | string>> {
    const name = question.function ?? '';
    switch (view) {
      case 'callers': return callers(profile, name, question);
      case 'lines': return this.withText(lines(profile, name, question), 0);
      case 'tags': return tags(profile, question);
      case 'graph': return graphvizLayout().then((layout) => graph(profile, question, layout));
      case 'traces': return traces(profile, question);
      case 'shareTotal': return mapped(subjectOf(profile, question), ({ head }) => head.total);
      case 'text': return textReport(question.report ?? 'top', profile, question);
      case 'flameFile': return flameFile(profile, question, question.picture);
      case 'search': return searchTotal(profile, question.search ?? '', question);
      case 'subsystems': return subsystems(profile, this.rules, question);
    }
  }

  ofPair(view: ViewName, pair: Pair, question: Question & ViewQuestion): Result<DiffViews[ViewName]> | Promise<Result<DiffLinesTable | string>> {
    const name = question.function ?? '';
    switch (view) {
      case 'callers': return diffCallers(pair, name, question);
      case 'lines': return this.withText(diffLines(pair, name, question), sidesOf(0, 0));
      case 'tags': return diffTags(pair, question);
      case 'graph': return graphvizLayout().then((layout) => diffGraph(pair, question, layout));
      case 'traces': return diffTraces(pair, question);
      case 'shareTotal': return ok(question.base === 'base' ? changedTotal(pair) : magnitude(pair.before.numbers));
      case 'text': return diffText(pair, question);
      case 'flameFile': return diffFlameFile(pair, question, question.picture);
      case 'search': return diffSearchTotal(pair, question.search ?? '', question);
      case 'subsystems': return diffSubsystems(pair, this.rules, question);
    }
  }

  private async withText<Cell, T extends { files: Parameters<typeof withSource<Cell>>[0]['files'] }>(table: Result<T>, zero: Cell): Promise<Result<T>> {
    if (!table.ok) return table;
    const texts: SourceTexts = new Map();
    for (const { file } of table.value.files.slice(0, MAX_SOURCE_FILES)) texts.set(file, await this.sources.read(file));
    return ok({ ...table.value, files: withSource(table.value, texts, zero) });
  }
}
