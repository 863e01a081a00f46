import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { foldedProfile } from '../../../testdata/profiles/foldedProfile.ts';
import { loadProfile, unwrap } from '../../../testdata/profiles/oracles.ts';
import type { DiffFlameNode, DiffTopRow, Normalize } from '../../../core/contract/contract.ts';
import { diffFlameGraph, diffTop } from '../diff/diff.ts';
import { diffCommand, type DrawnReport } from './diffReport.ts';
import { pairOf } from '../query/pair.ts';
import type { Profile } from '../decode/profile.ts';
import { reportHtml } from './reportHtml.ts';
import { reportMarkdown } from './reportMarkdown.ts';
import { diffExport } from './diffExport.ts';
import { statements } from '../../../core/finding.ts';

const EVIL = [
  '</script><script>alert(1)</script>', '<!-- <script>', '<img src=x onerror=alert(1)>', 'a|b`c``d',
  '*bold* _x_ [l](http://e.org) @user #1', 'x\u2028y', '\\',
];

function report(before: Profile, after: Profile, normalize: Normalize = 'none', name = 'a.pb.gz'): DrawnReport {
  const pair = unwrap(pairOf([{ profile: before }], [{ profile: after }], undefined, normalize));
  return {
    table: unwrap(diffTop(pair, {})), graph: unwrap(diffFlameGraph(pair, { minRatio: 0.0005 })), normalize, filters: {},
    before: [{ id: 'a'.repeat(64), name }], after: [{ id: 'b'.repeat(64), name: 'b.pb.gz' }],
  };
}
const seed = async (): Promise<DrawnReport> =>
  report(await loadProfile('seed-wal/before.cpu.pb.gz'), await loadProfile('seed-wal/after.cpu.pb.gz'));
const evil = (): DrawnReport => report(
  foldedProfile(EVIL.map((name) => `main;${name.replaceAll(';', ',')} 100`).join('\n')),
    foldedProfile(EVIL.map((name) => `main;${name} 900`).join('\n')), 'none', EVIL[0],
);

interface Data {
  names: string[]; nodes: number[][]; rows: (string | number)[][]; totals: { before: number; after: number }
}

function dataOf(html: string): Data {
  const text = /<script type="application\/json" id="data">(.*?)<\/script>/s.exec(html)?.[1] ?? '';
  return JSON.parse(text) as Data;
}

