import type { PanelFinding } from '../../../core/contract/contract.ts';
import { valueOf } from '../../kernel/http/errors.ts';
import type { PanelQuery } from '../../data/store/dataStore.ts';
import type { TargetParts } from '../targets/feature.ts';
import {
  findingSpells, spellSentence, windowParts, type FindingSpell, type JudgedPart,
} from './findingSpells.ts';

/** `partSeconds` null: the window was too short to be judged in parts. */
export interface JudgedSpells { spells: FindingSpell[]; partSeconds: number | null }

/** Judges each part of a window as a separate window: about twelve parts at most, one after the other. */
export async function judgedSpells(
  panels: Pick<TargetParts['panels'], 'findings'>, query: PanelQuery
): Promise<JudgedSpells> {
  const findingsOf = async (part: { start: number; end: number }): Promise<PanelFinding[]> => (
    valueOf(await panels.findings({ ...query, startMs: part.start * 1000, endMs: part.end * 1000, stepMs: null }))
  );
  const parts = windowParts({ start: query.startMs / 1000, end: query.endMs / 1000 }, query.intervalSeconds);
  const judged: JudgedPart[] = [];
  for (const part of parts) judged.push({ ...part, findings: await findingsOf(part) });
  const spells: FindingSpell[] = [];
  for (const spell of findingSpells(judged)) {
    spells.push(spell.parts === 1 ? spell : { ...spell, sentence: spellSentence(spell, await findingsOf(spell)) });
  }
  const middle = parts[1];
  return {
    spells,
    partSeconds: middle === undefined ? null : parts.length > 2 ? middle.end - middle.start
      : query.endMs / 1000 - middle.start,
  };
}
