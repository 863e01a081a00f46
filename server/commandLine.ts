/** Commands that answer and end, without a server. */
import { runBench } from './benchCommandLine.ts';
import type { CommandResult } from './commandResult.ts';
import type { BenchCommand } from './config/benchCommand.ts';
import type { DiffCommand } from './config/diffCommand.ts';
import type { ReplayCommand } from './config/replayCommand.ts';
import { runDiff } from './diffCommandLine.ts';
import { runReplay } from './replayCommandLine.ts';

export function runCommand(command: BenchCommand | DiffCommand | ReplayCommand): Promise<CommandResult> {
  switch (command.kind) {
    case 'bench': return runBench(command);
    case 'diff': return runDiff(command);
    case 'replay': return runReplay(command);
  }
}
