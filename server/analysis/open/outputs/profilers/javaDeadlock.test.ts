import { expect, it } from 'vitest';
import { recognize } from '../../recognize.ts';

const REPORT = [
  'Found one Java-level deadlock:', '=============================', '"Thread-1":',
  '  waiting to lock monitor 0x00007f8e0c0062c8 (object 0x000000076ab2d5c0, a java.lang.Object),',
  '  which is held by "Thread-0"', '"Thread-0":',
  '  waiting for ownable synchronizer 0x000000076ab2d5d0, (a java.util.concurrent.locks.ReentrantLock$NonfairSync),',
  '  which is held by "Thread-1"', '', 'Java stack information for the threads listed above:',
  '===================================================', '"Thread-1":', '\tat com.acme.Bank.transfer(Bank.java:31)',
  '\t- waiting to lock <0x000000076ab2d5c0> (a java.lang.Object)', '"Thread-0":',
  '\tat java.base@17/java.util.concurrent.locks.LockSupport.park(LockSupport.java:211)',
  '\tat com.acme.Bank.audit(Bank.java:25)', '', 'Found 1 deadlock.',
];
const SAID = 'It has a deadlock: "Thread-1" waits for a lock that "Thread-0" holds, at Bank.java:31 (Bank.transfer); '
  + '"Thread-0" waits for a lock that "Thread-1" holds, at Bank.java:25 (Bank.audit).';

it('names who waits for whom, and where, with the dump above it or alone', () => {
  const { format, interest } = recognize(new TextEncoder().encode(REPORT.join('\n')));
  expect([format, interest]).toEqual(['java-deadlock', SAID]);
  const dump = ['Full thread dump OpenJDK 64-Bit Server VM (17):', '',
    '"Thread-1" #12 prio=5 os_prio=0 tid=0x00007f1 nid=0x1a waiting for monitor entry [0x00007f]',
    '   java.lang.Thread.State: BLOCKED (on object monitor)', '\tat com.acme.Bank.transfer(Bank.java:31)', ''];
  const whole = recognize(new TextEncoder().encode([...dump, ...REPORT].join('\n')));
  expect(whole.format).toBe('java-threads');
  expect(whole.interest).toContain(SAID);
  expect(whole.interest).toMatch(/take the locks in one order everywhere, or with tryLock and a timeout/);
});

it('names where a thread took the lock that it holds', () => {
  const lines = REPORT.map((line) => (line.includes('audit') ? `${line}\n\tat com.acme.Bank.close(Bank.java:12)\n`
    + '\t- locked <0x000000076ab2d5c0> (a java.lang.Object)' : line));
  expect(recognize(new TextEncoder().encode(lines.join('\n'))).interest)
    .toContain('at Bank.java:25 (Bank.audit), holding one that it took at Bank.java:12 (Bank.close).');
});
