import type { ReactNode } from 'react';
import type { PanelBase, PanelName } from '../../../core/contract/contract.ts';
import { HowComputed } from '../../ui/HowComputed.tsx';
import { FiguresButton } from './FiguresButton.tsx';
import { PanelExport } from './PanelExport.tsx';

/** Actions of every panel next to its headline: figures, export, and how it is computed. */
export function PanelActions({ name, panel, how }: { name: PanelName; panel: PanelBase; how: ReactNode }) {
  return (
    <>
      <FiguresButton panel={name} figures={panel.figures} range={panel.range} />
      <PanelExport name={name} panel={panel} />
      <HowComputed>{how}</HowComputed>
    </>
  );
}
