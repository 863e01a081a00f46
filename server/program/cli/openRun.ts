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
/** Size of two files up to which they are sent together. */
const MAX_PAIR_BYTES = 32 * 2 ** 20;

interface Named { name: string; bytes: Uint8Array; fileName: string }

/** Returns the names that two files have in one form; null if they are large, or have the same name. */
function pairNames([one, other]: readonly [Named, Named]): [string, string] | null {
  if (one.bytes.length + other.bytes.length > MAX_PAIR_BYTES) return null;
  if (one.fileName !== other.fileName) return [one.fileName, other.fileName];
  const [first, second] = [plainPath(one.name), plainPath(other.name)];
  return first === second ? null : [first, second];
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
  const read = async (file: string): Promise<Named> => {
    const { name, bytes } = await readCommandFile('open', file);
    return { name, bytes, fileName: file === '-' ? PASTED : basename(name).slice(0, MAX_NAME) };
  };
  const send = async (named: readonly Named[], query: { name?: string }, body: BodyInit): Promise<OpenedFiles> => {
    try {
      return await post('/open', { query, body }, ['files']);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      const names = named.map(({ name }) => name).join(' and ');
      if (error.kind !== 'network') throw new InputError(`open: ${names}: ${error.message}`);
      throw new InputError(`open: no tsdbscope answers at ${url}; start one, or give its address with --url. `
        + named.map(({ name, bytes, fileName }) => `${name} is ${recognize(bytes, fileName).name}.`).join(' '));
    }
  };
  const alone = async (file: Named): Promise<OpenedFile[]> =>
    (await send([file], { name: file.fileName }, new Blob([new Uint8Array(file.bytes)]))).files;
  const opened: OpenedFile[] = [];
  let shared: string | null = null;
  const [first, second, third] = files;
  if (first !== undefined && second !== undefined && third === undefined) {
    const pair: [Named, Named] = [await read(first), await read(second)];
    const names = pairNames(pair);
    if (names === null) opened.push(...await alone(pair[0]), ...await alone(pair[1]));
    else {
      // Two files that are sent together are compared.
      const form = new FormData();
      pair.forEach(({ bytes }, i) => { form.append('file', new Blob([new Uint8Array(bytes)]), names[i] ?? PASTED); });
      const answer = await send(pair, {}, form);
      opened.push(...answer.files);
      shared = answer.files.length > 1 ? answer.address : null;
    }
  } else for (const file of files) opened.push(...await alone(await read(file)));
  const exitCode = opened.every(({ outcome }) => outcome === 'opened') ? 0 : 1;
  if (format === 'json') return { output: `${JSON.stringify(opened, null, 1)}\n`, exitCode };
  // A page of one of the files is listed with that file.
  const joint = opened.some(({ address }) => address === shared) ? null : shared;
  const output = opened.map(({ name, sentence, address }) => `${visible(name)}: ${visible(sentence)}\n${
    address === null || joint !== null ? '' : `  ${url}${address}\n`}`).join('');
  return { output: joint === null ? output : `${output}  ${url}${joint}\n`, exitCode };
}
