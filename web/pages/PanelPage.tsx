import type { PanelName } from '../../core/contract/contract.ts';
import { PANELS } from '../../core/panels.ts';
import { MomentNote } from '../panels/overview/MomentNote.tsx';
import { NeedsTarget } from '../panels/overview/NeedsTarget.tsx';
import { PagePanel } from '../ui/AlsoFound.tsx';
import { panelComponents } from '../panels/panelComponents.tsx';

export function PanelPage({ name }: { name: PanelName }) {
  const { Panel } = panelComponents[name];
  return (
    <NeedsTarget title={PANELS[name].title}>
      <MomentNote panel={name} />
      <PagePanel value={name}><Panel /></PagePanel>
    </NeedsTarget>
  );
}