describe('reportHtml', () => {
  it('of the seed pair is under 2 MB and has the figures of diff/top and of the flame graph', async () => {
    const made = await seed();
    const html = reportHtml(made);
    expect(Buffer.byteLength(html)).toBeLessThan(2_000_000);
    const data = dataOf(html);
    expect(data.totals).toEqual({ before: 75_160_000_000, after: 51_030_000_000 });
    expect(data.rows).toEqual(made.table.rows.map(({ function: name, flat, cum, sure }: DiffTopRow) => [
      name, flat.before, flat.after, cum.before, cum.after, sure === 'different' ? 1 : 0,
    ]));
    const walked: unknown[] = [];
    const walk = (node: DiffFlameNode): void => {
      walked.push(
        [node.name, node.value, node.before, node.after, node.selfBefore, node.selfAfter, node.children.length]
      );
      node.children.forEach(walk);
    };
    walk(made.graph.root);
    expect(
      data.nodes.map(
        ([name = 0, value, before, after, selfBefore, selfAfter, , count]) =>
          [data.names[name], value, before, after, selfBefore, selfAfter, count]
      )
    ).toEqual(walked);
    for (const statement of statements(made.table.finding)) expect(html).toContain(statement);
  });

  it('asks for nothing from anywhere and may run its one script only', async () => {
    const html = reportHtml(await seed());
    expect(html).not.toMatch(/(src|href|action)=|url\(|@import|fetch\(|XMLHttp|WebSocket|import\(/);
    const scripts = [...html.matchAll(/<script>(.*?)<\/script>/gs)].map(([, text]) => text ?? '');
    const styles = [...html.matchAll(/<style>(.*?)<\/style>/gs)].map(([, text]) => text ?? '');
    const hash = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
    expect(scripts).toHaveLength(1);
    expect(styles).toHaveLength(1);
    expect(html)
      .toContain(`default-src 'none'; script-src ${hash(scripts[0] ?? '')}; style-src ${hash(styles[0] ?? '')};`);
    expect(html).not.toMatch(/ (on\w+|style)=/);
  });

  it('lets no name out of its text', () => {
    const made = evil();
    const html = reportHtml(made);
    expect(html.match(/<script/g)).toHaveLength(2);
    expect(html.match(/<\/script/g)).toHaveLength(2);
    expect(html).not.toContain('<!--');
    expect(html).not.toContain('<img');
    expect(html).not.toContain('\u2028');
    expect(dataOf(html).rows.map(([name]) => name))
      .toEqual(expect.arrayContaining(EVIL.map((name) => name.replaceAll(';', ','))));
  });
});

describe('diffExport', () => {
  it('keeps the HTML of a large diff under 2 MB and says what is omitted', async () => {
    const pair = unwrap(
      pairOf(
        [{ profile: await loadProfile('synthetic/medium-before.pb.gz') }],
        [{ profile: await loadProfile('synthetic/medium-after.pb.gz') }], 'cpu', 'none'
      )
    );
    const named = [{ id: 'c'.repeat(64), name: 'large' }];
    const html = unwrap(diffExport(pair, { minRatio: 0 }, 'html', { before: named, after: named }));
    expect(Buffer.byteLength(html)).toBeLessThan(2_000_000);
    expect(html).toMatch(/[\d,]+ frames too narrow to draw are omitted\./);
  });

  it('names the filters and refuses what diff/top refuses', () => {
    const pair = unwrap(
      pairOf([{ profile: foldedProfile('main;a 10') }], [{ profile: foldedProfile('main;a 90') }], 'cpu', 'none')
    );
    const named = [{ id: 'c'.repeat(64), name: 'one' }];
    expect(unwrap(diffExport(pair, { focus: 'a' }, 'md', { before: named, after: named })))
      .toContain('Filters: `focus=a`.');
    expect(diffExport(pair, { focus: '(' }, 'md', { before: named, after: named }))
      .toMatchObject({ ok: false, error: { errorType: 'bad_data' } });
  });
});

describe('reportMarkdown', () => {
  it('has the sentence, the rows that are sure and the command', async () => {
    const made = await seed();
    const text = reportMarkdown(made);
    const [heading = ''] = text.split('\n');
    expect(heading.replaceAll('\\', '')).toBe(`## ${made.table.finding.sentence}`);
    expect(text).toContain('| `runtime.scanobject` | 8.99 s | 1.85 s | −79 % | 0.003 |');
    expect(text).toContain('| `sync.(*RWMutex).RLock` | 3.12 s | 0 s | gone | < 0.001 |');
    expect(text.match(/^\| `/gm)).toHaveLength(30);
    expect(text).not.toContain('encoding/binary.Varint');
    expect(text).toContain(`${made.table.howSure.different - 30} more beyond noise`);
    expect(text).toContain('- build-id: `walload-before-go111` → `walload-after-go111`.');
    expect(text)
      .toContain('```sh\ngo tool pprof -top -sample_index=cpu -diff_base=aaaaaaaaaaaa.pb.gz bbbbbbbbbbbb.pb.gz\n```');
  });

  it.each(['mutex', 'labels.cpu'])('has the sentence of %s profiles, as the HTML has', async (kind) => {
    const made = report(
      await loadProfile(`goprofiles/before/${kind}.pb.gz`), await loadProfile(`goprofiles/after/${kind}.pb.gz`)
    );
    expect(reportMarkdown(made).replaceAll('\\', '')).toContain(`## ${made.table.finding.sentence}`);
    for (const statement of statements(made.table.finding)) expect(reportHtml(made)).toContain(statement);
  });

  it('makes no markup of names', () => {
    const text = reportMarkdown(evil());
    const table = text.split('\n').filter((line) => line.startsWith('| `'));
    expect(table).toHaveLength(EVIL.length);
    // Apart from the escaped ones, each line has the bars of five cells.
    for (const line of table) expect(line.replaceAll('\\|', '').match(/\|/g)).toHaveLength(6);
    const outsideCode = text.replace(/(`+)(?!`).*?(?<!`)\1(?!`)/gs, '');
    expect(outsideCode).not.toMatch(/<script|<img|<!--|@user|(?<!\\)\]\(http/);
  });

  it('of profiles of the same load says so and has no table', async () => {
    const text = reportMarkdown(
      report(await loadProfile('recordings/quiet-1.cpu.pb.gz'), await loadProfile('recordings/quiet-2.cpu.pb.gz'))
    );
    expect(text).toMatch(/^## No difference .*2\.22 s .*1\.76 s/);
    expect(text).not.toContain('| function |');
  });

  it('has no command for what go tool pprof cannot do', () => {
    const made = report(foldedProfile('main;a 10\nmain;b 5'), foldedProfile('main;a 20\nmain;b 9'), 'function:a');
    expect(diffCommand(made)).toBeNull();
    expect(reportMarkdown(made)).toContain('cannot compare them so');
  });

  it('quotes filters for the shell', () => {
    const made = {
      ...report(foldedProfile('main 1'), foldedProfile('main 2'), 'total'),
      filters: { focus: "it's $(rm)", noinlines: true },
    };
    expect(diffCommand(made)).toBe(
      "go tool pprof -top -sample_index=cpu -normalize '-focus=it'\\''s $(rm)' -noinlines "
        + "-diff_base=aaaaaaaaaaaa.pb.gz bbbbbbbbbbbb.pb.gz"
    );
  });
});
