import { expect, it } from 'vitest';
import { recognize } from '../../../recognize.ts';

const of = (...rows: (readonly [share: string, name: string])[]): string | null => recognize(new TextEncoder().encode([
  '# Overhead  Command  Shared Object  Symbol',
  ...rows.map(([share, name]) => `    ${share}%  shopd  shopd  [.] ${name}`),
].join('\n'))).interest;

it('rows of perf report are summed by kind, if they are of several', () => {
  const rows = [['20.00', 'compress/flate.(*compressor).deflate'], ['14.00', 'runtime.scanobject'],
    ['9.00', 'encoding/json.compact'], ['6.00', 'runtime.mallocgc']] as const;
  expect(of(...rows)).toContain(' By kind: compression 20 %, garbage collection 14 %, JSON 9 %.');
  expect(of(['30.00', 'shop.example/a.sum'], ['20.00', 'runtime.scanobject'], ['5.00', 'shop.example/a.run']))
    .not.toContain('By kind');
});
