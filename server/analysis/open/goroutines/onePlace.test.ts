import { expect, it } from 'vitest';
import { recognize } from '../recognize.ts';

const told = (...lines: string[]): string | null => recognize(new TextEncoder().encode(lines.join('\n'))).interest;
const one = (id: number, state: string, line = 214): string[] => [
  `goroutine ${id} [${state}]:`, 'example.com/shop/store.func\u00b7014(0xc2, 0x14)',
  `    /src/example.com/shop/store/index.go:${line}`, 'created by example.com/shop/store.group',
  '    /src/example.com/shop/store/index.go:219 +0x3d7', '',
];

it('goroutines of one place that are ready to run were started by one statement', () => {
  expect(told(...one(101_627, 'runnable'), ...one(101_626, 'runnable'), ...one(101_625, 'runnable'))).toBe(
    'It has 3 goroutines: 3 in "runnable". All are in store.func\u00b7014 (index.go:214), started by store.group '
      + '(index.go:219): one statement starts them, and nothing in the text limits their number. They are ready to '
      + 'run: nothing in the text blocks them. By the highest id, about 101,627 goroutines were started since the '
      + 'program began; 3 are in the text. Count them in a whole dump, twice, some time apart.'
  );
});

it('those that wait are not ready to run', () => {
  const facts = told(...one(70_000, 'chan send, 3 minutes'), ...one(70_002, 'chan send, 3 minutes'));
  expect(facts).toContain('about 70,002 goroutines were started');
  expect(facts).not.toContain('ready to run');
});

it.each([
  ['several places', [...one(101_627, 'runnable'), ...one(101_626, 'runnable', 300)]],
  ['a few workers that wait', [...one(18, 'select'), ...one(19, 'select')]],
  ['one goroutine', one(101_627, 'runnable')],
])('says nothing of %s', (_, lines) => { expect(told(...lines) ?? '').not.toContain('one statement starts'); });
