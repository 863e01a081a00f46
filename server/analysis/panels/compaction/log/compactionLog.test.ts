import { elementAt } from '../../../../../core/elementAt.ts';
import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { readLog, type ReadLog } from '../../../logs/readLog.ts';
import { readBlockList, runsOfBlocks, ulidTimeMs } from '../../../../data/metrics/blockMeta.ts';
import { expectGolden, quantitiesOf } from '../../../../../testdata/goldenFindings.ts';
import truth from '../../../../../testdata/recordings/prom-2.42-load.compactions.json' with { type: 'json' };
import { eventsOfLog, isCompactionMessage } from './compactionLog.ts';
import { analyseCompactionLog } from './compactionLogTimeline.ts';

const raw = gunzipSync(readFileSync(new URL('../../../../../public/demo/prom-2.42-load.log.gz', import.meta.url)))
  .toString('utf8');
const read = (text: string): ReadLog => readLog(Buffer.from(text), isCompactionMessage);
const timeline = (text: string) => {
  const result = analyseCompactionLog(read(text), null);
  if (result === null) throw new Error('the log could not be read');
  return result.answer;
};

/** Converts the lines to the format of 3.x. */
const LOGFMT = /^ts=(\S+) caller=(\S+) level=(\w+) component=tsdb msg=("[^"]*") (.*)$/;
const asSlog = (text: string): string => text.split('\n').map((line) => (
  line.replace(LOGFMT, (_all, ts: string, caller: string, level: string, msg: string, rest: string) =>
    `time=${ts} level=${level.toUpperCase()} source=${caller} `
    + `msg=${msg === '"write block"' ? '"write block completed"' : msg} component=tsdb ${rest}`)
)).join('\n');
const asJson = (text: string): string => text.split('\n').map((line) => {
  const match = /^ts=(\S+) caller=\S+ level=info component=tsdb msg="([^"]*)" (.*)$/.exec(line);
  if (match === null) return line;
  const rest = Object.fromEntries(
    [
      ...(match[3] ?? '').matchAll(/(\w+)=("[^"]*"|\S+)/g)
    ].map(([, key = '', value = '']) => [key, value.replace(/^"|"$/g, '')] as const)
  );
  return JSON.stringify({ time: match[1], level: 'INFO', msg: match[2], component: 'tsdb', ...rest });
}).join('\n');
const inKubectl = (text: string): string =>
  text.split('\n').map((line) => `[pod/prometheus-0/prometheus] ${line}`).join('\n');

describe.each(
  [['2.x logfmt', raw], ['3.x slog', asSlog(raw)], ['JSON', asJson(raw)], ['kubectl\'s prefix', inKubectl(raw)]]
)('the log of the recording as %s', (_name, text) => {
  const answer = timeline(text);

  it('has every episode at its time, with kind and levels', () => {
    expect(answer.compactions).toHaveLength(truth.episodes.length);
    truth.episodes.forEach((episode, i) => {
      const found = elementAt(answer.compactions, i);
      expect(Math.abs(found.start * 1000 - episode.startMs)).toBeLessThan(2);
      expect(Math.abs(found.end * 1000 - episode.endMs)).toBeLessThan(2);
      expect(found.kind).toBe(episode.levelCompactions > 0 ? 'head+merge' : 'head');
      expect(found.count).toBe(episode.headBlocks + episode.levelCompactions);
      expect(found.level).toBe(episode.levelCompactions > 0 ? 2 : 1);
      expect(found.sources).toEqual(['log']);
    });
  });

  it('tells block range, phase and clock, the first compaction after the empty start off it', () => {
    expect(answer.blockRangeSeconds).toBe(120);
    expect(answer.alignment).toMatchObject({ aligned: true, count: 9 });
    expect(answer.phaseSeconds).toBeCloseTo(60.34, 1);
    expect(Math.abs(answer.phaseErrorSeconds ?? NaN)).toBeLessThan(0.5);
    expect(answer.finding).toMatchObject({ code: 'log-on-clock', severity: 'info' });
    const [episodes, longest, every, near, all, phase, off] = quantitiesOf(answer.finding);
    expect([episodes, every, near, all, off]).toEqual([10, 120, 9, 9, 1]);
    expect(longest).toBeCloseTo(11.12, 1);
    expect(phase).toBeCloseTo(60.3, 1);
    expectGolden('compaction', 'log of the recording', answer.finding);
    expect(answer.keepingUp.verdict).toBe('keeping-up');
  });

  it('knows what went into each merge', () => {
    const merges = answer.compactions.flatMap(({ steps }) => steps).filter(({ kind }) => kind === 'merge');
    expect(merges.map(({ inputs }) => inputs.length)).toEqual([2, 3, 3]);
    const gone = answer.blocks.filter(({ deleted }) => deleted !== null);
    expect(gone.map(({ ulid }) => ulid).sort()).toEqual(merges.flatMap(({ inputs }) => inputs).sort());
    for (const block of gone) expect(block.deleted).toBeGreaterThan(block.born);
  });
});

