/** Tells experimental features that the command line in a text turns on, beside a crash. Pure; bounded. */

const MAX_CHARS = 2 ** 20;
const FLAG = /--enable-feature[= ]["']?([a-z][a-z\d,-]{2,300})/g;
const CRASHED = /\bcrashed with "|\bGo panic\b|It panicked\b|\bfatal error: |^The crash is at /;

/** Code of a feature, and what is known of it. */
interface Feature { code: RegExp; note?: string }

/** Features of Prometheus by the package that they change. */
const FEATURES: Readonly<Record<string, Feature>> = {
  'new-service-discovery-manager': {
    code: /\bdiscovery\./, note: 'crashes of it while a configuration is loaded were fixed in 2.31.1',
  },
  'native-histograms': { code: /[Hh]istogram/ },
  'exemplar-storage': { code: /[Ee]xemplar/ },
  'memory-snapshot-on-shutdown': { code: /[Ss]napshot/ },
  'concurrent-rule-eval': { code: /\brules\./ },
  'delayed-compaction': { code: /[Cc]ompact/ },
  'created-timestamp-zero-ingestion': { code: /\bscrape\.|\btextparse\./ },
  'extra-scrape-metrics': { code: /\bscrape\./ },
  'promql-experimental-functions': { code: /\bpromql\./ },
  'promql-per-step-stats': { code: /\bpromql\./ },
  'metadata-wal-records': { code: /[Mm]etadata|\bwal\.|\bwlog\./ },
  'otlp-write-receiver': { code: /[Oo][Tt][Ll][Pp]/ },
  'remote-write-receiver': { code: /\bremote\./ },
};

/** Returns the features with the code that crashed; null without a crash or without such a flag. */
export function featuresOn(facts: string, text: string): string | null {
  if (!CRASHED.test(facts)) return null;
  const all = new Set([...text.slice(-MAX_CHARS).matchAll(FLAG)].flatMap(([, names = '']) => names.split(','))
    .filter((name) => name !== '' && name !== 'agent'));
  if (all.size === 0) return null;
  const own = [...all].find((name) => FEATURES[name]?.code.test(facts) === true);
  if (own === undefined) return `In the text, --enable-feature=${[...all].join(',')} is set: such features are `
    + 'experimental, so see whether the crash comes without them.';
  const note = FEATURES[own]?.note;
  return `In the text, --enable-feature=${own} is set, which is experimental and concerns the code that crashed: leave `
    + `it out until an update${note === undefined ? '' : ` (${note})`}.`;
}
