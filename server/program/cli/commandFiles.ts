/** Reads files for commands: whole, with a size limit, `-` from the standard input. */
import { createReadStream } from 'node:fs';
import { UsageError } from '../../kernel/config/usageError.ts';

const MIB = 2 ** 20;
const MAX_FILE_BYTES = 64 * MIB;

export interface CommandFile { name: string; bytes: Uint8Array }

/** Throws UsageError for a file that cannot be read or is too large. Reads a pipe (`<(...)`) like a file. */
export async function readCommandFile(command: string, file: string): Promise<CommandFile> {
  const isInput = file === '-';
  const name = isInput ? 'standard input' : file;
  const stream = isInput ? process.stdin : createReadStream(file);
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of stream) {
      const bytes = chunk as Buffer;
      size += bytes.length;
      if (size > MAX_FILE_BYTES)
        throw new UsageError(`${command}: ${name} is larger than ${MAX_FILE_BYTES / MIB} MiB.`);
      chunks.push(bytes);
    }
  } catch (error) {
    if (error instanceof UsageError) throw error;
    if (/^https?:\/\//.test(file)) throw new UsageError(
      `${command}: ${name} is an address; fetch it into a file first (curl -o), or pipe it in and write - for it.`
    );
    throw new UsageError(`${command}: ${name} cannot be read (${whyNot(error)}).`);
  }
  return { name, bytes: Buffer.concat(chunks) };
}

function whyNot(error: unknown): string {
  const code = (error as NodeJS.ErrnoException).code ?? 'unknown';
  return { ENOENT: 'there is no such file', EISDIR: 'it is a folder', EACCES: 'no permission' }[code] ?? code;
}
