/** `tsdbscope open FILE...`: opens files in a running tsdbscope from a console. */
import { basename } from 'node:path';
import { apiClient, ApiError } from '../../../core/client/apiClient.ts';
import type { OpenedFile, OpenedFiles } from '../../../core/contract/contract.ts';
import { visible } from '../../analysis/benchmarks/textColumns.ts';
import { InputError } from '../../kernel/config/usageError.ts';
import { recognize } from '../../analysis/open/recognize.ts';
import { readCommandFile } from './commandFiles.ts';
import type { CommandResult } from './commandResult.ts';
import type { OpenCommand } from './openCommand.ts';

const TIMEOUT_MS = 120_000;
const PASTED = 'pasted.txt';
const MAX_NAME = 300;
/** Size of all files, and number of them, up to which they are sent together. */
const MAX_TOGETHER_BYTES = 32 * 2 ** 20;
const MAX_TOGETHER = 30;

interface Named { name: string; bytes: Uint8Array; fileName: string }

const sizeOf = (files: readonly Named[]): number => files.reduce((sum, { bytes }) => sum + bytes.length, 0);

/** Returns the names that files have in one form; null if two have the same name in the same folder. */
function formNames(files: readonly Named[]): string[] | null {
  const choices = [files.map(({ fileName }) => fileName), files.map(({ name }) => plainPath(name))];
  return choices.find((names) => new Set(names).size === names.length) ?? null;
}

/** Returns a path without what an upload refuses: it is relative, and stays in its folder. */
const plainPath = (path: string): string => path.replace(/^[a-zA-Z]:/, '').split(/[\\/]/)
  .filter((part) => part !== '' && part !== '.' && part !== '..').slice(-3).join('/') || PASTED;

/** Throws UsageError for a file that cannot be read, InputError if no tsdbscope answers, or it refuses. */
export async function runOpen({ files, url, format, token }: OpenCommand): Promise<CommandResult> {
  const authorization: Record<string, string> = token === null ? {} : { authorization: `Bearer ${token}` };
  const { post } = apiClient(({ address, method, headers, body }) => fetch(url + address, {
    method, headers: { ...headers, ...authorization }, redirect: 'error', signal: AbortSignal.timeout(TIMEOUT_MS),
    ...(body === undefined ? {} : { body }),
  }));
  const readNamed = async (file: string): Promise<Named> => {
    const { name, bytes } = await readCommandFile('open', file);
    return { name, bytes, fileName: file === '-' ? PASTED : basename(name).slice(0, MAX_NAME) };
  };
  const send = async (named: readonly Named[], query: { name?: string }, body: BodyInit): Promise<OpenedFiles> => {
    try {
      return await post('/open', { query, body }, ['files']);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      const names = named.map(({ name }) => name).join(', ');
      if (error.kind !== 'network') throw new InputError(`open: ${names}: ${error.message}`);
      throw new InputError(`open: no tsdbscope answers at ${url}; start one, or give its address with --url. `
        + named.map(({ name, bytes, fileName }) => `${name} is ${recognize(bytes, fileName).name}.`).join(' '));
    }
  };
  const alone = async (file: Named): Promise<OpenedFile[]> =>
    (await send([file], { name: file.fileName }, new Blob([new Uint8Array(file.bytes)]))).files;
  const opened: OpenedFile[] = [];
  let shared: string | null = null;
  const held: Named[] = [];
  let areTogether = files.length > 1 && files.length <= MAX_TOGETHER;
  for (const file of files) {
    held.push(await readNamed(file));
    areTogether &&= sizeOf(held) <= MAX_TOGETHER_BYTES;
    // What is too large to be sent together is not held together either.
    if (!areTogether) for (const one of held.splice(0)) opened.push(...await alone(one));
  }
  const names = formNames(held);
  if (names === null) for (const one of held) opened.push(...await alone(one));
  else if (held.length > 0) {
    // Files that are sent together are compared.
    const form = new FormData();
    held.forEach(({ bytes }, i) => { form.append('file', new Blob([new Uint8Array(bytes)]), names[i] ?? PASTED); });
    const answer = await send(held, {}, form);
    opened.push(...answer.files);
    shared = answer.files.length > 1 ? answer.address : null;
  }
  const exitCode = opened.every(({ outcome }) => outcome === 'opened') ? 0 : 1;
  if (format === 'json') return { output: `${JSON.stringify(opened, null, 1)}\n`, exitCode };
  // A page of one of the files is listed with that file.
  const joint = opened.some(({ address }) => address === shared) ? null : shared;
  const output = opened.map(({ name, sentence, address }) => `${visible(name)}: ${visible(sentence)}\n${
    address === null || joint !== null ? '' : `  ${url}${address}\n`}`).join('');
  return { output: joint === null ? output : `${output}  ${url}${joint}\n`, exitCode };
}
