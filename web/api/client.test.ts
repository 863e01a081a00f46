import { afterEach, describe, expect, test, vi } from 'vitest';
import { ApiError } from '../../core/client/apiClient.ts';
import { apiPath, get } from './client.ts';

const readTarget = (signal?: AbortSignal) => get('/targets/{target}', { path: { target: 'a' }, signal }, ['name']);

function answer(body: string, status = 200): void {
  const response = new Response(body, { status });
  Object.defineProperty(response, 'url', { value: 'http://localhost/api/v1/targets/a' });
  vi.stubGlobal('fetch', vi.fn(() => Promise.resolve(response)));
}

async function failure(): Promise<ApiError> {
  const outcome = await readTarget().then(() => null, (error: unknown) => error);
  if (!(outcome instanceof ApiError)) throw new Error('expected an ApiError');
  return outcome;
}

afterEach(() => vi.unstubAllGlobals());

describe('request', () => {
  test('gives the data of a success', async () => {
    answer('{"status":"success","data":{"name":"a"}}');
    expect(await readTarget()).toEqual({ name: 'a' });
  });

  test('no answer is a network error', async () => {
    vi.stubGlobal('fetch', vi.fn(() => Promise.reject(new TypeError('fetch failed'))));
    expect(await failure()).toMatchObject({ kind: 'network', status: 0 });
  });

  const cases: [string, string, number, Partial<ApiError>][] = [
    [
      'an error envelope carries its sentence and type',
      '{"status":"error","errorType":"busy","error":"a CPU profile runs already"}', 429,
      { kind: 'http', errorType: 'busy', message: 'a CPU profile runs already', status: 429 },
    ],
    [
      'an unknown error type is kept as none', '{"status":"error","errorType":"odd","error":"x"}', 500,
      { kind: 'http', errorType: null },
    ],
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
    await expect(readTarget(controller.signal)).rejects.toMatchObject({ name: 'AbortError' });
  });
});

test('apiPath fills in the path, omits what is not set and joins lists', () => {
  expect(
    apiPath(
      '/diff/top', { query: { before: ['a', 'b'], after: [], focus: '', limit: 0, noinlines: false, unit: undefined } }
    )
  )
    .toBe('/api/v1/diff/top?before=a%2Cb&limit=0');
  expect(apiPath('/targets/{target}', { path: { target: 'a/b c' } })).toBe('/api/v1/targets/a%2Fb%20c');
});

test.each<[string, boolean]>(
  [['[]', true], ['[{"name":"a"}]', true], ['[{"name":"a"},null]', false], ['{}', false]]
)('every item of a list is looked at: %s', async (data, isGood) => {
  answer(`{"status":"success","data":${data}}`);
  const read = get('/targets', {}, [['name']]);
  await (
    isGood ? expect(read).resolves.toEqual(JSON.parse(data)) : expect(read).rejects.toMatchObject({ kind: 'format' })
  );
});

// None of these compiles; a directive without an error is itself one.
export const wrong = (): Promise<unknown>[] => [
  // @ts-expect-error -- no such path
  get('/target', {}),
  // @ts-expect-error -- no such parameter
  get('/targets/{target}/findings', { path: { target: 'a' }, query: { from: 1 } }),
  // @ts-expect-error -- the path lacks its target
  get('/targets/{target}', {}),
  // @ts-expect-error -- both sides are needed
  get('/diff/top', { query: { before: ['a'] } }),
  // @ts-expect-error -- no such field in the answer
  get('/status', {}, ['name']),
];
