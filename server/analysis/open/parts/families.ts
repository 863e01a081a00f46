/** Names the program of lines that several programs share, by what the text around them names. Pure. */
import { fits } from '../../../../core/text/prefilter/fits.ts';
import type { Recognized } from '../look/recognized.ts';

/** Names of the programs of one family; words that mean other things count only beside a part of such a name. */
const NAMES: Readonly<Record<string, RegExp>> = {
  Loki: /(?<![a-z])loki(?![a-z])/i, Mimir: /(?<![a-z])mimir(?![a-z])/i,
  // Mimir has the metrics and the RPCs of Cortex under their old names.
  Cortex: /(?<![a-z])cortex(?![a-z_]|-[amr]\d|\.(?:ingester|distributor|ruler|frontend)\b)/i,
  Thanos: /(?<![a-z])thanos(?![a-z])/i,
  Tempo: new RegExp([
    /(?<![a-z])tempo[-_ ](?:ingester|distributor|quer(?:ier|y)|compactor|gossip|memberlist)/,
    /(?<![a-z])tempo-\d|-n tempo\b|\bgrafana[ /]tempo\b/,
  ].map(({ source }) => source).join('|'), 'i'),
  // The mode that logs `agent=` is of the Agent alone.
  'Grafana Agent': /(?<![a-z])grafana[-_ ]?agent(?![a-z])|\bagent=prometheus\b|github\.com\/grafana\/agent\//i,
  'Grafana Alloy': /(?<![a-z])alloy(?![a-z])/i, Alertmanager: /(?<![a-z])alertmanagers?(?![a-z])/i,
};
/** Returns those of the programs that a text names. */
export const namedIn = (text: string, programs: readonly string[]): string[] =>
  programs.filter((one) => NAMES[one]?.test(text) === true);

const SHARED: ReadonlySet<string> = new Set(['ring-log', 'ingester-log', 'ruler-log']);
/** The name of two programs of which one replaced the other. */
const AGENT = 'Grafana Agent or Alloy';
const AGENTS = ['Grafana Agent', 'Grafana Alloy'];
/** Lines that only one of them writes, also where the text mentions the other. */
const OWN_MARKS: Readonly<Record<string, RegExp>> = {
  'Grafana Agent': /\bgrafana-agent\[\d|\bagent=prometheus\b/,
  'Grafana Alloy': /\balloy\[\d|\/bin\/alloy\b|\bself_monitoring_metrics\b/,
};
/** Words that only servers with a ring of ingesters log. */
const OF_RING = /\bhealthy in the ring\b/;
const RING_FAMILY = ['Loki', 'Mimir', 'Cortex', 'Tempo'];
/** Two tools that print the same summary; only one of them has statuses, and its command may stand above it. */
const HEY = /^Status code distribution:|^[ \t]{0,12}(?:DNS\+dialup|Size\/request):|(?:^|[\s$`/])hey\S{0,20} -\w/m;
const OF_ETCD = /^[ \t]{0,12}Stddev:|(?:^|[\s$`/])benchmark --\w|\bbenchmark (?:put|range|txn-put|watch)\b/m;
const EITHER = 'hey or of benchmark of etcd';

/** Returns `whole` with the only program of its family that the text names; unchanged without or with several. */
export function withFamily(whole: Recognized, text: string): Recognized {
  const { format, program, name } = whole;
  if (format === 'hey-or-etcd-benchmark') return { ...whole, name: toolOf(name, text) };
  if (program === null && format === 'error-message' && OF_RING.test(whole.interest ?? '')) {
    const named = namedIn(text, RING_FAMILY);
    const [own] = named;
    return own === undefined || named.length > 1 ? whole : { ...whole, program: own, name: `${name} (${own})` };
  }
  const isKnown = format === 'known-messages' && program?.includes(' or ') === true;
  if (program === null || (!SHARED.has(format) && program !== AGENT && !isKnown)) return whole;
  const family = program === AGENT ? AGENTS : program.split(/, | or /);
  const own = family.filter((one) => OWN_MARKS[one]?.test(text) === true);
  const found = own.length === 1 ? own : namedIn(text, family);
  const [only] = found;
  return only === undefined || found.length > 1 ? whole
    : {
      ...whole, program: only, name: name.replace(program, () => only),
      interest: isKnown ? whole.interest?.replaceAll(`of ${program}`, () => `of ${only}`) ?? null : whole.interest,
    };
}

/** Names which of two tools printed a summary, if the text shows it. */
function toolOf(name: string, text: string): string {
  const [isHey, isOfEtcd] = [fits(HEY, text), fits(OF_ETCD, text)];
  return isHey === isOfEtcd ? name : name.replace(EITHER, isHey ? 'hey' : 'benchmark of etcd');
}
