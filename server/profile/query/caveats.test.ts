import { describe, expect, it } from 'vitest';
import type { Finding } from '../../../core/contract/contract.ts';
import { profileFinding } from '../../../core/views/profile/profileFinding.ts';
import { render } from '../../../core/text/parts.ts';
import type { Profile, ValueType } from '../decode/profile.ts';
import { StackProfile } from '../foreign/stackProfile.ts';
import { profileFacts } from './profileFacts.ts';
import { top } from './top.ts';

const CPU: ValueType = { type: 'cpu', unit: 'nanoseconds' };
const IN_USE: ValueType[] = [{ type: 'alloc_space', unit: 'bytes' }, { type: 'inuse_space', unit: 'bytes' }];
type Rest = Parameters<StackProfile['finish']>[0];

/** Stacks outermost first. */
function made(types: ValueType[], stacks: [stack: string, ...values: number[]][], rest: Rest = {}): Profile {
  const profile = new StackProfile(types);
  for (const [stack, ...values] of stacks)
    profile.add(stack.split(';').reverse().map((name) => profile.frame({ name })), values);
  return profile.finish(rest);
}

function claimed(profile: Profile): Finding {
  const facts = profileFacts(profile, 'upload');
  const table = top(profile, { sampleType: facts.defaultSampleType });
  if (!table.ok) throw new Error(table.error.message);
  return profileFinding(table.value, { info: facts, gcRatio: 0.3 });
}
const texts = ({ claim, evidence }: Finding): string[] => [claim, ...evidence].map((each) => render(each));

