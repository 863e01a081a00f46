/** Runs commands that print a result and exit, without a server. */
import { runBench } from './benchRun.ts';
import type { CommandResult } from './commandResult.ts';
import type { BenchCommand } from './benchCommand.ts';
import type { DiffCommand } from './diffCommand.ts';
import type { OpenCommand } from './openCommand.ts';
import { runOpen } from './openRun.ts';
import type { ReplayCommand } from './replayCommand.ts';
import { runDiff } from './diffRun.ts';
import { runReplay } from './replayRun.ts';

export function runCommand(command: BenchCommand | DiffCommand | OpenCommand | ReplayCommand): Promise<CommandResult> {
  switch (command.kind) {
    case 'bench': return runBench(command);
    case 'diff': return runDiff(command);
    case 'open': return runOpen(command);
    case 'replay': return runReplay(command);
  }
}
