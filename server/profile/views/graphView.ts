/** Draws the call graph of a profile or of a diff. */
import { ok, type Result } from '../../../core/result.ts';
import { callGraph, DEFAULT_LIMITS, type CallGraph, type GraphLimits } from './callGraph.ts';
import { graphSvg, type Layout } from './graphSvg.ts';
import type { Pair } from '../query/pair.ts';
import type { Profile } from '../decode/profile.ts';
import type { Question } from '../query/question.ts';
import { pairSubjectOf, subjectOf } from './subject.ts';
import { scaledLabel } from '../query/units.ts';
import { changeText } from '../../../core/text/change.ts';

export interface GraphQuestion extends Question { nodecount?: number; nodefraction?: number; edgefraction?: number }

/** Returns SVG text. Errors like `top`. */
export function graph(profile: Profile, question: GraphQuestion, layout: Layout): Result<string> {
  const subject = subjectOf(profile, question);
  if (!subject.ok) return subject;
  const { unit, sampleType, total } = subject.value.head;
  const picked = callGraph(subject.value, limitsOf(question));
  const print = (value: number): string => scaledLabel(value, unit);
  const withShare = (value: number): string => `${print(value)} (${percent(value, total)})`;
  const shown = `nodes shown have ${withShare(picked.shown)} of it`;
  return ok(graphSvg(picked, headerOf(picked, `${sampleType}: total ${print(total)}`, print, shown), {
    own: (flat, cum) => ownLines(flat, cum, withShare),
    edge: print,
    score: (value) => (total === 0 ? 0 : value / total),
    size: Math.abs,
  }, layout));
}

/** Draws a diff: selected and coloured by the deltas, with both sides' values. */
export function diffGraph(pair: Pair, question: GraphQuestion, layout: Layout): Result<string> {
  const subject = pairSubjectOf(pair, question);
  if (!subject.ok) return subject;
  const { unit, sampleType, totals } = subject.value.head;
  const picked = callGraph(subject.value, limitsOf(question));
  const print = (value: number): string => scaledLabel(value, unit);
  const signed = (value: number): string => `${value > 0 ? '+' : ''}${print(value)}`;
  const total = Math.max(totals.before, totals.after);
  const change = `${print(totals.before)} → ${print(totals.after)} ${changeText(totals.before, totals.after)}`;
  const shown = `nodes shown have ${signed(picked.shown.delta)} of it; orange: more, blue: less`;
  return ok(graphSvg(picked, headerOf(picked, `${sampleType}: ${change}`, print, shown), {
    own: (flat, cum) =>
      [`own ${signed(flat.delta)}`, `all ${signed(cum.delta)}`, `${print(cum.before)} → ${print(cum.after)}`],
    edge: (value) => signed(value.delta),
    score: (value) => (total === 0 ? 0 : value.delta / total),
    size: (value) => Math.abs(value.delta),
  }, layout));
}

function limitsOf(question: GraphQuestion): GraphLimits {
  return {
    nodeCount: question.nodecount ?? DEFAULT_LIMITS.nodeCount,
    nodeFraction: question.nodefraction ?? DEFAULT_LIMITS.nodeFraction,
    edgeFraction: question.edgefraction ?? DEFAULT_LIMITS.edgeFraction,
    ...(question.drop_negative === true ? { dropNegative: true } : {}),
  };
}

function headerOf<Head, Cell>(
  picked: CallGraph<Head, Cell>, title: string, print: (value: number) => string, shown: string
): string[] {
  if (picked.nodes.length === 0) return [title, 'No sample is left to draw.'];
  return [
    title,
    `${picked.nodes.length} of ${picked.nodesOf} nodes; ${shown}`,
    `Dropped: ${picked.droppedNodes} nodes below ${print(picked.nodeCutoff)}, `
      + `${picked.droppedEdges} edges below ${print(picked.edgeCutoff)}`,
  ];
}

function ownLines(flat: number, cum: number, print: (value: number) => string): string[] {
  const own = flat === 0 ? '0' : print(flat);
  return cum === flat ? [own] : [own, `of ${print(cum)}`];
}

function percent(value: number, total: number): string {
  return total === 0 ? '–' : `${((100 * value) / total).toFixed(1)} %`;
}
