/** Finds the phase of a probe, or the part of a scrape, that took most of its time. Pure. */
import { formatNumber, formatSeconds } from '../../../../core/text/format.ts';
import type { Sample, Scrape } from './readScrape.ts';

const IS_DURATION = /_(?:duration|time)_seconds$/;
/** The label that tells the phases or parts of one duration apart. */
const PART = /(?:^|,)\s{0,4}(phase|stage|step|collector|scraper|module)="([^"]{1,100})"/;
const OTHER_LABEL = /(?:^|,)\s{0,4}(?!(?:phase|stage|step|collector|scraper|module)=)[a-z_]\w{0,60}="/i;
const OF_PROBE = /^probe_\w{2,20}_duration_seconds$/;
const PROBE_TOTAL = 'probe_duration_seconds';
const PROBE_LOOKUP = 'probe_dns_lookup_time_seconds';
const PROBE_STATUS = 'probe_http_status_code';
const PROBE_SUCCESS = 'probe_success';
/** Shortest time of a part that is reported. */
const MIN_SECONDS = 1;
/** Least portion of the whole from which a part is reported. */
const MIN_PORTION = 0.5;
const MIN_PARTS = 2;
const MAX_OTHERS = 4;
/** Seconds after which a resolver asks again, and after which the first packet of a connection is sent again. */
const RESOLVER_TIMEOUT = 5;
const SENT_AGAIN: readonly number[] = [1, 3, 7];
const MAX_BEHIND = 0.3;

/** Whether a time is one of these timeouts or a little more. */
const isJustBehind = (seconds: number, timeouts: readonly number[]): boolean =>
  timeouts.some((timeout) => seconds >= timeout && seconds < timeout + MAX_BEHIND);

interface Part { label: string; name: string; seconds: number }
interface Parts { metric: string; parts: Part[] }

/** Returns the durations that have several parts, each part once; a metric with further labels has several wholes. */
function dividedTimes({ samples, types }: Scrape): Parts[] {
  const all = new Map<string, Parts | null>();
  for (const { name, labelText, value } of samples) {
    if (!IS_DURATION.test(name) || (types.get(name) ?? 'gauge') !== 'gauge') continue;
    const [, label = '', part = ''] = PART.exec(labelText) ?? [];
    const known = all.get(name);
    const isOther = label === '' || OTHER_LABEL.test(labelText) || !(value >= 0) || !Number.isFinite(value);
    if (isOther || known === null || known?.parts.some((one) => one.name === part) === true) all.set(name, null);
    else if (known === undefined) all.set(name, { metric: name, parts: [{ label, name: part, seconds: value }] });
    else known.parts.push({ label, name: part, seconds: value });
  }
  return [...all.values()].flatMap((one) => (one === null || one.parts.length < MIN_PARTS ? [] : [one]));
}

/** Returns the only value of a metric; null without one or with several. */
function onlyValue(samples: readonly Sample[], metric: string): number | null {
  const [first, second] = samples.filter(({ name }) => name === metric);
  return first === undefined || second !== undefined ? null : first.value;
}

/** Returns the awaited party in a phase of a probe, and where to look. */
function probeStep(phase: string, seconds: number): string {
  switch (phase) {
    case 'resolve':
      return 'The lookup of the name is slow, not the target: see the name servers in /etc/resolv.conf on the host of '
        + `the exporter${isJustBehind(seconds % RESOLVER_TIMEOUT, [0]) && seconds >= RESOLVER_TIMEOUT
          ? ' (5 s is how long a resolver mostly waits before it asks again or asks the next server)' : ''}, and `
        + 'whether lookups of IPv6 addresses go unanswered (preferred_ip_protocol: ip4).';
    case 'connect':
      return `The target, or the network to it, is slow to accept the connection${isJustBehind(seconds, SENT_AGAIN)
        ? ' (after that time a lost first packet is sent again)' : ''}: look for lost packets, a packet filter on the `
        + 'way, and a full accept queue.';
    case 'tls': return 'The TLS handshake is slow: look at the CPU of the target, and at what ends TLS before it.';
    case 'processing':
      return 'The target takes that long until the first byte of its answer: look at its log and its load.';
    case 'transfer': return 'The body of the answer arrives slowly: look at its size and at the network.';
    case 'rtt': return 'The answer to the echo request takes that long: look at the network to the target.';
    case 'check': return 'The health check of the target takes that long: look at its log and its load.';
    default: return '';
  }
}

