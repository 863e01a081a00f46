import type { Figure, PanelName, PanelRange } from '../../../core/contract/contract.ts';

export interface FiguresProps { panel: PanelName; figures: Figure[]; range: PanelRange }
