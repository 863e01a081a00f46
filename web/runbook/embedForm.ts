/** From what the dialog has chosen to a request, and from its answer to what is copied; pure. */
import type { Embed, Target } from '../../core/contract/contract.ts';
import type { EmbedRequest } from '../../core/contract/questions/bodies.ts';
import { isPanelName } from '../../core/panels.ts';
import { windowOf } from '../url/panelWindow.ts';
import { formatDuration } from '../../core/text/timeText.ts';
import type { TimeRange } from '../../core/url/urlState.ts';

/** What an embed is made of, before its window, theme and end are chosen. */
export type EmbedSource = Pick<EmbedRequest, 'panel' | 'profile' | 'diff' | 'benchmark' | 'title'>;

export interface EmbedChoice {
  /** `frozen` keeps the data of this moment; else it follows the time. */
  frozen: boolean;
  /** Of a live one of a target: how much of the newest time it shows, seconds. */
  liveSeconds: number;
  theme: 'auto' | 'light' | 'dark';
  expires: string;
  size: SizeKey;
}

export const sizes = {
  wide: { words: 'As wide as the page, 380 px high', width: '100%', height: 380, pictureWidth: 960 },
  tall: { words: 'As wide as the page, 640 px high: more charts', width: '100%', height: 640, pictureWidth: 960 },
  medium: { words: '720 × 380', width: '720', height: 380, pictureWidth: 720 },
  small: { words: '420 × 260', width: '420', height: 260, pictureWidth: 420 },
} as const;
export type SizeKey = keyof typeof sizes;

export const expiries = [['1d', 'in a day'], ['7d', 'in 7 days'], ['30d', 'in 30 days'], ['90d', 'in 90 days'], ['365d', 'in a year']] as const;
const liveWidths = [900, 3_600, 21_600, 86_400];

/** Panels of a target move with the time or stand still; a benchmark is its texts, and a profile does not change. */
export function isOfTarget({ panel }: Pick<EmbedSource, 'panel'>): boolean {
  return isPanelName(panel);
}

/** Widths offered for a live window, the page's own among them, ascending. */
export function offeredWidths(pageSeconds: number): number[] {
  return [...new Set([...liveWidths, Math.max(1, Math.round(pageSeconds))])].sort((a, b) => a - b);
}

/** What the dialog opens with: a window that was chosen by its ends stands still, a recording too, anything else moves. */
export function firstChoice(source: EmbedSource, target: Target | null, range: TimeRange | null, now: number): EmbedChoice {
  const window = windowOf(range, target, now);
  return { frozen: isOfTarget(source) && (range?.kind === 'absolute' || target?.state === 'recorded'), liveSeconds: Math.round(window.end - window.start), theme: 'auto', expires: '90d', size: 'wide' };
}

export function embedRequest(source: EmbedSource, choice: EmbedChoice, target: Target | null, range: TimeRange | null, now: number): EmbedRequest {
  const { frozen, theme, expires, liveSeconds } = choice;
  if (!isOfTarget(source)) return { ...source, theme, expires, frozen };
  const { start, end } = windowOf(range, target, now);
  return { ...source, ...(target === null ? {} : { target: target.name }), theme, expires, frozen, range: frozen ? { start, end } : { last: formatDuration(liveSeconds) } };
}

/** A view's parameters as the query of its route: those that say something, as text. */
export function embedQuery(params: Record<string, string | number | boolean | null | undefined>): Record<string, string> {
  return Object.fromEntries(Object.entries(params).filter(([, value]) => value !== null && value !== undefined && value !== '' && value !== false).map(([key, value]) => [key, String(value)]));
}

export interface Snippet { key: string; label: string; text: string; hint: string }

function withWidth(url: string, width: number): string {
  return `${url}?width=${width}`;
}

/** The texts to copy, of the size chosen. The frame is only among them where a browser would show it. */
export function snippets(embed: Pick<Embed, 'url' | 'imageUrl' | 'svgUrl' | 'iframe' | 'markdown'>, sizeKey: SizeKey): Snippet[] {
  const size = sizes[sizeKey];
  const frame = embed.iframe?.replace(/ width="[^"]*"/, ` width="${size.width}"`).replace(/ height="[^"]*"/, ` height="${size.height}"`);
  return [
    { key: 'markdown', label: 'Markdown', text: embed.markdown.replace(embed.imageUrl, withWidth(embed.imageUrl, size.pictureWidth)), hint: 'A picture that leads to the panel itself: wikis, issues, pull requests' },
    ...(frame === undefined ? [] : [{ key: 'iframe', label: 'Frame', text: frame, hint: 'The panel itself, to be pointed at: HTML pages' }]),
    { key: 'url', label: 'Link', text: embed.url, hint: 'Opens the panel alone; many wikis and chats unfold it' },
    { key: 'png', label: 'Picture', text: withWidth(embed.imageUrl, size.pictureWidth), hint: 'PNG; the same with .svg is sharp at any size' },
  ];
}
