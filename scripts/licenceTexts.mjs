import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const LICENCE_FILE = /^(?:licen[cs]e|copying|notice)(?:[.-][\w.-]*)?$/i;

/**
 * The licence files of all packages as one text, since builds contain their code. `licences`: what `pnpm licenses list
 * --json` says, packages by licence. Packages with the same files share a paragraph; one without a file has the licence
 * that it declares, and its author.
 */
export function licenceTexts(licences) {
  const byText = new Map();
  for (const { name, versions, paths, license, author } of Object.values(licences).flat()) {
    versions.forEach((version, i) => {
      const text = textIn(paths[i]) || `Licence: ${license}${author ? `\nAuthor: ${author}` : ''}`;
      byText.set(text, [...byText.get(text) ?? [], `${name} ${version}`]);
    });
  }
  const paragraphs = [...byText].map(([text, packages]) => `${packages.sort().join('\n')}\n\n${text}\n`);
  return paragraphs.sort().join(`\n${'-'.repeat(80)}\n\n`);
}

function textIn(path) {
  const files = readdirSync(path, { withFileTypes: true })
    .filter((entry) => entry.isFile() && LICENCE_FILE.test(entry.name)).map(({ name }) => name).sort();
  return files.map((file) => readFileSync(join(path, file), 'utf8').trim()).join('\n\n');
}
