/**
 * Prints tables like `go tool pprof`: printText, printTree, printTags and printTraces of
 * https://github.com/google/pprof/blob/main/internal/report/report.go. Times are in UTC.
 */
import { ok, type Result } from '../../../core/result.ts';
import { unknownFunction } from '../views/callers.ts';
import { GraphBuilder, type BuiltGraph, type BuiltNode } from '../views/graphBuilder.ts';
import type { Profile } from '../decode/profile.ts';
import { compareNames, type Question } from '../query/question.ts';
import { shownLabels } from '../views/sampleLabels.ts';
import { subjectOf, type OneSubject } from '../views/subject.ts';
import { tags } from '../views/tags.ts';
import { headingOf, type Printer } from './textHeading.ts';
import { framesOf } from '../views/traces.ts';
import { scaledLabel } from '../query/units.ts';
import { labelIn, percentage } from './valueLabel.ts';

export type TextReport = 'top' | 'peek' | 'tags' | 'traces';

export interface TextQuestion extends Question {
  /** `peek`: a printed name. */
  function?: string;
  /** `top`: maximum rows, default 0 = all; minimum cum of a row as a share of the sum, default 0.005 as in pprof. */
  nodecount?: number;
  nodefraction?: number;
  edgefraction?: number;
  /** Unit of all values, like `-unit`; by default selected by their size. */
  unit?: string;
}

const NODE_FRACTION = 0.005;
const EDGE_FRACTION = 0.001;
/** Limit of the text; samples beyond it are only counted. */
const MAX_TRACE_CHARACTERS = 64 * 1024 * 1024;

/**
 * Prints `top`, `peek` of one function, `tags` and `traces`, word for word. For a pair, pass its `signedProfile`. The
 * last line counts the traces beyond `limit` or 64 MiB. Errors like `top`, `not_found` for a name without a sample.
 */
export function textReport(report: TextReport, profile: Profile, question: TextQuestion): Result<string> {
  // pprof does not trim file names in traces.
  const subject = subjectOf(profile, report === 'traces' ? { ...question, trim_path: '', source_path: '' } : question);
  if (!subject.ok) return subject;
  const { unit, total } = subject.value.head;
  const asked = question.unit ?? 'minimum';
  const printer: Printer = { subject: subject.value, total, format: (value) => labelIn(value, unit, asked) };
  switch (report) {
    case 'top': return ok(topText(printer, question));
    case 'peek': return peekText(printer, question);
    case 'tags': return tagsText(printer, profile, question);
    case 'traces': return tracesText(printer, question);
  }
}

interface Trimmed { graph: BuiltGraph; nodesOf: number; dropped: number }

/** newTrimmedGraph for text: no selection by entropy, removes only light edges. */
function trimmedGraph(
  { subject }: Printer, question: TextQuestion, nodeFraction: number,
  { edgeFraction, nodeCount }: { edgeFraction: number; nodeCount: number }
): Trimmed {
  const builder = new GraphBuilder(subject);
  const isShown = ({ flat, cum }: { flat: number; cum: number }): boolean =>
    question.drop_negative !== true || !(flat < 0 || (flat === 0 && cum < 0));
  const totals = builder.totals().filter(isShown);
  const sum = totals.reduce((flats, node) => flats + node.flat, 0);
  const nodeCutoff = Math.abs(Math.trunc(sum * nodeFraction));
  const heavy = totals.filter((node) => Math.abs(node.cum) >= nodeCutoff);
  const names = subject.names.names;
  const inOrder = (nodes: BuiltNode[]): BuiltNode[] => nodes.filter(isShown).sort((a, b) => (
    Math.abs(b.flat) - Math.abs(a.flat) || compareNames(names[a.slot] ?? '', names[b.slot] ?? '')));
  // If none are omitted, callers whose values cancel out are still callers.
  let graph = builder.build(heavy.length === totals.length ? names.map((_, slot) => ({ slot })) : heavy);
  let nodes = inOrder(graph.nodes);
  const nodesOf = nodes.length;
  if (nodeCount > 0 && nodes.length > nodeCount) {
    graph = builder.build(nodes.slice(0, nodeCount));
    nodes = inOrder(graph.nodes);
  }
  const edgeCutoff = Math.abs(Math.trunc(sum * edgeFraction));
  for (const node of nodes) for (const [from, edge] of node.in) if (Math.abs(edge.value) < edgeCutoff)
    node.in.delete(from);
  return { graph: { nodes }, nodesOf, dropped: totals.length - heavy.length };
}