it('the birth in a ULID is the start of its writing, to the ms of the log', () => {
  const { runs, clockOffsetMs } = eventsOfLog(read(raw).wanted);
  for (const run of runs) if (run.block !== null)
    expect(Math.abs(run.startMs - ulidTimeMs(run.block.ulid))).toBeLessThan(5);
  expect(Math.abs(clockOffsetMs ?? NaN)).toBeLessThan(5);
});

/** The log with stamps that are 7 hours behind: with a zone as it has, or before each line, without one. */
const behind = (isZoned: boolean): string => raw.replace(
  /ts=2026-11-20T(\d\d)(:\d\d:\d\d\.\d{3})Z/g, (_all, hour: string, rest: string) => {
    const time = `${String(Number(hour) - 7).padStart(2, '0')}${rest}`;
    return isZoned ? `ts=2026-11-20T${time}Z` : `2026-11-20 ${time}`;
  }
);

it('stamps in local time without a zone are found out by the blocks and corrected', () => {
  const answer = timeline(behind(false));
  expect(answer.notes[0]?.sentence).toContain('7h behind UTC');
  expect(Math.abs(elementAt(answer.compactions, 1).start * 1000 - elementAt(truth.episodes, 1).startMs))
    .toBeLessThan(2);
  expect(answer.alignment.aligned).toBe(true);
});

it('stamps that name their zone are never moved, and block IDs that do not agree move none', () => {
  const marked = timeline(behind(true));
  expect(marked.notes[0]?.sentence).not.toContain('corrected');
  expect(elementAt(marked.compactions, 1).start * 1000 - elementAt(truth.episodes, 1).startMs)
    .toBeCloseTo(-7 * 3_600_000, -1);
  let count = 0;
  const several = timeline(behind(false).replace(/(?<=\bulid=01M7)\w\w/g, () => `W${'FW'.charAt(count++ % 2)}`));
  expect(several.notes.map(({ sentence }) => sentence).join(' ')).not.toContain('corrected');
});

const head = (minute: number, seconds: number, more = ''): string => {
  const endMs = 1_800_000_000_000 + minute * 60_000;
  const stamp = new Date(endMs + 3_600_000 + seconds * 1000).toISOString();
  return `time=${stamp} level=INFO source=compact.go:1 msg="write block completed" component=tsdb `
    + `mint=${endMs - 7_200_000} maxt=${endMs} ulid=01M7WWQM22Z8DGCHMK2H98${String(2000 + minute)} `
    + `duration=${seconds}s${more}`;
};

