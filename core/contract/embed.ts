/** Embeds, and what a picture or an embed draws. Part of contract.ts, which says the units; import from there. */
import type { BenchmarkReport } from './benchmark.ts';
import type { CpuBySubsystem } from './panels/cpuSplit.ts';
import type { Finding } from './terms/finding.ts';
import type { PanelBase } from './panels/panel.ts';
import type { PanelByName } from './panels/panelAnswers.ts';
import type { DiffFlameGraph, FlameGraph } from './profile.ts';

/** What can be drawn of a target over a window: its panels, and CPU by subsystem from the page of GC & CPU. */
export interface DrawnByName extends PanelByName { 'cpu-by-subsystem': CpuBySubsystem }
export type DrawnName = keyof DrawnByName;
/** What all of them have. */
export type DrawnBase = Pick<PanelBase, 'range' | 'finding' | 'restarts' | 'gapSpans'>;

export type EmbedPanel = DrawnName | 'flamegraph' | 'diff' | 'benchmark';
export type EmbedTheme = 'auto' | 'light' | 'dark';

/** What a picture or embed draws: the answer of the route that feeds the page, as the contract gives it. */
export type PictureSubject =
  /** `answer` is that of DrawnByName. */
  | { kind: 'panel'; panel: DrawnName; target: string; answer: unknown }
  | { kind: 'flamegraph'; title: string; answer: FlameGraph }
  /**
   * `changes`: functions beyond noise (or of unknown noise), own values, largest change first, of the whole profiles;
   * not in what older versions froze.
   */
  | { kind: 'diff'; title: string; answer: DiffFlameGraph; changes?: { name: string; before: number; after: number }[] }
  | { kind: 'benchmark'; title: string; answer: BenchmarkReport };

export interface EmbedSummary {
  id: string;
  panel: EmbedPanel;
  /** null where the panel has none. */
  target: string | null;
  title: string;
  theme: EmbedTheme;
  frozen: boolean;
  created: number;
  expires: number;
  /** Bytes kept on disk for it. */
  keptBytes: number;
}

/** What POST /api/v1/embeds answers. Whoever has `url` sees the panel until it expires or is revoked. */
export interface Embed extends EmbedSummary {
  url: string;
  /** PNG. */
  imageUrl: string;
  svgUrl: string;
  oembedUrl: string;
  /** null where no browser would show it; `iframeReason` says why and which key to set. */
  iframe: string | null;
  iframeReason: string | null;
  /** The origins in whose pages the frame shows, as the configuration gives them. */
  frameAncestors: string[];
  /** What to know before it is sent to somebody, such as that the address is this machine's own. */
  notes: string[];
  /** The picture, linked to the live view. */
  markdown: string;
}

/** What `/embed/{token}/data` answers, not in an envelope. */
export interface EmbedData {
  /** null when there never was an answer; `error` says why. */
  subject: PictureSubject | null;
  title: string;
  /**
   * That of the panel or the benchmark; of a flame graph what its page would say first. Null or absent when it is not
   * known.
   */
  finding?: Finding | null;
  frozen: boolean;
  /** Path and query of the page that shows it whole. */
  page: string;
  theme: EmbedTheme;
  /** Of the newest sample in it, or when the profile was taken; null when not known. */
  dataTime: number | null;
  serverTime: number;
  /** How often a live answer may change; null when frozen. */
  refreshSeconds: number | null;
  expires: number;
  /** Why the answer is old or lacks: the target is down, gone, or the window was removed. */
  error?: string;
}

/** Server-sent events of `/embed/stream?tokens=a,b`, by event name. */
export interface EmbedEvents {
  data: EmbedData & { token: string };
  /** Expired, revoked or not a token of this server: nothing more will come for it. */
  gone: { token: string; error: string };
}

/** oEmbed 1.0, `rich` where it can be framed and `photo` elsewhere. */
export interface OEmbed {
  version: '1.0';
  type: 'rich' | 'photo';
  title: string;
  provider_name: string;
  provider_url: string;
  /** Seconds. */
  cache_age: number;
  width: number;
  height: number;
  /** rich */
  html?: string;
  /** photo */
  url?: string;
  thumbnail_url?: string;
  thumbnail_width?: number;
  thumbnail_height?: number;
}
