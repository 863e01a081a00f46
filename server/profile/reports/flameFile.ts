/** Writes the flame graph to a file: a standalone SVG, folded stacks, or a speedscope file. */
import { ok, type Result } from '../../../core/result.ts';
import { diffFlameGraph } from '../diff/diff.ts';
import { diffFolded, folded } from './flameFolded.ts';
import { diffSpeedscope, speedscope } from './flameSpeedscope.ts';
import { diffFlameSvg, flameSvg, SVG_MIN_RATIO } from './flameSvg.ts';
import type { Pair } from '../query/pair.ts';
import type { Profile } from '../decode/profile.ts';
import type { Question } from '../query/question.ts';
import { timeSpeedscope } from './timeSpeedscope.ts';
import { flameGraph } from '../tree/stackTree.ts';

export interface Picture {
  format: 'svg' | 'folded' | 'speedscope';
  title: string;
  /** speedscope, of one profile: samples in the order taken; default: stacks merged. */
  order?: 'stacks' | 'time';
}

const UNNAMED: Picture = { format: 'svg', title: 'Flame graph' };

/** Returns the file's text. Errors like `flameGraph`, `too_large` for stacks of more than 64 MiB. */
export function flameFile(
  profile: Profile, question: Question, { format, title, order }: Picture = UNNAMED
): Result<string> {
  if (format === 'speedscope' && order === 'time') return timeSpeedscope(profile, question, title);
  const graph = flameGraph(profile, seen(question, format));
  if (!graph.ok) return graph;
  if (format === 'speedscope') return speedscope(graph.value, title);
  return format === 'svg' ? ok(flameSvg(graph.value, title)) : folded(graph.value.root);
}

export function diffFlameFile(pair: Pair, question: Question, { format, title }: Picture = UNNAMED): Result<string> {
  const graph = diffFlameGraph(pair, seen(question, format));
  if (!graph.ok) return graph;
  if (format === 'speedscope') return diffSpeedscope(graph.value, title);
  return format === 'svg' ? ok(diffFlameSvg(graph.value, title)) : diffFolded(graph.value.root);
}

/** Skips frames too narrow for an SVG. */
function seen(question: Question, format: Picture['format']): Question {
  return format === 'svg' ? { ...question, minRatio: Math.max(question.minRatio ?? 0, SVG_MIN_RATIO) } : question;
}
