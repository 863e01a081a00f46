/** A window of a target as Markdown, as the start of a postmortem. Pure; the same input gives the same text. */
import type {
  Figure, Action, PanelByName, PanelFinding, PanelName, Severity, Target,
} from '../../../core/contract/contract.ts';
import { formatBand, formatDateTime, formatSeconds, formatValue, formatWindow } from '../../../core/text/format.ts';
import { PANEL_NAMES, PANELS } from '../../../core/panels.ts';
import { Redactor } from '../../data/incident/redaction.ts';
import { figureWords } from './figureWords.ts';
import { cutText, mdCode, mdLine, mdLink, mdQuote, mdTable, mdText } from '../../../core/text/markdown.ts';
import { MAX_ROWS, timelineOf, type TimelineParts, type TimelineRow } from './timeline.ts';
import { statements } from '../../../core/finding.ts';
import { spikesText, summaryText } from './spikesPart.ts';

export interface PostmortemInput extends TimelineParts {
  target: Target;
  /** Errors of the panels that could not be read. */
  unread: Partial<Record<PanelName, string>>;
  findings: readonly PanelFinding[];
  /** Length of the parts that `spells` are made of; null = the window was too short to be judged in parts. */
  partSeconds: number | null;
  /** Scheme and host of the pages, without a trailing slash. */
  base: string;
  /** Configured secrets, redacted wherever they appear. */
  secrets?: readonly string[];
  /** URLs of the panels' pictures; default: the picture route. */
  images: Partial<Record<PanelName, string>>;
}

/** Panel order: scrapes, the view from outside, first; starts last. */
const BETWEEN = PANEL_NAMES.filter((name) => name !== 'scrapes' && name !== 'wal-replay');
const ORDER: readonly PanelName[] = ['scrapes', ...BETWEEN, 'wal-replay'];
const SEVERITY: Record<Severity, string> = {
  critical: 'Critical', warning: 'Warning', info: 'Info', ok: 'OK', unknown: 'Not known',
};
/** Notes of figures without a value because the counted event did not happen. */
const NOTHING_OF_IT = /^no (?:gap|such scrape)\b/;
const MAX_FIGURES = 16;
/** Total length of all quoted notes; the pages have the rest. */
const MAX_NOTE_LETTERS = 60_000;
const TO_WRITE = (what: string): string => `_To be written: ${what}_`;

const titleOf = (name: PanelName): string => mdText(PANELS[name].title);

/** Redacts notes, errors and names as in an incident file, because the text goes to a wiki. */
function withoutCredentials(asked: PostmortemInput): PostmortemInput {
  const redactor = new Redactor(true, asked.secrets);
  const { target, notes, findings, profiles, replays, spells, unread, panels } = asked;
  return {
    ...asked, ...redactor.deep({ notes, findings, profiles, replays, spells, unread, panels }),
    target: {
      ...target, url: target.url === null ? null : redactor.text(target.url),
      labels: redactor.configuredLabels(target.labels),
    },
  };
}

export function postmortemMarkdown(asked: PostmortemInput): string {
  const input = withoutCredentials(asked);
  const { target, start, end } = input;
  const window = `${formatWindow(start, end, 'utc', 0)} UTC`;
  const sections = [
    `# Postmortem: ${mdCode(target.name)}, ${window}`,
    headTable(input, window),
    `## Summary\n\n${summaryText(input)}${TO_WRITE('what was affected, for whom, how long; what ended it.')}`,
    `## Findings\n\n${findingsText(input)}`,
    ...spikesText(input.panels),
    `## Timeline\n\nTimes are UTC.\n\n${timelineText(input)}`,
    notesText(input),
    `## Next steps\n\n${stepsText(input.findings)}\n\n${TO_WRITE('who does what until when.')}`,
    picturesText(input),
    `## What is not known\n\n${unknownText(input)}`,
    figuresText(input),
  ];
  return `${sections.filter((section) => section !== '').join('\n\n')}\n`;
}

function headTable(input: PostmortemInput, window: string): string {
  const { target, start, end } = input;
  const scrapes = input.panels.scrapes?.scrapes;
  const rows: [string, string][] = [
    ['Target', mdCode(target.name)],
    ['Kind and version', [
      mdText(target.kind), target.version === '' ? '' : ` ${mdCode(target.version)}`,
      target.goVersion === '' ? '' : `, built with ${mdCode(target.goVersion)}`,
    ].join('')],
    ['Source', target.url === null ? 'a recording' : `scraped at ${mdCode(target.url)}`],
    ['Window', `${window} (${formatSeconds(end - start)})`],
  ];
  if (scrapes !== undefined) rows.push(
    ['Scrapes', `${formatValue(scrapes.total, 'count')}, of which ${formatValue(scrapes.failed, 'count')} failed`]
  );
  const labels = Object.entries(target.labels);
  if (labels.length > 0) rows.push(
    ['Labels', labels.slice(0, 20).map(([key, value]) => mdCode(`${key}="${cutText(value, 100)}"`)).join(', ')]
  );
  rows.push(['Pages', ORDER.map((name) => mdLink(titleOf(name), pageUrl(input, name, null))).join(', ')]);
  return mdTable(['', ''], rows);
}

