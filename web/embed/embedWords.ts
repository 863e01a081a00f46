/** Texts of an embed on itself: the age of its data, its connection to the server, its full page; pure. */
import type { EmbedData } from '../../core/contract/contract.ts';
import { DRAWN } from '../../core/panels.ts';
import { formatClock, formatDateTime, formatSeconds, zoneName } from '../../core/text/format.ts';
import { pathPrefix } from '../url/pathPrefix.ts';
import { asOfIn } from '../../core/url/panelWindow.ts';
import { formatUrl, parseUrl } from '../../core/url/urlState.ts';
import type { LinkState } from './tokenStream.ts';

/** Returns whole seconds, because it is an age and not a measurement. */
export const spanText = (seconds: number): string => formatSeconds(Math.max(0, Math.round(seconds)));

/** Returns `2026-11-20 14:02:11 UTC`. */
function moment(seconds: number): string {
  return `${formatDateTime(seconds, 'local')} ${zoneName('local', seconds)}`;
}

export type AgeKind = 'live' | 'old' | 'frozen' | 'recorded' | 'lost';

export interface AgeLine { kind: AgeKind; text: string }

/** Number of missed refreshes from which data is old, and the minimum age in seconds. */
const refreshesUntilOld = 4;
const neverOldBefore = 15;
const recordedAfter = 600;

function isProfile({ subject }: Pick<EmbedData, 'subject'>): boolean {
  return subject?.kind === 'flamegraph' || subject?.kind === 'diff';
}

export interface AgeInput {
  data: Pick<EmbedData, 'frozen' | 'dataTime' | 'refreshSeconds' | 'error' | 'subject'>;
  /** Current time on the server's clock. */
  now: number;
  link: LinkState;
  /** Time since when the connection is lost; null if it is not. */
  lostSince: number | null;
}

/** Returns the age of the data and its reason in one line, so that readers need not guess. */
export function ageLine({ data, now, link, lostSince }: AgeInput): AgeLine {
  const { dataTime, frozen } = data;
  if (frozen) return { kind: 'frozen', text: dataTime === null ? 'Frozen' : `Frozen at ${moment(dataTime)}` };
  const age = dataTime === null ? null : now - dataTime;
  const ageText = age === null ? 'no data yet' : `data ${spanText(age)} old`;
  if (link === 'lost') return {
    kind: 'lost',
    text: `${ageText.replace(/^./, (first) => first.toUpperCase())}: tsdbscope does not `
      + `answer${lostSince === null ? '' : ` for ${spanText(now - lostSince)}`}, trying again`,
  };
  if (data.error !== undefined)
    return { kind: 'old', text: `${age === null ? 'No data yet' : `Last data ${spanText(age)} old`}: ${data.error}` };
  if (isProfile(data))
    return { kind: 'recorded', text: dataTime === null ? 'Taken at a time not recorded' : `Taken ${moment(dataTime)}` };
  if (age === null || dataTime === null) return { kind: 'old', text: 'No data yet' };
  // For a scraped target the server would give a reason, so this is a recording, which has a time but no age.
  if (data.refreshSeconds === null || age > recordedAfter)
    return { kind: 'recorded', text: `Data up to ${moment(dataTime)}` };
  if (age > Math.max(neverOldBefore, refreshesUntilOld * (data.refreshSeconds ?? 0)))
    return { kind: 'old', text: `Data ${spanText(age)} old: nothing new since ${formatClock(dataTime, 'local')}` };
  return { kind: 'live', text: `Live, ${ageText}` };
}

/** Returns whether the target is still scraped; predictions such as the next compaction are omitted for a recording. */
export function isLiveData(data: Pick<EmbedData, 'frozen' | 'dataTime' | 'refreshSeconds' | 'serverTime'>): boolean {
  return !data.frozen && data.refreshSeconds !== null && data.dataTime !== null
    && data.serverTime - data.dataTime <= recordedAfter;
}

/** Returns the full page; for a frozen panel with the window of its data, whatever window was requested. */
export function pageHref(data: Pick<EmbedData, 'subject' | 'frozen' | 'page'>): string {
  const { subject } = data;
  if (!data.frozen || subject?.kind !== 'panel') return `${pathPrefix}${data.page}`;
  const { range } = subject.answer as { range: { start: number; end: number } };
  const asked = parseUrl('', data.page.slice(data.page.indexOf('?'))).range;
  return pathPrefix + formatUrl({
    ...parseUrl(`/${DRAWN[subject.panel].page}`, ''), target: subject.target,
    range: { kind: 'absolute', start: range.start, end: range.end, ...asOfIn(asked) },
  });
}
