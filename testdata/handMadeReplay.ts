/** Starts made by hand, as the panel of WAL replay reads them. */
import type { WalReplayPanel } from '../core/contract/contract.ts';
import type { TargetFacts } from '../core/contract/facts.ts';
import { analyseWalReplay } from '../server/analysis/panels/wal-replay/walReplay.ts';
import { handMadeWindow, type HandMadeWindow } from './handMadeWindow.ts';

/** Of the first scrape of a window made by hand. */
export const START = 1_800_000_000;

export function panelOf(description: HandMadeWindow, facts: TargetFacts = {}): WalReplayPanel {
  return analyseWalReplay(handMadeWindow(description), { facts, nowMs: 0, stepMs: null });
}

/** `[3, 0]` is three times 0. */
export function runs<T>(...parts: [number, T][]): T[] {
  return parts.flatMap(([count, value]) => new Array<T>(count).fill(value));
}

export const names = (panel: WalReplayPanel): string[] => panel.phases.map(({ name }) => name);
