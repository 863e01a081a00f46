/** Reads the keys of a configuration file for viewing profiles. */
import { statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import type { Config } from './configTypes.ts';
import type { YamlSection } from './yamlReader.ts';

const MAX_ROOTS = 50;
const MAX_SUBSYSTEMS = 100;

/** Returns the folders, relative to the configuration file. Each must exist when the program starts. */
export function readSourceRoots(root: YamlSection, file: string): string[] {
  const folders = root.strings('source_roots').map((folder) => resolve(dirname(file), folder));
  if (folders.length > MAX_ROOTS) throw root.mistake('source_roots', `names more than ${MAX_ROOTS} folders.`);
  for (const folder of folders) {
    if (statSync(folder, { throwIfNoEntry: false })?.isDirectory() !== true)
      throw root.mistake('source_roots', `"${folder}" is not a folder.`);
  }
  return folders;
}

/** Reads `profiles.binaries`: a folder, relative to the configuration file. It must exist when the program starts. */
export function readBinaries(profiles: YamlSection, file: string): string | undefined {
  const text = profiles.string('binaries');
  if (text === undefined) return undefined;
  const folder = resolve(dirname(file), text);
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory() !== true)
    throw profiles.mistake('binaries', `"${folder}" is not a folder.`);
  return folder;
}

/** Reads `- {name, functions: [expressions], id}`; `id` defaults to the name in lower case, with dashes. */
export function readSubsystems(root: YamlSection): Config['subsystems'] {
  const sections = root.sections('subsystems');
  if (sections.length > MAX_SUBSYSTEMS) throw root.mistake('subsystems', `has more than ${MAX_SUBSYSTEMS} items.`);
  return sections.map((section) => {
    const name = section.string('name');
    if (name === undefined) throw section.mistake('name', 'is missing.');
    const functions = section.strings('functions');
    if (functions.length === 0)
      throw section.mistake('functions', 'is missing; give a list of expressions for function names.');
    const id = section.string('id') ?? name.toLowerCase().replace(/[^a-z0-9]+/g, '-').replace(/^-|-$/g, '');
    section.end();
    return { id, name, functions };
  });
}
