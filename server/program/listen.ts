/** Listens for requests, and explains why the system refuses. */
import type { Server } from 'node:http';
import type { Config } from '../kernel/config/configTypes.ts';
import { StartError } from '../kernel/config/usageError.ts';

/** Resolves once it listens; throws StartError with one sentence. */
export async function listen(server: Server, config: Config): Promise<Server> {
  await new Promise<void>((done, failed) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      failed(new StartError(listenMistake(error, config)));
    });
    server.listen(config.listenPort, config.listenHost, done);
  });
  return server;
}

function listenMistake(error: NodeJS.ErrnoException, config: Config): string {
  const address = `${config.listenHost}:${config.listenPort}`;
  const another = 'choose another with --listen HOST:PORT.';
  switch (error.code) {
    case 'EADDRINUSE':
      return `${address} is in use by another program (perhaps another tsdbscope); ${another}`;
    case 'EACCES':
      return `This user may not listen on ${address}; choose a port above 1023 with --listen HOST:PORT.`;
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return `${config.listenHost} is not an address of this machine; ${another}`;
    default:
      return `Cannot listen on ${address} (${error.code ?? error.message}); ${another}`;
  }
}
