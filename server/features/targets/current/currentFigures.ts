/** Figures of a target's findings that metrics export. Pure. */
import type { PanelFinding, PanelName, Severity } from '../../../../core/contract/contract.ts';
import { PANEL_NAMES } from '../../../../core/panels.ts';
import { figureKey } from '../../../analysis/panels/overview/findings.ts';
import type { CurrentAnswer } from './currentAnswer.ts';

/** `unknown` has no level, because an unchecked panel is not ok. */
const LEVELS: Readonly<Record<Severity, number | null>> = { ok: 0, info: 1, warning: 2, critical: 3, unknown: null };

/** Maximum length of a label value, because users choose the names. */
const MAX_NAME = 300;
const MAX_NAMES = 5;

const GC_SHARE = figureKey({ name: 'GC share of process CPU', unit: 'ratio' });
const NEXT_COMPACTION = figureKey({ name: 'Next head compaction', unit: 'timestamp' });
const TIME_LEFT = figureKey({ name: 'Time left', unit: 'seconds' });
const GAPS = figureKey({ name: 'Gaps', unit: 'count' });
const LONGEST_GAP = figureKey({ name: 'Longest gap', unit: 'seconds' });

/** Level of a panel: 0 ok, 1 info, 2 warning, 3 critical. */
export interface PanelLevel { panel: PanelName; level: number; code: string }

/** Returns the worst finding of each panel, the first of equal ones. A panel without a known state has no row. */
export function panelLevels(findings: readonly PanelFinding[]): PanelLevel[] {
  return PANEL_NAMES.flatMap((panel) => {
    const own = findings.flatMap((one) => {
      const level = LEVELS[one.severity];
      return one.panel === panel && level !== null ? [{ panel, level, code: one.code }] : [];
    });
    return own.sort((a, b) => b.level - a.level).slice(0, 1);
  });
}

/** A rule group or a scrape job that causes CPU spikes; `label`: label name in the metrics. */
export interface MakerFigures { label: 'rule_group' | 'job'; value: string; coreSeconds: number; spikeRatio: number }

/** Returns the causes of CPU spikes; merges those that cannot be distinguished. */
export function makerFigures(findings: readonly PanelFinding[]): MakerFigures[] {
  return findings.flatMap(({ makers = [] }) => makers.map(({ kind, names, files, coreSeconds, shareRatio }) => ({
    label: kind === 'rule-group' ? 'rule_group' as const : 'job' as const, coreSeconds, spikeRatio: shareRatio ?? 0,
    value: names.map((name, k) => {
      const file = files[k] ?? '';
      return (file === '' ? name : `${file};${name}`).slice(0, MAX_NAME);
    }).slice(0, MAX_NAMES).join(' + '),
  })));
}

export interface TargetFigures {
  gcCpuRatio: number | null;
  nextCompactionSeconds: number | null;
  replayLeftSeconds: number | null;
  gaps: number | null;
  longestGapSeconds: number | null;
}

/** Returns the figures at `nowMs`: countdowns are reduced by the answer's age, down to 0. null: not known. */
export function targetFigures({ findings, atMs }: CurrentAnswer, nowMs: number): TargetFigures {
  const figure = (panel: PanelName, key: string): number | null => (
    findings.find((one) => one.panel === panel && key in one.figures)?.figures[key] ?? null
  );
  const left = (seconds: number | null): number | null => (seconds === null ? null : Math.max(0, seconds));
  const next = figure('compaction', NEXT_COMPACTION);
  const replay = figure('wal-replay', TIME_LEFT);
  return {
    gcCpuRatio: figure('gc-cpu', GC_SHARE),
    nextCompactionSeconds: left(next === null ? null : next - nowMs / 1000),
    replayLeftSeconds: left(replay === null ? null : replay - (nowMs - atMs) / 1000),
    gaps: figure('scrapes', GAPS),
    longestGapSeconds: figure('scrapes', LONGEST_GAP),
  };
}
