import { expect, it } from 'vitest';
import { Faults } from './faults.ts';

it('a loss is kept once, until restart; a fault from when it began until it is mended; each is told once', () => {
  const told: string[] = [];
  let nowMs = 1000;
  const faults = new Faults((sentence) => { told.push(sentence); }, () => nowMs);
  let changes = 0;
  faults.onChange(() => { changes += 1; });
  faults.notice('A note is lost.');
  faults.notice('A note is lost.');
  faults.set('/a', 'a cannot be read.', 'prom');
  nowMs = 5000;
  faults.set('/a', 'a cannot be read.', 'prom');
  faults.set('/a', 'a is a folder.', 'prom');
  faults.set('/b', 'The disk is nearly full.');
  expect(faults.report()).toEqual({
    notices: ['A note is lost.'],
    faults: [
      { message: 'a is a folder.', target: 'prom', since: 1 },
      { message: 'The disk is nearly full.', target: null, since: 5 },
    ],
  });
  expect(told).toEqual(['A note is lost.', 'a cannot be read.', 'The disk is nearly full.']);
  faults.mended('/a');
  faults.mended('/a');
  expect(faults.report().faults.map(({ message }) => message)).toEqual(['The disk is nearly full.']);
  expect(changes).toBe(5);
});

it('a thousand losses are counted and not all shown', () => {
  const faults = new Faults();
  for (let i = 0; i < 1000; i++) faults.notice(`Note ${i} is lost.`);
  for (let i = 0; i < 1000; i++) faults.set(`/p/${i}`, `File ${i} cannot be read.`);
  expect(faults.report().notices).toHaveLength(51);
  expect(faults.report().notices.at(-1)).toBe('950 further notices are in the log.');
  expect(faults.report().faults.at(-1)?.message).toBe('950 further faults are in the log.');
});

it('of the notices that are not shown, too, each is counted and told once', () => {
  const told: string[] = [];
  const faults = new Faults((sentence) => { told.push(sentence); });
  for (let round = 0; round < 3; round++) for (let i = 0; i < 60; i++) faults.notice(`Note ${i} is lost.`);
  expect(told).toHaveLength(60);
  expect(faults.report().notices.at(-1)).toBe('10 further notices are in the log.');
});

it('a fault whose figures change with every look is told when it begins, also when it begins again', () => {
  const told: string[] = [];
  const faults = new Faults((sentence) => { told.push(sentence); });
  for (const share of [5, 4, 3]) faults.set('disk', `${share} % of the disk are free.`);
  expect(faults.report().faults).toMatchObject([{ message: '3 % of the disk are free.' }]);
  faults.mended('disk');
  faults.set('disk', '2 % of the disk are free.');
  expect(told).toEqual(['5 % of the disk are free.', '2 % of the disk are free.']);
});