it.each<[string, string, string, string]>([
  [
    'it says so itself',
    'time=2027-01-15T09:00:00Z level=WARN msg="Head compaction took longer than the block time range, compactions '
      + 'are falling behind and won\'t be able to catch up" duration=2h5m block_range=7200000',
    'falling-behind', 'compaction-falling-behind',
  ],
  [
    'a compaction failed',
    'time=2027-01-15T09:00:00Z level=ERROR msg="compaction failed" err="no space left on device"', 'failing',
    'compaction-recovered',
  ],
  [
    'a shutdown cancelled a merge',
    'time=2027-01-15T09:00:00Z level=ERROR msg="compaction failed" err="compact [data/01M7 data/01M8]: 2 errors: '
      + 'populate block: context canceled; context canceled"',
    'keeping-up', 'log-rounds',
  ],
])('the verdict where %s', (name, line, verdict, code) => {
  const answer = timeline([head(0, 60), head(120, 60), line, ''].join('\n'));
  expect(answer.keepingUp.verdict).toBe(verdict);
  expect(answer.finding.code).toBe(code);
  expectGolden('compaction', `log where ${name}`, answer.finding);
  expect(answer.notes.flatMap(({ parts }) => parts)).toContainEqual({ time: Date.UTC(2027, 0, 15, 9) / 1000 });
});

it.each([
  [
    'lines without duration or ULID',
    'ts=2026-11-20T16:30:50Z level=info msg="write block"\nts=2026-11-20T16:30:51Z level=info '
      + 'msg="compact blocks" ulid=../../etc sources="[x]" duration=1s',
  ],
  ['a log of something else', 'ts=2026-11-20T16:30:50Z level=info msg="hello"'],
])('%s hold no compaction, and the finding says so', (name, text) => {
  const answer = timeline(text);
  expect(answer.compactions.filter(({ steps }) => steps.length > 0)).toEqual([]);
  expect(answer.finding.code).toBe('log-without-compactions');
  expectGolden('compaction', `log: ${name}`, answer.finding);
});

it('blocks of out-of-order samples are no heads: they hide neither clock nor block range', () => {
  const answer = timeline(
    gunzipSync(readFileSync(new URL('../../../../../testdata/logs/prom-2.42-out-of-order.log.gz', import.meta.url)))
      .toString('utf8')
  );
  const steps = answer.compactions.flatMap((one) => one.steps);
  expect(steps.filter(({ kind }) => kind === 'out-of-order').length)
    .toBeGreaterThan(steps.filter(({ kind }) => kind === 'head').length);
  expect(answer.blockRangeSeconds).toBe(120);
  expect(answer.alignment.aligned).toBe(true);
  expect(Math.abs(answer.phaseErrorSeconds ?? NaN)).toBeLessThan(2);
  expect(answer.finding.code).toBe('log-on-clock');
  expectGolden('compaction', 'log with out-of-order blocks', answer.finding);
  // Each episode of this server cuts one head, writes out-of-order samples, and merges overlapping blocks.
  expect(
    answer.compactions.slice(
      1, -1
    ).every(({ kind, steps: own }) => kind === 'head+merge' && own.filter((step) => step.kind === 'head').length === 1)
  ).toBe(true);
});

it('what is no log at all is none', () => {
  expect(analyseCompactionLog(read('<html>nope</html>'), null)).toBeNull();
});

