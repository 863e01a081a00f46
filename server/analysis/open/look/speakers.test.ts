import { expect, it } from 'vitest';
import { writersSentences } from './writersSentences.ts';

const OWN = 'It fails since we moved to the new host.';
const ALSO = 'The same host worked well in May.';
const OTHER = 'I had that after an update of the firewall.';
const said = (...lines: string[]): string[] => writersSentences(lines.join('\n'));

it.each([
  ['comments', ['# Title', '', OWN, '', '---', '', '**a-b** commented', '', OTHER, '', '**reporter** commented', ALSO]],
  ['a chat in lines', [`[15:40] ann: ${OWN}`, `[15:41] bob: ${OTHER}`, `[15:42] ann: ${ALSO}`]],
  ['comments with a time', [OWN, '', 'some-one commented 3 days ago', '', OTHER, '', '@op commented:', '', ALSO]],
  ['a chat', ['#room, times are UTC', '', '**ann** 14:58', OWN, '', '**bob** 15:03', OTHER, '', '**ann** 15:06', ALSO]],
  ['quoted mail', [OWN, '', ALSO, '', 'It has eight cores and much memory.', '', `> ${OTHER}`]],
])('leaves out the words of others: %s', (_, lines) => {
  expect(said(...lines)).toEqual(expect.arrayContaining([OWN, ALSO]));
  expect(said(...lines)).not.toContain(OTHER);
});

it('keeps a report that is quoted as a whole, and sentences that only look like a head', () => {
  expect(said(`> ${OWN}`, '>', `> ${ALSO}`)).toEqual([OWN, ALSO]);
  expect(said('The server commented out lines in its file.', ALSO)).toContain(ALSO);
});

it('leaves out an answer to a question that is not shown', () => {
  expect(said('No, it is the same subnet and the port answers.', OWN)).toEqual([OWN]);
});
