/** Tests that what followed from an error is told after it, and that no guess stands beside a kill that is told. */
import { describe, expect, it } from 'vitest';
import { knownFacts } from '../known/knownTexts.ts';
import { isConsequence, isKillGuess } from './consequences.ts';
import { KNOWN_MESSAGES } from './knownMessages.ts';

const said = (...lines: string[]): string => {
  const facts = knownFacts(lines.join('\n'));
  return facts === null ? '' : [facts.kills ?? '', ...facts.sentences].join(' ').trim();
};

it('all of them are messages of the table', () => {
  expect(KNOWN_MESSAGES.filter(({ message }) => isConsequence(message))).toHaveLength(18);
  expect(KNOWN_MESSAGES.filter(({ message }) => isKillGuess(message))).toHaveLength(5);
});

describe('a service that systemd starts no more', () => {
  const AGAIN = '- `a.service: Start request repeated too quickly.`';

  it('comes after the error of its program', () => {
    expect(said(AGAIN, '', '- `error sending alert`'))
      .toMatch(/^It has the error "error sending alert" .*repeated too/);
  });

  it('is told alone, and before warnings', () => {
    expect(said(AGAIN, '', '- `time retention value is too high`'))
      .toMatch(/^It has the error "Start request repeated/);
  });
});

it('an output of Telegraf that wrote to no address comes after what an address answered', () => {
  expect(said('- `could not write any address`', '', '- `[outputs.influxdb] When writing to [http://db.test:8086]: '
    + 'Post "http://db.test:8086/write?db=a": dial tcp 10.0.0.9:8086: connect: connection refused`'))
    .toMatch(/^It has the error "When writing to \[http.*"could not write any address"/);
});

describe('a process that was killed', () => {
  const STATUS = '- `a.service: Main process exited, code=killed, status=9/KILL`';

  it('has no other guess beside the line of the kernel', () => {
    const kill = '- `Out of memory: Killed process 77 (a) total-vm:9kB, anon-rss:1048576kB, file-rss:0kB`';
    expect(said(STATUS, '', kill)).toMatch(/^The kernel killed a /);
    expect(said(STATUS, '', kill)).not.toContain('by a person');
    expect(said(STATUS)).toContain('by a person');
  });
});
