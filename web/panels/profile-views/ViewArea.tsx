import { useCallback, useMemo } from 'react';
import type { ReactNode } from 'react';
import type {
  CallersTable, DiffCallersTable, DiffLinesTable, DiffSubsystemTable, DiffTagsTable, DiffTopTable, LinesTable,
  SubsystemTable, TagsTable, TopTable,
} from '../../../core/contract/contract.ts';
import { PanelFrame } from '../../ui/PanelFrame.tsx';
import type { FrameQuery } from '../../ui/PanelFrame.tsx';
import type { ProfileViewName } from '../../../core/url/urlState.ts';
import { CallGraph } from './CallGraph.tsx';
import { CopyCommand } from './CopyCommand.tsx';
import { ExportMenu } from './ExportMenu.tsx';
import { FlameLabels } from './FlameLabels.tsx';
import { FlameLines } from './FlameLines.tsx';
import { FlamePeek } from './FlamePeek.tsx';
import { FlameSandwich } from './FlameSandwich.tsx';
import type { SandwichHalf } from './FlameSandwich.tsx';
import { FlameSubsystems, rollupTexts } from './FlameSubsystems.tsx';
import { labelToShow, labelViews, linesView, rollupRows } from '../../../core/views/profile/flameViews.ts';
import { FunctionViews } from './FunctionViews.tsx';
import { functionTable } from '../../../core/views/profile/functionRows.ts';
import type { FunctionTable } from '../../../core/views/profile/functionRows.ts';
import { SelectedFunction } from './SelectedFunction.tsx';
import type { PprofQuestion } from '../../../core/views/profile/pprofCommand.ts';
import { viewExports } from '../../../core/views/profile/viewExports.ts';
import type { ExportFormat, ExportSource } from '../../../core/views/profile/viewExports.ts';
import { compileSearch, foundOf, foundWords } from '../../../core/views/profile/viewSearch.ts';
import type { Match } from '../../../core/views/profile/viewSearch.ts';
import { ViewSearch } from './ViewSearch.tsx';
import { ViewTabs } from './ViewTabs.tsx';

export interface ViewData {
  calls: FrameQuery<CallersTable | DiffCallersTable>;
  lines: FrameQuery<LinesTable | DiffLinesTable>;
  tags: FrameQuery<TagsTable | DiffTagsTable>;
  subsystems: FrameQuery<SubsystemTable | DiffSubsystemTable>;
  graph: FrameQuery<string>;
}

interface ViewAreaProps {
  view: ProfileViewName;
  onView: (view: ProfileViewName) => void;
  search: string;
  onSearch: (text: string) => void;
  /** The table of functions that all views use. */
  table: TopTable | DiffTopTable;
  selectedName: string | null;
  onSelect: (name: string | null) => void;
  data: ViewData;
  question: PprofQuestion;
  exportHref: (source: ExportSource, format: ExportFormat) => string;
  label: string | null;
  onLabel: (key: string) => void;
  onTagFocus: (tagfocus: string) => void;
  /** The flame graph with its surroundings, including its own search. */
  flame: ReactNode;
  top: (match: Match) => ReactNode;
  drawHalf: (half: SandwichHalf) => ReactNode;
  /** Further actions on the selected function. */
  functionActions?: ReactNode;
}

const BODY_PX = 640;

