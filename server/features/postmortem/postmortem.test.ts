import { describe, expect, it } from 'vitest';
import { elementAt } from '../../../core/elementAt.ts';
import type {
  CompactionPanel, Note, PanelFinding, ScrapesPanel, Target, WalReplayPanel,
} from '../../../core/contract/contract.ts';
import { postmortemMarkdown, type PostmortemInput } from './postmortem.ts';
import { timelineOf } from './timeline.ts';
import { finding } from '../../../core/finding.ts';

const START = 1_795_183_200;
const EVIL = 'x|`](javascript:alert(1))\n# <script>alert(1)</script>';

function note(id: string, time: number, more: Partial<Note> = {}): Note {
  return {
    id: id.padEnd(16, '0'), time, endTime: null, text: `note ${id}`, author: null, createdAt: time, updatedAt: time,
    revision: 1, ...more,
  };
}

const base = {
  range: { start: START, end: START + 600, step: 1, scrapes: 600 }, missing: [], restarts: [], gapSpans: [],
  figures: [],
};
const scrapes = {
  ...base, finding: finding(
    { code: 'test', severity: 'warning', claim: [{ text: '3 of 600 scrapes failed.' }], moment: START + 100 }
  ), restarts: [{ time: START + 102 }],
  figures: [
    { name: 'Failed', value: 3, unit: 'count', from: [] },
    { name: 'Half', value: 0.0031, low: 0.001, high: 0.005, unit: 'seconds', from: [] },
    { name: 'Time-out', value: null, unit: 'seconds', from: [], note: 'a recording does not say' },
    { name: 'Longest gap', value: null, unit: 'seconds', from: [], note: 'no gap' },
  ],
  scrapes: { total: 600, failed: 3, timedOut: 0, skipped: 0 },
  gaps: [
    {
      start: START + 99, end: START + 103, cause: 'down', sentence: 'Refused the connection.', scrapesMissed: 3,
      timedOut: 0, skipped: 0, overlaps: [],
    },
  ],
} as unknown as ScrapesPanel;
const compaction = {
  ...base, finding: finding({ code: 'test', severity: 'ok', claim: [{ text: 'On the clock.' }], moment: null }),
  missing: [
  { names: ['node_exporter:node_disk_read_bytes_total'], costs: 'Disk is not known.', remedy: 'Name one.' },
],
  compactions: [
    {
      start: START + 60, end: START + 65, durationSeconds: 5, count: 2, kind: 'head+merge', level: 2, running: false,
      cpuCoreSecondsAboveQuiet: 4.25, bytesWrittenAboveQuiet: null, rssRiseBytes: 2 ** 20,
    },
  ],
} as unknown as CompactionPanel;
const replay = {
  ...base, state: 'none',
  finding: finding({ code: 'test', severity: 'unknown', claim: [{ text: 'No start in this window.' }], moment: null }),
} as unknown as WalReplayPanel;
const target = {
  name: 'prom', url: null, kind: 'prometheus', version: '2.53.1', goVersion: 'go1.22', labels: {},
} as unknown as Target;
const found: PanelFinding = {
  ...finding({
    code: 'gc-slows-scrapes', severity: 'warning', claim: [{ text: 'Cycles slow scrapes.' }], moment: START + 100,
    actions: [{ step: 'Read its log.', why: 'Why stands there.', risk: 'None.' }],
  }),
  panel: 'scrapes', figures: { slowCount: 3, meanSeconds: 0.123456, unknownRatio: null },
  restsOn: ['scrapes', 'gc-cpu'],
};

function input(more: Partial<PostmortemInput> = {}): PostmortemInput {
  return {
    target, start: START, end: START + 600, panels: { scrapes, compaction, 'wal-replay': replay }, unread: {
      memory: 'The store is closed.',
    }, findings: [found], notes: [], profiles: [], replays: [], spells: [], partSeconds: null,
    base: 'http://scope', images: {}, ...more,
  };
}

