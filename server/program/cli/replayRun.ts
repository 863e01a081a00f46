/**
 * `tsdbscope replay LOG` for CI and consoles: prints the timeline of each start, and reports a failed one by its exit
 * code.
 */
import { basename } from 'node:path';
import type { MeasuredLog, MeasuredReplay, ReplayPhase } from '../../../core/contract/contract.ts';
import { formatDateTime, formatSeconds } from '../../../core/text/format.ts';
import { count, render } from '../../../core/text/parts.ts';
import { aligned, visible } from '../../analysis/benchmarks/textColumns.ts';
import { readCommandFile } from './commandFiles.ts';
import { REGRESSION_EXIT, type CommandResult } from './commandResult.ts';
import type { ReplayCommand } from './replayCommand.ts';
import { InputError } from '../../kernel/config/usageError.ts';
import { readReplayLog } from '../worker/reader/replays.ts';
import { statements } from '../../../core/finding.ts';

/** `start`: identifies the start, Unix seconds. */
export interface FailedStart { start: number; sentence: string }

const SLOWEST_TOLD = 3;
const MAX_STARTS_TOLD = 50;
const PHASE_WORDS: Partial<Record<ReplayPhase['name'], string>> = {
  'mmapped-chunks': 'm-mapped chunks', segments: 'WAL segments', wbl: 'out-of-order log', 'head-gc': 'head GC',
};

/** Throws UsageError for a file that cannot be read, InputError for one that is not a log or has no start in it. */
export async function runReplay({ file, format, budgetSeconds }: ReplayCommand): Promise<CommandResult> {
  const { name, bytes } = await readCommandFile('replay', file);
  const read = await readReplayLog(bytes);
  if (!read.ok) throw new InputError(`replay: ${name}: ${read.error.message}`);
  const log = read.value;
  if (log.replays.length === 0) throw new InputError(`replay: ${name}: ${log.finding.sentence}`);
  const failed = failedStarts(log, budgetSeconds);
  const exitCode = failed.length > 0 ? REGRESSION_EXIT : 0;
  switch (format) {
    case 'json': return { output: `${JSON.stringify({ ...log, budgetSeconds, failed }, null, 1)}\n`, exitCode };
    case 'text': return { output: textOf(log, failed, budgetSeconds), exitCode };
    case 'markdown': return { output: markdownOf(basename(name), log, failed, budgetSeconds), exitCode };
  }
}

/**
 * Returns starts that ended before they were ready, starts whose process ended unexpectedly later, and those that
 * exceeded the budget, finished or not.
 */
function failedStarts(log: Pick<MeasuredLog, 'replays' | 'end'>, budgetSeconds: number | null): FailedStart[] {
  return log.replays.flatMap((replay) => {
    const { outcome, start, ending } = replay;
    if (outcome === 'killed' || outcome === 'failed' || outcome === 'stopped' || endedLater(replay))
      return [{ start, sentence: ending }];
    // If the log lacks its beginning or end, it took at least the logged part.
    const seconds = replay.totalSeconds ?? (replay.end ?? log.end) - start;
    if (budgetSeconds === null || seconds <= budgetSeconds) return [];
    const took = `${replay.totalSeconds === null ? 'at least ' : ''}${formatSeconds(seconds)}`;
    return [{ start, sentence: `It took ${took}, longer than the budget of ${formatSeconds(budgetSeconds)}.` }];
  });
}

const endedLater = ({ finding }: MeasuredReplay): boolean => finding.code === 'start-ended-later';

/** Formats a time as `2026-11-20 16:49:00 UTC`. */
const momentText = (seconds: number): string => `${formatDateTime(Math.round(seconds), 'utc')} UTC`;

function verdictOf({ replays }: MeasuredLog, failed: readonly FailedStart[], budgetSeconds: number | null): string {
  const budget = budgetSeconds === null ? '' : ` within ${formatSeconds(budgetSeconds)}`;
  const [first] = failed;
  if (first !== undefined) {
    const which = replays.length === 1 ? 'The start' : failed.length === 1
      ? `The start at ${momentText(first.start)}` : `${failed.length} of ${replays.length} starts`;
    const later = replays.filter(endedLater).length;
    return later === 0 ? `${which} did not become ready${budget}.`
      : `${which} did not ${later === failed.length ? 'stay ready' : `become ready${budget} or stay so`}.`;
  }
  const open = replays.filter(({ outcome }) => outcome !== 'finished').length;
  if (open === replays.length)
    return `Not judged: the log ends before ${replays.length === 1 ? 'the start' : 'any start'} became ready.`;
  const ready = open === 0 ? `All ${replays.length} starts` : `${replays.length - open} of ${replays.length} starts`;
  const others = open > 0 ? '; the log does not show the end of the others' : '';
  return `${replays.length === 1 ? 'The start' : ready} became ready${budget}${others}.`;
}

