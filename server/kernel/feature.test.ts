import { Router } from 'express';
import { expect, it } from 'vitest';
import { Features, type Feature, type Kernel, type Opened } from './feature.ts';

/** A feature that notes what is asked of it. */
function noted(name: string, said: string[]): Feature<{ after?: string }, Opened & { given: string }> {
  const say = (what: string): void => { said.push(`${name} ${what}`); };
  return {
    name,
    open: (_, { after = 'nothing' }) => {
      say(`opens after ${after}`);
      return {
        given: `what ${name} gives`, routes: [Router()],
        metrics: () => [{ name: `${name}_metric`, help: 'x', rows: [] }],
        startLines: [`${name} is here`],
        start: () => { say('starts'); },
        quiet: () => { say('is quiet'); },
        stop: async (stored) => {
          await stored;
          say('stops');
        },
        close: () => Promise.resolve(say('closes')),
      };
    },
  };
}

it('opens and starts features in order, hands on what one returns, and ends them backwards', async () => {
  const said: string[] = [];
  const features = new Features({} as Kernel);
  const { given } = await features.open(noted('first', said), {});
  await features.open(noted('second', said), { after: given });
  await features.start();
  features.quiet();
  let store: () => void = () => undefined;
  const stopped = features.stop(new Promise((done) => { store = done; }));
  said.push('the last scrapes are stored');
  store();
  await stopped;
  await features.close();
  expect(said).toEqual([
    'first opens after nothing', 'second opens after what first gives', 'first starts', 'second starts',
    'second is quiet', 'first is quiet', 'the last scrapes are stored', 'second stops', 'first stops',
    'second closes', 'first closes',
  ]);
  expect(features.routes()).toHaveLength(2);
  expect(features.metrics().map(({ name }) => name)).toEqual(['first_metric', 'second_metric']);
  expect(features.startLines()).toEqual(['first is here', 'second is here']);
});

it('starts a feature that a reload asks for', async () => {
  const said: string[] = [];
  const features = new Features({} as Kernel);
  await features.start();
  await features.open(noted('late', said), {});
  expect(said).toEqual(['late opens after nothing', 'late starts']);
});

it('has nothing of features that have nothing', async () => {
  const features = new Features({} as Kernel);
  await features.open({ name: 'empty', open: () => ({}) }, undefined);
  await features.start();
  features.quiet();
  await features.stop(Promise.resolve());
  await features.close();
  expect([features.routes(), features.metrics(), features.queues(), features.dropped(), features.status()])
    .toEqual([[], [], [], [], {}]);
});
