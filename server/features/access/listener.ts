/** The HTTP server: plain, or TLS with a certificate that follows its files. */
import { createServer as createHttp, type RequestListener, type Server } from 'node:http';
import { createServer as createHttps, type Server as HttpsServer } from 'node:https';
import type { PeerCertificate, TlsOptions, TLSSocket } from 'node:tls';
import type { WebConfig, WebTls } from '../../kernel/config/configTypes.ts';
import type { WebConfigFile } from './webConfigFile.ts';

export function createListener(app: RequestListener, web: WebConfigFile | undefined): Server | HttpsServer {
  const tls = web?.current().tls;
  if (web === undefined || tls === undefined) return createHttp(app);
  const refused = new WeakSet<object>();
  // Checks `refused`, because requests sent with the handshake are read even from a destroyed socket.
  const server = createHttps(optionsOf(tls), (req, res) => { if (!refused.has(req.socket)) app(req, res); });
  web.onChange(({ tls: next }) => { if (next !== undefined) server.setSecureContext(optionsOf(next)); });
  // Rereads the files before each handshake, so that it uses the current certificate.
  server.prependListener('connection', () => { web.current(); });
  server.prependListener('secureConnection', (socket: TLSSocket) => {
    if (isAllowed(socket, web.current())) return;
    refused.add(socket);
    socket.destroy();
  });
  return server;
}

/** Returns the common name of the client's certificate; null without a verified one. */
export function certificateName(socket: object): string | null {
  const { authorized, getPeerCertificate } = socket as Partial<TLSSocket>;
  if (authorized !== true || getPeerCertificate === undefined) return null;
  // null when the connection is gone.
  const certificate = (socket as TLSSocket).getPeerCertificate() as PeerCertificate | null;
  const name = certificate?.subject as { CN?: string | string[] } | undefined;
  const common = Array.isArray(name?.CN) ? name.CN[0] : name?.CN;
  return common === undefined || common === '' ? null : common;
}

/** Checks the client certificate, because Node can only reject every unverified one or none. */
function isAllowed(socket: TLSSocket, { tls }: WebConfig): boolean {
  if (tls === undefined || !tls.client.isAsked) return true;
  const { subjectaltname, raw } = socket.getPeerCertificate() as Partial<PeerCertificate>;
  if (raw === undefined) return !tls.client.isRequired;
  if (tls.client.isVerified && !socket.authorized) return false;
  const names = (subjectaltname ?? '').split(', ').map((name) => name.slice(name.indexOf(':') + 1));
  return tls.allowedSans.length === 0 || names.some((name) => tls.allowedSans.includes(name));
}

function optionsOf({ allowedSans: _, client, ...options }: WebTls): TlsOptions {
  return { ...options, requestCert: client.isAsked, rejectUnauthorized: client.isRequired && client.isVerified };
}
