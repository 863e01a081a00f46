import type {
  FleetTarget, Handover, HandoverEvent, HandoverTarget, Severity,
} from '../../../core/contract/contract.ts';
import { worstFirst } from '../../../core/finding.ts';
import { cutText } from '../../../core/text/markdown.ts';
import { belowHeadline, headline } from '../../../core/views/overview/overviewView.ts';
import { Redactor } from '../../data/incident/redaction.ts';
import { badData, notFound, valueOf } from '../../kernel/http/errors.ts';
import type { OpenedPostmortem } from '../postmortem/feature.ts';
import type { TargetNeeds, TargetParts } from '../targets/feature.ts';

export interface HandoverParts extends Pick<OpenedPostmortem, 'spells'> {
  fleet: Pick<TargetParts['fleet'], 'answer'>;
  panels: Pick<TargetParts['panels'], 'findings'>;
  captures: Pick<TargetParts['captures'], 'list'>;
  targets: Pick<TargetNeeds['targets'], 'asked' | 'isLive' | 'panelQuery'>;
  notes: Pick<TargetNeeds['notes'], 'list'>;
  /** Configured secrets, which no exported text may contain. */
  secrets: readonly string[];
  now: () => number;
}

export interface AskedHandover {
  last?: number | undefined;
  end?: number | undefined;
  targets?: readonly string[] | undefined;
}

const DEFAULT_MS = 12 * 3_600_000;
const MAX_MS = 24 * 3_600_000;
/** Window of the current findings, as on the page. */
const NOW_MS = 15 * 60_000;
/** Maximum judged targets, because each needs the findings of about fourteen windows. */
const MAX_JUDGED = 8;
const MAX_OF_A_KIND = 20;
const MAX_LETTERS = 400;

/** Returns what happened in the window; throws bad_data for an invalid window, not_found for an unknown target. */
export async function handoverOf(parts: HandoverParts, asked: AskedHandover): Promise<Handover> {
  const { end: endMs = parts.now(), last: lastMs = DEFAULT_MS, targets: names } = asked;
  if (!(lastMs > 0 && lastMs <= MAX_MS)) throw badData('"last" must be longer than 0 and at most 24h.');
  const fleet = valueOf(await parts.fleet.answer({ startMs: endMs - lastMs, endMs }));
  const range = { start: (endMs - lastMs) / 1000, end: Math.min(endMs, parts.now()) / 1000 };
  const missing = names?.find((name) => !fleet.targets.some((one) => one.name === name));
  if (missing !== undefined) throw notFound(
    `No target "${missing.slice(0, 100)}" was scraped in this window; GET /api/v1/fleet lists those that were.`
  );
  const rows = fleet.targets.filter(({ name }) => names?.includes(name) ?? true);
  const redactor = new Redactor(true, parts.secrets);
  const targets: HandoverTarget[] = [];
  let judged = 0;
  for (const row of rows) {
    const unjudged = !parts.targets.isLive(row.name) ? 'This tsdbscope does not scrape it now.'
      : judged >= MAX_JUDGED ? `Only the worst ${MAX_JUDGED} are judged; name it in "targets".` : null;
    if (unjudged === null) judged += 1;
    const { worst, now, others, events, ...rest } = await targetHandover(parts, row, range, unjudged);
    targets.push({ ...rest, ...redactor.deep({ worst, now, others, events }) });
  }
  const ranked = worstFirst(targets.map((target) => ({ severity: severityOf(target), target })));
  return { range, targets: ranked.map(({ target }) => target) };
}

/** Returns the current severity if known, else that of the window from its scrapes. */
export function severityOf({ now, worst }: HandoverTarget): Severity {
  return now?.severity ?? worst.severity;
}

