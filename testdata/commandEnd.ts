import { readCommand } from '../server/program/cli/arguments.ts';
import { runCommand } from '../server/program/cli/commandLine.ts';
import { InputError, UsageError } from '../server/kernel/config/usageError.ts';

export interface CommandEnd { code: number; stdout: string; stderr: string }

/** Runs `tsdbscope bench`, `diff` or `replay` to its end as main.ts does, but in this process. */
export async function commandEnd(args: string[]): Promise<CommandEnd> {
  try {
    const command = readCommand(args, {});
    switch (command.kind) {
      case 'help': return { code: 0, stdout: `${command.text}\n`, stderr: '' };
      case 'bench': case 'diff': case 'replay': {
        const { output, exitCode } = await runCommand(command);
        return { code: exitCode, stdout: output, stderr: '' };
      }
      default: throw new Error(`${command.kind} is no command that ends.`);
    }
  } catch (error) {
    if (!(error instanceof UsageError || error instanceof InputError)) throw error;
    return { code: error instanceof UsageError ? 2 : 1, stdout: '', stderr: `tsdbscope: ${error.message}\n` };
  }
}
