import { Button, Tabs } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { useCallback, useMemo } from 'react';
import type { ReactNode } from 'react';
import type { DiffTopTable, TopTable } from '../../../core/contract/contract.ts';
import type { ViewQueries } from '../../api/profileViews.ts';
import { useOpenPart } from '../../url/useOpenPart.ts';
import { PanelFrame } from '../../ui/PanelFrame.tsx';
import type { FrameQuery } from '../../ui/PanelFrame.tsx';
import { useAtMostPx } from '../../ui/useAtMostPx.ts';
import { isTimeLabel } from '../../../core/profile/timeLabels.ts';
import { profileViews } from '../../../core/url/profileChoices.ts';
import type { FunctionTab, ProfileViewName } from '../../../core/url/profileChoices.ts';
import { CallGraph } from './CallGraph.tsx';
import { FlameLabels } from './FlameLabels.tsx';
import { FlameSubsystems } from './FlameSubsystems.tsx';
import type { SandwichHalf } from './FlameSandwich.tsx';
import { FunctionBody } from './FunctionBody.tsx';
import { FunctionDrawer } from './FunctionDrawer.tsx';
import { FunctionHead, FunctionViews } from './FunctionViews.tsx';
import { labelToShow, labelViews, rollupRows } from '../../../core/views/profile/flameViews.ts';
import { functionTable } from '../../../core/views/profile/functionRows.ts';
import type { FunctionTable } from '../../../core/views/profile/functionRows.ts';
import { compileSearch, foundOf, foundWords } from '../../../core/views/profile/viewSearch.ts';
import type { Match } from '../../../core/views/profile/viewSearch.ts';
import styles from './ProfilePage.module.css';
import { ViewSearch } from './ViewSearch.tsx';

interface ViewAreaProps {
  view: ProfileViewName;
  tab: FunctionTab;
  search: string;
  selectedName: string | null;
  onChange: (
    change: {
      profileView?: ProfileViewName; functionTab?: FunctionTab; search?: string; selectedFunction?: string | null;
    },
    how: 'push' | 'replace'
  ) => void;
  /** The table of functions that all views use. */
  top: FrameQuery<TopTable | DiffTopTable>;
  data: ViewQueries;
  label: string | null;
  onLabel: (key: string) => void;
  onTagFocus: (tagfocus: string) => void;
  /** The viewed subject, at the start of the toolbar, also on a phone. */
  subject: ReactNode;
  /** Unit controls after the subject, and filter and drawing tools after the tabs and the search. */
  measure: ReactNode;
  tools: ReactNode;
  /** End of the toolbar, also on a phone: Share, and how it is computed. */
  end: ReactNode;
  /** Below the toolbar: active filters, the headline, the subsystems. */
  head: ReactNode;
  flame: ReactNode;
  table: (top: TopTable | DiffTopTable, match: Match) => ReactNode;
  drawHalf: (half: SandwichHalf) => ReactNode;
  /** Samples over time, and the machine code of a function; absent in a diff. */
  time?: ReactNode;
  assembly?: (function_: string) => ReactNode;
  /** Further actions on the selected function, and notes on it. */
  functionActions?: ReactNode;
  functionNotes?: string;
}

const BODY_PX = 640;
/** Id of the part that is collapsed if the toolbar has no space. */
const TOOLS_ID = 'view-tools';
const NAMES: Record<ProfileViewName, string> = {
  flame: 'Flame', table: 'Table', function: 'Function', graph: 'Graph', labels: 'Labels',
  time: 'Time',
};

