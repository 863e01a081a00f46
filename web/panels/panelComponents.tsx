/** The table of components: what draws each panel on its page, and its icon. The registry is core/panels.ts. */
import { IconActivity, IconCpu2, IconPlayerTrackNext, IconRecycle, IconStack2, type Icon } from '@tabler/icons-react';
import { lazy, type ComponentType, type LazyExoticComponent } from 'react';
import type { PanelName } from '../../core/contract/contract.ts';

interface PanelComponent { icon: Icon; Panel: LazyExoticComponent<ComponentType> }

export const panelComponents: Record<PanelName, PanelComponent> = {
  'gc-cpu': { icon: IconRecycle, Panel: lazy(() => import('./gc-cpu/GcCpuPanel.tsx')) },
  compaction: { icon: IconStack2, Panel: lazy(() => import('./compaction/CompactionPanel.tsx')) },
  'wal-replay': { icon: IconPlayerTrackNext, Panel: lazy(() => import('./wal-replay/WalReplayPanel.tsx')) },
  memory: { icon: IconCpu2, Panel: lazy(() => import('./memory/MemoryPanel.tsx')) },
  scrapes: { icon: IconActivity, Panel: lazy(() => import('./scrapes/ScrapesPanel.tsx')) },
};
