import express, { type Request, type RequestHandler, type Response, type Router } from 'express';
import { checkRequest } from '../../../core/contract/questions/check.ts';
import { roleOf, type Declaration, type Method } from '../../../core/contract/questions/declaration.ts';
import { declarationOf, type AskedOf, type RouteKey } from '../../../core/contract/questions/routes.ts';
import { permitted } from './guard.ts';
import type { Result } from '../../../core/result.ts';
import { badData, sendData, sendResult } from './errors.ts';
import { readQuery, refuseUnknown } from './queryParameters.ts';
import { holdBody } from './requestMemoryBudget.ts';

const VERBS = {
  GET: 'get', POST: 'post', PUT: 'put', PATCH: 'patch', DELETE: 'delete',
} as const satisfies Record<Method, string>;

/** `query` and `body` are read on first access, and refused with bad_data then. */
export type Handler<K extends RouteKey, T = void> = (asked: AskedOf<K>, res: Response, req: Request) => Promise<T> | T;

/** Serves a declared route; the only way to serve one, so that openapi.json lists all of them. */
export function serve<K extends RouteKey>(router: Router, key: K, handler: Handler<K>): void {
  const [method = '', path = ''] = key.split(' ');
  const declared = declarationOf(key);
  const isLogged = method !== 'GET' || declared.audited === true;
  router[VERBS[method as Method]](
    path.replace(/\{(\w+)\}/g, ':$1'), permitted(key, roleOf(key, declared), isLogged),
    unknownRefuser(declared), ...bodyReader(declared),
    (req, res) => handler(lazily(declared, req) as AskedOf<K>, res, req)
  );
}

/** Serves a route that answers with data; the status is the declared one. */
export function serveData<K extends RouteKey>(router: Router, key: K, dataOf: Handler<K, unknown>): void {
  const { status } = declarationOf(key);
  serve(router, key, async (asked, res, req) => { sendData(res, await dataOf(asked, res, req), status); });
}

/** Serves a route like `serveData`, by a Result: sends its JSON text unchanged, and its failure like one thrown. */
export function serveResult<K extends RouteKey>(router: Router, key: K, resultOf: Handler<K, Result<unknown>>): void {
  const { status } = declarationOf(key);
  serve(router, key, async (asked, res, req) => { sendResult(res, await resultOf(asked, res, req), status); });
}

/** Refuses unknown parameters, except where the handler draws failures as a picture: it checks them itself. */
function unknownRefuser({ query = {}, openQuery, failsInKind }: Declaration): RequestHandler {
  return (req, _res, next) => {
    if (openQuery !== true && failsInKind !== true) refuseUnknown(query, req.query);
    next();
  };
}

/** Parses JSON whatever the Content-Type: `curl -d` sends it as a form. */
function bodyReader({ body }: Declaration): RequestHandler[] {
  if (body === undefined || 'bytes' in body) return [];
  const options = { limit: body.maxBytes, type: () => true };
  return body.inWorker === true ? [holdBody(body.maxBytes), express.raw(options)] : [express.json(options)];
}

function lazily({ query = {}, body, openQuery }: Declaration, req: Request): object {
  return {
    path: req.params,
    get query() {
      if (openQuery !== true) refuseUnknown(query, req.query);
      return readQuery(query, req.query);
    },
    get body() {
      if (body === undefined || 'bytes' in body) return undefined;
      // A request without a body has no bytes from the parser.
      if (body.inWorker === true) return req.body instanceof Uint8Array ? req.body : new Uint8Array();
      const checked = checkRequest(body.json, req.body as unknown);
      if ('mistake' in checked) throw badData(checked.mistake);
      return checked.value;
    },
  };
}
