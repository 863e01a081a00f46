import { afterEach, describe, expect, test, vi } from 'vitest';
import { ApiError, apiPath, hasFields, isListOf, request } from './client.ts';

const isPoint = hasFields<{ x: number }>('x');

function answer(body: string, status = 200): void {
  const response = new Response(body, { status });
  Object.defineProperty(response, 'url', { value: 'http://localhost/api/v1/point' });
  vi.stubGlobal('fetch', vi.fn(() => Promise.resolve(response)));
}

async function failure(): Promise<ApiError> {
  const outcome = await request('/point', isPoint).then(() => null, (error: unknown) => error);
  if (!(outcome instanceof ApiError)) throw new Error('expected an ApiError');
  return outcome;
}

afterEach(() => vi.unstubAllGlobals());

describe('request', () => {
  test('gives the data of a success', async () => {
    answer('{"status":"success","data":{"x":1}}');
    expect(await request('/point', isPoint)).toEqual({ x: 1 });
  });

  test('no answer is a network error', async () => {
    vi.stubGlobal('fetch', vi.fn(() => Promise.reject(new TypeError('fetch failed'))));
    expect(await failure()).toMatchObject({ kind: 'network', status: 0 });
  });

  const cases: [string, string, number, Partial<ApiError>][] = [
    ['an error envelope carries its sentence and type', '{"status":"error","errorType":"busy","error":"a CPU profile runs already"}', 429, { kind: 'http', errorType: 'busy', message: 'a CPU profile runs already', status: 429 }],
    ['an unknown error type is kept as none', '{"status":"error","errorType":"odd","error":"x"}', 500, { kind: 'http', errorType: null }],
    ['an HTML page from a proxy is no format error of ours', '<html>', 502, { kind: 'http', status: 502 }],
    ['a 200 that is no JSON is a format error', '<html>', 200, { kind: 'format' }],
    ['a body cut off is a format error', '{"status":"succ', 200, { kind: 'format' }],
    ['data without a needed field is a format error', '{"status":"success","data":{"y":1}}', 200, { kind: 'format' }],
    ['an error status without a sentence', '{}', 503, { kind: 'http', status: 503 }],
  ];
  test.each(cases)('%s', async (_name, body, status, expected) => {
    answer(body, status);
    expect(await failure()).toMatchObject(expected);
  });

  test('an abort is passed on as it is', async () => {
    const controller = new AbortController();
    controller.abort(new DOMException('left', 'AbortError'));
    vi.stubGlobal('fetch', vi.fn(() => Promise.reject(new DOMException('left', 'AbortError'))));
    await expect(request('/point', isPoint, { signal: controller.signal })).rejects.toMatchObject({ name: 'AbortError' });
  });
});

test('apiPath leaves out what is not set and joins lists', () => {
  expect(apiPath('/diff/top', { before: ['a', 'b'], focus: '', limit: 0, noinlines: false, x: undefined })).toBe('/api/v1/diff/top?before=a%2Cb&limit=0');
});

test('isListOf looks at every item', () => {
  const isPoints = isListOf<{ x: number }>('x');
  expect([isPoints([]), isPoints([{ x: 1 }]), isPoints([{ x: 1 }, null]), isPoints({})]).toEqual([true, true, false, false]);
});
