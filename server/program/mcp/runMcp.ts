/** Runs `tsdbscope mcp` until its client or a signal ends it. */
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import type { McpCommand } from '../cli/mcpCommand.ts';
import { StartError } from '../../kernel/config/usageError.ts';
import { firstLine } from '../../../core/result.ts';
import { openHttpDoor } from './httpDoor.ts';
import { mcpServer } from './mcpServer.ts';
import { scopeClient } from './scopeClient.ts';

/** Passes the address to `say` over HTTP. Throws StartError if it cannot listen. */
export async function runMcp(command: McpCommand, version: string, say: (line: string) => void): Promise<void> {
  const { url, listen, allowedHosts, allowsWrites, token } = command;
  if (listen === null) {
    const scope = scopeClient(url, token === null ? null : `Bearer ${token}`);
    const server = mcpServer({ version, scope, allowsWrites });
    const over = new Promise<void>((resolve) => {
      process.stdin.once('end', resolve);
      process.stdin.once('close', resolve);
    });
    await server.connect(new StdioServerTransport());
    await over;
    await server.close();
    return;
  }
  const door = await openHttpDoor({ version, url, listen, allowedHosts, allowsWrites }).catch((error: unknown) => {
    throw new StartError(`mcp cannot listen on ${listen.host}:${listen.port} (${firstLine(error)}).`);
  });
  say(`tsdbscope mcp is at ${door.url}, for ${url}`);
  await new Promise<void>((resolve) => {
    for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => { resolve(); });
  });
  await door.close();
}
