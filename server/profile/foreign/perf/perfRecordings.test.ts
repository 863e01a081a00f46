import { describe, expect, it } from 'vitest';
import type { Profile } from '../../decode/profile.ts';
import { durationSecondsOf } from '../../decode/profileTimes.ts';
import { decodeAny } from '../decodeAny.ts';
import { perfRecordings } from './perfRecordings.ts';

async function read(text: string): Promise<Profile> {
  const result = await decodeAny(new TextEncoder().encode(text));
  if (!result.ok) throw new Error(result.error.message);
  return result.value.profile;
}

const lone = (time: string, event = 'cycles:P'): string =>
  `     perf  7711 [001] ${time}: 51611    ${event}:  ffffffff91a160b0 native_sched_clock+0x30 ([kernel.kallsyms])`;
const off = (time: string, nanos: number): string[] =>
  [`    tray    1355 [000] ${time}:  ${nanos} offcpu-time: `, '\t    7528eef1c39d __poll+0x4d (/usr/lib/libc.so.6)',
    '\t    7528edf7d8fd [unknown] (/usr/lib/libglib-2.0.so.0)', ''];

describe('recordings of perf script in a mail', () => {
  const mail = [
    'Hi,', '', 'Before:', '```', lone('27981.041319'), lone('27981.041375'), '', ...off('18446744069.414584', 286),
    '```', '', 'After:', '```', lone('28178.033444'), ...off('28178.627906', 100_184_571), lone('28178.0341'), '```',
    '', 'What do you think?',
  ].join('\n');

  it('are one for each title, and each is read alone', async () => {
    const found = perfRecordings(mail);
    expect(found.map(({ name }) => name)).toEqual(['Before', 'After']);
    const profiles = await Promise.all(found.map(({ text }) => read(text)));
    expect(profiles.map(({ sampleCount }) => sampleCount)).toEqual([3, 3]);
    expect(profiles[0]?.sampleTypes.map(({ type, unit }) => `${type} ${unit}`))
      .toEqual(['samples count', 'cycles count', 'offcpu-time nanoseconds']);
  });

  it('do not last until a time that was lost', async () => {
    const [before] = await Promise.all(perfRecordings(mail).map(({ text }) => read(text)));
    expect(before === undefined ? null : durationSecondsOf(before)).toBeCloseTo(0.000056, 9);
  });

  it('are found in a quote, with an omission in between', () => {
    const lines = [lone('1.5'), '...', lone('1.6')];
    expect(perfRecordings(lines.map((line) => `> ${line}`).join('\n'))).toEqual([
      { name: '', text: `${[lone('1.5'), '', lone('1.6')].join('\n')}\n` },
    ]);
  });

  it('are none in prose and in a log', () => {
    expect(perfRecordings('It took 1.5: that is long.\nfoo 12 bar\n[  12.345678] usb 1-1: new device\n')).toEqual([]);
  });
});

it('reads frames without a binary, and skips the source line below a frame', async () => {
  const profile = await read('a 1 1.0: 5 cycles: \n\t    4005ab work+0x7\n\t  main.c:12\n\t    4005ac main\n');
  expect(profile.functions.map(({ name }) => name)).toEqual(['work', 'main']);
});
