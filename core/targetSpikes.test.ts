import { expect, it } from 'vitest';
import { answerOf } from '../testdata/answers.ts';
import { targetSpikes } from './targetSpikes.ts';

const answers = {
  'gc-cpu': answerOf('gc-cpu'), scrapes: answerOf('scrapes'), memory: answerOf('memory'),
  compaction: answerOf('compaction'),
};

it('has the spikes of the panels as they are, those of CPU at the top', () => {
  const all = targetSpikes(answers);
  expect(all).toMatchObject({ range: answers['gc-cpu'].range, ...answers['gc-cpu'].spikes });
  expect(all.others).toEqual([answers.scrapes.spikes, answers.memory.spikes]);
});

it('leaves out what is not known', () => {
  const unknown = { ...answers.memory.spikes, quiet: null };
  const diskSpikes = { ...answers.memory.spikes, quantity: 'disk-io' as const };
  const { others } = targetSpikes({
    ...answers, memory: { ...answers.memory, spikes: unknown }, compaction: { ...answers.compaction, diskSpikes },
  });
  expect(others.map(({ quantity }) => quantity)).toEqual(['scrape-duration', 'disk-io']);
});
