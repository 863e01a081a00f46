/**
 * Streamable HTTP at /mcp, without sessions: each request has its own server, with the rights of its Authorization
 * header, which tsdbscope checks like any client's.
 */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import { ApiError } from '../../../core/client/apiClient.ts';
import { isLoopback } from '../../kernel/config/loopback.ts';
import { log } from '../../kernel/logging/log.ts';
import { mcpServer } from './mcpServer.ts';
import { scopeClient } from './scopeClient.ts';

export interface HttpDoorOptions {
  version: string;
  /** URL of the running tsdbscope. */
  url: string;
  listen: { host: string; port: number };
  allowedHosts: readonly string[];
  allowsWrites: boolean;
}

const PATH = '/mcp';
/** Fits an escaped start log of 4 MiB. */
const MAX_BODY_BYTES = 9 * 2 ** 20;

/** Resolves once it listens; `url` is its address. */
export async function openHttpDoor(options: HttpDoorOptions): Promise<{ url: string; close: () => Promise<void> }> {
  const { host, port } = options.listen;
  const server = createServer((req, res) => {
    answer(options, req, res).catch((error: unknown) => {
      log.error('A request failed.', { error });
      if (!res.headersSent) refuse(res, 500, 'The request failed; the log of tsdbscope mcp has the reason.');
      else res.destroy();
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
  const bound = (server.address() as AddressInfo).port;
  return { url: `http://${host.includes(':') ? `[${host}]` : host}:${bound}${PATH}`, close: () => closed(server) };
}

async function answer(options: HttpDoorOptions, req: IncomingMessage, res: ServerResponse): Promise<void> {
  const isOurs = (host: string): boolean =>
    isLoopback(host) || host === options.listen.host.toLowerCase() || options.allowedHosts.includes(host);
  // A page that rebinds its own name to this address sends that name in Host, and its origin in Origin.
  if (!isOurs(hostOf(`http://${req.headers.host ?? ''}`)))
    return refuse(res, 403, 'The Host header is not a name of this server; see --allow-hosts.');
  if (req.headers.origin !== undefined && !isOurs(hostOf(req.headers.origin)))
    return refuse(res, 403, 'This request came from a page of another origin; see --allow-hosts.');
  if ((req.url ?? '').split('?')[0] !== PATH) return refuse(res, 404, `There is only ${PATH} here.`);
  if (req.method !== 'POST')
    return refuse(res, 405, 'Send requests by POST; there are no sessions.', { Allow: 'POST' });
  const scope = scopeClient(options.url, req.headers.authorization ?? null);
  try {
    await scope.api.get('/status', {});
  } catch (error) {
    // Other errors are reported by the tool that gets them.
    if (error instanceof ApiError && error.status === 401)
      return refuse(res, 401, error.message, { 'WWW-Authenticate': 'Bearer realm="tsdbscope"' });
  }
  const body = await bodyOf(req);
  if (body === null) return refuse(res, 413, `The request is larger than ${MAX_BODY_BYTES / 2 ** 20} MiB.`);
  let message: unknown;
  try {
    message = JSON.parse(body);
  } catch {
    return refuse(res, 400, 'The body is no valid JSON.');
  }
  const transport = new StreamableHTTPServerTransport({ enableJsonResponse: true });
  const server = mcpServer({ version: options.version, scope, allowsWrites: options.allowsWrites });
  res.once('close', () => { void server.close(); });
  await server.connect(transport);
  await transport.handleRequest(req, res, message);
}

/** Returns the host in lower case, without brackets; '' if it is invalid. */
function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).hostname.toLowerCase().replace(/^\[|\]$/g, '') : '';
}

/** Returns the body; null if it is too large. */
async function bodyOf(req: IncomingMessage): Promise<string | null> {
  const pieces: Buffer[] = [];
  let size = 0;
  for await (const piece of req as AsyncIterable<Buffer>) {
    size += piece.length;
    if (size > MAX_BODY_BYTES) return null;
    pieces.push(piece);
  }
  return Buffer.concat(pieces).toString();
}

function refuse(res: ServerResponse, status: number, error: string, headers: Record<string, string> = {}): void {
  res.writeHead(status, { 'Content-Type': 'application/json', 'Connection': 'close', ...headers });
  res.end(JSON.stringify({ error }));
}

function closed(server: Server): Promise<void> {
  server.closeAllConnections();
  return new Promise((resolve) => { server.close(() => { resolve(); }); });
}
