// Writes core/contract/schemas.json, the JSON schemas of contract.ts that openapi.json serves.
// With --check it only says whether the file is up to date (exit code 1 when not).
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { createGenerator } from 'ts-json-schema-generator';

const root = fileURLToPath(new URL('..', import.meta.url));
const file = `${root}core/contract/schemas.json`;
const schema = createGenerator({
  path: `${root}core/contract/contract.ts`,
  tsconfig: `${root}tsconfig.json`,
  type: '*',
  skipTypeCheck: true,
  additionalProperties: false,
}).createSchema('*');
const text = `${JSON.stringify(schema.definitions, null, 1)}\n`;
if (process.argv.includes('--check')) {
  if (readFileSync(file, 'utf8') !== text) {
    console.error('core/contract/schemas.json does not match contract.ts; run "npm run schemas".');
    process.exit(1);
  }
} else {
  writeFileSync(file, text);
}