/** Says which part took how much of the whole, and what that means for a probe. */
function partFact(most: Part, whole: number, of: string, metric: string, others: readonly Part[]): string {
  const rest = others.filter(({ seconds }) => seconds > 0).slice(0, MAX_OTHERS)
    .map(({ name, seconds }) => `${name} ${formatSeconds(seconds)}`);
  const step = metric.startsWith('probe_') ? probeStep(most.name, most.seconds) : '';
  return `The ${most.label} ${most.name} took ${formatSeconds(most.seconds)} of the ${formatSeconds(whole)} of ${of} (${
    formatNumber(100 * most.seconds / whole)} %, ${metric})${rest.length === 0 ? '' : `; ${rest.join(', ')}`}.${
    step === '' ? '' : ` ${step}`}`;
}

const isMost = (seconds: number, whole: number): boolean => seconds >= MIN_SECONDS && seconds >= MIN_PORTION * whole;

/** Returns the part of each divided duration that took most of the time; none where all parts are short. */
export function phaseFacts(scrape: Scrape): string[] {
  const { samples } = scrape;
  const total = onlyValue(samples, PROBE_TOTAL);
  const divided = dividedTimes(scrape);
  const facts = divided.flatMap(({ metric, parts }) => {
    const isProbe = OF_PROBE.test(metric);
    const sum = parts.reduce((all, { seconds }) => all + seconds, 0);
    const whole = isProbe && total !== null && total >= sum ? total : sum;
    const [most, ...others] = parts.toSorted((a, b) => b.seconds - a.seconds);
    if (most !== undefined && isMost(most.seconds, whole))
      return [partFact(most, whole, isProbe ? 'the probe' : `all ${parts.length} parts together`, metric, others)];
    return isProbe && hasEnded(samples, whole, sum) ? [`The phases that the probe reached account for ${
      formatSeconds(sum)} of its ${formatSeconds(whole)}: it waited for the next one until it gave up, mostly at its `
      + 'timeout.'] : [];
  });
  const lookup = onlyValue(samples, PROBE_LOOKUP);
  // Probes other than those of HTTP have the time of the lookup alone.
  return lookup === null || total === null || divided.some(({ metric }) => OF_PROBE.test(metric))
    || !isMost(lookup, total) ? facts
    : [...facts, partFact({ label: 'phase', name: 'resolve', seconds: lookup }, total, 'the probe', PROBE_LOOKUP, [])];
}

/** Whether a probe failed while it waited for something that none of its phases has. */
const hasEnded = (samples: readonly Sample[], whole: number, sum: number): boolean =>
  onlyValue(samples, PROBE_SUCCESS) === 0 && onlyValue(samples, PROBE_STATUS) === 0 && isMost(whole - sum, whole);

/** Returns what a probe whose verdict is not in the text says of its success. */
export function unstatedProbe({ samples }: Scrape): string[] {
  if (onlyValue(samples, PROBE_TOTAL) === null || samples.some(({ name }) => name === PROBE_SUCCESS)) return [];
  const status = onlyValue(samples, PROBE_STATUS);
  return [
    ...status === null || (status > 0 && status < 400) ? [] : [status === 0
      ? `No HTTP answer came (${PROBE_STATUS} is 0).` : `The target answered with HTTP status ${status}.`],
    `Whether the probe succeeded (${PROBE_SUCCESS}) is not in the text.`,
  ];
}
