import { UsageError } from '../../kernel/config/usageError.ts';
import { readCommandFlags } from './commandFlags.ts';

/** `tsdbscope mcp`: serves a running tsdbscope to agents through the Model Context Protocol. */
export interface McpCommand {
  kind: 'mcp';
  /** URL of the running tsdbscope, without a final slash. */
  url: string;
  /** Null: uses standard input and output. */
  listen: { host: string; port: number } | null;
  /** Names besides loopback ones that clients may use in the Host and Origin headers. */
  allowedHosts: string[];
  allowsWrites: boolean;
  /** Bearer token for the running tsdbscope; over HTTP each client sends its own. */
  token: string | null;
}

const FORM = 'tsdbscope mcp [--url URL] [--listen HOST:PORT] [--allow-hosts NAMES] [--allow-writes]';
export const DEFAULT_URL = 'http://127.0.0.1:9797';

const MCP_HELP = `Usage: ${FORM}

Serves the answers of a running tsdbscope to agents by the Model Context Protocol: targets, findings, panel figures,
profiles and their diffs, logs of starts, benchmarks. Read-only unless --allow-writes is given.

  --url             address of the running tsdbscope (default ${DEFAULT_URL}); also TSDBSCOPE_URL
  --listen          streamable HTTP at this address, path /mcp; without it standard input and output
  --allow-hosts     names besides localhost that clients may use for it, separated by commas
  --allow-writes    also tools that capture profiles and write notes

TSDBSCOPE_TOKEN is a bearer token for the running tsdbscope. Over HTTP it is not used: each client sends its own
Authorization header, which is passed on.`;

/** Reads `args` after the word mcp. Throws UsageError with one sentence. */
export function readMcpCommand(
  args: string[], env: Record<string, string | undefined>
): McpCommand | { kind: 'help'; text: string } {
  const flags = readCommandFlags('mcp', args, {
    'url': { type: 'string' }, 'listen': { type: 'string' }, 'allow-hosts': { type: 'string' },
    'allow-writes': { type: 'boolean' },
  }, FORM);
  if (flags.isSet('help')) return { kind: 'help', text: MCP_HELP };
  const [extra] = flags.positionals;
  if (extra !== undefined) throw new UsageError(`mcp: "${extra.slice(0, 60)}" is not understood; write ${FORM}.`);
  const listen = flags.text('listen');
  return {
    kind: 'mcp', url: readScopeUrl('mcp', flags.text('url') ?? (env['TSDBSCOPE_URL'] || DEFAULT_URL)),
    listen: listen === undefined ? null : readListen(listen),
    allowedHosts: (flags.text('allow-hosts') ?? '').toLowerCase().split(',').filter((name) => name !== ''),
    allowsWrites: flags.isSet('allow-writes'), token: env['TSDBSCOPE_TOKEN'] || null,
  };
}

/** Reads the URL of a running tsdbscope; returns it without a final slash. Throws UsageError. */
export function readScopeUrl(command: string, text: string): string {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null || !/^https?:$/.test(url.protocol))
    throw new UsageError(`${command}: --url "${text.slice(0, 100)}" is no address; write e.g. ${DEFAULT_URL}.`);
  if (url.username !== '' || url.password !== '')
    throw new UsageError(`${command}: --url holds a password; give a bearer token in TSDBSCOPE_TOKEN instead.`);
  return `${url.origin}${url.pathname.replace(/\/+$/, '')}`;
}

function readListen(text: string): { host: string; port: number } {
  const [, bracketed, plain, port] = /^(?:\[([0-9a-fA-F:]+)\]|([^:[\]]+)):(\d{1,5})$/.exec(text) ?? [];
  const host = bracketed ?? plain;
  if (host === undefined || Number(port) > 65_535)
    throw new UsageError(`mcp: --listen "${text.slice(0, 100)}" is not HOST:PORT; write e.g. 127.0.0.1:9798.`);
  return { host, port: Number(port) };
}
