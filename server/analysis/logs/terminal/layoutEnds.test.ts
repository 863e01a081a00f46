/** Tests that lines of one length that end alike are not taken for lines that a terminal cut. */
import { expect, it } from 'vitest';
import { layoutOf } from '../layout.ts';

const AT = 'time="2024-02-03T04:05:06+08:00"';
const mode = (value: string): string =>
  `${AT} level=warning msg="Storage has entered rushed mode." urgencyScore=${value}`;
const start = (width: number): string => {
  const [before, behind] = [`${AT} level=info msg="Loading the series `, '" '];
  return `${before}${'x'.repeat(width - before.length - behind.length)}${behind}`;
};

it('lines behind whose last value a blank stands are whole, also if another line has their length', () => {
  const lines = ['0.9321', '0.8765', '0.8512', '0.91', '0.87'].map((value) => `${mode(value)} `);
  const width = lines[0]?.length ?? 0;
  expect(layoutOf([start(width), ...lines].join('\n')).cutWidth).toBeNull();
});

it('several messages that end within a value at one length are cut', () => {
  const lines = ['0.9321', '0.8765', '0.8512'].map(mode);
  const width = lines[0]?.length ?? 0;
  expect(layoutOf([start(width), ...lines].join('\n')).cutWidth).toBe(width);
});
