/** Severity as on the page: shape, colour and word. */
import type { Severity } from '../../../core/contract/contract.ts';
import type { Sheet } from './sheet.ts';

/** Words of the page (web/ui/FindingHeadline.tsx); a test compares them. */
export const SEVERITY_WORDS: Record<Severity, string> = {
  ok: 'OK', info: 'Note', warning: 'Warning', critical: 'Critical', unknown: 'Not enough data',
};

export const SEVERITY_INKS: Record<Severity, string> = {
  ok: 'ink-ok', info: 'ink-cpu', warning: 'ink-replay', critical: 'ink-failure', unknown: 'ink-gap',
};

/** Draws the shape in 12 x 12 px. */
export function severityShape(sheet: Sheet, severity: Severity): string {
  const token = SEVERITY_INKS[severity];
  switch (severity) {
    case 'ok': return `<path d="M1.5 6.5L4.5 9.5L10.5 2.5" fill="none" ${sheet.stroke(token, 2)}/>`;
    case 'info': return `<circle cx="6" cy="6" r="4.5" ${sheet.fill(token)}/>`;
    case 'warning': return `<path d="M6 1L11.5 11H.5z" ${sheet.fill(token)}/>`;
    case 'critical': return `<path d="M3.5 .5h5l3 3v5l-3 3h-5l-3-3v-5z" ${sheet.fill(token)}/>`;
    case 'unknown':
      return `<circle cx="6" cy="6" r="4.5" fill="none" ${sheet.stroke(token, 1.5)} stroke-dasharray="2 2"/>`;
  }
}
