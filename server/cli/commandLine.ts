/** Commands that print a result and exit, without a server. */
import { runBench } from './benchRun.ts';
import type { CommandResult } from './commandResult.ts';
import type { BenchCommand } from './benchCommand.ts';
import type { DiffCommand } from './diffCommand.ts';
import type { ReplayCommand } from './replayCommand.ts';
import { runDiff } from './diffRun.ts';
import { runReplay } from './replayRun.ts';

export function runCommand(command: BenchCommand | DiffCommand | ReplayCommand): Promise<CommandResult> {
  switch (command.kind) {
    case 'bench': return runBench(command);
    case 'diff': return runDiff(command);
    case 'replay': return runReplay(command);
  }
}