function findingsText(input: PostmortemInput): string {
  if (input.findings.length === 0) return 'None: no panel had enough data to judge.';
  return input.findings.map((finding) => {
    const at = finding.time === null ? ''
      : `, ${mdLink(`at ${formatDateTime(finding.time, 'utc')}`, pageUrl(input, finding.panel, finding.time))}`;
    // A finding of a single panel has its figures in the panel's table.
    const figures = finding.restsOn === undefined ? []
      : Object.entries(finding.figures).filter(([, value]) => value !== null).slice(0, MAX_FIGURES);
    const list = figures.map(([name, value]) => mdText(figureWords(name, value ?? 0))).join(', ');
    return `- **${SEVERITY[finding.severity]}**, `
      + `${mdLink(titleOf(finding.panel), pageUrl(input, finding.panel, finding.time))}${at}: `
      + `${statements(finding).map(mdText).join(' ')}${list === '' ? '' : `\n  <br>Figures: ${list}`}`;
  }).join('\n');
}

function timelineText(input: PostmortemInput): string {
  const { rows, leftOut } = timelineOf(input);
  if (rows.length === 0) return 'The panels report no events, and there are no notes.';
  const isOneDay = formatDateTime(input.start, 'utc').slice(0, 10) === formatDateTime(input.end, 'utc').slice(0, 10);
  const timeOf = (time: number): string => formatDateTime(time, 'utc').slice(isOneDay ? 11 : 0);
  const when = (
    { time, end }: TimelineRow
  ): string => (end === null || timeOf(end) === timeOf(time) ? timeOf(time) : `${timeOf(time)} to ${timeOf(end)}`);
  const judged = input.spells.length === 0 || input.partSeconds === null ? ''
    : `\n\nWarnings were looked for in parts of ${formatSeconds(input.partSeconds)}, each `
      + 'judged on its own: their times are those of the parts.';
  const cells = rows.map((row) => [when(row), row.what, row.detail]);
  const table = `${mdTable(['time', 'what', 'what is known'], cells)}${judged}`;
  return leftOut === 0 ? table
    : `${table}\n\nOnly ${MAX_ROWS} rows are listed: ${leftOut.toLocaleString('en-US')} `
      + 'gaps and compactions, the shortest, are omitted.';
}

function notesText(input: PostmortemInput): string {
  let letters = 0;
  const told = input.notes.filter((note) => (letters += note.text.length) <= MAX_NOTE_LETTERS);
  if (told.length === 0) return '';
  const parts = told.map((note) => {
    const url = `${pageUrl(input, 'gc-cpu', null)}&note=${note.id}`;
    const end = note.endTime === null ? '' : ` to ${formatDateTime(note.endTime, 'utc')}`;
    const span = `${formatDateTime(note.time, 'utc')}${end}`;
    return `${mdLink(span, url)}${note.author === null ? '' : `, ${mdText(note.author)}`}:\n\n${mdQuote(note.text)}`;
  });
  const rest = input.notes.length - told.length;
  return `## Notes\n\n${parts.join('\n\n')}${rest === 0 ? '' : `\n\n${rest} more are on the pages.`}`;
}

function picturesText(input: PostmortemInput): string {
  const drawn = drawnPanels(input);
  if (drawn.length === 0) return '';
  const isKept = Object.keys(input.images).length > 0;
  const about = isKept
    ? 'Kept as they were when this was written, for a year.'
    : 'Drawn by this tsdbscope for anyone who asks it directly; elsewhere only their names show. Taken with '
      + '_Keep its pictures_, this text has some that show on any page.';
  const pictures = drawn.map((name) => {
    const label = `${titleOf(name)} of ${mdText(input.target.name)}`;
    const picture = mdLink(label, input.images[name] ?? pictureUrl(input, name));
    return mdLink(`!${picture}`, pageUrl(input, name, null));
  });
  return `## Pictures\n\n${[about, ...pictures].join('\n\n')}`;
}

