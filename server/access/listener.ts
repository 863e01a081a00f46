/** The server that listens: plain HTTP, or TLS whose certificate follows its files. */
import { createServer as createHttp, type RequestListener, type Server } from 'node:http';
import { createServer as createHttps, type Server as HttpsServer } from 'node:https';
import type { TLSSocket } from 'node:tls';
import type { WebConfig, WebTls } from '../config/configTypes.ts';
import type { WebConfigFile } from './webConfigFile.ts';

export function createListener(app: RequestListener, web: WebConfigFile | undefined): Server | HttpsServer {
  const tls = web?.current().tls;
  if (web === undefined || tls === undefined) return createHttp(app);
  const server = createHttps(optionsOf(tls), app);
  web.onChange(({ tls: next }) => { if (next !== undefined) server.setSecureContext(optionsOf(next)); });
  // Before its handshake, so that it gets the certificate that is there now.
  server.prependListener('connection', () => { web.current(); });
  server.on('secureConnection', (socket: TLSSocket) => {
    if (!isAllowed(socket, web.current())) socket.destroy();
  });
  return server;
}

/** Common name of the client's certificate; null without one that was verified. */
export function certificateName(socket: object): string | null {
  const { authorized, getPeerCertificate } = socket as Partial<TLSSocket>;
  if (authorized !== true || getPeerCertificate === undefined) return null;
  const name = (socket as TLSSocket).getPeerCertificate().subject as { CN?: string | string[] } | undefined;
  const common = Array.isArray(name?.CN) ? name.CN[0] : name?.CN;
  return common === undefined || common === '' ? null : common;
}

function isAllowed(socket: TLSSocket, { tls }: WebConfig): boolean {
  if (tls === undefined || !tls.requestCert || tls.allowedSans.length === 0) return true;
  const names = (socket.getPeerCertificate().subjectaltname ?? '').split(', ')
    .map((name) => name.slice(name.indexOf(':') + 1));
  return names.some((name) => tls.allowedSans.includes(name));
}

function optionsOf({ allowedSans: _, ...options }: WebTls): Omit<WebTls, 'allowedSans'> {
  return options;
}
