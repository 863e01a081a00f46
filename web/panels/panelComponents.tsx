/** The table of components that draw each panel on its page, and its icon. The registry is core/panels.ts. */
import { IconActivity, IconCpu2, IconPlayerTrackNext, IconRecycle, IconStack2, type Icon } from '@tabler/icons-react';
import { lazy, type ComponentType, type LazyExoticComponent } from 'react';
import type { PanelName } from '../../core/contract/contract.ts';

interface PanelComponent {
  icon: Icon;
  /** Loads its code, also ahead of its first drawing. */
  load: () => Promise<unknown>;
  Panel: LazyExoticComponent<ComponentType>;
}

function panel(icon: Icon, load: () => Promise<{ default: ComponentType }>): PanelComponent {
  return { icon, load, Panel: lazy(load) };
}

export const panelComponents: Record<PanelName, PanelComponent> = {
  'gc-cpu': panel(IconRecycle, () => import('./gc-cpu/GcCpuPanel.tsx')),
  compaction: panel(IconStack2, () => import('./compaction/CompactionPanel.tsx')),
  'wal-replay': panel(IconPlayerTrackNext, () => import('./wal-replay/WalReplayPanel.tsx')),
  memory: panel(IconCpu2, () => import('./memory/MemoryPanel.tsx')),
  scrapes: panel(IconActivity, () => import('./scrapes/ScrapesPanel.tsx')),
};