/** Returns the tables of the panels' figures, placed last because they are for reference. */
function figuresText(input: PostmortemInput): string {
  const tables = ORDER.flatMap((name) => {
    const panel = input.panels[name];
    if (panel === undefined || isEmpty(input.panels, name)) return [];
    const rows = panel.figures.filter(({ value }) => value !== null)
      .map((figure) => [mdText(figure.name), formatValue(figure.value, figure.unit, 'utc'), bandText(figure)]);
    const sentences = statements(panel.finding).map(mdLine).join(' ');
    return rows.length === 0 ? []
      : [`### ${titleOf(name)}\n\n${sentences}\n\n${mdTable(['figure', 'value', 'band'], rows, [1, 2])}`];
  });
  return tables.length === 0 ? '' : `## Figures\n\n${tables.join('\n\n')}`;
}

/** Returns the panels that have a picture in the text. */
export function drawnPanels({ panels }: Pick<PostmortemInput, 'panels'>): PanelName[] {
  return ORDER.filter((name) => !isEmpty(panels, name));
}

/** Returns whether there is nothing to draw: no replay in the window, or no sample at all. */
function isEmpty(panels: Partial<PanelByName>, name: PanelName): boolean {
  const panel = panels[name];
  return panel === undefined || panel.range.scrapes === 0
    || (name === 'wal-replay' && panels['wal-replay']?.state === 'none');
}

function bandText({ low, high, unit }: Figure): string {
  return low === undefined && high === undefined ? '' : low === null && high === null ? ''
    : formatBand(low, high, unit, 'utc');
}

function unknownText(input: PostmortemInput): string {
  const lines: string[] = [];
  const seen = new Set<string>();
  const remedies = new Set<string>();
  for (const name of ORDER) {
    const panel = input.panels[name];
    if (panel === undefined) {
      lines.push(`- ${titleOf(name)} could not be read. ${mdText(input.unread[name] ?? '')}`);
      continue;
    }
    if (panel.finding.severity === 'unknown' || isEmpty(input.panels, name))
      lines.push(`- ${titleOf(name)}: ${statements(panel.finding).map(mdText).join(' ')}`);
    for (const { names, costs, remedy } of panel.missing) {
      const key = `${names.join()} ${costs}`;
      if (seen.has(key)) continue;
      seen.add(key);
      lines.push(
        `- ${titleOf(name)}: ${names.map(mdCode).join(', ')}${names.length === 0 ? '' : ' missing. '}${mdText(costs)}`
      );
      remedies.add(remedy);
    }
    // Ignores missing values of WAL replay, as most exist only during a replay, and of a panel that could not judge,
    // because its finding says why.
    const isSilent = name === 'wal-replay' || panel.finding.severity === 'unknown' || isEmpty(input.panels, name);
    const without = isSilent ? []
      : panel.figures.filter(({ value, note }) => value === null && note !== undefined && !NOTHING_OF_IT.test(note));
    for (const note of new Set(without.map((figure) => figure.note ?? ''))) {
      // The remedy of a missing input is stated once, below.
      const short = [...remedies].reduce((text, remedy) => text.replace(remedy, '').trim(), note);
      const figures = without.filter((figure) => figure.note === note).map((figure) => mdText(figure.name));
      lines.push(`- ${titleOf(name)}, ${figures.join('; ')}: ${mdText(short)}`);
    }
  }
  if (lines.length === 0) return 'Every panel had its data.';
  return remedies.size === 0 ? lines.join('\n')
    : `${lines.join('\n')}\n\nFor the next time:\n\n${[...remedies].map((remedy) => `- ${mdText(remedy)}`).join('\n')}`;
}

function stepsText(findings: readonly PanelFinding[]): string {
  const steps = new Map<string, Action>();
  for (const finding of findings) for (const step of finding.actions) if (!steps.has(step.step))
    steps.set(step.step, step);
  if (steps.size === 0) return 'The findings ask for none.';
  return [...steps.values()].map(({ step, why, risk }) => `- [ ] ${mdText(step)} ${mdText(why)} Risk: ${mdText(risk)}`)
    .join('\n');
}

const iso = (seconds: number): string => new Date(Math.round(seconds * 1000)).toISOString().replace('.000Z', 'Z');

function pageUrl({ base, target, start, end }: PostmortemInput, panel: PanelName, at: number | null): string {
  const moment = at === null ? '' : `&at=${iso(at)}`;
  const window = `start=${iso(start)}&end=${iso(end)}${moment}&zone=utc`;
  return `${base}/${panel}?target=${encodeURIComponent(target.name)}&${window}`;
}

function pictureUrl({ base, target, start, end }: PostmortemInput, panel: PanelName): string {
  const path = `/api/v1/targets/${encodeURIComponent(target.name)}/panels/${panel}.png`;
  return `${base}${path}?start=${iso(start)}&end=${iso(end)}`;
}
