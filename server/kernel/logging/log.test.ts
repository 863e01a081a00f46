import { afterEach, describe, expect, it, vi } from 'vitest';
import { configureLog, log, logLine } from './log.ts';

describe('a line of the log', () => {
  it.each([
    [
      'plain values bare', { level: 'info', target: 'host:9090', status: 200 },
      'level=info target=host:9090 status=200',
    ],
    ['a sentence in quotes', { msg: 'It "failed".' }, 'msg="It \\"failed\\"."'],
    ['one line whatever is in it', { msg: 'a\nb' }, 'msg="a\\nb"'],
    ['nothing for what is not there', { msg: 'a', target: undefined }, 'msg=a'],
    ['an empty value', { target: '' }, 'target=""'],
    ['an address without its password', { msg: 'http://me:hunter2@h:9090/x failed' }, 'msg="http://h:9090/x failed"'],
  ])('%s', (_what, fields, line) => {
    expect(logLine('logfmt', fields)).toBe(line);
  });

  it('an error is its message and its stack', () => {
    const line = JSON.parse(
      logLine('json', { msg: 'x', error: new Error('broken at http://u:p@h/') })
    ) as Record<string, string>;
    expect(line).toMatchObject({ msg: 'x', error: 'broken at http://h/' });
    expect(line.error_stack).toMatch(/^Error: broken[^]*log\.test\.ts/);
    expect(line.error_stack).not.toContain('u:p');
  });
});

describe('the log', () => {
  afterEach(() => {
    configureLog({ format: 'logfmt', level: 'info' });
    vi.restoreAllMocks();
  });

  it('writes from its level up, in its format, to stderr', () => {
    const lines: string[] = [];
    vi.spyOn(process.stderr, 'write').mockImplementation((text) => { lines.push(String(text)); return true; });
    configureLog({ format: 'json', level: 'warn' });
    log.info('unseen');
    log.warn('seen', { target: 'a' });
    configureLog({ format: 'logfmt', level: 'debug' });
    log.debug('seen too');
    expect(lines).toEqual([
      expect.stringMatching(/^\{"time":"[^"]+Z","level":"warn","msg":"seen","target":"a"\}\n$/),
      expect.stringMatching(/^time=\S+ level=debug msg="seen too"\n$/),
    ]);
  });
});
