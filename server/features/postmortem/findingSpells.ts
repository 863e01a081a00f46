/**
 * When a finding was one: a window is judged over its parts, each on its own, and the parts in which a panel's finding
 * is a warning or worse are its spells. States are not kept as they were seen live; this tells what the samples say of
 * each part. Pure.
 */
import type { PanelFinding, PanelName, Severity } from '../../../core/contract/contract.ts';

/** Unix seconds. */
export interface WindowPart { start: number; end: number }
export interface JudgedPart extends WindowPart { findings: readonly PanelFinding[] }

/** `parts`: how many in a row. `sentence`: what the finding of the spell says. */
export interface FindingSpell extends WindowPart {
  panel: PanelName; severity: Severity; parts: number; sentence: string
}

const MAX_PARTS = 12;
/** Fewer say too little about what a panel judges by rates and quantiles. */
const MIN_SCRAPES = 60;
const STEPS_SECONDS = [300, 600, 900, 1800, 3600, 7200, 10_800, 21_600, 43_200, 86_400, 172_800, 604_800, 2_592_000];
const RANKS: Partial<Record<Severity, number>> = { warning: 1, critical: 2 };

/**
 * Parts of equal length at round times, at most twelve or so, the first and last up to half as long again; none for a
 * window too short for two.
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
 * Spells of all panels in the order of time, without those that last from the first part to the last, which are
 * findings of the whole window. A start has rows of its own, so WAL replay has no spell. A part without enough data
 * ends a spell.
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
 * The sentence for a spell of several parts: of the spell judged as one, where that is as bad as its parts; else of its
 * first part, saying so.
 */
export function spellSentence(spell: FindingSpell, whole: readonly PanelFinding[]): string {
  const worst = worstOf(whole, spell.panel);
  return worst !== null && (RANKS[worst.severity] ?? 0) >= (RANKS[spell.severity] ?? 0) ? worst.sentence
    : `At first: ${spell.sentence}`;
}

/** null when it is neither a warning nor critical. */
function worstOf(findings: readonly PanelFinding[], panel: PanelName): PanelFinding | null {
  return findings.reduce<PanelFinding | null>((worst, finding) => {
    const rank = finding.panel === panel ? RANKS[finding.severity] ?? 0 : 0;
    return rank > (worst === null ? 0 : RANKS[worst.severity] ?? 0) ? finding : worst;
  }, null);
}