function topText(printer: Printer, question: TextQuestion): string {
  const nodeFraction = question.nodefraction ?? NODE_FRACTION;
  const { graph, nodesOf, dropped } = trimmedGraph(
    printer, question, nodeFraction,
    { edgeFraction: question.edgefraction ?? EDGE_FRACTION, nodeCount: question.nodecount ?? 0 }
  );
  const { total, subject } = printer;
  const format = chosenUnit(printer, graph.nodes, question);
  const lines = reportHeading({ ...printer, format }, question, graph, { nodesOf, dropped, nodeFraction });
  lines.push(
    `${'flat'.padStart(10)} ${'flat'.padStart(5)}% ${'sum'.padStart(5)}% ${'cum'.padStart(10)} ${'cum'.padStart(5)}%`
  );
  let sum = 0;
  for (const { slot, flat, cum, in: callers } of graph.nodes) {
    sum += flat;
    const inline = [...callers.values()].map((edge) => edge.inline);
    const mark = !inline.includes(true) ? '' : inline.includes(false) ? ' (partial-inline)' : ' (inline)';
    lines.push(
      `${format(flat).padStart(10)} ${percentage(flat, total)} ${percentage(sum, total)} ${format(cum).padStart(10)} `
        + `${percentage(cum, total)}  ${oneLine(subject.names.names[slot] ?? '')}${mark}`
    );
  }
  return `${lines.join('\n')}\n`;
}

const TREE_RULE = `${'-'.repeat(58)}+-------------`;

function peekText(printer: Printer, question: TextQuestion): Result<string> {
  const { graph, nodesOf } = trimmedGraph(printer, question, 0, { edgeFraction: 0, nodeCount: 0 });
  const names = printer.subject.names.names;
  const name = question.function ?? '';
  const node = graph.nodes.find(({ slot }) => names[slot] === name);
  if (node === undefined) return unknownFunction(name);
  const { total } = printer;
  const format = chosenUnit(printer, graph.nodes, question);
  const lines = reportHeading({ ...printer, format }, question, graph, { nodesOf, dropped: 0, nodeFraction: 0 });
  lines.push(TREE_RULE, '      flat  flat%   sum%        cum   cum%   calls calls% + context \t \t ', TREE_RULE);
  const edgeLines = (edges: BuiltNode['in'], end: 'from' | 'to'): string[] => [...edges.values()]
    .sort((a, b) => Math.abs(b.value) - Math.abs(a.value)
      || compareNames(names[a[end].slot] ?? '', names[b[end].slot] ?? ''))
    .map((edge) => `${format(edge.value).padStart(50)} ${percentage(edge.value, node.cum)} |   `
      + `${oneLine(names[edge[end].slot] ?? '')}${edge.inline ? ' (inline)' : ''}`);
  lines.push(
    ...edgeLines(node.in, 'from'),
    `${format(node.flat).padStart(10)} ${percentage(node.flat, total)} ${percentage(node.flat, total)} `
      + `${format(node.cum).padStart(10)} ${percentage(node.cum, total)}                | ${oneLine(name)}`,
    ...edgeLines(node.out, 'to'), TREE_RULE,
  );
  return ok(`${lines.join('\n')}\n`);
}

/** Right-aligns columns like Go's tabwriter. */
function tagsText({ format, total }: Printer, profile: Profile, question: TextQuestion): Result<string> {
  const table = tags(profile, question);
  if (!table.ok) return table;
  const shareOf = (value: number): string => (total > 0 ? ` (${percentage(value, total)})` : '');
  let text = '';
  for (const { key, flat, rows } of table.value.keys) {
    const name = `${oneLine(key)}:`;
    const values = rows.map((row) => `${format(row.flat)}${shareOf(row.flat)}:`);
    const indent = characters(name) + 1;
    const width = values.reduce((most, value) => Math.max(most, value.length + 1), 0);
    text += ` ${name} Total ${format(flat)} of ${format(total)}${shareOf(flat)}\n`;
    rows.forEach((row, index) => {
      text += `${' '.repeat(indent)}${(values[index] ?? '').padStart(width)} ${oneLine(row.value)}\n`;
    });
    text += '\n';
  }
  return ok(text);
}

function characters(text: string): number {
  return [...text].length;
}

const TRACE_RULE = '-----------+-------------------------------------------------------\n';