async function targetHandover(
  parts: HandoverParts, row: FleetTarget, range: Handover['range'], unjudged: string | null
): Promise<HandoverTarget> {
  const { name, kind, version, state, stateSince, worst: { severity, sentence } } = row;
  const judged = unjudged === null ? await judgedTarget(parts, name, range)
    : notJudged(unjudged);
  const { findings, ...known } = judged;
  const kinds = [
    { events: findings, weight: latest }, { events: gapsOf(row), weight: longest },
    { events: startsOf(row), weight: latest }, { events: notesOf(parts, name, range), weight: latest },
    { events: capturesOf(parts, name, range), weight: latest },
  ];
  const kept = kinds.flatMap(({ events, weight }) => (
    events.toSorted((a, b) => weight(b) - weight(a)).slice(0, MAX_OF_A_KIND)
  ));
  return {
    name, kind, version, state, stateSince, worst: { severity, sentence }, ...known,
    events: kept.sort((a, b) => a.time - b.time || (a.end ?? a.time) - (b.end ?? b.time)),
    omitted: kinds.reduce((sum, { events }) => sum + events.length, 0) - kept.length,
  };
}

const latest = ({ time }: HandoverEvent): number => time;
const longest = ({ time, end }: HandoverEvent): number => (end ?? time) - time;

type Judged = Pick<HandoverTarget, 'now' | 'others' | 'unjudged' | 'partSeconds'> & { findings: HandoverEvent[] };

const notJudged = (unjudged: string): Judged => (
  { now: null, others: [], unjudged, partSeconds: null, findings: [] }
);

/** Returns a target's findings of the last minutes and of the parts of the window. */
async function judgedTarget(
  { targets, panels, spells }: HandoverParts, name: string, { start, end }: Handover['range']
): Promise<Judged> {
  const target = await targets.asked(name);
  const query = target === undefined ? null : targets.panelQuery(target, start * 1000, end * 1000, undefined);
  if (query === null) return notJudged('It left while it was asked for.');
  const found = await panels.findings({
    ...query, startMs: Math.max(query.startMs, query.endMs - NOW_MS), nowMs: Math.min(query.nowMs, query.endMs),
  });
  if (!found.ok) return notJudged(found.error.message);
  const past = await spells(query);
  const { severity: worst, sentence: claim } = headline(found.value, null);
  return {
    now: { severity: worst, sentence: claim },
    others: belowHeadline(found.value).flatMap(({ panel, severity, sentence }) => (
      severity === 'warning' || severity === 'critical' ? [{ panel, severity, sentence }] : []
    )),
    unjudged: null, partSeconds: past.partSeconds,
    findings: past.spells.map(({ panel, severity, start: time, end: until, sentence }) => (
      { what: 'finding', time, end: until, panel, severity, sentence }
    )),
  };
}

function gapsOf({ gaps }: FleetTarget): HandoverEvent[] {
  return gaps.map(({ start, end }) => ({ what: 'gap', time: start, end }));
}

function startsOf({ starts }: FleetTarget): HandoverEvent[] {
  return starts.map(({ start, end }) => ({ what: 'start', time: start, end }));
}

function notesOf({ notes }: HandoverParts, name: string, { start, end }: Handover['range']): HandoverEvent[] {
  return notes.list(name, start, end).map(({ id, time, endTime, text, author }) => (
    { what: 'note', time, end: endTime, id, text: cutText(text, MAX_LETTERS), author }
  ));
}

/** Returns the ended captures with a cause, requested by a person or a rule; not the scheduled ones. */
function capturesOf({ captures }: HandoverParts, name: string, { start, end }: Handover['range']): HandoverEvent[] {
  return captures.list(name).flatMap(({ id, kind, state, startTime, endTime, reason, cancelled }): HandoverEvent[] => {
    const isSchedule = reason.how === 'continuous' || reason.how === 'baseline';
    if (startTime === null || startTime < start || startTime > end || isSchedule || cancelled === true) return [];
    return state !== 'done' && state !== 'failed' ? []
      : [{ what: 'capture', time: startTime, end: endTime, id, kind, state, sentence: reason.sentence }];
  });
}
