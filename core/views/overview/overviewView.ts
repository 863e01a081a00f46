/** Overview from targets and findings; pure. */
import type { Finding, PanelFinding, PanelName, Target, TargetHistory, TargetState } from '../../contract/contract.ts';
import { finding, NO_LIMIT_CODE, worstFirst } from '../../finding.ts';
import { PANELS, panelWord } from '../../panels.ts';
import { formatDateTime } from '../../text/format.ts';
import { parts, render } from '../../text/parts.ts';
import type { UrlState } from '../../url/urlState.ts';
import type { Zone } from '../../text/zone.ts';

const stateRanks: Record<TargetState, number> = { down: 0, replaying: 1, starting: 2, stopping: 3, up: 4, recorded: 5 };

/** Returns whether a target is starting; its pages then show the start. */
export function isStarting(state: TargetState): boolean {
  return state === 'replaying' || state === 'starting';
}

/**
 * Returns the findings with the words that the panel has now. The picture of a start is that panel, asked at another
 * moment than the findings: both state one time left.
 */
export function inWordsOf(
  findings: readonly PanelFinding[], panel: PanelName, { code, claim, sentence, evidence }: Finding
): PanelFinding[] {
  return findings.map((one) => (
    one.panel === panel && one.code === code ? { ...one, claim, sentence, evidence } : one
  ));
}

/** Returns the targets that do not serve first, recordings last; targets of equal state keep their order. */
export function troubledFirst(targets: readonly Target[]): Target[] {
  return targets.toSorted((a, b) => stateRanks[a.state] - stateRanks[b.state]);
}

/**
 * Returns other targets that do not serve now, worst first, and their number per state in words: `19 down, 1
 * replaying`.
 */
export function othersInTrouble(targets: readonly Target[], current: string): { targets: Target[]; words: string } {
  const troubled = troubledFirst(
    targets.filter(({ name, state }) => name !== current && stateRanks[state] < stateRanks.up)
  );
  const states = [...new Set(troubled.map(({ state }) => state))];
  return {
    targets: troubled,
    words: states.map((state) => `${troubled.filter((one) => one.state === state).length} ${state}`).join(', '),
  };
}

/**
 * Returns whether nothing wrong was found although some panels lack data, as for any healthy server over an hour, which
 * compacts every other hour.
 */
export function isPartlyChecked(all: readonly PanelFinding[]): boolean {
  const findings = all.filter(isJudged);
  if (findings.some(({ code }) => code === 'cpu-spikes')) return false;
  return worstFirst(findings)[0]?.severity === 'unknown' && panelsOf(findings).checked.length > 0;
}

/**
 * Returns the overview's own finding: the worst one, or what was checked without a finding, and what could not be.
 * `windowText` is null if the window is shown next to it. Its own codes: `nothing-checked`, `nothing-wrong` (some
 * panels lack data), `one-scrape` (only a single scrape), `all-quiet`.
 */
export function headline(findings: readonly PanelFinding[], windowText: string | null): Finding {
  const over = windowText === null ? null : `Window: ${windowText}.`;
  const led = leading(findings);
  if (led !== null) return led;
  if (findings.length === 0) {
    const claim = parts`Nothing could be checked.`;
    return finding({ code: 'nothing-checked', severity: 'unknown', claim, evidence: [parts`${over}`] });
  }
  if (isPartlyChecked(findings) && findings.some(isOneScrape)) {
    return finding({
      code: 'one-scrape', severity: 'unknown',
      claim: parts`A single scrape shows current values; nothing over time can be judged.`, evidence: [parts`${over}`],
    });
  }
  if (isPartlyChecked(findings)) {
    const { checked, lacking } = panelsOf(findings);
    return finding({
      code: 'nothing-wrong', severity: 'unknown',
      claim: parts`Nothing wrong found; not enough data to judge ${wordsOf(lacking)}.`,
      evidence: [parts`Checked: ${titlesOf(checked)}.`, parts`${over}`],
    });
  }
  return finding({
    code: 'all-quiet', severity: 'ok', claim: findings.every(isJudged) ? parts`All quiet: nothing wrong found.`
      : parts`All quiet: nothing wrong found; no memory limit is known.`,
    evidence: [parts`Checked: ${titlesOf(findings)}, each alone and together.`, parts`${over}`],
  });
}

/**
 * Returns whether a finding was judged: memory without a known limit does not lack data, but was not checked against
 * it.
 */
const isJudged = ({ code }: PanelFinding): boolean => code !== NO_LIMIT_CODE;
const isOneScrape = ({ code }: PanelFinding): boolean => code === 'one-scrape';

/**
 * Returns the finding for the headline: a state or a problem; else the spikes in the picture, even while panels lack
 * data, or the shortage of CPU that they show where nothing else explains them; else the worst. Null if nothing is
 * wrong, which the headline says itself.
 */
function leading(findings: readonly PanelFinding[]): PanelFinding | null {
  const worst = worstFirst(findings.filter(isJudged))[0];
  if (worst === undefined) return null;
  if (worst.isState === true || worst.severity === 'critical' || worst.severity === 'warning') return worst;
  const spikes = findings.find(({ code }) => code === 'cpu-spikes');
  if (spikes !== undefined) return shortOfCpu(spikes, findings) ?? spikes;
  // With a single scrape nothing over time can be judged; prefers findings on more than its levels.
  if (findings.some(isOneScrape)) {
    const shown = findings.filter(({ severity }) => severity === 'info');
    const led = shown.find((one) => !isOneScrape(one)) ?? shown[0];
    if (led !== undefined) return led;
  }
  return worst.severity === 'ok' || isPartlyChecked(findings) ? null : worst;
}

