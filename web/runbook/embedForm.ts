/** Turns the dialog's options into a request, and its response into texts to copy; pure. */
import type { DrawnName, Embed, EmbedPanel, Target } from '../../core/contract/contract.ts';
import type { EmbedRequest } from '../../core/contract/questions/bodies.ts';
import { DRAWN, DRAWN_NAMES, isDrawnName } from '../../core/panels.ts';
import { asOfIn, windowOf } from '../../core/url/panelWindow.ts';
import { formatDuration } from '../../core/text/timeText.ts';
import type { TimeRange } from '../../core/url/urlState.ts';

/** Content of an embed, without window, theme and expiry. */
export type EmbedSource = Pick<EmbedRequest, 'panel' | 'profile' | 'diff' | 'benchmark' | 'title'>;

export interface EmbedChoice {
  /** Panel of the source, or another chart of its page. */
  panel: EmbedPanel;
  /** Stores the current data instead of showing the newest. */
  frozen: boolean;
  /** Width of the window of a live embed of a target, seconds. */
  liveSeconds: number;
  theme: 'auto' | 'light' | 'dark';
  expires: string;
  size: SizeKey;
}

export const sizes = {
  wide: { words: 'Page width × 380 px', width: '100%', height: 380, pictureWidth: 960 },
  tall: { words: 'Page width × 640 px, more charts', width: '100%', height: 640, pictureWidth: 960 },
  medium: { words: '720 × 380 px', width: '720', height: 380, pictureWidth: 720 },
  small: { words: '420 × 260 px', width: '420', height: 260, pictureWidth: 420 },
} as const;
export type SizeKey = keyof typeof sizes;

export const expiries = [
  ['1d', 'in a day'], ['7d', 'in 7 days'], ['30d', 'in 30 days'], ['90d', 'in 90 days'], ['365d', 'in a year'],
] as const;
const liveWidths = [900, 3_600, 21_600, 86_400];

/**
 * Returns whether the panel belongs to a target, so that it can follow the newest data. Benchmarks and profiles do not
 * change.
 */
export function isOfTarget({ panel }: Pick<EmbedSource, 'panel'>): boolean {
  return isDrawnName(panel);
}

/** Returns the charts of the page that can be shown instead of the whole panel, the panel first. */
export function offeredCharts({ panel }: Pick<EmbedSource, 'panel'>): readonly DrawnName[] {
  return DRAWN_NAMES.filter((name) => DRAWN[name].page === panel);
}

/** Returns the widths offered for a live window, including the page's own, ascending. */
export function offeredWidths(pageSeconds: number): number[] {
  return [...new Set([...liveWidths, Math.max(1, Math.round(pageSeconds))])].sort((a, b) => a - b);
}

/** Returns the initial options: frozen for an absolute window or a recording, else live. */
export function firstChoice(
  source: EmbedSource, target: Target | null, range: TimeRange | null, now: number
): EmbedChoice {
  const window = windowOf(range, target, now);
  return {
    panel: source.panel, frozen: isOfTarget(source) && (range?.kind === 'absolute' || target?.state === 'recorded'),
    liveSeconds: Math.round(window.end - window.start), theme: 'auto', expires: '90d', size: 'wide',
  };
}

export function embedRequest(
  source: EmbedSource, choice: EmbedChoice, target: Target
    | null, { range, now }: { range: TimeRange | null; now: number }
): EmbedRequest {
  const { panel, frozen, theme, expires, liveSeconds } = choice;
  if (!isOfTarget(source)) return { ...source, theme, expires, frozen };
  const window = { ...windowOf(range, target, now), ...asOfIn(range) };
  return {
    ...source, panel, ...(target === null ? {} : { target: target.name }), theme, expires, frozen,
    range: frozen ? window : { last: formatDuration(liveSeconds) },
  };
}

/** Returns a view's parameters as the query of its route, as text and without empty ones. */
export function embedQuery(
  params: Record<string, string | number | boolean | null | undefined>
): Record<string, string> {
  return Object.fromEntries(
    Object.entries(params).filter(
      ([, value]) => value !== null && value !== undefined && value !== '' && value !== false
    ).map(([key, value]) => [key, String(value)])
  );
}

export interface Snippet { key: string; label: string; text: string; hint: string }

function withWidth(url: string, width: number): string {
  return `${url}?width=${width}`;
}

/** Returns the texts to copy, in the chosen size. Includes the frame only if browsers would show it. */
export function snippets(
  embed: Pick<Embed, 'url' | 'imageUrl' | 'svgUrl' | 'iframe' | 'markdown'>, sizeKey: SizeKey
): Snippet[] {
  const size = sizes[sizeKey];
  const frame = embed.iframe?.replace(/ width="[^"]*"/, ` width="${size.width}"`)
    .replace(/ height="[^"]*"/, ` height="${size.height}"`);
  return [
    {
      key: 'markdown', label: 'Markdown',
      text: embed.markdown.replace(embed.imageUrl, withWidth(embed.imageUrl, size.pictureWidth)),
      hint: 'A picture that links to the panel: for wikis, issues, pull requests',
    },
    ...(frame === undefined ? []
      : [{ key: 'iframe', label: 'Frame', text: frame, hint: 'The interactive panel: for HTML pages' }]),
    { key: 'url', label: 'Link', text: embed.url, hint: 'Opens the panel; many wikis and chats show a preview' },
    {
      key: 'png', label: 'Picture', text: withWidth(embed.imageUrl, size.pictureWidth),
      hint: 'PNG; with .svg it is sharp at any size',
    },
  ];
}
