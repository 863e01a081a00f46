/** `tsdbscope open FILE...`: opens files in a running tsdbscope from a console. */
import { basename } from 'node:path';
import { apiClient, ApiError } from '../../../core/client/apiClient.ts';
import type { OpenedFile } from '../../../core/contract/contract.ts';
import { visible } from '../../analysis/benchmarks/textColumns.ts';
import { InputError } from '../../kernel/config/usageError.ts';
import { recognize } from '../../analysis/open/recognize.ts';
import { readCommandFile } from './commandFiles.ts';
import type { CommandResult } from './commandResult.ts';
import type { OpenCommand } from './openCommand.ts';

const TIMEOUT_MS = 120_000;

/** Throws UsageError for a file that cannot be read, InputError if no tsdbscope answers, or it refuses. */
export async function runOpen({ files, url, format, token }: OpenCommand): Promise<CommandResult> {
  const authorization: Record<string, string> = token === null ? {} : { authorization: `Bearer ${token}` };
  const { post } = apiClient(({ address, method, headers, body }) => fetch(url + address, {
    method, headers: { ...headers, ...authorization }, redirect: 'error', signal: AbortSignal.timeout(TIMEOUT_MS),
    ...(body === undefined ? {} : { body }),
  }));
  const opened: OpenedFile[] = [];
  let together: string | null = null;
  const read = await readAll(files);
  for (const request of areSides(read) ? [read] : read.map((one) => [one])) {
    const [first] = request;
    if (first === undefined) continue;
    const { name, fileName, bytes } = first;
    try {
      const body = request.length > 1 ? formOf(request) : new Blob([new Uint8Array(bytes)]);
      const answer = await post('/open', { query: { name: fileName.slice(0, 300) }, body }, ['files']);
      opened.push(...answer.files);
      together = request.length > 1 ? answer.address : null;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (error.kind !== 'network') throw new InputError(`open: ${name}: ${error.message}`);
      throw new InputError(`open: no tsdbscope answers at ${url}; start one, or give its address with --url. `
        + `${name} is ${recognize(bytes, fileName).name}.`);
    }
  }
  const exitCode = opened.every(({ outcome }) => outcome === 'opened') ? 0 : 1;
  if (format === 'json') return { output: `${JSON.stringify(opened, null, 1)}\n`, exitCode };
  const output = opened.map(({ name, sentence, address }) =>
    `${visible(name)}: ${visible(sentence)}\n${address === null ? '' : `  ${url}${address}\n`}`).join('');
  return { output: together === null ? output : `${output}Together:\n  ${url}${together}\n`, exitCode };
}

interface ReadFile { name: string; fileName: string; bytes: Uint8Array }

async function readAll(files: readonly string[]): Promise<ReadFile[]> {
  const read: ReadFile[] = [];
  for (const file of files) {
    const { name, bytes } = await readCommandFile('open', file);
    read.push({ name, bytes, fileName: file === '-' ? 'pasted.txt' : basename(name) });
  }
  return read;
}

/** Whether files are sent in one request, which compares them: two, whose names tell them apart. */
const areSides = ([one, other, another]: readonly ReadFile[]): boolean =>
  one !== undefined && other !== undefined && another === undefined && one.fileName !== other.fileName;

function formOf(files: readonly ReadFile[]): FormData {
  const form = new FormData();
  for (const { fileName, bytes } of files) form.append('file', new Blob([new Uint8Array(bytes)]), fileName);
  return form;
}
