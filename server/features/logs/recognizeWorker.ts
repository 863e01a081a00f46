/** Worker thread: recognizes a file from its first megabyte, and lays files side by side. */
import { ok, type Result } from '../../../core/result.ts';
import { recognize, type Recognized } from '../../analysis/open/recognize.ts';
import { serve } from '../../kernel/threads/serve.ts';
import { headOf } from './fileHead.ts';
import { differenceOf, inOneCase, type TogetherFile } from './filesTogether.ts';

export interface RecognizeMethods {
  recognize(file: string, name: string): Promise<Result<Recognized>>;
  inOneCase(files: readonly TogetherFile[]): Promise<Result<readonly string[]>>;
  differenceOf(one: TogetherFile, other: TogetherFile): Promise<Result<string | null>>;
}

serve<RecognizeMethods>({
  recognize: async (file, name) => ok(recognize(await headOf(file), name)),
  inOneCase: async (files) => ok(await inOneCase(files)),
  differenceOf: async (one, other) => ok(await differenceOf(one, other)),
});
