/** Analyses a query log: its totals, and a finding with its evidence. Pure. See docs/reference/queries.md. */
import type { Finding, Part, QueryLog } from '../../../../core/contract/contract.ts';
import { finding } from '../../../../core/finding.ts';
import { count, parts, percent, quantity, seconds } from '../../../../core/text/parts.ts';
import { originWords, queryParts, quotedQuery, sampleWords } from '../../../../core/text/queryWords.ts';
import { QueryCounts, type QueryTotals, type QueueWaits } from './queryTotals.ts';
import { readQueriesInSteps } from './readQueryLog.ts';

/** Share of the query time from which one text dominates. */
const DOMINATES = 0.5;

/** Returns null for a log without queries. `longest` is the maximum number of single evaluations returned. */
export function* analyseQueryLogInSteps(file: Uint8Array, longest?: number): Generator<undefined, QueryLog | null> {
  const counts = new QueryCounts(longest);
  const lines = yield* readQueriesInSteps(file, (line) => { counts.add(line); });
  const totals = counts.totals();
  if (totals === null) return null;
  const { mergedCount, waits, ...answer } = totals;
  return {
    finding: findingOf(answer, waits), ...answer, lines,
    notes: [
      ...(lines.other === 0 ? [] : [`${lines.other.toLocaleString('en-US')} other lines are no queries.`]),
      ...(mergedCount === 0 ? []
        : [`${mergedCount.toLocaleString('en-US')} light texts are only in the sums: there were too many.`]),
      ...(answer.samples !== null ? [] : ['Samples are not in this log: Prometheus counts them since 2.35.']),
    ],
  };
}

type Answer = Omit<QueryTotals, 'mergedCount' | 'waits'>;

function findingOf(totals: Answer, waits: QueueWaits): Finding {
  const { groups: [first], evalSeconds, failed, samples, longest: [longest], count: all } = totals;
  if (first === undefined || longest === undefined) throw new Error('A log with queries has a group of them.');
  const share = evalSeconds > 0 ? first.evalSeconds / evalSeconds : 0;
  const [origin] = first.origins;
  const by = origin === undefined || first.originCount > 1 || origin.kind === 'unknown' ? ''
    : `, asked by ${originWords(origin)}`;
  const read = sampleWords(first.samples);
  return finding({
    code: 'query-log', severity: 'info', moment: longest.start,
    claim: share >= DOMINATES
      ? parts`One query takes ${percent(share)} of the query time, ${seconds(first.evalSeconds / first.count)} each${
        by}.`
      : parts`No query dominates: the heaviest takes ${percent(share)} of the query time.`,
    evidence: [
      ...waitEvidence(totals, waits),
      parts`The heaviest by evaluation time is ${quotedQuery(first.text)}: ${count(first.count, 'evaluation')}, ${
        seconds(first.evalSeconds)} in all${read === null ? '' : `, ${read}`}.`,
      parts`The longest evaluation is the ${queryParts(longest)}.`,
      parts`In all, ${count(all, 'evaluation')} took ${seconds(evalSeconds)}${
        samples === null ? '' : ` and read ${sampleWords(samples)}`}.`,
      failed === 0 ? [] : parts`${count(failed, 'evaluation')} failed${
        errorOf(totals) === null ? '' : `, such as with "${errorOf(totals)}"`}.`,
      waits.count === 0
        ? parts`Evaluation time is wall-clock time, not CPU: a query that waits for a core or for disk takes it too.`
        : parts`Evaluation time does not include the wait for a slot.`,
    ],
  });
}

/** The default of --query.max-concurrency. */
const DEFAULT_SLOTS = 20;

/** Says how many evaluations waited for a slot, what held the slots, and what to do; empty if none waited. */
function waitEvidence({ count: all, groups: [first] }: Answer, waits: QueueWaits): Part[][] {
  const { count: waited, longestSeconds, maxEvalSeconds, rule, atOnce } = waits;
  if (waited === 0 || first === undefined) return [];
  const origin = rule?.origin;
  const late = rule === null || origin?.kind !== 'rule' ? ''
    : parts`, one of the rule group ${origin.group} for ${seconds(rule.queueSeconds)}`;
  const slots = atOnce === DEFAULT_SLOTS ? ', which is the default of --query.max-concurrency' : '';
  return [
    parts`${quantity(waited, 'count')} of ${count(all, 'evaluation')} waited for a free slot (execQueueTime), up to ${
      seconds(longestSeconds)}${late}, and then took at most ${seconds(maxEvalSeconds)}.`,
    atOnce < 2 ? [] : parts`Up to ${count(atOnce, 'evaluation')} of at least 1 s ran at once${slots}.`,
    parts`Make the heaviest query cheaper first (a shorter range, a longer step, or a recording rule), or run fewer ${
      'of it at once; a higher --query.max-concurrency needs more cores and memory.'}`,
  ];
}

function errorOf({ longest, groups }: Answer): string | null {
  const failed = [...longest, ...groups.map((group) => group.longest)].find(({ error }) => error !== null);
  return failed?.error?.slice(0, 200) ?? null;
}
