/**
 * Finds the spells of findings: judges each part of a window separately; consecutive parts in which a panel's finding
 * is a warning or worse are a spell. Live states are not stored, so this is computed from the samples of each part.
 * Pure.
 */
import type { PanelFinding, PanelName, Severity } from '../../../core/contract/contract.ts';

/** Unix seconds. */
export interface WindowPart { start: number; end: number }
export interface JudgedPart extends WindowPart { findings: readonly PanelFinding[] }

/** `parts`: number of consecutive parts. `sentence`: the finding of the spell. */
export interface FindingSpell extends WindowPart {
  panel: PanelName; severity: Severity; parts: number; sentence: string
}

const MAX_PARTS = 12;
/** Minimum scrapes per part: panels that judge by rates and quantiles need as many. */
const MIN_SCRAPES = 60;
const STEPS_SECONDS = [300, 600, 900, 1800, 3600, 7200, 10_800, 21_600, 43_200, 86_400, 172_800, 604_800, 2_592_000];
const RANKS: Partial<Record<Severity, number>> = { warning: 1, critical: 2 };

/**
 * Splits a window into about twelve parts at most, of equal length at round times, the first and last up to half as
 * long again; none if the window is too short for two.
 */
export function windowParts({ start, end }: WindowPart, intervalSeconds: number): WindowPart[] {
  const step = STEPS_SECONDS.find(
    (seconds) => (end - start) / seconds <= MAX_PARTS && seconds >= MIN_SCRAPES * intervalSeconds
  );
  if (step === undefined) return [];
  const bounds: number[] = [];
  for (let at = Math.ceil((start + step / 2) / step) * step; at <= end - step / 2; at += step) bounds.push(at);
  return bounds.length === 0 ? [] : [start, ...bounds].map((from, i) => ({ start: from, end: bounds[i] ?? end }));
}

/**
 * Returns the spells of all panels by time, without those from the first part to the last, which are findings of the
 * whole window. WAL replay has no spells, because starts have rows of their own. A part without enough data ends a
 * spell.
 */
export function findingSpells(parts: readonly JudgedPart[]): FindingSpell[] {
  const spells: FindingSpell[] = [];
  for (const panel of new Set(parts.flatMap(({ findings }) => findings.map((finding) => finding.panel)))) {
    if (panel === 'wal-replay') continue;
    let going: FindingSpell | undefined;
    for (const { start, end, findings } of parts) {
      const worst = worstOf(findings, panel);
      if (going !== undefined && going.severity === worst?.severity) {
        going.end = end;
        going.parts += 1;
        continue;
      }
      going = worst === null ? undefined
        : { panel, severity: worst.severity, start, end, parts: 1, sentence: worst.sentence };
      if (going !== undefined) spells.push(going);
    }
  }
  return spells.filter(({ parts: count }) => count < parts.length).sort((a, b) => a.start - b.start || a.end - b.end);
}

/**
 * Returns the sentence for a spell of several parts: that of the spell judged as one if as severe as its parts, else
 * that of its first part, saying so.
 */
export function spellSentence(spell: FindingSpell, whole: readonly PanelFinding[]): string {
  const worst = worstOf(whole, spell.panel);
  return worst !== null && (RANKS[worst.severity] ?? 0) >= (RANKS[spell.severity] ?? 0) ? worst.sentence
    : `At first: ${spell.sentence}`;
}

/** Returns the panel's worst finding; null if it is neither a warning nor critical. */
function worstOf(findings: readonly PanelFinding[], panel: PanelName): PanelFinding | null {
  return findings.reduce<PanelFinding | null>((worst, finding) => {
    const rank = finding.panel === panel ? RANKS[finding.severity] ?? 0 : 0;
    return rank > (worst === null ? 0 : RANKS[worst.severity] ?? 0) ? finding : worst;
  }, null);
}