describe('a postmortem', () => {
  it('says of what, of when and by which version it speaks, in UTC', () => {
    const text = postmortemMarkdown(input());
    expect(text).toMatch(/^# Postmortem: `prom`, 2026-11-20 14:00:00 to 14:10:00 UTC\n/);
    expect(text).toContain('| Kind and version | prometheus `2.53.1`, built with `go1.22` |');
    expect(text).toContain('| Window | 2026-11-20 14:00:00 to 14:10:00 UTC (10m) |');
  });

  it('gives each finding with severity, link to its moment and figures, and its steps once', () => {
    const text = postmortemMarkdown(input({ findings: [found, { ...found, sentence: 'Again.' }] }));
    expect(text).toContain(
      '- **Warning**, [Scrapes](http://scope/scrapes?target=prom&start=2026-11-20T14:00:00Z'
        + '&end=2026-11-20T14:10:00Z&at=2026-11-20T14:01:40Z&zone=utc)'
    );
    expect(text).toContain('Figures: slow 3, mean 123 ms\n');
    expect(text).not.toContain('unknown');
    expect(text.match(/Read its log/g)).toHaveLength(1);
  });

  it('merges what happened in the order of time', () => {
    const text = postmortemMarkdown(
      input({ notes: [note('a', START + 50, { author: 'Ann' }), note('b', START + 101, { endTime: START + 200 })] })
    );
    const rows = text.split('\n').filter((line) => /^\| 14:/.test(line)).map((line) => line.slice(2, -2));
    expect(rows).toEqual([
      '14:00:50 | note | note a (Ann)',
      '14:01:00 to 14:01:05 | compaction | head+merge, 5 s, 2 compactions, level 2, '
        + '4.25 core-s above quiet, resident memory +1 MiB',
      '14:01:39 to 14:01:43 | down | Refused the connection. 3 scrapes missed.',
      '14:01:41 to 14:03:20 | note | note b',
      '14:01:42 | restart | The process started.',
    ]);
  });

  it('tells when a panel warned, by parts of the window, and how long those are', () => {
    const text = postmortemMarkdown(
      input({
        partSeconds: 300,
        spells: [
          {
            panel: 'memory', severity: 'critical', start: START, end: START + 300, parts: 1,
            sentence: 'Full in | 3 min.',
          },
        ],
      })
    );
    expect(text).toContain('| 14:00:00 to 14:05:00 | critical: memory | Full in \\| 3 min. |');
    expect(text).toContain('Warnings were looked for in parts of 5m');
    expect(postmortemMarkdown(input())).not.toContain('looked for in parts');
  });

  it('has no label that looks like a credential: it goes to a wiki', () => {
    const text = postmortemMarkdown(
      input({ target: { ...target, labels: { region: 'eu', api_key: 'hunter2', dsn: 'pg://u:hunter2@h/' } } })
    );
    expect(text).toContain('region="eu"');
    expect(text).not.toContain('hunter2');
  });

  it('gives a panel with its picture, linked to its page, and its figures; '
    + 'what has no value is not known, and why', () => {
    const text = postmortemMarkdown(input({ images: { compaction: 'http://scope/embed/token.png' } }));
    expect(text).toContain(
      '[![Scrapes of prom](http://scope/api/v1/targets/prom/panels/scrapes.png?start=2026-11-20T14:00:00Z'
        + '&end=2026-11-20T14:10:00Z)](http://scope/scrapes?'
    );
    expect(text).toContain('](http://scope/embed/token.png)](http://scope/compaction?');
    expect(text).toContain('| Half | 3.1 ms | 1 ms to 5 ms |');
    expect(text).toContain('- Scrapes, Time-out: a recording does not say');
    expect(text).toContain('- Compaction: `node_exporter:node_disk_read_bytes_total` missing. Disk is not known.\n');
    expect(text).toContain('For the next time:\n\n- Name one.');
    expect(text).not.toContain('Longest gap');
    expect(text).toContain('- Memory & capacity could not be read. The store is closed.');
    expect(text).toContain('- WAL replay: No start in this window.');
    expect(text).not.toContain('### WAL replay');
  });

  it('is the same for the same input', () => {
    expect(postmortemMarkdown(input())).toBe(postmortemMarkdown(input()));
  });

  it('holds no markup of strangers: names, versions, sentences, notes, labels', () => {
    const text = postmortemMarkdown(input({
      target: { ...target, name: EVIL, version: EVIL, url: EVIL, labels: { [EVIL]: EVIL } },
      notes: [note('a', START + 1, { text: EVIL, author: EVIL })],
      findings: [
        {
          ...found, claim: [{ text: EVIL }], sentence: EVIL, figures: { [EVIL]: 1 },
          actions: [{ step: EVIL, why: EVIL, risk: EVIL }],
        },
      ],
      profiles: [
        { id: 'f'.repeat(64), name: EVIL, kind: EVIL, time: START + 2, durationSeconds: 1, addedTime: 0 } as never,
      ],
    }));
    const outsideCode = text.replace(/(`+)(?!`)[^\n]*?[^`]\1(?!`)/g, '');
    expect(outsideCode).not.toMatch(/(?<!\\)<script/);
    expect(outsideCode).not.toMatch(/^# <|^#\s+\\?<script/m);
    expect(outsideCode).not.toMatch(/(?<!\\)\]\(javascript:/);
    const headings = text.split('\n').filter((line) => line.startsWith('#'));
    expect(headings.filter((line) => !/^#{1,3} [A-Z]/.test(line))).toEqual([]);
    // A pipe of theirs adds no cell: all rows of a table have as many as its head.
    for (const table of text.split('\n\n').filter((block) => block.startsWith('| '))) {
      const cells = table.trim().split('\n').map((row) => row.replace(/\\./g, '').split('|').length);
      expect(new Set(cells).size).toBe(1);
    }
  });
});

describe('a timeline of too much', () => {
  it('holds no credentials of notes, errors and profile names', () => {
    const text = postmortemMarkdown(input({
      notes: [note('a', START + 1, {
        text: 'curl -H "Cookie: s=hunter2"; mysql -phunter2; at commit 9944b09199c62bcf9418ad846dd0e4bbdfc6ee4b',
        author: 'token=hunter2',
      })],
      unread: { memory: 'Get "http://a:hunter2@prom/": refused' },
    }));
    expect(text).not.toContain('hunter2');
    expect(text).toContain('commit 9944b09199c62bcf9418ad846dd0e4bbdfc6ee4b');
  });

  it('keeps notes and restarts, and the longest of the rest, and says how many are omitted', () => {
    const many = {
      ...scrapes,
      gaps: Array.from(
        { length: 500 },
        (_, i) => ({ ...elementAt(scrapes.gaps, 0), start: START + i, end: START + i + 0.001 * (i + 1) })
      ),
    };
    const { rows, leftOut } = timelineOf(
      {
        start: START, end: START + 600, panels: { scrapes: many }, notes: [note('a', START)], profiles: [],
        replays: [], spells: [],
      },
      50
    );
    expect(rows).toHaveLength(50);
    expect(leftOut).toBe(452);
    expect(rows.filter(({ what }) => what !== 'down').map(({ what }) => what)).toEqual(['note', 'restart']);
    expect(Math.min(...rows.filter(({ what }) => what === 'down').map(({ weight }) => weight ?? 0)))
      .toBeCloseTo(0.453, 6);
  });

  it('skips what is outside the window', () => {
    const { rows } = timelineOf({
      start: START, end: START + 60, panels: { scrapes },
      notes: [
        note('a', START + 61), note('b', START - 10, { endTime: START + 1 }),
        note('c', START - 10, { endTime: START - 1 }), note('d', START - 1),
      ],
      profiles: [], replays: [], spells: [],
    });
    expect(rows.map(({ what, time }) => [what, time - START])).toEqual([['note', -10]]);
  });
});
