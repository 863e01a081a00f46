import { expect, it } from 'vitest';
import { locksBesideBlock } from './locksBesideBlock.ts';

const dump = (sentence: string) => ({ name: 'pp.txt', format: 'panicparse', sentence, text: '' });
const block = (...rows: string[]) => ({ name: 'block.txt', format: 'pprof-text', sentence: '', text: ['Type: delay',
  '      flat  flat%   sum%        cum   cum%', ...rows].join('\n') });
const LOCKS = '35 of 96 goroutines wait for locks: 30 for a mutex in store.(*Shards).get.';
const IDLE = '    99s 99% 99%    99s 99%  runtime.selectgo';

it('a block profile of idle loops is no evidence against waits for locks', () => {
  expect(locksBesideBlock(block(IDLE), dump(LOCKS))).toMatch(/^pp\.txt shows goroutines that wait for locks; /);
  expect(locksBesideBlock(dump(LOCKS), block(IDLE))).toContain('(99 % is in runtime.selectgo, the waiting of ');
});

it('not if the profile shows other waits, or the goroutines wait for none', () => {
  expect(locksBesideBlock(dump(LOCKS), block('    60s 60% 60%    60s 60%  runtime.selectgo'))).toBeNull();
  expect(locksBesideBlock(dump('It has 62 goroutines.'), block(IDLE))).toBeNull();
});
