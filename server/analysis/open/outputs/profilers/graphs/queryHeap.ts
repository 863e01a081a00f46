/** Names the kind of the query that holds most of a heap, by the stack of its largest record (`debug=1`). Pure. */

/** Twice the mean of bytes between two samples. */
const RATE = /^heap profile: [^\n]{0,200} @ heap\/(\d{1,12})/m;
const RECORD = /^(\d{1,15}): (\d{1,18}) \[\d{1,15}: \d{1,18}\] @ 0x[^\n]{0,4000}\n((?:#[^\n]{0,1000}\n?){1,200})/gm;
const EVALUATES = /promql\.\(\*evaluator\)\./;
const MIN_SHARE = 0.5;
/** Who asks, by a frame of the stack. */
const ASKERS: readonly (readonly [RegExp, string])[] = [
  [/\brules\.(?:\(\*(?:Group|RecordingRule|AlertingRule)\)\.Eval|EngineQueryFunc)/, 'the query of a rule'],
  [/\bv1\.\(\*(?:API|QueryAPI)\)\.queryRange\b/, 'range queries over the API'],
  [/\bv1\.\(\*(?:API|QueryAPI)\)\.query\b/, 'instant queries over the API'],
];
const SUBQUERY = /promql\.\(\*evaluator\)\.evalSubquery\b/;

/** Returns the bytes for which those of sampled objects stand: small objects are sampled seldom. */
const unsampled = (objects: number, bytes: number, rate: number): number =>
  (objects === 0 || rate <= 1 ? bytes : bytes / (1 - Math.exp(-bytes / objects / rate)));

/** Returns which queries hold the memory, and how to find them; null if no query holds half of it. */
export function queryHeap(text: string): string | null {
  const double = RATE.exec(text)?.[1];
  if (double === undefined) return null;
  const records = [...text.matchAll(RECORD)].map(([, objects, bytes, stack = '']) =>
    ({ bytes: Number(bytes) === 0 ? 0 : unsampled(Number(objects), Number(bytes), Number(double) / 2), stack }));
  const all = records.reduce((sum, { bytes }) => sum + bytes, 0);
  const first = records.toSorted((a, b) => b.bytes - a.bytes)[0];
  if (first === undefined || all === 0 || first.bytes < MIN_SHARE * all || !EVALUATES.test(first.stack)) return null;
  const asker = ASKERS.find(([frame]) => frame.test(first.stack))?.[1] ?? 'PromQL queries';
  const isSub = SUBQUERY.test(first.stack);
  return `Most of the memory in use is that of ${asker}${isSub ? ' with a subquery (evalSubquery)' : ''} that ran when `
    + 'the profile was taken, one or several: the stack does not say how many. Find them in the query log '
    + `(query_log_file) or in the file queries.active, and ${isSub
      ? 'shorten the range or lengthen the step of the subquery, or use a recording rule'
      : 'shorten the range, lengthen the step or select fewer series; --query.max-samples limits the samples that '
        + 'one query may load'}.`;
}
