/** Answers requests that match no route. */
import type { RequestHandler } from 'express';
import type { Declaration } from '../../../../core/contract/questions/declaration.ts';
import { ROUTES } from '../../../../core/contract/questions/routes.ts';
import { sendFailure } from '../../../kernel/http/errors.ts';

const ADDRESSES = Object.entries(ROUTES).flatMap(([key, declared]) => addresses(key, declared))
  .map(({ method, path }) => ({
  shape: new RegExp(`^${path.replace(/[.]/g, '\\.').replace(/\{\w+\}/g, '[^/]+')}/?$`, 'i'),
  methods: method === 'get' ? ['GET', 'HEAD'] : [method.toUpperCase()],
}));

/** Methods that any route accepts. */
const METHODS = ['GET', 'HEAD', 'OPTIONS', 'POST', 'PUT', 'PATCH', 'DELETE'];

/** Goes before every route: rejects TRACE, which would echo a request's headers. */
export const noTrace: RequestHandler = (req, res, next) => {
  if (req.method !== 'TRACE') {
    next();
    return;
  }
  res.setHeader('Allow', METHODS.join(', '));
  sendFailure(res, { errorType: 'method_not_allowed', message: `TRACE is not answered; use ${METHODS.join(', ')}.` });
};

/** Returns the methods of a path below /api/v1, as in `Allow`; empty: no such path. */
export function methodsOf(path: string): string[] {
  return [...new Set(ADDRESSES.filter(({ shape }) => shape.test(path)).flatMap(({ methods }) => methods))];
}

/** Answers 405 for a known path, as Prometheus does; else 404. Paths outside the API are pages, and read-only. */
export const notFound: RequestHandler = (req, res) => {
  const path = `${req.baseUrl}${req.path}`.slice(0, 100);
  const isApi = /^\/api(\/|$)/i.test(path);
  const methods = isApi ? (/^\/api\/v1\/./i.test(path) ? methodsOf(req.path) : []) : ['GET', 'HEAD'];
  if (methods.length > 0 && !methods.includes(req.method)) {
    res.setHeader('Allow', methods.join(', '));
    sendFailure(
      res,
      {
        errorType: 'method_not_allowed',
        message: `${path} cannot be asked with ${req.method}; it takes ${methods.join(', ')}.`,
      }
    );
    return;
  }
  const advice = isApi ? '/api/v1/openapi.json lists what there is' : 'the page is at /';
  sendFailure(res, { errorType: 'not_found', message: `There is no ${req.method} ${path}; ${advice}.` });
};

/** Returns the addresses of a route: one for each value of a parameter that determines the answer's type. */
export function addresses(
  key: string, declared: Declaration
): { method: string; path: string; declared: Declaration }[] {
  const [verb = '', path = ''] = key.split(' ');
  const method = verb.toLowerCase();
  const { by } = declared;
  if (by === undefined) return [{ method, path, declared }];
  return Object.entries(by.of).map(
    ([value, own]) => ({ method, path: path.replace(`{${by.parameter}}`, value), declared: { ...declared, ...own } })
  );
}