function tracesText(printer: Printer, question: TextQuestion): Result<string> {
  const { subject, format } = printer;
  const labels = shownLabels(subject.profile, question);
  if (!labels.ok) return labels;
  const [column] = subject.columns;
  const parts = [`${headingOf(printer).join('\n')}\n`];
  const limit = question.limit === undefined || question.limit === 0 ? Infinity : question.limit;
  let length = 0;
  let shown = 0;
  let leftOut = 0;
  for (let sample = 0; sample < subject.profile.sampleCount; sample++) {
    if (subject.view.kept[sample] === 0) continue;
    if (shown >= limit || length > MAX_TRACE_CHARACTERS) {
      if (hasFrames(subject, sample)) leftOut++;
      continue;
    }
    const frames = framesOf(subject, sample);
    if (frames.length === 0) continue;
    const labelLines = labels.value.of(sample).map(({ key, values, numeric }) => (
      { numeric, line: `${oneLine(key).padStart(10)}:  ${values.map(oneLine).join(' ')}\n` }
    ));
    const sorted = (numeric: boolean): string =>
      labelLines.filter((each) => each.numeric === numeric).map(({ line }) => line).sort(compareNames).join('');
    const value = format(column?.numbers[sample] ?? 0);
    const stack = frames.map((frame, place) => (
      `${(place === 0 ? value : '').padStart(10)}   ${oneLine(frame.function)}${frame.inline ? ' (inline)' : ''}\n`
    )).join('');
    const part = `${TRACE_RULE}${sorted(false)}${sorted(true)}${stack}`;
    parts.push(part);
    length += part.length;
    shown++;
  }
  parts.push(TRACE_RULE);
  if (leftOut > 0) parts.push(
    `${leftOut} more ${leftOut === 1 ? 'sample is' : 'samples are'} omitted; `
      + 'narrow the question with a filter, or ask with a larger limit\n'
  );
  return ok(parts.join(''));
}

function hasFrames({ profile, view, names }: OneSubject, sample: number): boolean {
  for (let frame = view.from[sample] ?? 0; frame < (view.to[sample] ?? 0); frame++) {
    const location = profile.frames[frame] ?? 0;
    if ((names.start[location + 1] ?? 0) > (names.start[location] ?? 0)) return true;
  }
  return false;
}

const MAX_FILTER_CHARACTERS = 80;
const FILTERS = [
  'focus', 'ignore', 'hide', 'show', 'show_from', 'tagfocus', 'tagignore', 'tagshow', 'taghide',
] as const;

/** Implements reportLabels. */
function reportHeading(
  printer: Printer, question: TextQuestion, { nodes }: BuiltGraph,
  { nodesOf, dropped, nodeFraction }: { nodesOf: number; dropped: number; nodeFraction: number }
): string[] {
  const { format, total } = printer;
  const lines = headingOf(printer);
  const filters = FILTERS.flatMap((name) => {
    const value = question[name];
    if (value === undefined || value === '') return [];
    const filter = `${name}=${oneLine(value)}`;
    return [`   ${filter.length > MAX_FILTER_CHARACTERS ? `${filter.slice(0, MAX_FILTER_CHARACTERS)}…` : filter}`];
  });
  if (filters.length > 0) lines.push('Active filters:', ...filters);
  const shown = nodes.reduce((sum, node) => sum + node.flat, 0);
  lines.push(
    `Showing nodes accounting for ${format(shown)}, ${percentage(shown, total).trim()} of ${format(total)} total`
  );
  if (total === 0) return lines;
  if (dropped > 0) lines.push(
    `Dropped ${dropped} ${dropped === 1 ? 'node' : 'nodes'} (cum <= `
      + `${format(Math.abs(Math.trunc(total * nodeFraction)))})`
  );
  if (nodes.length > 0 && nodes.length < nodesOf) lines.push(`Showing top ${nodes.length} nodes out of ${nodesOf}`);
  return lines;
}

/** Implements selectOutputUnit: one unit for the whole report, by its smallest and largest value. */
function chosenUnit(
  { subject, total, format }: Printer, nodes: BuiltNode[], question: TextQuestion
): Printer['format'] {
  if ((question.unit ?? 'minimum') !== 'minimum' || nodes.length === 0) return format;
  const { unit } = subject.head;
  let least = 0;
  for (const { flat, cum } of nodes) {
    const value = Math.abs(flat === 0 ? cum : flat);
    if (value > 0 && (least === 0 || value < least)) least = value;
  }
  if (least === 0) least = total;
  const unitOf = (value: number): string => /[a-zA-Z*μ]+$/.exec(scaledLabel(value, unit))?.[0] ?? '';
  const own = unitOf(least);
  const chosen = own !== unitOf(total) && least * 100 < total ? unitOf(100 * least) : own;
  return (value) => labelIn(value, unit, chosen === '' ? unit : chosen);
}

/** Replaces control characters: a name must not break the line or move a terminal's cursor. */
function oneLine(text: string): string {
  // oxlint-disable-next-line no-control-regex -- control characters are what is taken out
  return text.replace(/[\u0000-\u001f\u007f-\u009f]/g, '?');
}
