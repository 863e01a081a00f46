/** Tests that events of other versions of Go are reported. */
import { expect, it } from 'vitest';
import { goEventsWords } from './goEvents.ts';

const START = '{"Time":"2024-01-01T00:00:00Z","Action":"start","Package":"a"}\n';
const OUTPUT = '{"Time":"2024-01-01T00:00:00Z","Action":"output","Package":"a","Output":"PASS\\n"}\n';

it('an event that only newer versions print tells two outputs apart', () => {
  const [older, newer] = [{ name: 'a.json', text: OUTPUT }, { name: 'b.json', text: START + OUTPUT }];
  expect(goEventsWords(older, newer)).toContain('so a.json seems to be of an older Go');
  expect(goEventsWords(newer, newer)).toBeNull();
  expect(goEventsWords(older, { name: 'c.txt', text: 'PASS' })).toBeNull();
});
