/** Names files that are no profile, or of an unsupported format, with the way to a supported one. */
import { isGzip } from './gunzip.ts';

const HEAD_BYTES = 64;
/** Minimum size: a small profile may by chance have only bytes that occur in text. */
const MIN_TEXT_BYTES = 32;
/** Enough to include the first result after a build's output. */
const TEXT_BYTES = 16 * 1024;

type Named = readonly [pattern: RegExp, message: string];

/** Binary formats by their first bytes, as latin1. */
const BINARY: readonly Named[] = [
  [/^PERFILE2/, 'the file is a recording of perf; upload the output of "perf script -i perf.data"'],
  [/^FLR\0/, 'the file is a Java Flight Recorder recording; convert it, e.g. "jfrconv -o pprof recording.jfr"'],
  [/^Nettrace/, 'the file is a trace of .NET; convert it with "dotnet-trace convert --format Speedscope"'],
  [/^go 1\.\d+ trace/,
    'the file is an execution trace, not a profile; fetch /debug/pprof/profile instead of /debug/pprof/trace'],
  [/^JAVA PROFILE 1\./, 'the file is a heap dump of Java, objects without stacks; record allocations with '
    + 'async-profiler ("asprof -e alloc -o pprof")'],
  [/^\u007fELF/, 'the file is a program, not a profile; fetch a profile such as /debug/pprof/heap from it'],
  // oxlint-disable-next-line no-control-regex -- the first bytes of an archive
  [/^(?:PK\u0003\u0004|\u00fd7zXZ|\u0028\u00b5\u002f\u00fd|BZh)/,
    'the file is compressed in another way than gzip; expand it and upload what is in it'],
];

const TEXT: readonly Named[] = [
  [/^<(!doctype|html|\?xml|head)/i,
    'the file is a web page, not a profile; fetch a profile such as /debug/pprof/heap, not the index'],
  [/^(heap profile:|goroutine profile:|threadcreate profile:|--- |cycles\/second=)/,
    'the file is the text form of a profile; fetch it without debug= in its address'],
  [/^(404 page|Unknown profile)/i,
    'the file is an error message of the target, not a profile; check the address it was fetched from'],
  [/^(?:# callgrind format|version: \d+\ncreator: (?:callgrind|xdebug)|events: )/i,
    'the file is a callgrind profile, which has calls but no stacks; record with perf or a profiler that writes pprof'],
];

/** JSON formats by the keys in their first bytes. */
const JSON_KEYS: readonly Named[] = [
  [/"snapshot"\s*:\s*\{\s*"meta"/,
    'the file is a heap snapshot of V8, objects without stacks; record a sampling heap profile (.heapprofile)'],
  [/"meta"\s*:\s*\{[^]*"(?:processType|preprocessedProfileVersion|stackwalk)"/,
    'the file is of the Firefox Profiler, which is not read; export pprof or perf script text from its source'],
  [/"recording"\s*:\s*\{[^]*"sampleStackTraces"|"(?:renderingFrameRecords|sampleStackTraces)"/,
    'the file is a timeline of Safari, which is not read; record with a profiler that writes .cpuprofile'],
  [/"(?:start_call_stack|sample_count|root_frame)"\s*:/,
    'the file is a session of pyinstrument; write it again with "pyinstrument -r speedscope"'],
  [/"flamebearer"\s*:/, 'the file is the JSON of Pyroscope; download the profile as pprof there'],
  [/"(?:stackFrames|samples)"\s*:\s*[{[][^]*"sn"\s*:/,
    'the file is a trace of Hermes, which is not read; convert it with "npx react-native profile-hermes"'],
  [/"resourceProfiles"\s*:/, 'the file is an OpenTelemetry profile in JSON, which is not read; export it as pprof'],
  [/"results"\s*:\s*\[[^]*"(?:command|mean|stddev)"\s*:/,
    'the file is the result of hyperfine, not a profile; give the output of time for each run on the Benchmarks page'],
  [/^\s*\{\s*"(?:Time|Action|ImportPath)"\s*:/,
    'the file is the output of go test -json, not a profile; compare it with another on the Benchmarks page'],
];

/** Returns what the file is instead, for files that users do upload; null if it may be a profile. */
export function otherFormat(bytes: Uint8Array): string | null {
  if (isGzip(bytes)) return 'the file is gzip inside gzip; expand it once and upload that';
  const raw = new TextDecoder('latin1').decode(bytes.subarray(0, HEAD_BYTES));
  const head = raw.trimStart();
  const named = BINARY.find(([pattern]) => pattern.test(raw)) ?? TEXT.find(([pattern]) => pattern.test(head));
  if (named !== undefined) return named[1];
  if (/^[[{]/.test(head) && /^[[{]\s*["[{\]}\d]/.test(head)) {
    const text = new TextDecoder('latin1').decode(bytes.subarray(0, TEXT_BYTES));
    return JSON_KEYS.find(([pattern]) => pattern.test(text))?.[1]
      ?? 'the file is JSON, but neither a speedscope file nor a profile of V8 (.cpuprofile, .heapprofile), '
        + 'of stackprof or of trace events; a pprof profile is binary';
  }
  if (isBenchmarkText(bytes))
    return 'the file is the output of go test -bench or of time, not a profile; '
      + 'compare it with another on the Benchmarks page';
  if (bytes.length >= MIN_TEXT_BYTES && isText(bytes))
    return 'the file is text, but neither collapsed stacks nor the output of perf script; '
      + 'a pprof profile is binary, as /debug/pprof/heap returns it without debug=';
  return null;
}

/**
 * Returns whether it has only bytes that occur in text, with at least one line break; a profile's tags and lengths are
 * other bytes.
 */
function isText(bytes: Uint8Array): boolean {
  const head = bytes.subarray(0, TEXT_BYTES);
  return head.includes(0x0a) && head.every(
    (byte) => byte >= 0x20 ? byte !== 0x7f : byte === 0x09 || byte === 0x0a || byte === 0x0d || byte === 0x1b
  );
}

/** Matches a result of `go test -bench`, or `time` of GNU, GNU with -v, bash, zsh, BSD. */
const BENCHMARK_LINES = [
  /^Benchmark\S{0,1000}[ \t]+\d+[ \t]+[\d.]/m,
  /\duser\s+[\d.]+system\s/, /^[ \t]*User time \(seconds\):/m, /^real[ \t]+\d/m,
  /\ds? user [\d.]+s? system \d+% cpu /, /^[ \t]+[\d.]+ real\s+[\d.]+ user\s/m,
];

function isBenchmarkText(bytes: Uint8Array): boolean {
  if (!isText(bytes)) return false;
  const head = new TextDecoder('latin1').decode(bytes.subarray(0, TEXT_BYTES));
  return BENCHMARK_LINES.some((pattern) => pattern.test(head));
}
