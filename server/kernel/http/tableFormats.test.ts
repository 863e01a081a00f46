import { describe, expect, it } from 'vitest';
import { csv, plainText } from './tableFormats.ts';

const TABLE = {
  header: ['function', 'flat', 'share', 'file'],
  rows: [
    ['runtime.scanobject', 8990, 0.12, '/a.go'], ['say "hi", all', -5, null, ''],
    ['=HYPERLINK("http://x")', 0, 0, 'two\nlines'],
  ],
};

describe('tables as', () => {
  it('CSV quote what must be quoted and disarm formulas; numbers stay as they are', () => {
    expect(csv(TABLE)).toBe([
      'function,flat,share,file',
      'runtime.scanobject,8990,0.12,/a.go',
      '"say ""hi"", all",-5,,',
      '"\'=HYPERLINK(""http://x"")",0,0,"two\nlines"',
      '',
    ].join('\r\n'));
  });

  it('text stand in columns, and no name breaks a line', () => {
    expect(plainText(TABLE).split('\n')).toEqual([
      'function                flat  share  file',
      'runtime.scanobject      8990   0.12  /a.go',
      'say "hi", all             -5',
      '=HYPERLINK("http://x")     0      0  two?lines',
      '',
    ]);
  });
});
