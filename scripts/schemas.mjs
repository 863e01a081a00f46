// Writes core/contract/schemas.json, the JSON schemas of the contract's types, and core/client/openapi.ts, the types of
// the client, from openapi.json, and the tables of known issues as JSON. `ensureSchemas` runs it when any of these
// changed; the files are not tracked.
import { writeFileSync } from 'node:fs';
import openapiTypes, { astToString } from 'openapi-typescript';
import { createGenerator } from 'ts-json-schema-generator';
import ts from 'typescript';
import { createServer } from 'vite';
import { GENERATED, root } from './freshness.mjs';
import { writeKnownIssues } from './knownIssues.mjs';

const COLUMNS = 120;
const schema = createGenerator({
  path: `${root}core/contract/contract.ts`,
  tsconfig: `${root}tsconfig.json`,
  type: '*',
  skipTypeCheck: true,
  additionalProperties: false,
}).createSchema('*');
writeKnownIssues();
const [schemasFile, typesFile] = GENERATED.map((name) => `${root}${name}`);
writeFileSync(schemasFile, `${JSON.stringify(schema.definitions, null, 1)}\n`);
writeFileSync(typesFile, await clientTypes());

/**
 * Answers are the contract's own types, so that the page knows them by their names; routes beside the API are not the
 * client's.
 */
async function clientTypes() {
  const vite = await createServer({
    configFile: false, root, appType: 'custom', logLevel: 'error',
    server: { middlewareMode: true, watch: null, ws: false },
  });
  const { openApi } = await vite.ssrLoadModule('/server/program/api/http/openapi.ts');
  await vite.close();
  // Through JSON, as it is served.
  const document = JSON.parse(JSON.stringify(openApi('')));
  document.paths = Object.fromEntries(
    Object.entries(document.paths).filter(([, { servers }]) => servers === undefined)
  );
  const nodes = await openapiTypes(document, {
    inject: 'import type * as contract from \'../contract/contract.ts\';\n',
    transform: (_, { path }) => {
      const name = /^#\/components\/schemas\/(\w+)$/.exec(path ?? '')?.[1];
      return name === undefined ? undefined : ts.factory.createTypeReferenceNode(`contract.${name}`);
    },
  });
  const unused = /^ *(header|cookie|get|put|post|delete|options|head|patch|trace)\?: never;\n/gm;
  const text = astToString(nodes).replace(unused, '').replace(/^export type .*\n/gm, '');
  return `// Made from openapi.json by "npm run schemas"; not to be edited.\n${wrapped(text)}`;
}

/** Lines that are longer than a line of this project, over as many as they need: comments, and unions of texts. */
function wrapped(text) {
  const comment = /^( *)(\/\*\*| \*) (.*?)( \*\/)?$/gm;
  return text.replace(comment, (line, indent, open, words, close) => {
    if (line.length <= COLUMNS) return line;
    const body = rowsOf(words, COLUMNS - 3 - indent.length).map((row) => `${indent} * ${row}`).join('\n');
    return open === ' *' ? body : `${indent}/**\n${body}${close === undefined ? '' : `\n${indent} */`}`;
  }).replace(/^( *)(.* \| .*)$/gm, (line, indent, union) => (
    line.length <= COLUMNS ? line
      : indent + rowsOf(union, COLUMNS - 4 - indent.length, '(?=\\| )').join(`\n${indent}    `)));
}

/** Rows of at most so many characters, broken at spaces (`before`: only at those in front of it). */
function rowsOf(words, most, before = '') {
  return (words.match(new RegExp(`.{1,${most}}(?: ${before}|$)`, 'g')) ?? [words]).map((row) => row.trimEnd());
}
