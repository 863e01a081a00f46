/**
 * Embeds, and the contents of a picture or an embed. Part of contract.ts, which defines the units; import from there.
 */
import type { BenchmarkReport } from './benchmark.ts';
import type { CpuBySubsystem } from './panels/cpuSplit.ts';
import type { Finding } from './terms/finding.ts';
import type { PanelBase } from './panels/panel.ts';
import type { PanelByName } from './panels/panelAnswers.ts';
import type { DiffFlameGraph, FlameGraph } from './profile.ts';

/** Answers that can be drawn for a target over a window: its panels, and CPU by subsystem of the GC & CPU page. */
export interface DrawnByName extends PanelByName { 'cpu-by-subsystem': CpuBySubsystem }
export type DrawnName = keyof DrawnByName;
/** Fields that all of them have. */
export type DrawnBase = Pick<PanelBase, 'range' | 'finding' | 'restarts' | 'gapSpans'>;

export type EmbedPanel = DrawnName | 'flamegraph' | 'diff' | 'benchmark';
export type EmbedTheme = 'auto' | 'light' | 'dark';

/** Content of a picture or embed: the answer of the route that feeds the page, as in the contract. */
export type PictureSubject =
  /** `answer` has the type in DrawnByName. */
  | { kind: 'panel'; panel: DrawnName; target: string; answer: unknown }
  | { kind: 'flamegraph'; title: string; answer: FlameGraph }
  /**
   * `changes`: functions beyond noise (or of unknown noise) by self value, largest change first, of the whole profiles;
   * absent in embeds frozen by older versions.
   */
  | { kind: 'diff'; title: string; answer: DiffFlameGraph; changes?: { name: string; before: number; after: number }[] }
  | { kind: 'benchmark'; title: string; answer: BenchmarkReport };

export interface EmbedSummary {
  id: string;
  panel: EmbedPanel;
  /** Null if the panel has no target. */
  target: string | null;
  title: string;
  theme: EmbedTheme;
  frozen: boolean;
  created: number;
  expires: number;
  /** Bytes stored on disk for it. */
  keptBytes: number;
}

/** Answer of POST /api/v1/embeds. Anyone with `url` can see the panel until it expires or is revoked. */
export interface Embed extends EmbedSummary {
  url: string;
  /** URL of the PNG. */
  imageUrl: string;
  svgUrl: string;
  oembedUrl: string;
  /** HTML of the iframe; null if browsers would not show it, and `iframeReason` says why and which key to set. */
  iframe: string | null;
  iframeReason: string | null;
  /** Origins whose pages can show the frame, as configured. */
  frameAncestors: string[];
  /** Warnings before sharing it, such as that the address is local to this machine. */
  notes: string[];
  /** Markdown of the picture, linked to the live view. */
  markdown: string;
}

/** Answer of `/embed/{token}/data`, without an envelope. */
export interface EmbedData {
  /** Content; null if there was never an answer, and `error` says why. */
  subject: PictureSubject | null;
  title: string;
  /** Finding of the panel or the benchmark, or the first one on the flame graph's page. Null or absent if not known. */
  finding?: Finding | null;
  frozen: boolean;
  /** Path and query of the full page. */
  page: string;
  theme: EmbedTheme;
  /** Time of its newest sample or of the profile; null if not known. */
  dataTime: number | null;
  serverTime: number;
  /** How often a live answer can change; null if frozen. */
  refreshSeconds: number | null;
  expires: number;
  /** Why the answer is old or missing: the target is down or gone, or the window was removed. */
  error?: string;
}

/** Server-sent events of `/embed/stream?tokens=a,b`, by event name. */
export interface EmbedEvents {
  data: EmbedData & { token: string };
  /** The token is expired, revoked or not of this server; no further events follow for it. */
  gone: { token: string; error: string };
}

/** An oEmbed 1.0 answer: `rich` if it can be framed, else `photo`. */
export interface OEmbed {
  version: '1.0';
  type: 'rich' | 'photo';
  title: string;
  provider_name: string;
  provider_url: string;
  /** Cache lifetime in seconds. */
  cache_age: number;
  width: number;
  height: number;
  /** HTML; only for `rich`. */
  html?: string;
  /** Image URL; only for `photo`. */
  url?: string;
  thumbnail_url?: string;
  thumbnail_width?: number;
  thumbnail_height?: number;
}
