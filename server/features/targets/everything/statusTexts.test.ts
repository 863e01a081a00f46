import { describe, expect, it } from 'vitest';
import { redactedText } from './statusTexts.ts';

const SECRETS = ['s3cret-of-ours'];

describe('a bundle has no secrets', () => {
  it('in metrics: labels by name, credentials in values, configured secrets anywhere', () => {
    const text = [
      '# HELP a A gauge.', 'a{token="hunter2",path="/x"} 1', 'a{url="http://u:hunter2@host/",cmdline="run --x"} 2 3',
      'b{note="s3cret-of-ours \\"quoted\\" \\\\ line\\nbreak"} 4', 'plain 5', '',
    ].join('\n');
    const kept = redactedText('metrics.txt', text, SECRETS) ?? '';
    expect(kept).not.toMatch(/hunter2|s3cret|run --x/);
    const [help, first, second = '', third = '', ...rest] = kept.split('\n');
    expect([help, first, ...rest])
      .toEqual(['# HELP a A gauge.', 'a{token="redacted-1",path="/x"} 1', 'plain 5', '']);
    expect(second).toMatch(/^a\{url=".*",cmdline=".*"\} 2 3$/);
    expect(third).toMatch(/^b\{note=".*\\"quoted\\" \\\\ line\\nbreak.*"\} 4$/);
  });

  it('leaves ordinary metrics to the letter', () => {
    const text = 'prometheus_http_requests_total{code="200",handler="/api/v1/query\\n"} 3e+06\ngo_goroutines 41\n';
    expect(redactedText('metrics.txt', text, SECRETS)).toBe(text);
  });

  it('in status pages: flags with paths, the working directory, credentials', () => {
    const flags = {
      'storage.tsdb.path': '/home/ann/data', 'storage.tsdb.retention.time': '15d', 'web.token': 'hunter2',
    };
    const page = (data: object): string => JSON.stringify({ status: 'success', data });
    expect(redactedText('flags.json', page(flags), SECRETS)).not.toMatch(/ann|hunter2/);
    expect(redactedText('flags.json', page(flags), SECRETS)).toContain('"15d"');
    expect(redactedText('runtimeinfo.json', page({ CWD: '/home/ann', GOGC: '75', goroutineCount: 4 }), SECRETS))
      .toMatch(/^(?!.*ann)[^]*"GOGC": "75"/);
    const tsdb = page({ labelValueCountByLabelName: [{ name: 's3cret-of-ours', value: 3 }] });
    expect(redactedText('tsdb.json', tsdb, SECRETS)).not.toContain('s3cret');
  });

  it('and no page that is something else', () => {
    expect(redactedText('buildinfo.json', '<html>Sign in</html>', SECRETS)).toBeNull();
    expect(redactedText('tsdb.json', '{"status":"error"}', SECRETS)).toBeNull();
  });
});
