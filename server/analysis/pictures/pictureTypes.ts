/** Requests to the picture thread, and its answers. Types only. */
import type { Finding, PictureSubject } from '../../../core/contract/contract.ts';

export type PictureTheme = 'light' | 'dark';
export type PictureFormat = 'svg' | 'png';

export interface PictureLook {
  /** CSS pixels, MIN_WIDTH to MAX_WIDTH; others are clamped. */
  widthPx: number;
  theme: PictureTheme;
  /** Device pixels per CSS pixel, 1 to 3. An SVG scales on its own; this sets the detail of its lines. */
  scale: number;
  format: PictureFormat;
}

export interface PictureStyle extends PictureLook {
  /** Time of the newest sample in it, or of freezing. */
  dataTimeMs: number;
  frozen: boolean;
  /** Replaces the answer's own finding; a flame graph and a diff have none. */
  finding?: Finding;
  /** Warning below the finding: why the data is old, what is missing. */
  note?: string;
}

export type PictureTask =
  | { kind: 'subject'; subject: PictureSubject; style: PictureStyle; nowMs: number }
  | { kind: 'error'; message: string; look: PictureLook };

export const MIN_WIDTH = 280;
export const MAX_WIDTH = 2400;
export const MAX_SCALE = 3;
