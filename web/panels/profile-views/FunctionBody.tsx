import { Tabs } from '@mantine/core';
import type { ReactNode } from 'react';
import type { CallersTable, DiffCallersTable, DiffLinesTable, LinesTable } from '../../../core/contract/contract.ts';
import { functionTabs } from '../../../core/url/profileChoices.ts';
import type { FunctionTab } from '../../../core/url/profileChoices.ts';
import { linesView } from '../../../core/views/profile/flameViews.ts';
import { PanelFrame } from '../../ui/PanelFrame.tsx';
import type { FrameQuery } from '../../ui/PanelFrame.tsx';
import { FlameLines } from './FlameLines.tsx';
import { FlamePeek } from './FlamePeek.tsx';
import { FlameSandwich } from './FlameSandwich.tsx';
import type { SandwichHalf } from './FlameSandwich.tsx';

export interface FunctionBodyProps {
  tab: FunctionTab;
  onTab: (tab: FunctionTab) => void;
  calls: FrameQuery<CallersTable | DiffCallersTable>;
  lines: FrameQuery<LinesTable | DiffLinesTable>;
  onSelect: (name: string) => void;
  drawHalf: (half: SandwichHalf) => ReactNode;
  /** The machine code; absent in a diff. */
  assembly?: ReactNode;
}

const BODY_PX = 400;

/** Callers, callees, source lines and sandwich of the selected function, each requested when its tab is opened. */
export function FunctionBody({ tab, onTab, calls, lines, onSelect, drawHalf, assembly }: FunctionBodyProps) {
  const shown = functionTabs.filter((name) => name !== 'assembly' || assembly !== undefined || tab === name);
  return (
    <Tabs value={tab} keepMounted={false} onChange={(value) => {
      const next = functionTabs.find((known) => known === value);
      if (next) onTab(next);
    }}>
      <Tabs.List aria-label="Selected function">
        {shown.map((name) => <Tabs.Tab key={name} value={name} size="xs">{name}</Tabs.Tab>)}
      </Tabs.List>
      {(['callers', 'callees'] as const).map((side) => (
        <Tabs.Panel key={side} value={side} pt="xs">
          <PanelFrame title={side === 'callers' ? 'Callers' : 'Callees'} query={calls} waitingFor="Loading calls"
            height={BODY_PX} headingLevel={3}>
            {(table) => <FlamePeek table={table} side={side} onSelect={onSelect} />}
          </PanelFrame>
        </Tabs.Panel>
      ))}
      <Tabs.Panel value="lines" pt="xs">
        <PanelFrame title="Lines" query={lines} waitingFor="Loading lines" height={BODY_PX} headingLevel={3}>
          {(table) => <FlameLines files={linesView(table)} unit={table.unit} isTall />}
        </PanelFrame>
      </Tabs.Panel>
      <Tabs.Panel value="assembly" pt="xs">
        {assembly ?? <p>A diff has no machine code of its own; open one of its sides.</p>}
      </Tabs.Panel>
      <Tabs.Panel value="sandwich" pt="xs">
        <PanelFrame title="Sandwich" query={calls} waitingFor="Loading callers and callees" height={BODY_PX}
          headingLevel={3}>
          {(table) => <FlameSandwich table={table} draw={drawHalf} />}
        </PanelFrame>
      </Tabs.Panel>
    </Tabs>
  );
}
