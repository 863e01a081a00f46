import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { readLog, type LogLine, type ReadLog } from '../logs/readLog.ts';
import { CUT, LOSSLESS, WRAPPED } from '../../../testdata/logs/logEnvelopes.ts';
import { asJson, asPrometheus3, part, restartLog } from '../../../testdata/logs/replayLogs.ts';
import { isCompactionMessage } from './compaction/log/compactionLog.ts';
import { analyseCompactionLog } from './compaction/log/compactionLogTimeline.ts';
import { analyseReplayLog } from './wal-replay/replayLogAnswer.ts';
import { isReplayMessage } from './wal-replay/replayLog.ts';

const unzipped = (path: string): string =>
  gunzipSync(readFileSync(new URL(path, import.meta.url))).toString('utf8');
const load = unzipped('../../../public/demo/prom-2.42-load.log.gz');
const outOfOrder = unzipped('../../../testdata/logs/prom-2.42-out-of-order.log.gz');
const limited = unzipped('../../../testdata/logs/prom-2.42-cpulimit.log.gz');
const beforeKill = unzipped('../../../testdata/logs/prom-2.42-before-kill.log.gz');
const levelFirst = (text: string): string => text.replace(/^(ts=\S+) (caller=\S+) (level=\S+) /gm, '$3 $1 $2 ');
const logrus = (text: string): string => text.replace(
  /^ts=(\S+)\.\d+Z caller=(\S+) level=(\w+) (.*)$/gm, 'time="$1Z" level=$3 $4 source="$2"'
);
const zap = (text: string): string => asJson(text).replace(
  /"ts":"([^"]+)"/g, (_all, time: string) => `"ts":${Date.parse(time) / 1000}`
);
const tabs = (text: string): string => text.replace(
  /^ts=(\S+) caller=(\S+) level=(\w+) .*msg="([^"]*)"(.*)$/gm, '$1\t$3\tVictoriaMetrics/lib/$2\t$4$5'
);
const tabbed = tabs(restartLog);
const crashed = [
  part(restartLog, null, 'segment=20'), 'panic: runtime error: index out of range [5]', '',
  'goroutine 1 [running]:', '',
].join('\n');

const LOGS: readonly [string, string][] = [
  ['a restart of 2.42', restartLog], ['as 3.x writes it', asPrometheus3(restartLog)], ['as JSON', asJson(restartLog)],
  ['as 2.20 writes it', levelFirst(restartLog)], ['as logrus writes it', logrus(restartLog)],
  ['as zap writes it', zap(restartLog)], ['as VictoriaMetrics writes it', tabbed],
  ['a start that crashed', crashed], ['compactions of 2.42', load], ['with out-of-order blocks', outOfOrder],
  ['with a CPU quota', limited], ['before a kill -9', beforeKill],
];

const bytesOf = (text: string | Uint8Array): Uint8Array => (typeof text === 'string' ? Buffer.from(text) : text);
const read = (text: string | Uint8Array): ReadLog =>
  readLog(bytesOf(text), (message) => isReplayMessage(message) || isCompactionMessage(message));

/** Returns what does not depend on the envelope, whose notes state what it lost. */
function essence({ timeMs, level, message, fields }: LogLine): unknown {
  return { timeMs, level, message, fields: { ...fields } };
}

function answers(text: string | Uint8Array): unknown {
  const replays = analyseReplayLog(bytesOf(text));
  const compactions = analyseCompactionLog(readLog(bytesOf(text), isCompactionMessage), null);
  return JSON.parse(JSON.stringify([
    'replays' in replays
      ? { ...replays, lines: 0, notes: 0, replays: replays.replays.map((one) => ({ ...one, key: '' })) } : 0,
    compactions === null ? 0 : { ...compactions.answer, lines: 0 },
  ]));
}

describe.each(LOSSLESS)('in %s', (_envelope, wrap) => {
  it.each(LOGS)('%s reads as it does alone', (_name, log) => {
    const whole = log.endsWith('\n') ? log : `${log}\n`;
    const [bare, wrapped] = [read(whole), read(wrap(whole))];
    expect(bare.wanted.length).toBeGreaterThan(0);
    expect(wrapped.sources).toHaveLength(1);
    expect(wrapped.wanted.map(essence)).toEqual(bare.wanted.map(essence));
    expect(answers(wrap(whole))).toEqual(answers(whole));
  });
});

describe.each(WRAPPED)('%s', (envelope, wrap) => {
  // A message between tabs has no end mark, so wrapped ones cannot be joined.
  const logs = LOGS.filter(([name]) => !(envelope.includes('editor') && name.includes('Victoria')));
  it.each(logs)('%s reads as it does alone', (_name, log) => {
    const whole = log.endsWith('\n') ? log : `${log}\n`;
    // The rest of a wrapped line that is not a record cannot be recognized.
    const records = (text: string): unknown[] => read(text).wanted.filter(({ plain }) => !plain).map(essence);
    expect(records(wrap(whole))).toEqual(records(whole));
  });
});

describe.each(CUT)('cut: %s', (_envelope, wrap) => {
  it.each(LOGS)('%s loses what was cut, and says so', (_name, log) => {
    const whole = log.endsWith('\n') ? log : `${log}\n`;
    const bare = new Map(readLog(bytesOf(whole), () => true).wanted.map((line) => [line.line, line]));
    // If all tabbed lines end in a file name, nothing shows that they are cut.
    for (let width = log === tabbed ? 140 : 80; width < 170; width += 7) {
      for (const line of readLog(bytesOf(wrap(whole, width)), () => true).wanted) {
        const truth = bare.get(line.line);
        if (line.plain || truth === undefined) continue;
        expect(line.timeMs).toBe(truth.timeMs);
        expect(truth.fields).toMatchObject(line.fields);
        if (line.cut === 'message') expect(truth.message.startsWith(line.message.slice(0, 8))).toBe(true);
        else expect(line.message).toBe(truth.message);
        if (Object.keys(line.fields).length < Object.keys(truth.fields).length) expect(line.cut).not.toBeNull();
      }
    }
  });
});
