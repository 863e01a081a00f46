// Draws docs/images/architecture.svg from imports.table.ts and what the code imports today: npm run architecture
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { runnerImport } from 'vite';

const root = fileURLToPath(new URL('..', import.meta.url));
const { module: picture } = await runnerImport(`${root}imports.picture.ts`, { root });
const { module: scan } = await runnerImport(`${root}imports.scan.ts`, { root });
writeFileSync(`${root}docs/images/architecture.svg`, await picture.drawArchitecture(scan.allImports()));
