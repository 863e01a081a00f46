import { expect, it } from 'vitest';
import { parseConfigText } from '../configFile.ts';

const read = (more: string) => parseConfigText('f.yml', `targets:\n- {url: "http://a:1", ${more}}\n`).targets;

it('names the query log of a target, and whether texts are kept', () => {
  expect(read('query_log: /prometheus/query.log, query_texts: false'))
    .toMatchObject([{ queryLog: '/prometheus/query.log', queryTexts: false }]);
  expect(read('labels: {}')[0]).not.toHaveProperty('queryLog');
});

it.each([['query_log: query.log', 'must be an absolute path'], ['query_texts: some', 'query_texts']])(
  'refuses %s', (text, why) => { expect(() => read(text)).toThrow(why); }
);