/** Share of the spikes' CPU without a known cause from which a shortage of CPU leads instead of them. */
const UNEXPLAINED = 0.5;
const CPU_SHORT_CODES: readonly string[] = ['cpu-limited', 'host-throttled', 'host-cpu-saturated'];

/** Returns the finding that CPU is short, where no known event explains most of the spikes. */
function shortOfCpu(spikes: PanelFinding, findings: readonly PanelFinding[]): PanelFinding | undefined {
  if ((spikes.figures['unexplainedShareOfSpikeCpuRatio'] ?? 0) < UNEXPLAINED) return undefined;
  return worstFirst(findings).find(({ code }) => CPU_SHORT_CODES.includes(code));
}

/**
 * Returns the findings below the headline: all except the headline's, and except panels that only repeat another
 * finding.
 */
export function belowHeadline(findings: readonly PanelFinding[]): PanelFinding[] {
  const led = leading(findings);
  const claims = new Set(findings.filter(({ severity }) => severity !== 'unknown').map(({ claim }) => render(claim)));
  return worstFirst(findings).filter((one) => one !== led
    && (one.severity !== 'unknown' || !claims.has(render(one.claim))));
}

/** States of a target that answers, so that its picture and its spikes remain relevant. */
const ANSWERING_STATES: readonly string[] = [
  'host-out-of-cpu', 'host-out-of-memory', 'host-disk-full', 'writes-failing', 'storage-read-only',
];

/**
 * Returns the finding below the leading one: the causes of the spikes in the picture, if not already stated; else the
 * worst other finding, if it is a warning. Null for a target that does not serve.
 */
export function secondary(findings: readonly PanelFinding[]): PanelFinding | null {
  const led = leading(findings);
  if (led?.isState === true && !ANSWERING_STATES.includes(led.code)) return null;
  const spikes = findings.find(({ code }) => code === 'cpu-spikes');
  if (led !== null && spikes !== undefined && spikes !== led) return spikes;
  const next = led?.isState === true ? undefined : belowHeadline(findings)[0];
  return next !== undefined && (next.severity === 'critical' || next.severity === 'warning') ? next : null;
}

/**
 * Returns the time of the next head compaction, Unix seconds; null if not known or past, and while the target is not
 * up: after a replay it compacts at an unknown time.
 */
export function nextCompaction(findings: readonly PanelFinding[], state: TargetState, now: number): number | null {
  if (state !== 'up') return null;
  const [time] = findings.flatMap(({ figures }) => figures['nextHeadCompactionTimestamp'] ?? []);
  return time === undefined || time <= now ? null : time;
}

/**
 * Returns the link to the moment of a finding: its window, for the same analysis, with the charts zoomed to the moment.
 * No change without a moment.
 */
export function momentPatch(
  { moment }: Pick<Finding, 'moment'>, window: { start: number; end: number }
): Partial<Pick<UrlState, 'range' | 'at' | 'aroundSeconds'>> {
  if (moment === null) return {};
  return {
    range: { kind: 'absolute', start: window.start, end: window.end }, at: moment,
    aroundSeconds: Math.round(Math.max(30, (window.end - window.start) / 12)),
  };
}

function titlesOf(findings: readonly PanelFinding[]): string {
  return [...new Set(findings.map((one) => PANELS[one.panel].title))].join(', ');
}

/** Returns panel names as used within a sentence. */
function wordsOf(findings: readonly PanelFinding[]): string {
  return [...new Set(findings.map(({ panel }) => panelWord(panel)))].join(', ');
}

/** Returns the findings of panels that lack data, and of the others. */
function panelsOf(findings: readonly PanelFinding[]): { checked: PanelFinding[]; lacking: PanelFinding[] } {
  const lacking = findings.filter((one) => one.severity === 'unknown' && isJudged(one));
  return { lacking, checked: findings.filter((one) => !lacking.some(({ panel }) => panel === one.panel)) };
}

/** Returns `Checked: Scrapes, Memory & capacity. Not enough data: GC & CPU.` */
export function checkedText(findings: readonly PanelFinding[]): string {
  const { checked, lacking } = panelsOf(findings);
  return [
    checked.length === 0 ? null : `Checked: ${titlesOf(checked)}.`,
    lacking.length === 0 ? null : `Not enough data: ${titlesOf(lacking)}.`,
  ].filter((part) => part !== null).join(' ');
}

/** Returns what is known of the time before the recording; null for a recording, which has no other source. */
export function historyText(history: TargetHistory | null, zone: Zone): string | null {
  if (history === null) return null;
  const since = history.since === null ? '' : ` back to ${formatDateTime(history.since, zone)}`;
  switch (history.state) {
    case 'waiting': return 'Its own history is read once it is up and has scraped itself.';
    case 'reading': return `Its own history is being read${since === '' ? '' : `, so far${since}`}: `
      + 'windows before this recording fill as it arrives.';
    case 'read': return since === '' ? 'Its own history holds nothing from before this recording.'
      : `The time before this recording comes from its own history,${since}.`;
    case 'unavailable': return 'Nothing from before this recording'
      + `${since === '' ? '' : ` beyond what was read${since}`}: `
      + (history.reason ?? 'its own history did not answer.');
  }
}
