/**
 * Reads stacks that DTrace and the tools of BCC print: frames innermost first, the count as the last line, blank lines
 * in between. BCC also prints the process: `    -                bash (1234)`.
 * https://github.com/iovisor/bcc/blob/master/tools/profile_example.txt
 */
import { KERNEL_FILE } from '../../../core/profile/packages.ts';
import type { Profile, ValueType } from '../decode/profile.ts';
import { StackProfile, type Frame } from './stackProfile.ts';
import { textLines } from './textLines.ts';

const COUNT = /^[ \t]{1,60}(\d{1,15})[ \t]*$/;
const PROCESS = /^[ \t]{1,60}-[ \t]{2,60}(\S.{0,30}?) \((\d{1,10})\)[ \t]*$/;
const FRAME = /^[ \t]{1,60}(\S.{0,10000}?)[ \t]*$/;
const OFF_CPU = /off-CPU time \(us\)/;
const MAX_LINE = 20_000;

interface Stack { frames: Frame[]; process: string; count: number; isMarked: boolean }

/** Returns whether the beginning of a text has a stack whose frames or process only these tools print. */
export function looksCounted(head: string): boolean {
  for (const { isMarked } of stacksOf(head)) if (isMarked) return true;
  return false;
}

/** Reads counts, or of offcputime the time in nanoseconds. */
export function readCounted(text: string): Profile {
  const isOff = OFF_CPU.test(text.slice(0, 4000));
  const type: ValueType = isOff ? { type: 'offcpu-time', unit: 'nanoseconds' } : { type: 'samples', unit: 'count' };
  const profile = new StackProfile([type]);
  for (const { frames, process, count } of stacksOf(text)) profile.add(
    frames.map((frame) => profile.frame(frame)), [isOff ? count * 1000 : count],
    process === '' ? [] : [['command', process]]
  );
  return profile.finish();
}

function* stacksOf(text: string): Generator<Stack> {
  let frames: Frame[] = [];
  let [process, isMarked] = ['', false];
  for (const line of textLines(text)) {
    const count = COUNT.exec(line)?.[1];
    const command = PROCESS.exec(line)?.[1];
    if (count !== undefined && (frames.length > 0 || process !== '')) {
      yield { frames, process, count: Number(count), isMarked };
      [frames, process, isMarked] = [[], '', false];
    } else if (command !== undefined) [process, isMarked] = [command, true];
    else {
      const name = line.length > MAX_LINE ? undefined : FRAME.exec(line)?.[1];
      if (name === undefined) [frames, process, isMarked] = [[], '', false];
      // A rule between the stacks of the kernel and of the program.
      else if (!/^-{1,2}$/.test(name)) {
        frames.push(frameOf(name));
        isMarked ||= /^[\w.+-]{1,100}`\S/.test(name);
      }
    }
  }
}

/** Parses `libc.so.1`write+0xa`, `do_syscall_64_[k]` and `main+0x12`. */
function frameOf(text: string): Frame {
  const bare = text.replace(/\+0x[0-9a-f]{1,16}$/, '');
  const tick = bare.indexOf('`');
  if (tick > 0 && tick < bare.length - 1)
    return { name: bare.slice(tick + 1), binary: bare.slice(0, tick), file: bare.slice(0, tick) };
  return bare.endsWith('_[k]') ? { name: bare.slice(0, -'_[k]'.length), file: KERNEL_FILE } : { name: bare };
}
