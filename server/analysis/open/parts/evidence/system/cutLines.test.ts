import { expect, it } from 'vitest';
import { cutLines } from './cutLines.ts';

const line = (text: string, width = 90): string =>
  `${`Mar 04 10:00:00 host-a shopd[12]: ${text}${'x'.repeat(200)}`.slice(0, width - 1)}>`;

it('tells how to see errors whole that a pager cut at one width', () => {
  const text = [line('level=info msg=started '), line('level=error msg="sync failed" err="')].join('\n');
  expect(cutLines('It logged the error "sync failed".', text)).toBe('Its errors are cut at the edge of the screen (">" '
    + 'at the end): journalctl --no-pager -o cat, with the same other options, shows them whole.');
  expect(cutLines('See journalctl -u shopd --no-pager.', text)).toBeNull();
});

it('says nothing of lines that end with that mark at other widths, or without an error', () => {
  expect(cutLines('', [line('level=info a '), line('level=error b ', 95)].join('\n'))).toBeNull();
  expect(cutLines('', [line('level=info a '), line('level=info b ')].join('\n'))).toBeNull();
  expect(cutLines('', line('level=error a '))).toBeNull();
});
