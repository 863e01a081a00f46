/** The events of a target in a window from the panels' answers, by time. Pure. */
import type {
  CompactionPanel, Note, PanelByName, ProfileInfo, ReplaySummary, ScrapesPanel,
} from '../../../core/contract/contract.ts';
import { panelWord } from '../../../core/panels.ts';
import { formatNumber, formatSeconds, formatValue } from '../../../core/text/format.ts';
import type { FindingSpell } from './findingSpells.ts';
import { cutText, mdCode, mdText } from '../../../core/text/markdown.ts';

export interface TimelineRow {
  time: number;
  end: number | null;
  /** `note`, `restart`, `gap`, ... */
  what: string;
  /** Markdown. */
  detail: string;
  /** Priority if there are too many rows: the lowest are omitted first; null = never. */
  weight: number | null;
}

export interface TimelineParts {
  start: number;
  end: number;
  panels: Partial<PanelByName>;
  notes: readonly Note[];
  /** Profiles of the target taken in the window. */
  profiles: readonly ProfileInfo[];
  replays: readonly ReplaySummary[];
  /** Parts of the window in which findings were a warning or worse. */
  spells: readonly FindingSpell[];
}

export const MAX_ROWS = 200;

/** Returns at most `most` rows, ascending; omits the shortest gaps and compactions first. `leftOut`: their number. */
export function timelineOf(parts: TimelineParts, most = MAX_ROWS): { rows: TimelineRow[]; leftOut: number } {
  const all = [
    ...restarts(parts), ...gaps(parts.panels.scrapes), ...compactions(parts.panels.compaction),
    ...replays(parts.replays), ...profiles(parts.profiles), ...notes(parts.notes), ...spells(parts.spells),
  ].filter(({ time, end }) => time <= parts.end && (end ?? time) >= parts.start);
  const light = all.filter(({ weight }) => weight !== null).sort((a, b) => (b.weight ?? 0) - (a.weight ?? 0));
  const kept = new Set(light.slice(0, Math.max(0, most - (all.length - light.length))));
  const rows = all.filter((row) => row.weight === null || kept.has(row));
  return {
    rows: rows.sort((a, b) => a.time - b.time || (a.end ?? a.time) - (b.end ?? b.time)),
    leftOut: all.length - rows.length,
  };
}

/** Returns the restarts from the panel with the longest list, as each panel lists those of its window. */
function restarts({ panels }: TimelineParts): TimelineRow[] {
  const lists = Object.values(panels).map((panel) => panel.restarts);
  const most = lists.reduce((best, list) => (list.length > best.length ? list : best), []);
  return most.map(({ time }) => ({ time, end: null, what: 'restart', detail: 'The process started.', weight: null }));
}

function gaps(panel: ScrapesPanel | undefined): TimelineRow[] {
  return (panel?.gaps ?? []).map((gap) => ({
    time: gap.start, end: gap.end, what: gap.cause === 'down' ? 'down' : 'gap', weight: gap.end - gap.start,
    detail: `${mdText(cutText(gap.sentence, 400))} `
      + `${gap.scrapesMissed === 1 ? 'One scrape' : `${formatValue(gap.scrapesMissed, 'count')} scrapes`} missed.`,
  }));
}

function compactions(panel: CompactionPanel | undefined): TimelineRow[] {
  return (panel?.compactions ?? []).map((one) => ({
    time: one.start, end: one.end, what: 'compaction', weight: one.durationSeconds ?? one.end - one.start,
    detail: [
      one.kind === 'unknown' ? null : one.kind,
      one.durationSeconds === null ? null : `${formatSeconds(one.durationSeconds)}${one.running ? ' so far' : ''}`,
      one.count < 2 ? null : `${one.count} compactions`,
      one.level === null ? null : `level ${one.level}`,
      one.cpuCoreSecondsAboveQuiet === null ? null : `${formatNumber(one.cpuCoreSecondsAboveQuiet)} core-s above quiet`,
      one.bytesWrittenAboveQuiet === null ? null
        : `${formatValue(one.bytesWrittenAboveQuiet, 'bytes')} written above quiet`,
      one.rssRiseBytes === null ? null : `resident memory +${formatValue(one.rssRiseBytes, 'bytes')}`,
    ].filter((part) => part !== null).join(', '),
  }));
}

function replays(all: readonly ReplaySummary[]): TimelineRow[] {
  return all.map((replay) => ({
    time: replay.start, end: replay.end, what: 'start, WAL replay', weight: null,
    detail: [
      mdText(cutText(replay.ending, 400)),
      replay.segments === null ? null : `${formatValue(replay.segments.loaded, 'count')} segments.`,
      replay.peakRssBytes === null ? null : `Peak of resident memory ${formatValue(replay.peakRssBytes, 'bytes')}.`,
    ].filter((part) => part !== null).join(' '),
  }));
}

function profiles(all: readonly ProfileInfo[]): TimelineRow[] {
  return all.map((profile) => ({
    time: profile.time ?? profile.addedTime, end: null, what: 'profile taken', weight: null,
    detail: mdCode(profile.kind)
      + (profile.durationSeconds === null ? '' : ` over ${formatSeconds(profile.durationSeconds)}`)
      + `: ${mdCode(cutText(profile.name, 120))}`,
  }));
}

function notes(all: readonly Note[]): TimelineRow[] {
  return all.map((note) => ({
    time: note.time, end: note.endTime, what: 'note', weight: null,
    detail: `${mdText(cutText(note.text, 200))}${note.author === null ? '' : ` (${mdText(note.author)})`}`,
  }));
}

/** Returns the rows of spells in parts of the window; findings of the whole window are elsewhere. */
function spells(all: readonly FindingSpell[]): TimelineRow[] {
  return all.map(({ panel, severity, start, end, sentence }) => ({
    time: start, end, what: `${severity}: ${panelWord(panel)}`, weight: null, detail: mdText(cutText(sentence, 400)),
  }));
}