function phaseRows({ phases, start }: MeasuredReplay): string[][] {
  return phases.map(({ name, start: from, durationSeconds, segments, end }) => [
    PHASE_WORDS[name] ?? name,
    `+${formatSeconds(Math.max(0, from - start))}`,
    `${formatSeconds(durationSeconds)}${end === null ? ' so far' : ''}`,
    segments === null ? '' : String(segments),
  ]);
}

const PHASE_HEAD = ['phase', 'from', 'took', 'segments'];

/** Names the slowest segments, if there are more than are named. */
function slowest({ segmentTimes }: MeasuredReplay): string[] {
  if (segmentTimes.length <= SLOWEST_TOLD) return [];
  const first = segmentTimes.toSorted((a, b) => b.seconds - a.seconds).slice(0, SLOWEST_TOLD);
  return [
    `Slowest segments: ${first.map(({ segment, seconds }) => `${segment} (${formatSeconds(seconds)})`).join(', ')}.`,
  ];
}

/** Returns the newest starts, and how many older ones are omitted. */
function told(log: MeasuredLog): { replays: MeasuredReplay[]; left: string[] } {
  const left = log.replays.length - MAX_STARTS_TOLD;
  return {
    replays: log.replays.slice(-MAX_STARTS_TOLD),
    left: left > 0 ? [`${render(count(left, 'older start'))} omitted; --format json has all.`] : [],
  };
}

function textOf(log: MeasuredLog, failed: readonly FailedStart[], budgetSeconds: number | null): string {
  const { replays, left } = told(log);
  const part = (replay: MeasuredReplay): string => [
    `start ${momentText(replay.start)}${replay.version === '' ? '' : `, ${replay.version}`}: ${replay.ending}`,
    ...failed.filter(({ start, sentence }) => start === replay.start && sentence !== replay.ending)
      .map(({ sentence }) => sentence),
    aligned([PHASE_HEAD, ...phaseRows(replay)]), ...slowest(replay), ...replay.notes,
  ].map(visible).join('\n');
  return [
    `${verdictOf(log, failed, budgetSeconds)}\n${statements(log.finding).map(visible).join(' ')}`, ...left,
    ...replays.map(part), ...log.notes.map(visible)
  ].join('\n\n').concat('\n');
}

/** Escapes Markdown: text from a log must not be markup. */
function inert(text: string): string {
  return text.replace(/\s+/g, ' ').replace(/[\\`*_{}[\]<>#|~!&]/g, '\\$&').replaceAll('@', '&#64;')
    .replaceAll('://', '&#58;//');
}

function markdownOf(
  name: string, log: MeasuredLog, failed: readonly FailedStart[], budgetSeconds: number | null
): string {
  const { replays, left } = told(log);
  const row = (cells: readonly string[]): string => `| ${cells.map(inert).join(' | ')} |`;
  const part = (replay: MeasuredReplay): string => [
    `### Start of ${inert(momentText(replay.start))}${replay.version === '' ? '' : `, ${inert(replay.version)}`}`, '',
    inert(replay.ending), '',
    row(PHASE_HEAD), '| --- | ---: | ---: | ---: |', ...phaseRows(replay).map(row), '',
    ...[
      ...failed.filter(({ start, sentence }) => start === replay.start && sentence !== replay.ending)
        .map(({ sentence }) => sentence),
      ...slowest(replay), ...replay.notes
    ].map((line) => `- ${inert(line)}`),
  ].join('\n').trimEnd();
  return [
    `## ${inert(verdictOf(log, failed, budgetSeconds))}`,
    `${inert(statements(log.finding).join(' '))} From ${inert(name)}.`,
    ...left, ...replays.map(part), ...log.notes.map(inert)
  ].join('\n\n').concat('\n');
}
