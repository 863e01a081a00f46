/** Recognizes and summarizes the screen of py-spy top. Pure. */
import { isWaiting } from '../../../../../core/profile/waitingFunctions.ts';
import { joined } from '../../look/factTools.ts';
import { said, type Named } from '../../look/named.ts';

const ROW = /^[ \t]{0,20}[\d.]{1,8}% {1,9}[\d.]{1,8}% {1,9}([\d.]{1,12})s {1,9}[\d.]{1,12}s {1,9}(\S.{0,300}?)\s*$/gm;
const STATE = /^[ \t]{0,20}GIL: ([\d.]{1,8})%, Active: ([\d.]{1,8})%, Threads: (\d{1,9})/m;

/** Share of the own time in functions that wait from which a process is idle, and of the GIL up to which it is. */
const MOSTLY = 0.8;
const LITTLE_GIL = 5;

function screenFacts(text: string): string | null {
  const rows = [...text.matchAll(ROW)].map(([, stated = '', name = '']) => ({ seconds: Number(stated), stated, name }));
  const most = rows.reduce<(typeof rows)[number] | null>((max, row) =>
    (max === null || row.seconds > max.seconds ? row : max), null);
  const late = said(/^[ \t]{0,20}([\d.]+s) behind in sampling/m, text);
  const idle = stateWords(text);
  return joined([
    idle, most === null ? null : (idle === null ? waitWords(rows, text) : null)
      ?? `${most.name} has most time itself: ${most.stated} s.`,
    late === null ? null : `The sampler was ${late} behind, so its shares are not exact.`,
  ]);
}

/** The loop of the master of gunicorn or uWSGI, which only looks after its workers. */
const MASTER = /gunicorn\/arbiter\.py/;

/** Says that most of the time is in functions that wait, with what to look at instead; null for other rows. */
function waitWords(rows: readonly { seconds: number; stated: string; name: string }[], text: string): string | null {
  const waits = rows.filter(({ name }) => {
    const [, own = name, file = ''] = /^(.{1,300}?) \(([^():]{1,300})(?::\d{1,7})?\)$/.exec(name) ?? [];
    return isWaiting(own, file);
  }).toSorted((a, b) => b.seconds - a.seconds);
  const sum = (own: typeof rows): number => own.reduce((all, { seconds }) => all + seconds, 0);
  const [first] = waits;
  const gil = Number(STATE.exec(text)?.[1] ?? 'NaN');
  if (first === undefined || sum(waits) < MOSTLY * sum(rows)) return null;
  const isMaster = rows.some(({ name }) => MASTER.test(name));
  return `Most of the time listed is waiting: ${first.name} has ${first.stated} s of ${
    Number(sum(rows).toPrecision(3))} s, and uses no CPU${gil <= LITTLE_GIL ? `; the GIL is held ${gil} % of the time`
    : ''}. ${isMaster ? 'This is the master of gunicorn (arbiter.py), which only looks after its workers: see a worker '
    + 'instead, by its own --pid, or all with --subprocesses.'
    : 'This process or thread is idle, not slow: see the one that works (--subprocesses for its children).'}`;
}

/** Says that no thread ran; null for a process that works. */
function stateWords(text: string): string | null {
  const [, , active, threads] = STATE.exec(text) ?? [];
  const samples = said(/^[ \t]{0,20}Total Samples (\d{1,12})\s*$/m, text);
  return active === undefined || Number(active) > 0 ? null
    : `It was idle at that moment: 0 % active, with ${Number(threads).toLocaleString('en-US')} ${
      threads === '1' ? 'thread' : 'threads'}${
      samples === null ? '' : `, after ${Number(samples).toLocaleString('en-US')} samples`}.`;
}

export const PY_SPY_TOP: Named = {
  id: 'py-spy-top', name: 'the screen of py-spy top', program: 'py-spy',
  pattern: /^[ \t]{0,20}%Own +%Total +OwnTime +TotalTime +Function/m, fact: screenFacts,
  remedy: 'A table has no stacks: record with py-spy record -f speedscope -o out.json --pid PID.',
};
