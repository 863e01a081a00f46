/** Names the forms that are read and nearest to what a text of no known form is about. Pure. */

const MAX_CHARS = 16 * 1024;
const MAX_NAMED = 2;

/** The words of a subject, and what to open of it. */
const SUBJECTS: readonly (readonly [RegExp, string])[] = [
  [/\bpprof\b|\bflame ?graph|\bheap profile|\bCPU profile|\bprofil(?:er|ing)\b/i,
    'a profile of pprof, or what go tool pprof -top, perf script or async-profiler prints'],
  [/\bns\/op\b|\bbenchmark(?:s|ed|ing)?\b/i, 'the output of go test -bench, hyperfine or time'],
  [/\bgoroutines?\b|\bdeadlock(?:s|ed)?\b/i, 'the goroutines as /debug/pprof/goroutine?debug=1 prints them'],
  [/\bprometheus\b|\btsdb\b|\bthanos\b|\bmimir\b|\bvictoria-?metrics\b|\bcompactions?\b|\bWAL\b/i,
    'the log of the server, its /metrics, or the meta.json of its blocks'],
];

/** Returns what to open instead; null if the text is about nothing that can be read. */
export function nearestForms(text: string): string | null {
  const head = text.slice(0, MAX_CHARS);
  const named = SUBJECTS.filter(([words]) => words.test(head)).slice(0, MAX_NAMED).map(([, forms]) => forms);
  return named.length === 0 ? null : `On this subject tsdbscope reads ${named.join('; or ')}.`;
}

/** The files that are read and are no text. */
export const READ_FILES = 'tsdbscope reads texts, pprof and other profiles, execution traces, recordings and '
  + 'incident files.';
