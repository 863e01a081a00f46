/** Analyses the compactions of each server whose lines a log holds. */
import type { CompactionLog, CompactionLogs, Finding } from '../../../../../core/contract/contract.ts';
import type { TargetFacts } from '../../../../../core/contract/facts.ts';
import { parts, statement } from '../../../../../core/text/parts.ts';
import { logNotes } from '../../../logs/logNotes.ts';
import type { LogSource, ReadLog } from '../../../logs/readLog.ts';
import { analyseCompactionLog } from './compactionLogTimeline.ts';
import { separateTsdbs } from './separateTsdbs.ts';

/** Maximum servers shown besides the first. */
const MAX_OTHERS = 20;
const MAX_NAMED = 3;

/** Whether something failed there, which matters more than how many lines there are. */
const isBad = ({ answer: { finding: { severity } } }: Pick<Analysed, 'answer'>): boolean =>
  severity === 'critical' || severity === 'warning';

/** Adds whose failure it is, where a log has several tenants. */
function withOwner(finding: Finding, name: string, sound: readonly string[]): Finding {
  if (!/\btenant \S/.test(name) || sound.includes(name)) return finding;
  const rest = sound.length === 0 ? null : parts` The lines of ${sound.slice(0, MAX_NAMED).join(', ')}${
    sound.length > MAX_NAMED ? ', …' : ''} show no failed compaction.`;
  return { ...finding, evidence: [parts`That is of ${name}.${rest}`, ...finding.evidence] };
}

interface Analysed { source: LogSource; answer: CompactionLog; facts: TargetFacts }

/**
 * Returns null when the log holds no readable line of a server of this kind. Lines of several servers join no target:
 * nothing says which of them it is.
 */
export function analyseCompactionLogs(
  log: ReadLog, target: string | null
): { answer: CompactionLogs; facts: TargetFacts } | null {
  const telling = log.sources.filter(({ lines }) => lines.length > 0).flatMap(separateTsdbs);
  if (telling.length <= 1) {
    const [source] = telling;
    const one = analyseCompactionLog(source === undefined ? log : ofSource(log, source), target);
    return one === null ? null : {
      answer: {
        ...one.answer, source: source?.name ?? '', others: [],
        lines: { read: log.readCount, used: log.wanted.length, other: log.otherCount },
        notes: [...notesOf(source === undefined ? [] : [source]), ...one.answer.notes],
      },
      facts: one.facts,
    };
  }
  const servers = telling.flatMap((source): Analysed[] => {
    const one = analyseCompactionLog(ofSource(log, source), null);
    return one === null ? [] : [{ source, ...one }];
  }).sort((a, b) => Number(isBad(b)) - Number(isBad(a)) || b.source.lines.length - a.source.lines.length);
  const sound = servers.filter((one) => !isBad(one)).map(({ source: { name } }) => name);
  const [first, ...others] = servers.map(({ source, answer }) => ({
    ...answer, finding: withOwner(answer.finding, source.name, sound), source: source.name,
    notes: [...notesOf([source]), ...answer.notes],
  }));
  if (first === undefined) return null;
  const names = servers.slice(0, 5).map(({ source }) => (source.name === '' ? 'one without a name' : source.name));
  const more = servers.length > names.length ? ', …' : '';
  const several = parts`The log holds lines of ${String(servers.length)} servers: ${names.join(', ')}${more}. ${
    target === null ? 'Each has its own answer.' : 'Open the log of one to join it with the target.'}`;
  return {
    answer: { ...first, notes: [statement(several), ...first.notes], others: others.slice(0, MAX_OTHERS) }, facts: {},
  };
}

function ofSource(log: ReadLog, source: LogSource): ReadLog {
  const { lines, readCount, firstMs, lastMs } = source;
  return { ...log, sources: [source], wanted: lines, readCount, firstMs, lastMs };
}

function notesOf(sources: readonly LogSource[]): CompactionLog['notes'] {
  return logNotes(sources).map((text) => statement(parts`${text}`));
}
