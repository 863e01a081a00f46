/** Recognizes the stacks of PromQL queries in the code of Prometheus, and who asks. Pure. */

/** Matches the functions that evaluate a query, and the one that evaluates a subquery. */
export const EVALUATES = /promql\.\(\*evaluator\)\./;
export const SUBQUERY = /promql\.\(\*evaluator\)\.evalSubquery\b/;
/** Who asks, by a function of the stack, in words. */
export const ASKERS: readonly (readonly [RegExp, string])[] = [
  [/\brules\.(?:\(\*(?:Group|RecordingRule|AlertingRule)\)\.Eval|EngineQueryFunc)/, 'the query of a rule'],
  [/\bv1\.\(\*(?:API|QueryAPI)\)\.queryRange\b/, 'range queries over the API'],
  [/\bv1\.\(\*(?:API|QueryAPI)\)\.query\b/, 'instant queries over the API'],
];
export const ANY_ASKER = 'PromQL queries';

/** Share of a heap that queries have, from which that is reported. */
export const MIN_QUERY_SHARE = 0.5;

/** Returns that queries hold most of a heap, and the next step. `asker`: who asks, in words. */
export function queryWords({ asker, isSub }: { asker: string; isSub: boolean }): string[] {
  return [
    `Most of the memory in use is that of ${asker}${isSub ? ' with a subquery (evalSubquery)' : ''} that ran when `
      + 'the profile was taken, one or several: the stack does not say how many.',
    `Find them in the query log (query_log_file) or in the file queries.active, and ${isSub
      ? 'shorten the range or lengthen the step of the subquery, or use a recording rule'
      : 'shorten the range, lengthen the step or select fewer series; --query.max-samples limits the samples that '
        + 'one query may load'}.`,
  ];
}