describe('the list of blocks', () => {
  const file = new URL('../../../../../testdata/recordings/prom-2.42-load.blocks.ndjson', import.meta.url);
  const metas = readFileSync(file, 'utf8').trim().split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>);

  it('of the recording is read with level, parents and birth', () => {
    const blocks = readBlockList({ blocks: metas });
    expect(blocks?.map(({ level }) => level))
      .toEqual(metas.map(({ compaction }) => (compaction as { level: number }).level));
    expect(blocks?.[0]?.parents).toHaveLength(2);
    expect(new Date(ulidTimeMs(blocks?.[0]?.ulid ?? '')).toISOString()).toMatch(/^2026-11-20T16:35:0/);
  });

  it('knows a block of out-of-order samples by its hint', () => {
    const [good] = metas;
    const hinted = { ...good, compaction: { level: 1, hints: ['from-out-of-order'] } };
    expect(
      runsOfBlocks(
        readBlockList({ blocks: [hinted, { ...good, compaction: { level: 1, hints: 'from-out-of-order' } }] }) ?? []
      ).map(({ kind }) => kind)
    ).toEqual(['out-of-order', 'head']);
  });

  it.each<[string, unknown]>([
    ['no object', null], ['no list', { blocks: 'x' }],
  ])('%s is no list', (_name, data) => { expect(readBlockList(data)).toBeNull(); });

  it('skips what is no block and keeps the rest', () => {
    const [good] = metas;
    const bad = [
      null, 5, {}, { ...good, ulid: '../x' }, { ...good, minTime: 'x' }, { ...good, maxTime: -1 },
      { ...good, minTime: 5, maxTime: 4 },
    ];
    expect(
      readBlockList({
        blocks: [
          ...bad, good,
          { ...good, ulid: '01M7WWZGGKTCB29B7ME75EM76W', compaction: { level: 1e9, parents: 'x' }, stats: null },
        ],
      })
    )
      .toMatchObject([{ level: 2 }, { level: 1, parents: [], samples: null }]);
  });
});

it('failed merges alone do not hold the head', () => {
  const failing = 'time=2027-01-15T23:00:00Z level=ERROR msg="compaction failed" '
    + 'err="compact [data/01M7 data/01M8]: no space left on device"';
  const answer = timeline([head(0, 60), head(120, 60), failing].join('\n'));
  expect(answer.keepingUp.sentence).toContain('only merges of blocks failed');
  expect(answer.keepingUp.sentence).not.toContain('keeps growing');
});

it('a head whose compaction failed grows only while the process runs', () => {
  const failing = 'time=2027-01-15T23:00:00Z level=ERROR msg="compaction failed" '
    + 'err="plan compaction: stale file handle"';
  const bye = 'time=2027-01-15T23:02:00Z level=INFO msg="See you next time!"   <- in order';
  expect(timeline([head(0, 60), failing].join('\n')).keepingUp.sentence).toContain('The head and the WAL keep growing');
  const { sentence } = timeline([head(0, 60), failing, bye].join('\n')).keepingUp;
  expect(sentence).toContain('The process was stopped after that, without a compaction that succeeded.');
  expect(sentence).not.toContain('keeps growing');
});

describe('an fsync of a WAL segment that failed, which is in the log alone', () => {
  const unsynced = (second: number): string => `ts=2027-01-15T23:00:${second}.281Z caller=wlog.go:508 level=error `
    + 'component=tsdb msg="sync previous segment" err="sync data/wal/00000009: input/output error"';

  it('is a finding, with what the log says of compactions', () => {
    const { finding, notes, figures } = timeline([head(0, 60), head(60, 60), unsynced(45), unsynced(55)].join('\n'));
    expect(finding).toMatchObject({
      code: 'log-wal-not-synced', severity: 'warning', moment: 1_800_054_055.281,
      sentence: expect.stringMatching(/^2 fsyncs of WAL segments failed, the last at /) as string,
    });
    expect(finding.evidence.flat())
      .toContainEqual({ text: 'The server said: sync data/wal/00000009: input/output error.' });
    expect(notes.map(({ sentence }) => sentence)).toContainEqual(expect.stringContaining('2 fsyncs'));
    expect(figures).toContainEqual(expect.objectContaining({ name: 'Failed fsyncs of WAL segments', value: 2 }));
  });

  it('alone: at its time; behind a compaction that failed: a note', () => {
    expect(timeline(unsynced(45)).finding)
      .toMatchObject({ code: 'log-wal-not-synced', severity: 'warning', moment: 1_800_054_045.281 });
    const failing = 'time=2027-01-15T23:00:50Z level=ERROR msg="compaction failed" err="compact head: no space left"';
    const { finding, notes } = timeline([unsynced(45), failing].join('\n'));
    expect(finding.code).toBe('compaction-failing');
    expect(notes.map(({ sentence }) => sentence))
      .toContainEqual(expect.stringMatching(/^1 fsync of a WAL segment failed, /));
  });
});
