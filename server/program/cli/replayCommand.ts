import { readCommandFlags, readFormat } from './commandFlags.ts';
import { parseDurationMs } from '../../../core/text/durations.ts';
import { UsageError } from '../../kernel/config/usageError.ts';

const REPLAY_FORMATS = ['text', 'json', 'markdown'] as const;

/** `tsdbscope replay`: prints the timeline of the starts in a server's log, and exits. */
export interface ReplayCommand {
  kind: 'replay';
  /** File; `-` is the standard input. */
  file: string;
  format: (typeof REPLAY_FORMATS)[number];
  /** Exits with code 3 if a start takes longer; null: no limit. */
  budgetSeconds: number | null;
}

const FORM = 'tsdbscope replay LOG [--budget 15m] [--format text|json|markdown]';

const REPLAY_HELP = `Usage: ${FORM}

Reads the log of a Prometheus (logfmt, slog or JSON; plain or gzip), prints the timeline of each start in it, and ends.

  LOG               the log as it was written, e.g. by kubectl logs; - is the standard input
  --budget          the time a startup probe gives, e.g. 15m or 900s: a start that needs longer fails
  --format          text (default), json as of POST /api/v1/replays, markdown

Exit codes: 0 every start became ready (within the budget) or still can, 3 a start failed, was stopped or killed
before it was ready, or took longer than the budget, 2 bad usage or an unreadable file, 1 no log, or no start in it.`;

/** Reads `args` after the word replay. Throws UsageError with one sentence. */
export function readReplayCommand(args: string[]): ReplayCommand | { kind: 'help'; text: string } {
  const flags = readCommandFlags('replay', args, { format: { type: 'string' }, budget: { type: 'string' } }, FORM);
  if (flags.isSet('help')) return { kind: 'help', text: REPLAY_HELP };
  const [file, ...others] = flags.positionals;
  if (file === undefined || others.length > 0)
    throw new UsageError(`replay: ${flags.positionals.length} files named, not one; write ${FORM}.`);
  const budget = flags.text('budget');
  const budgetMs = budget === undefined ? null : parseDurationMs(budget);
  if (budget !== undefined && (budgetMs === null || budgetMs <= 0))
    throw new UsageError(`replay: --budget "${budget}" is not a duration; write e.g. 15m or 900s.`);
  return {
    kind: 'replay', file, format: readFormat('replay', flags, REPLAY_FORMATS, 'text'),
    budgetSeconds: budgetMs === null ? null : budgetMs / 1000,
  };
}