describe('the claim of a profile that is not what its rows look like', () => {
  it.each([
    ['unwind failed;PcNotCovered'], ['unwinding aborted due to error native_no_pid_page_mapping'], ['main;[truncated]'],
    ['[not_walkable_Java]'],
  ])('blames no function where unwinding failed: %s', (stack) => {
    const { code, severity, claim } = claimed(made([CPU], [[stack, 9e6], ['main;work', 1e6]]));
    expect([code, severity]).toEqual(['profile-unwinding-failed', 'unknown']);
    expect(render(claim)).toMatch(/^Stack unwinding failed for 90 %, 9 ms: no function can be blamed/);
  });

  it('names the largest function beside a few broken stacks', () => {
    const finding = claimed(made(
      [CPU], [['unwind failed;X', 2e6], ['main;work', 1e6], ['main;rest', 4e6], ['main', 3e6]]
    ));
    expect(texts(finding)[0]).toMatch(/^rest has the highest self value: 40 %/);
    expect(texts(finding)[1]).toMatch(/^Stack unwinding failed for 20 %/);
  });

  it('says what stacks without a Java caller end in, how to record them, and then the largest function', () => {
    const said = texts(claimed(made([CPU], [
      ['no_Java_frame;ZSTD_decode', 2e6], ['no_Java_frame;ZSTD_encode', 1e6], ['no_Java_frame;[unknown]', 1e6],
      ['main;work', 4e6], ['main;rest', 2e6],
    ])));
    expect(said.slice(0, 4)).toEqual([
      'Stack unwinding failed for 40 %, 4 ms, which is in no function\'s share.',
      'By their innermost function: 3 ms in ZSTD_*, 1 ms without a symbol. That is code whose Java '
        + 'caller is not known.',
      'Shares of Java functions may lack up to 40 %: record again with async-profiler 3.0 or later and --cstack vm '
        + '(else dwarf or fp), and with debug symbols of the native libraries.',
      'work has the highest self value: 40 % of CPU, 4 ms of 10 ms.',
    ]);
  });

  it.each(['[unknown]', '0x4a5b6c', '??'])('says that symbols are missing where names are %s', (name) => {
    const finding = claimed(made([CPU], [[name, 9e6], ['main', 1e6]]));
    expect(finding).toMatchObject({ code: 'profile-no-symbols', severity: 'unknown' });
    expect(texts(finding).join(' ')).not.toContain('Garbage collection');
  });

  it('names the binary that lacks symbols, not another one', () => {
    const both = (binary: string): Profile => {
      const profile = new StackProfile([CPU]);
      profile.add([profile.frame({ name: '_dl_start', binary: '/usr/lib/ld-2.31.so' })], [1e6]);
      profile.add([profile.frame({ name: '[unknown]', binary })], [9e6]);
      return profile.finish({});
    };
    expect(texts(claimed(both('/opt/worker')))[0]).toMatch(/^No symbols for 90 %, 9 ms, of worker: /);
    expect(texts(claimed(both('[unknown]')))[0]).toMatch(/^No symbols for 90 %, 9 ms, of the program: /);
    expect(texts(claimed(both('')))[0]).toMatch(/^No symbols for 90 %, 9 ms, of the program: /);
  });

  it('says that an in-use profile over an hour is a sum', () => {
    const finding = claimed(made(
      [{ type: 'inuse_space', unit: 'bytes' }], [['main;work', 9e12]],
      { durationNanos: 3_600_000_000_000n, defaultSampleType: 'inuse_space' }
    ));
    expect(texts(finding)[0]).toMatch(/^8\.19 TiB is a sum of heap profiles over 1h, not memory in use/);
    expect(texts(finding)[1]).toMatch(/^work has the highest self value: 100 %/);
  });

  it('says by how much memory shrank, or grew, in a difference', () => {
    const of = (flush: number): Finding => claimed(made(
      IN_USE, [['main;fill', 9e6, 2 ** 20], ['main;flush', 0, -flush]], { durationNanos: 30_000_000_000n }
    ));
    expect(of(3 * 2 ** 20)).toMatchObject({ code: 'profile-net-decrease' });
    expect(texts(of(3 * 2 ** 20))).toEqual(['Memory in use shrank by 2 MiB in 30 s: flush −3 MiB, fill +1 MiB.',
      '8.58 MiB were allocated in 30 s: 293 KiB per second.']);
    expect(texts(of(2 ** 19))[0]).toBe('Memory in use grew by 512 KiB in 30 s: fill +1 MiB, flush −512 KiB.');
    expect(texts(of(2 ** 20))[0]).toMatch(/^Memory in use did not change in sum in 30 s/);
  });

  it('does not take wall time of goroutines for CPU, nor an impossible duration', () => {
    const wall = claimed(made([{ type: 'time', unit: 'nanoseconds' }], [['main;wait', 70 * 30e9]], {
      durationNanos: 30_000_000_000n, periodType: { type: 'wallclock', unit: 'nanoseconds' },
    }));
    expect(texts(wall)[1]).toMatch(/^This is wall-clock time, waiting included, of about 70 goroutines/);
    const short = claimed(made([CPU], [['main;work', 30e9]], { durationNanos: 1_000n }));
    expect(texts(short).join(' ')).toContain('the duration is not used');
    expect(texts(short).join(' ')).not.toContain('core-');
  });

  it('says what adds up from the start, and what is of a time', () => {
    const allocs = (durationNanos: bigint): string => texts(claimed(made(
      [IN_USE[1], IN_USE[0]].filter((one) => one !== undefined), [['main;work', 0, 60 * 2 ** 20]], { durationNanos }
    ))).slice(1).join(' ');
    expect(allocs(0n)).toBe('Values add up since the process started, or since the profile was enabled.');
    expect(allocs(30_000_000_000n)).toBe('60 MiB in 30 s: 2 MiB per second.');
  });

  it('says how little of what was allocated is in use', () => {
    const of = (used: number): string =>
      texts(claimed(made(IN_USE, [['main;parse', 800 * 2 ** 20, used]], { defaultSampleType: 'alloc_space' })))
        .join(' ');
    expect(of(3 * 2 ** 20)).toContain('since the profile was enabled; 3 MiB are in use.');
    expect(of(400 * 2 ** 20)).toContain('since the profile was enabled.');
  });

  it('says that samples without a period give no time, if a pprof file lacks it', () => {
    const counted: ValueType[] = [{ type: 'samples', unit: 'count' }];
    const taken = { timeNanos: 1_750_000_000_000_000_000n };
    const of = (rest: Rest): string => texts(claimed(made(counted, [['main;merge', 300], ['main;read', 90]], rest)))
      .join(' ');
    expect(of(taken)).toContain('The file states neither a sampling period nor a duration: samples are counted, and no '
      + 'CPU time or cores follow from that.');
    expect(of({ ...taken, durationNanos: 10_000_000_000n })).toContain(
      'The file states no sampling period: samples are counted, 39 per second over 10 s, and no CPU time follows');
    expect(of({})).not.toContain('period');
    expect(of({ ...taken, period: 10_000_000n })).not.toContain('no sampling period');
  });

  it('opens a sample type that has values', () => {
    const profile = made(IN_USE, [['main;work', 5e6, 0]], { defaultSampleType: 'inuse_space' });
    expect(profileFacts(profile, '').defaultSampleType).toBe('alloc_space');
    expect(texts(claimed(profile)).join(' ')).toContain('The default sample type, inuse_space, has no values.');
  });

  it.each([
    ['seconds for nanoseconds', { timeNanos: 1_700_000_000n }, { time: null }],
    ['a negative duration', { durationNanos: -5n }, { durationSeconds: null }],
    ['a duration of centuries', { durationNanos: 2n ** 62n }, { durationSeconds: null }],
  ])('does not use %s', (_, rest, facts) => {
    const profile = made([CPU], [['main;work', 5e6]], rest);
    expect(profileFacts(profile, '')).toMatchObject(facts);
    expect(texts(claimed(profile)).join(' ')).toMatch(/implausible and is not used/);
  });

  it('says nothing more of a plain profile', () => {
    expect(texts(claimed(made([CPU], [['main;work', 5e6], ['main', 1e6]])))).toEqual(
      ['work has the highest self value: 83.3 % of CPU, 5 ms of 6 ms.', 'Garbage collection takes 30 %.']
    );
  });
});
