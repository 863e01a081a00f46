import { describe, expect, it } from 'vitest';
import { joinedCase, type CaseFile } from './joinedCase.ts';

const file = (name: string, lines: readonly string[]): CaseFile =>
  ({ name, format: 'logfmt-log', text: `${lines.join('\n')}\n`, isLog: true, program: 'Mimir' });
const line = (clock: string, level: string, text: string): string =>
  `ts=2026-05-06T${clock}.000Z caller=a.go:1 level=${level} ${text}`;
const started = (clock: string): string => line(clock, 'info', 'msg="started blocks cleanup and maintenance"');
const good = (clock: string): string =>
  line(clock, 'info', 'msg="successfully completed blocks cleanup and maintenance"');
const bad = (clock: string, user = 'team-a'): string => line(clock, 'error', 'msg="failed to run blocks cleanup '
  + `and maintenance" err="2 errors: failed to delete blocks for user: ${user}: get file: x/mark.json: SlowDown; b"`);
const old = (clock: string, user = 'team-a'): string => line(clock, 'error', `user=${user} msg="error processing `
  + 'request" err="expanding series: the bucket index is too old. It was last updated at 2026-05-06T10:00:01Z, which '
  + 'exceeds the maximum allowed staleness period of 1h0m0s (err-mimir-bucket-index-too-old)"');

describe('a bucket index that is too old, and the log of the cleaner that writes it', () => {
  const cleaner = [started('10:00:00'), good('10:00:03'), started('10:15:00'), bad('10:15:02'), started('10:30:00'),
    bad('10:30:02')];

  it('names the last good run, the failed ones, their cause and the store, whichever file is first', () => {
    const [front, compactor] = [file('front.log', [old('11:01:00'), old('11:02:00')]), file('comp.log', cleaner)];
    const told = joinedCase(compactor, front);
    expect(told).toMatchObject({ name: 'front.log' });
    expect(told?.said).toBe('The cause is in comp.log: the bucket index was last updated at 10:00:01 UTC, in the last '
      + 'good run in comp.log (completed at 10:00:03); it is written by the blocks cleaner of the compactor, of which '
      + 'all 2 runs from 10:15:02 to 10:30:02 UTC failed: "failed to delete blocks for user: team-a: get file: '
      + 'x/mark.json: SlowDown". When it is older than 1h0m0s, queries fail (2 errors in front.log). Look at '
      + 'the object store, which answers so (outage, overload or throttling): with the next run that succeeds it is up '
      + 'to date again. Restarting the queriers changes nothing.');
    expect(joinedCase(front, compactor)?.said).toBe(told?.said);
    const alone = 'Queries fail: see whether the compactor runs, which writes it.';
    expect(told?.without.reduce<string>((text, part) => text.replace(part, ''), alone)).toBe('Queries fail.');
  });

  it('reads Cortex, whose error has no date', () => {
    const error = line('11:01:00', 'error', 'msg="request failed" err="expanding series: bucket index is too old and '
      + 'the last time it was updated exceeds the allowed max staleness"');
    const runs = [`${good('10:00:03').slice(0, -1)} for active users"`, bad('10:15:02')];
    expect(joinedCase(file('querier.log', [error]), file('comp.log', runs))?.said).toMatch(new RegExp('^The cause is '
      + 'in comp\\.log: the bucket index is written by the blocks cleaner of the compactor, of which the run at '
      + '10:15:02 UTC failed: .* Therefore queries fail \\(1 error in querier\\.log\\)\\.'));
  });

  it('says that it recovered if a later run succeeds', () => {
    const later = file('comp.log', [...cleaner, started('11:30:00'), good('11:30:03')]);
    expect(joinedCase(file('front.log', [old('11:01:00')]), later)?.said)
      .toContain('A run succeeded at 11:30:03 UTC, so that should end.');
  });

  it('ties neither runs that succeeded since, nor failures of other users', () => {
    const front = file('front.log', [old('11:01:00')]);
    const fine = [...cleaner.slice(0, 2), started('10:45:00'), good('10:45:03'), bad('10:50:00')];
    expect(joinedCase(front, file('comp.log', fine))).toBeNull();
    expect(joinedCase(front, file('comp.log', [good('10:00:03'), bad('10:15:02', 'team-b')]))).toBeNull();
  });
});

it('the same error of the object store in both is one cause', () => {
  const store = (clock: string, what: string): string => line(clock, 'error',
    `msg="${what}" err="SlowDown: Please reduce your request rate."`);
  const one = file('ingester.log', ['10:00:00', '10:07:00'].map((clock) => store(clock, 'failed to flush')));
  const other = file('querier.log', [store('10:03:20', 'failed to get chunks')]);
  expect(joinedCase(one, other)?.said).toBe('Both logs have the same error of the object store, "SlowDown": '
    + 'ingester.log 2 times from 10:00:00 to 10:07:00 UTC, querier.log once at 10:03:20 UTC. It is probably one cause. '
    + 'Look at the object store, which answers so (outage, overload or throttling).');
  expect(joinedCase(one, file('querier.log', [store('12:03:20', 'failed to get chunks')]))).toBeNull();
});

describe('a block that errors of one log name', () => {
  const BLOCK = '01HMSXTRQ31RRZWZ695ZE3J6NP';
  const reader = file('query.log', [line('11:01:00', 'error', `msg="fetch failed" err="block ${BLOCK}: not found"`)]);

  it('was deleted before by the program of the other', () => {
    const deleted = (clock: string): CaseFile => file('comp.log',
      [line(clock, 'info', `msg="deleted block marked for deletion" block=${BLOCK}`)]);
    expect(joinedCase(reader, deleted('10:58:00'))?.said).toBe(`The block ${BLOCK}, which errors of query.log name `
      + 'from 11:01:00 UTC on, was deleted by the program of comp.log (at 10:58:00 UTC). If the reader still lists it, '
      + 'compare the interval at which it reads the bucket with the deletion delay of the compactor.');
    expect(joinedCase(reader, deleted('11:30:00'))).toBeNull();
  });

  it('cannot be loaded by the store', () => {
    expect(joinedCase(reader, file('store.log', [line('10:58:00', 'warn',
      `msg="loading block failed" elapsed=1s id=${BLOCK} err="read index header: invalid magic number"`)]))?.said)
      .toContain('cannot be loaded by the program of store.log (at 10:58:00 UTC): "read index header: invalid magic');
  });
});
