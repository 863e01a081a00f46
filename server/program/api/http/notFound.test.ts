import type { Request, Response } from 'express';
import { describe, expect, it } from 'vitest';
import { methodsOf, notFound } from './notFound.ts';

function answerTo(
  method: string, baseUrl: string, path: string
): { status: number; allow: string | undefined; errorType: string; error: string } {
  const seen = { status: 0, allow: undefined as string | undefined, errorType: '', error: '' };
  const res = {
    getHeader: () => undefined,
    setHeader: (_name: string, value: string) => { seen.allow = value; },
    status: (code: number) => {
      seen.status = code;
      return {
        json: (body: { errorType: string; error: string }) => {
          Object.assign(seen, { errorType: body.errorType, error: body.error });
        },
      };
    },
  };
  void notFound({ method, baseUrl, path } as Request, res as unknown as Response, () => undefined);
  return seen;
}

describe('a request that no route takes', () => {
  it.each([
    ['PUT', '/api/v1', '/targets', 'GET, HEAD, POST'],
    ['POST', '/api/v1', '/targets/a:9090/panels/gc-cpu', 'GET, HEAD'],
    ['GET', '/api/v1', '/recordings', 'POST'],
    ['PATCH', '/api/v1', '/profiles/abc/', 'GET, HEAD, DELETE'],
    ['DELETE', '', '/metrics', 'GET, HEAD'],
    ['POST', '', '/', 'GET, HEAD'],
  ])('%s %s%s is told what may be asked there', (method, baseUrl, path, allow) => {
    expect(answerTo(method, baseUrl, path)).toMatchObject({
      status: 405, allow, errorType: 'method_not_allowed',
      error: expect.stringContaining(`with ${method}; it takes ${allow}.`) as string,
    });
  });

  it.each([
    ['GET', '/api/v1', '/nope', 'openapi.json'],
    ['PUT', '/api/v1', '/nope', 'openapi.json'],
    ['GET', '/api/v1', '/', 'openapi.json'],
    ['POST', '', '/api/targets', 'openapi.json'],
    ['GET', '', '/api/v2/targets', 'openapi.json'],
    ['GET', '', '/favicon.ico', 'the page is at /'],
  ])('%s %s%s is told that it is not there', (method, baseUrl, path, words) => {
    expect(answerTo(method, baseUrl, path)).toMatchObject(
      { status: 404, allow: undefined, errorType: 'not_found', error: expect.stringContaining(words) as string }
    );
  });

  it('is not taken for one below it', () => {
    expect(methodsOf('/targets/a/panels/gc-cpu/x')).toEqual([]);
    expect(methodsOf('/targets/a/panels/memory.svg')).toEqual(['GET', 'HEAD']);
    expect(methodsOf('/targets/a/panels/memoryxsvg')).toEqual([]);
  });
});
