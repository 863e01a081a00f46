import { expect, it } from 'vitest';
import type { LoggedQuery } from '../../../../core/contract/contract.ts';
import type { PanelInputs } from '../../../../core/panels.ts';
import { fail } from '../../../../core/result.ts';
import type { PanelQuery } from '../../../data/store/dataStore.ts';
import { PanelAnswers, type InputSources } from '../answers/panelInputs.ts';

const LOGGED: LoggedQuery = {
  text: 'sum(secret_metric)', start: 1, end: 2, evalSeconds: 1, queueSeconds: 0, samples: 5, peakSamples: 5,
  rangeSeconds: 0, origin: { kind: 'http', client: '10.0.0.1', path: '/api/v1/query' }, error: 'no secret_metric',
};

/** The queries that a panel was asked with. */
async function asked(ask: (panels: PanelAnswers, query: PanelQuery) => Promise<unknown>): Promise<unknown> {
  let given: readonly LoggedQuery[] = [];
  const sources = {
    queries: { within: () => Promise.resolve([LOGGED]) }, captures: { list: () => [] }, head: { within: () => [] },
    profiles: { list: () => Promise.resolve([]) },
    trains: { scrapes: () => [] },
    targets: { scraper: () => undefined, group: () => undefined, tsdb: () => undefined, incident: () => undefined },
    data: {
      panel: (_panel: string, { inputs }: { inputs: PanelInputs }) => {
        given = inputs.queries;
        return Promise.resolve(fail('not_found', 'no samples'));
      },
    },
  } as unknown as InputSources & ConstructorParameters<typeof PanelAnswers>[0];
  await ask(new PanelAnswers(sources), { target: 'prom', startMs: 0, endMs: 9000 } as PanelQuery);
  return given;
}

it('gives the page the texts and clients of queries', async () => {
  expect(await asked((panels, query) => panels.panel('gc-cpu', query))).toEqual([LOGGED]);
});

it('gives pictures and embeds neither', async () => {
  const given = await asked((panels, query) => panels.drawn('gc-cpu', query));
  expect(given).toMatchObject([{ start: 1, end: 2, samples: 5 }]);
  expect(JSON.stringify(given)).not.toMatch(/secret_metric|10\.0\.0\.1/);
});
