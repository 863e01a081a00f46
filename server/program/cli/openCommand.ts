import { UsageError } from '../../kernel/config/usageError.ts';
import { readCommandFlags } from './commandFlags.ts';
import { DEFAULT_URL, readScopeUrl } from './mcpCommand.ts';

/** `tsdbscope open`: sends files to a running tsdbscope, and prints what each is and where it opens. */
export interface OpenCommand {
  kind: 'open';
  /** Files; `-` is the standard input. */
  files: string[];
  /** URL of the running tsdbscope, without a final slash. */
  url: string;
  format: 'text' | 'json';
  /** Bearer token for it. */
  token: string | null;
}

const FORM = 'tsdbscope open FILE... [--url URL] [--format text|json]';

const OPEN_HELP = `Usage: ${FORM}

Gives files to a running tsdbscope, whatever they are: logs, profiles, traces, outputs of benchmarks, /metrics,
archives, recordings. Prints what each is, what it says first, and the address that shows it. Two files of one form
are compared; three or more profiles of one type are reported in the order of their times; a log is reported with what
describes its end, or with the log that explains it.

  FILE              up to 64 MiB, plain or gzip; - is the standard input
  --url             address of the running tsdbscope (default ${DEFAULT_URL}); also TSDBSCOPE_URL
  --format          text (default), json as of POST /api/v1/open

TSDBSCOPE_TOKEN is a bearer token for the running tsdbscope.
Exit codes: 0 every file was opened, 1 one is not read or no tsdbscope answers, 2 bad usage or an unreadable file.`;

/** Reads `args` after the word open. Throws UsageError with one sentence. */
export function readOpenCommand(
  args: string[], env: Record<string, string | undefined>
): OpenCommand | { kind: 'help'; text: string } {
  const flags = readCommandFlags('open', args, { url: { type: 'string' }, format: { type: 'string' } }, FORM);
  if (flags.isSet('help')) return { kind: 'help', text: OPEN_HELP };
  if (flags.positionals.length === 0) throw new UsageError(`open: no file named; write ${FORM}.`);
  const format = flags.text('format') ?? 'text';
  if (format !== 'text' && format !== 'json')
    throw new UsageError(`open: --format "${format}" is none of text, json.`);
  return {
    kind: 'open', files: flags.positionals, format, token: env['TSDBSCOPE_TOKEN'] || null,
    url: readScopeUrl('open', flags.text('url') ?? (env['TSDBSCOPE_URL'] || DEFAULT_URL)),
  };
}
