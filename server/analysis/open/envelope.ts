/** Takes off a line what a container runtime, a log store or a terminal put around it. */

interface Bare { text: string; envelope: string | null }

/** Wrappings around wrappings: a CI prefix around docker compose around Docker's JSON. */
const MAX_DEPTH = 4;
// oxlint-disable-next-line no-control-regex -- colours of a terminal
const COLOURS = /\u001b\[[0-9;]{0,20}m/g;

interface Envelope { name: string; pattern: RegExp }

/** Each takes the text in its last group. Bounded, and anchored at the start. */
const PREFIXES: readonly Envelope[] = [
  { name: 'containerd lines', pattern: /^\d{4}-\d\d-\d\dT[\d:.]{8,20}(?:Z|[+-]\d\d:\d\d) std(?:out|err) [FP] (.*)$/ },
  { name: 'kubectl --prefix lines', pattern: /^\[pod\/[^\]\s]{1,200}\] ?(.*)$/ },
  { name: 'docker compose lines', pattern: /^\s{0,8}[\w.-]{1,100}\s{1,100}\| ?(.*)$/ },
  {
    name: 'journald lines',
    pattern:
      /^[A-Z][a-z]{2} [ \d]\d [\d:]{8}(?:\.\d{1,9})? [\w.:-]{1,100} [\w./@:-]{1,100}(?:\[\d{1,10}\])?: ?(.*)$/,
  },
  {
    name: 'journald lines',
    pattern:
      /^\d{4}-\d\d-\d\dT[\d:.,]{8,20}(?:Z|[+-]\d\d:?\d\d) [\w.:-]{1,100} [\w./@:-]{1,100}(?:\[\d{1,10}\])?: ?(.*)$/,
  },
  {
    name: 'syslog lines',
    pattern: /^<\d{1,3}>\d? ?\S{6,40} \S{1,100} \S{1,100} \S{1,40} \S{1,40} (?:-|\[.{0,500}?\]) ?(.*)$/,
  },
  { name: 'BuildKit lines', pattern: /^#\d{1,4} (?:\d{1,6}\.\d{1,4} )?(.*)$/ },
  { name: 'time prefixes', pattern: /^\d{4}-\d\d-\d\d[T ][\d:.,]{8,20}(?:Z|[+-]\d\d:?\d\d)[ \t]+(.+)$/ },
  {
    name: 'stern lines',
    pattern: new RegExp(
      /^[+›]? ?[a-z0-9][a-z0-9.-]{2,100} [›]? ?[a-z0-9][a-z0-9.-]{1,60} /.source
        + /(?=[a-z]{1,8}=|\{"|gc \d|\d{4}-)(.*)$/.source
    ),
  },
];
/** VictoriaMetrics and zap write their own time, so a time prefix is not taken off these. */
const OWN_TIME = new RegExp([
  /^\S{19,35}\t(?:debug|info|warn|error|fatal|panic|INFO|WARN|ERROR)\t/,
  // Copied from a terminal, its tabs are blanks.
  /^\S{19,35} {1,8}(?:debug|info|warn|error|fatal|panic) {1,8}(?:github\.com\/)?VictoriaMetrics\//,
].map(({ source }) => source).join('|'));
const WRAPPED = /^\s*\{"(?:log|MESSAGE|line|labels|__CURSOR|stream|time|timestamp|@timestamp|_[A-Z_]{1,40})":/;

/** A line without what wraps it, and the outermost wrapping. Never throws. */
export function bareLine(line: string): Bare {
  let text = (line.includes('\u001b') ? line.replace(COLOURS, '') : line).trimEnd();
  // rsyslog writes a tab so.
  if (text.includes('#011')) text = text.replaceAll('#011', '\t');
  let envelope: string | null = null;
  for (let depth = 0; depth < MAX_DEPTH; depth++) {
    const next = unwrap(text);
    if (next === null) break;
    envelope ??= next.envelope;
    text = next.text;
  }
  return { text, envelope };
}

function unwrap(text: string): Bare | null {
  if (WRAPPED.test(text)) return ofJson(text.trim());
  if (text.startsWith('"') && text.includes('","')) return ofCsv(text);
  if (OWN_TIME.test(text)) return null;
  for (const { name, pattern } of PREFIXES) {
    const inner = pattern.exec(text)?.[1];
    if (inner !== undefined) return { text: inner, envelope: name };
  }
  return null;
}

function ofJson(text: string): Bare | null {
  try {
    const fields = JSON.parse(text) as Record<string, unknown>;
    const names = { log: 'Docker json-file lines', MESSAGE: 'journald JSON', line: 'Loki JSON' };
    for (const [key, envelope] of Object.entries(names)) {
      const inner = fields[key];
      if (typeof inner === 'string') return { text: inner.trimEnd(), envelope };
    }
    return null;
  } catch {
    // Cut off, or no JSON: it stays as it is.
    return null;
  }
}

/** The longest cell of a row: the message, next to times and labels. */
function ofCsv(text: string): Bare | null {
  const cells = text.split(/,(?=")/).map((cell) => cell.replace(/^"|"$/g, '').replaceAll('""', '"'));
  if (cells.length < 2) return null;
  return { text: cells.reduce((most, cell) => (cell.length > most.length ? cell : most), ''), envelope: 'CSV rows' };
}
