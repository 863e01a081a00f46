/** Wiring only: command -> configuration -> stores -> scrapers -> HTTP. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { systemClock } from '../core/time/clock.ts';
import { readCommand } from './program/cli/arguments.ts';
import { StartError, UsageError } from './kernel/config/usageError.ts';
import { configureLog, log } from './kernel/logging/log.ts';
import { configSecrets } from './data/scrape/secrets.ts';
import { collectFullyEachHour } from './kernel/threads/fullCollections.ts';
import { keepHeapsSmall } from './kernel/threads/heapGrowth.ts';

const packageJson: unknown = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));
const version = String((packageJson as { version?: unknown }).version);

// `tsdbscope | head` closes our output while we go on: that is not a reason to exit.
for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
  });
}

try {
  const command = readCommand(process.argv.slice(2), process.env);
  switch (command.kind) {
    case 'help':
      console.log(command.text);
      break;
    case 'version':
      console.log(`tsdbscope ${version}`);
      break;
    case 'bench':
    case 'diff':
    case 'open':
    case 'replay': {
      // Each loaded only when it runs: CI starts a command often, and it needs no server.
      const { runCommand } = await import('./program/cli/commandLine.ts');
      const { output, exitCode } = await runCommand(command);
      process.stdout.write(output);
      process.exitCode = exitCode;
      break;
    }
    case 'mcp': {
      const { runMcp } = await import('./program/mcp/runMcp.ts');
      await runMcp(command, version, (line) => { console.log(line); });
      break;
    }
    case 'check-config':
      console.log(`The configuration is good: ${[
        `${command.config.targets.length} target(s)`,
        ...(command.config.discovery.length === 0 ? [] : [`${command.config.discovery.length} job(s) that find more`]),
      ].join(', ')}.`);
      break;
    case 'run': {
      configureLog({ ...command.config.log, secrets: configSecrets(command.config) });
      // Samples and profiles tell of the target: files in the data folder are for their owner alone.
      process.umask(0o077);
      const { startProgram } = await import('./program/program.ts');
      const program = await startProgram(command.config, {
        version,
        webDir: fileURLToPath(new URL('../web', import.meta.url)),
        threadFile: (name) => new URL(`./${name}.js`, import.meta.url),
        readAgain: () => {
          const again = readCommand(process.argv.slice(2), process.env);
          if (again.kind !== 'run') throw new UsageError('The command line does not start a server any more.');
          return again.config;
        },
      });
      for (const line of program.startLines) console.log(line);
      // Not before: it costs the start a tenth of its CPU.
      keepHeapsSmall();
      collectFullyEachHour(systemClock, (error) => { log.warn('Memory could not be collected.', { error }); });
      process.on('SIGHUP', () => void program.reload());
      for (const signal of ['SIGTERM', 'SIGINT'] as const) {
        process.once(signal, () => void program.stop().then(() => process.exit(0), (error: unknown) => {
          log.error('Stopping failed.', { error });
          process.exit(1);
        }));
      }
      break;
    }
  }
} catch (error) {
  if (!(error instanceof UsageError) && !(error instanceof StartError)) throw error;
  console.error(`tsdbscope: ${error.message}`);
  process.exit(error instanceof UsageError ? 2 : 1);
}