/** All views of a profile or a diff, with search, pprof command and downloads of the current one. */
export function ViewArea(props: ViewAreaProps) {
  const { view, onView, search, selectedName, onSelect, data } = props;
  const functions = useMemo(() => functionTable(props.table), [props.table]);
  const match = useMemo(() => compileSearch(search), [search]);
  const result = useMemo(
    () => resultWords(view, functions, data, { label: props.label, match }), [view, functions, data, props.label, match]
  );
  // The search of the flame graph is separate, because it counts whole stacks.
  const searchField = view === 'flame' ? null
    : <ViewSearch value={search} onChange={props.onSearch} match={match} result={result} />;
  const ofFunction = (promise: string, children: ReactNode) => (
    <FunctionViews table={functions} match={match} selectedName={selectedName} onSelect={onSelect} promise={promise}
      actions={props.functionActions}>{children}</FunctionViews>
  );
  const open = useCallback((name: string, next: ProfileViewName) => {
    onSelect(name);
    onView(next);
  }, [onSelect, onView]);
  const openSandwich = useCallback((name: string) => open(name, 'sandwich'), [open]);
  const selected = <SelectedFunction functions={functions} name={selectedName} onOpen={open} />;
  const body = (): ReactNode => {
    switch (view) {
      case 'flame': return props.flame;
      case 'top': return <>{selected}{props.top(match)}</>;
      case 'sandwich': return ofFunction('The sandwich shows all stacks of its callers and callees.', (
        <PanelFrame title="Sandwich" query={data.calls} waitingFor="Loading callers and callees" height={BODY_PX}
          headingLevel={3}>
          {(table) => <FlameSandwich table={table} draw={props.drawHalf} />}
        </PanelFrame>
      ));
      case 'peek': return ofFunction('This view lists its callers and callees with their cost.', (
        <PanelFrame title="Callers and callees" query={data.calls} waitingFor="Loading calls" height={BODY_PX}
          headingLevel={3}>
          {(table) => <FlamePeek table={table} match={NO_MATCH} onSelect={onSelect} />}
        </PanelFrame>
      ));
      case 'lines': return ofFunction('This view shows the cost of its source lines.', (
        <PanelFrame title="Lines" query={data.lines} waitingFor="Loading lines" height={BODY_PX} headingLevel={3}>
          {(table) => <FlameLines files={linesView(table)} unit={table.unit} isTall />}
        </PanelFrame>
      ));
      case 'graph': return (
        <>
          {selected}
          <PanelFrame title="Call graph" query={data.graph} waitingFor="Laying out the graph" height={BODY_PX}
            headingLevel={2}>
            {(text) => <CallGraph text={text} match={match} selectedName={selectedName} onSelect={onSelect} />}
          </PanelFrame>
        </>
      );
      case 'labels': return (
        <PanelFrame title="Labels" query={data.tags} waitingFor="Loading labels" height={BODY_PX} headingLevel={2}>
          {(table) => <FlameLabels labels={labelViews(table)} chosen={props.label} onChoose={props.onLabel}
            onFilter={props.onTagFocus} unit={table.unit} match={match} />}
        </PanelFrame>
      );
      case 'subsystems': return (
        <PanelFrame title="Subsystems" query={data.subsystems} waitingFor="Loading subsystems"
          height={BODY_PX} headingLevel={2}>
          {(table) => <FlameSubsystems rows={rollupRows(table)} unit={table.unit} match={match}
            onSelect={openSandwich} />}
        </PanelFrame>
      );
    }
  };
  return <ViewTabs view={view} onView={onView} search={searchField} actions={<ToolActions {...props} />}>{body()}
    </ViewTabs>;
}

/** The search narrows the list of functions, not the callers and callees of the selected one. */
const NO_MATCH: Match = { state: 'none' };

function ToolActions({ view, question, selectedName, exportHref }: ViewAreaProps) {
  return (
    <>
      <CopyCommand view={view} question={question} />
      <ExportMenu links={viewExports(view, selectedName !== null, exportHref)} />
    </>
  );
}

/** Result of the search in the current view, with its sum. */
function resultWords(
  view: ProfileViewName, functions: FunctionTable, data: ViewData,
  { label, match }: { label: string | null; match: Match }
): string {
  if (match.state !== 'on') return '';
  switch (view) {
    case 'labels': {
      const shown = data.tags.data && labelToShow(labelViews(data.tags.data), label);
      return shown ? foundWords(
        foundOf(shown.rows, match, (row) => [row.value], (row) => row.flat), ['value', 'values'], 'flat', functions
      ) : '';
    }
    case 'subsystems': {
      const rows = data.subsystems.data && rollupRows(data.subsystems.data);
      return rows ? foundWords(
        foundOf(rows, match, rollupTexts, (row) => row.flat), ['subsystem', 'subsystems'], 'flat', functions
      ) : '';
    }
    default: return foundWords(
      foundOf(functions.rows, match, (row) => [row.function], (row) => row.flat), ['function', 'functions'], 'flat',
      functions
    );
  }
}
