/** In the worker: the views of a profile and of a pair that need what the server was configured with. */
import type { DiffLinesTable, LinesTable } from '../api/contract.ts';
import { callers, diffCallers } from '../profile/callers.ts';
import { diffGraph, graph } from '../profile/graphView.ts';
import { diffLines, lines, withSource, type SourceTexts } from '../profile/lines.ts';
import type { Pair } from '../profile/pair.ts';
import type { Profile } from '../profile/profile.ts';
import type { Question } from '../profile/question.ts';
import { compileSubsystems, diffSubsystems, subsystems, type Subsystem } from '../profile/subsystems.ts';
import { sidesOf } from '../profile/sides.ts';
import { diffTags, tags } from '../profile/tags.ts';
import { ok, type Result } from '../result.ts';
import type { DiffViews, ProfileViews, ViewName, ViewQuestion } from '../store/profileCatalog.ts';
import { graphvizLayout } from './graphviz.ts';
import type { WorkerSetup } from './profileTasks.ts';
import { SourceFiles } from './sourceFiles.ts';

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
