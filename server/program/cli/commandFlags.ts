/** What the commands that end (`bench`, `diff`, `replay`) read from the command line alike. */
import { parseArgs, type ParseArgsConfig } from 'node:util';
import { UsageError } from '../../kernel/config/usageError.ts';

type Options = Record<string, { type: 'string' | 'boolean'; multiple?: boolean }>;

export interface CommandFlags {
  positionals: string[];
  text(flag: string): string | undefined;
  /** Of a flag that may be given several times. */
  texts(flag: string): string[];
  isSet(flag: string): boolean;
}

/** `form`: the usage line, for error messages. `--help` is read by every command. */
export function readCommandFlags(command: string, args: string[], options: Options, form: string): CommandFlags {
  try {
    const all: ParseArgsConfig['options'] = { ...options, help: { type: 'boolean', short: 'h' } };
    const { values, positionals } =
      parseArgs({ args: args.map(asWrittenHere), options: all, allowPositionals: true, strict: true });
    return {
      positionals,
      text: (flag) => { const value = values[flag]; return typeof value === 'string' ? value : undefined; },
      texts: (flag) => [values[flag] ?? []].flat().filter((value) => typeof value === 'string'),
      isSet: (flag) => values[flag] === true,
    };
  } catch (error) {
    throw new UsageError(`${command}: ${(error as Error).message.split('. ')[0] ?? 'not understood'}; write ${form}.`);
  }
}

/** Also as `go tool pprof` writes them: `--show_from`, `--sample_index`. */
function asWrittenHere(arg: string): string {
  const [, name = '', rest = ''] = /^--([a-z_]+)((?:=[^]*)?)$/.exec(arg) ?? [];
  if (!name.includes('_')) return arg;
  return `--${name === 'sample_index' ? 'sample-type' : name.replaceAll('_', '-')}${rest}`;
}

export function readFormat<F extends string>(command: string, flags: CommandFlags, known: readonly F[], preset: F): F {
  const text = flags.text('format') ?? preset;
  const format = known.find((one) => one === text);
  if (format === undefined) throw new UsageError(`${command}: --format "${text}" is none of ${known.join(', ')}.`);
  return format;
}

/** `5%` or `0.05` -> 0.05; 0 when not given. A bare number from 1 on is refused: it may be meant either way. */
export function readThreshold(command: string, flags: CommandFlags): number {
  const text = flags.text('threshold') ?? '0';
  const [, digits, percent] = /^(\d{1,6}(?:\.\d{1,6})?)(%?)$/.exec(text) ?? [];
  const ratio = digits === undefined ? NaN : Number(digits) / (percent === '%' ? 100 : 1);
  if (Number.isNaN(ratio) || (percent === '' && ratio >= 1))
    throw new UsageError(`${command}: --threshold "${text}" is not a share; write e.g. 5% or 0.05.`);
  return ratio;
}

/** At most one of them may be `-`, which is the standard input. */
export function refuseTwoInputs(command: string, files: readonly string[]): void {
  if (files.filter((file) => file === '-').length > 1)
    throw new UsageError(`${command}: "-", the standard input, can only be one of the files.`);
}
