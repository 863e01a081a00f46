/** Formats a handover as Markdown. Pure; the same input gives the same text. */
import type { Handover, HandoverEvent, HandoverTarget, Severity } from '../../../core/contract/contract.ts';
import { PANELS } from '../../../core/panels.ts';
import { formatDateTime, formatSeconds, formatWindow } from '../../../core/text/format.ts';
import { mdCode, mdText } from '../../../core/text/markdown.ts';
import { severityOf } from './handover.ts';

const WORDS: Record<Severity, string> = {
  critical: 'critical', warning: 'warning', info: 'info', ok: 'OK', unknown: 'partly checked',
};

export function handoverMarkdown({ range, targets }: Handover): string {
  const quiet = targets.filter(({ events, omitted, now }) => (
    events.length === 0 && omitted === 0 && (now?.severity === 'ok' || now?.severity === 'unknown')
  ));
  const told = targets.filter((target) => !quiet.includes(target));
  const window = `${formatWindow(range.start, range.end, 'utc', 0)} UTC`;
  return [
    `# Handover, ${window} (${formatSeconds(range.end - range.start)})`,
    targets.length === 0 ? 'No target was scraped in this window.' : `${countsText(targets)} Times are UTC.`,
    ...told.map((target) => targetText(target, range)),
    ...quiet.length === 0 ? [] : [
      `## Without events\n\n${quiet.map(({ name, now }) => (
        `- ${mdCode(name)}: ${mdText(now?.sentence ?? '')}`
      )).join('\n')}`,
    ],
  ].join('\n\n').concat('\n');
}

function countsText(targets: readonly HandoverTarget[]): string {
  const counts = (Object.keys(WORDS) as Severity[]).flatMap((severity) => {
    const count = targets.filter((target) => severityOf(target) === severity).length;
    return count === 0 ? [] : [`${count} ${WORDS[severity]}`];
  });
  return `${targets.length === 1 ? 'One target' : `${targets.length} targets`}: ${counts.join(', ')}.`;
}

function targetText(target: HandoverTarget, range: Handover['range']): string {
  const { name, kind, version, now, others, worst, unjudged, partSeconds, omitted } = target;
  const lines = [
    now === null ? `**By its scrapes alone**: ${mdText(`${worst.sentence} ${unjudged ?? ''}`)}`
      : `**Now**: ${mdText(now.sentence)}`,
    ...others.map(({ panel, severity, sentence }) => (
      `**Now**: ${WORDS[severity]}, ${mdText(PANELS[panel].title)}: ${mdText(sentence)}`
    )),
    ...target.events.map((event) => `${timeText(event, range)}: ${eventText(event)}`),
    ...omitted === 0 ? [] : [`${omitted} more are not listed: the shortest gaps, the oldest of others.`],
  ];
  const judged = partSeconds === null || !target.events.some(({ what }) => what === 'finding') ? ''
    : `\n\nEach finding is of parts of ${formatSeconds(partSeconds)}: its times are theirs.`;
  const what = version === '' ? mdText(kind) : `${mdText(kind)} ${mdCode(version)}`;
  return `## ${mdCode(name)}: ${WORDS[severityOf(target)]}\n\n${what}, ${mdText(target.state)}\n\n`
    + `${lines.map((line) => `- ${line}`).join('\n')}${judged}`;
}

/** Returns an event's time; a finding that lasts to the end of the window has not ended. */
function timeText({ what, time, end }: HandoverEvent, range: Handover['range']): string {
  const isOneDay = formatDateTime(range.start, 'utc').slice(0, 10) === formatDateTime(range.end, 'utc').slice(0, 10);
  const clock = (at: number): string => formatDateTime(at, 'utc').slice(isOneDay ? 11 : 0);
  if (end === null || what === 'capture') return clock(time);
  return end >= range.end ? `since ${clock(time)}` : `${clock(time)} to ${clock(end)}`;
}

function eventText(event: HandoverEvent): string {
  switch (event.what) {
    case 'finding':
      return `${WORDS[event.severity]}, ${mdText(PANELS[event.panel].title)}: ${mdText(event.sentence)}`;
    case 'gap': return `gap in the scrapes of ${formatSeconds((event.end ?? event.time) - event.time)}`;
    case 'start': return `start, ${formatSeconds((event.end ?? event.time) - event.time)} with WAL replay`;
    case 'note': return `note${event.author === null ? '' : ` by ${mdText(event.author)}`}: ${mdText(event.text)}`;
    case 'capture': return `${mdCode(event.kind)} ${event.state === 'done' ? 'captured' : 'capture failed'}`
      + (event.sentence === null ? '' : `: ${mdText(event.sentence)}`);
  }
}
