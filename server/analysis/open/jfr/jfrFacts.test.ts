import { describe, expect, it } from 'vitest';
import { jfrFile, type JfrTestEvent } from '../../../../testdata/profiles/jfrFile.ts';
import { recognize } from '../recognize.ts';
import { readJfr } from './jfrChunk.ts';

const monitor = (startTime: number, duration: number): JfrTestEvent =>
  ({ event: 'jdk.JavaMonitorEnter', values: { startTime, duration } });
const sample: JfrTestEvent = { event: 'jdk.ExecutionSample' };

describe('a Java Flight Recorder file opens as a profile, and says which events it has', () => {
  it('waits for a monitor first, with the time they took, and the option that converts each kind', () => {
    const bytes = jfrFile({
      events: [monitor(5, 250), sample, monitor(7, 1750), sample, sample, { event: 'jdk.CPULoad' }],
    });
    const { format, door, interest, remedy } = recognize(bytes, 'app.jfr');
    expect([format, door, interest]).toEqual(['jfr', 'profile',
      'Threads waited 2 times for a monitor that another held (jdk.JavaMonitorEnter, 2 s together, 250 ms to 1.75 s '
      + 'each): that is lock contention, waiting and no CPU time; waits below the recording’s threshold are not in '
      + 'it. It also has 3 samples of running code (jdk.ExecutionSample). It records 10 s from 2023-11-14 22:13:20 '
      + 'UTC: 6 events of 3 kinds.']);
    expect(remedy).toBe('Convert each kind with async-profiler’s converter and open the results: jfrconv --lock '
      + '--total app.jfr lock.pb.gz; jfrconv --cpu app.jfr cpu.pb.gz. Without an option it makes a CPU profile only, '
      + 'which has no lock waits.');
  });

  it('also where its strings are latin1, and without locks', () => {
    const { interest, remedy } = recognize(
      jfrFile({ events: [{ event: 'profiler.WallClockSample' }], encoding: 5 }), 'a b.jfr'
    );
    expect(interest).toMatch(/^It has 1 wall-clock sample \(profiler\.WallClockSample\)\. It records 10 s /);
    expect(remedy).toContain('jfrconv --wall recording.jfr wall.pb.gz. Without');
    expect(remedy).not.toContain('--lock');
  });

  it('counts waits in Object.wait apart from those for a monitor', () => {
    const { interest } = recognize(jfrFile({
      events: [{ event: 'jdk.JavaMonitorWait', values: { duration: 9000 } }, { event: 'profiler.Malloc' }],
    }), 'app.jfr');
    expect(interest).toMatch(
      /^It has 1 call of malloc \(profiler\.Malloc\) and 1 wait in Object\.wait \(jdk\.JavaMonitorWait\)\. /
    );
  });

  it('without samples, how to record some', () => {
    const { interest, remedy } = recognize(jfrFile({ events: [{ event: 'jdk.CPULoad' }] }), 'app.jfr');
    expect(interest).toMatch(/^It has no samples of code, allocations or locks\. /);
    expect(remedy).toMatch(/^Record samples of code and allocations: jcmd PID JFR\.start settings=profile /);
  });

  it('another version is not read, and each usual kind has its command', () => {
    const { interest, remedy } = recognize(jfrFile({ events: [sample], version: 1 }), 'app.jfr');
    expect(interest).toBe('It may hold CPU, allocation and lock events of the JVM.');
    expect(remedy).toContain('--lock --total app.jfr lock.pb.gz');
    expect(remedy).toContain('jfr summary app.jfr');
  });
});

it('a file that is cut anywhere, or has broken bytes, is counted as far as it goes', () => {
  const bytes = jfrFile({ events: [monitor(5, 250), sample] });
  expect(readJfr(bytes, false)?.isWhole).toBe(true);
  const cut = readJfr(bytes.subarray(0, bytes.length - 2), true);
  expect([cut?.isWhole, cut?.kinds.get('jdk.JavaMonitorEnter')?.count]).toEqual([false, 1]);
  for (let end = 0; end < bytes.length; end += 7) expect(readJfr(bytes.subarray(0, end), true)?.isWhole).not.toBe(true);
  for (let at = 4; at < bytes.length; at += 3) {
    const broken = bytes.slice();
    broken[at] = 255;
    expect(() => recognize(broken, 'app.jfr')).not.toThrow();
  }
});
