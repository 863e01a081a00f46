/**
 * Restores the output of `go test` from a build server's text: joins the events of `go test -json`, writes results in
 * JSON as lines, and removes time prefixes, colours and quotes.
 */

import { benchmarkLines } from '../../../../core/text/benchmarks/jsonResults.ts';
import { asColumns } from './timeTable.ts';

/** Escape sequences of a terminal. */
// oxlint-disable-next-line no-control-regex -- the escape character begins them
const COLOURS = /\u001b\[[\d;?]{0,30}[A-Za-z]/g;
const TIME =
  /^(?:[^\t]{1,200}\t[^\t]{1,200}\t)?\[?\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(?:[.,]\d{1,9})?(?:Z|[+-]\d\d:?\d\d)?\]? /;
/** Prefix of BuildKit: `#12 34.56 text`. */
const STEP = /^#\d{1,6} \d{1,9}\.\d{1,9} /;
/** Prefix of GitLab, after the time: `00O ` or `00O+`. */
const STREAM = /^\d\d[OE][ +]/;
/**
 * Prefix of `docker compose`, `kubectl logs --prefix`, Jenkins (the time of day), syslog, and a quote; only before a
 * benchmark's own output.
 */
const SOURCE = new RegExp([
  '^(?:[\\w./-]{1,200} *\\| ?|\\[[\\w./-]{1,300}\\] |\\d\\d:\\d\\d:\\d\\d(?:[.,]\\d{1,9})? {1,2}',
  '|\\w{3} [ \\d]\\d \\d\\d:\\d\\d:\\d\\d \\S{1,200} \\S{1,200}: |> ?)',
  '(?=Benchmark|goos: |goarch: |pkg: |cpu: |Unit |PASS|ok  ?[ \\t]|[ \\t])',
].join(''));
const RESULT = /^Benchmark\S*[ \t]+\d+[ \t]/m;
const INDENTED = /^[ \t]+(?=(?:Benchmark\S*[ \t]+\d+[ \t]+[\d.]|goos: |goarch: |pkg: |cpu: ))/gm;
/** Number of runs and a measurement, which `go test` prints after a name; other output may come between. */
const NUMBERS = /^\s*\d{1,18}[ \t]+[\d.]+(?:e[+-]?\d+)? [^\s\d]\S*(?:[ \t]|$)/;
const NAME = /^Benchmark\S*-\d+[ \t]*$|^Benchmark\S*[ \t]+$/;
/** `BenchmarkX-8   \tdone`: the benchmark's own output follows its name. */
const NAME_AND_OUTPUT = /^(Benchmark\S*[ \t]+)(?![ \t]|\d+[ \t])/;

/** Returns the text as `go test` printed it; unchanged if it is plain. */
export function plainOutput(text: string): string {
  const ofJson = benchmarkLines(text);
  if (ofJson !== null) return ofJson;
  const coloured = asColumns(text.includes('\u001b[') ? text.replace(COLOURS, '') : text);
  const unprefixed = coloured.split('\n').map(withoutPrefix).join('\n');
  const joined = joinedEvents(unprefixed) ?? unprefixed;
  const whole = joinedLines(joined);
  return RESULT.test(whole) ? whole : whole.replace(INDENTED, '');
}

function withoutPrefix(line: string): string {
  const first = line.charCodeAt(0);
  // A result or a key line begins with a letter, so the first character decides most lines.
  if (Number.isNaN(first)) return line;
  const timed = line.replace(TIME, '').replace(STEP, '');
  return (timed.length < line.length ? timed.replace(STREAM, '') : timed).replace(SOURCE, '');
}

interface TestEvent { action: string; pkg: string; output: string | null }

function eventOf(line: string): TestEvent | null {
  if (!line.startsWith('{')) return null;
  try {
    const value: unknown = JSON.parse(line);
    if (typeof value !== 'object' || value === null) return null;
    const { Action: action, Package: pkg, Output: output } = value as Record<string, unknown>;
    if (typeof action !== 'string') return null;
    return {
      action, pkg: typeof pkg === 'string' ? pkg : '', output: typeof output === 'string' ? output : null,
    };
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

/**
 * Returns the output of `go test -json` by package, because packages run concurrently, and a line may be in several
 * events. Null for other text.
 */
function joinedEvents(text: string): string | null {
  if (!/^\s*\{"[A-Z]/m.test(text)) return null;
  const outputs = new Map<string, string[]>();
  const put = (pkg: string, output: string): void => {
    const own = outputs.get(pkg);
    if (own === undefined) outputs.set(pkg, [output]);
    else own.push(output);
  };
  let found = 0;
  for (const line of text.split('\n')) {
    const event = eventOf(line.trim());
    if (event === null) put('', `${line}\n`);
    else {
      found++;
      if (event.output !== null) put(event.pkg, event.output);
    }
  }
  if (found === 0) return null;
  return [...outputs.values()].map((own) => own.join('').replace(/\n?$/, '\n')).join('');
}

/** Moves the numbers after their name if another line came between. */
function joinedLines(text: string): string {
  let pending: string | null = null;
  let isChanged = false;
  const lines = text.split('\n').map((line) => {
    if (pending !== null && !line.startsWith('Benchmark') && NUMBERS.test(line)) {
      const whole: string = pending + line.trimStart();
      pending = null;
      isChanged = true;
      return whole;
    }
    if (line.startsWith('Benchmark')) {
      const bare = NAME.test(line.trimEnd() === line ? line : `${line.trimEnd()} `) ? `${line.trimEnd()}\t` : null;
      const noisy = bare === null ? NAME_AND_OUTPUT.exec(line)?.[1] ?? null : null;
      pending = bare ?? noisy;
    }
    return line;
  });
  return isChanged ? lines.join('\n') : text;
}