/** One toolbar line, the headline, and the views of a profile or a diff; the selected function opens as a drawer. */
export function ViewArea(props: ViewAreaProps) {
  const { view, tab, search, selectedName, onChange, data, top } = props;
  const functions = useMemo(() => (top.data === undefined ? null : functionTable(top.data)), [top.data]);
  const match = useMemo(() => compileSearch(search), [search]);
  const subsystems = useOpenPart('subsystems');
  const select = useCallback((name: string | null) => onChange({ selectedFunction: name }, 'replace'), [onChange]);
  const hasLabels = data.tags.data === undefined ? view === 'labels' : data.tags.data.keys.length > 0;
  const hasTime = props.time !== undefined && data.tags.data?.keys.some(({ key }) => isTimeLabel(key)) === true;
  const isShown = (name: ProfileViewName): boolean =>
    view === name || (name === 'labels' ? hasLabels : name !== 'time' || hasTime);
  const shown = profileViews.filter(isShown);
  const details = (name: string, table: FunctionTable) => (
    <>
      <FunctionHead table={table} name={name} actions={props.functionActions} notes={props.functionNotes} />
      <FunctionBody tab={tab} onTab={(functionTab) => onChange({ functionTab }, 'replace')} calls={data.calls}
        lines={data.lines} onSelect={select} drawHalf={props.drawHalf}
        {...(props.assembly === undefined ? {} : { assembly: props.assembly(name) })} />
    </>
  );
  const body = (): ReactNode => {
    switch (view) {
      case 'flame': return props.flame;
      case 'table': return (
        <>
          <PanelFrame title="Functions" query={top} waitingFor="Summing functions" height={BODY_PX} headingLevel={2}>
            {(table) => props.table(table, match)}
          </PanelFrame>
          <details {...subsystems.details}>
            <summary>By subsystem, with the largest functions of each</summary>
            <PanelFrame title="Subsystems" query={data.subsystems} waitingFor="Loading subsystems" height={200}
              headingLevel={2}>
              {(table) => <FlameSubsystems rows={rollupRows(table)} unit={table.unit} match={match}
                onSelect={select} />}
            </PanelFrame>
          </details>
        </>
      );
      case 'function': return (
        <PanelFrame title="Function" query={top} waitingFor="Summing functions" height={BODY_PX} headingLevel={2}>
          {(table) => (
            <FunctionViews table={functionTable(table)} match={match} selectedName={selectedName} onSelect={select}>
              {selectedName !== null && details(selectedName, functionTable(table))}
            </FunctionViews>
          )}
        </PanelFrame>
      );
      case 'graph': return (
        <PanelFrame title="Call graph" query={data.graph} waitingFor="Laying out the graph" height={BODY_PX}
          headingLevel={2}>
          {(text) => <CallGraph text={text} match={match} selectedName={selectedName} onSelect={select} />}
        </PanelFrame>
      );
      case 'time': return props.time ?? <p>A diff has no order of time; open one of its sides.</p>;
      case 'labels': return (
        <PanelFrame title="Labels" query={data.tags} waitingFor="Loading labels" height={BODY_PX} headingLevel={2}>
          {(table) => <FlameLabels labels={labelViews(table)} chosen={props.label} onChoose={props.onLabel}
            onFilter={props.onTagFocus} unit={table.unit} match={match} />}
        </PanelFrame>
      );
    }
  };
  const { isFolded, isPhone, tools } = useToolRoom();
  const searchField = <ViewSearch value={search} match={match} isShown={!isPhone || tools.isOpen}
    onReach={() => tools.setOpen(true)} onChange={(text) => onChange({ search: text }, 'replace')} />;
  const result = functions === null ? '' : resultWords(view, functions, data, { label: props.label, match });
  return (
    <Tabs value={view} keepMounted={false} className={styles.page} onChange={(value) => {
      const next = profileViews.find((known) => known === value);
      if (next) onChange({ profileView: next }, 'push');
    }}>
      <div className={styles.bar}>
        {props.subject}
        {isFolded ? (
          <Button size="xs" variant="default" px={8} className={styles.toolsButton} aria-expanded={tools.isOpen}
            aria-controls={TOOLS_ID} onClick={() => tools.setOpen(!tools.isOpen)}
            rightSection={<IconChevronDown size={14} aria-hidden="true" />}>Tools</Button>
        ) : props.measure}
        <Tabs.List aria-label="Views" className={styles.list}>
          {shown.map((name) => <Tabs.Tab key={name} value={name} className={styles.tab}>{NAMES[name]}</Tabs.Tab>)}
        </Tabs.List>
        <div className={styles.end}>
          {!isPhone && searchField}{!isFolded && props.tools}{props.end}
        </div>
        {isFolded && (
          <div id={TOOLS_ID} role="group" aria-label="Tools" className={styles.tools} hidden={!tools.isOpen}>
            {props.measure}{isPhone && searchField}{props.tools}
          </div>
        )}
      </div>
      {props.head}
      <Tabs.Panel value={view} className={styles.panel}>
        {view !== 'flame' && match.state === 'on' && <p className={styles.result} role="status">{result}</p>}
        {body()}
      </Tabs.Panel>
      {view !== 'function' && selectedName !== null && functions !== null && (
        <FunctionDrawer name={selectedName} onClose={() => select(null)}>{details(selectedName, functions)}
        </FunctionDrawer>
      )}
    </Tabs>
  );
}

/** Returns which tools are collapsed because they do not fit on one line; on a phone also the search. */
function useToolRoom() {
  return {
    isFolded: useAtMostPx(1023),
    isPhone: useAtMostPx(700),
    tools: useOpenPart('tools'),
  };
}

/** Returns the result of the search in the current view, with its sum. */
function resultWords(
  view: ProfileViewName, functions: FunctionTable, data: ViewQueries,
  { label, match }: { label: string | null; match: Match }
): string {
  const shown = view === 'labels' && data.tags.data && labelToShow(labelViews(data.tags.data), label);
  if (view === 'labels') return shown ? foundWords(
    foundOf(shown.rows, match, (row) => [row.value], (row) => row.flat), ['value', 'values'], 'flat', functions
  ) : '';
  return foundWords(
    foundOf(functions.rows, match, (row) => [row.function], (row) => row.flat), ['function', 'functions'], 'flat',
    functions
  );
}
