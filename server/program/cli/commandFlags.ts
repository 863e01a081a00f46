/** Flags shared by the commands that exit (`bench`, `diff`, `replay`). */
import { parseArgs, type ParseArgsConfig } from 'node:util';
import { UsageError } from '../../kernel/config/usageError.ts';

type Options = Record<string, { type: 'string' | 'boolean'; multiple?: boolean }>;

export interface CommandFlags {
  positionals: string[];
  text(flag: string): string | undefined;
  /** Returns all values of a repeatable flag. */
  texts(flag: string): string[];
  isSet(flag: string): boolean;
}

/** `form`: the usage line, for error messages. Every command accepts `--help`. */
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

/** Also accepts the spelling of `go tool pprof`: `--show_from`, `--sample_index`. */
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

/** Converts `5%` or `0.05` to 0.05; returns 0 if it is absent. Rejects a bare number from 1 on as ambiguous. */
export function readThreshold(command: string, flags: CommandFlags): number {
  const text = flags.text('threshold') ?? '0';
  const [, digits, percent] = /^(\d{1,6}(?:\.\d{1,6})?)(%?)$/.exec(text) ?? [];
  const ratio = digits === undefined ? NaN : Number(digits) / (percent === '%' ? 100 : 1);
  if (Number.isNaN(ratio) || (percent === '' && ratio >= 1))
    throw new UsageError(`${command}: --threshold "${text}" is not a share; write e.g. 5% or 0.05.`);
  return ratio;
}

/** Throws if more than one of them is `-`, the standard input. */
export function refuseTwoInputs(command: string, files: readonly string[]): void {
  if (files.filter((file) => file === '-').length > 1)
    throw new UsageError(`${command}: "-", the standard input, can only be one of the files.`);
}
