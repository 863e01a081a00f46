/** Worker thread: recognizes a file from its first megabyte, and lays files side by side. */
import { ok, type Result } from '../../../core/result.ts';
import { recognize, type Recognized } from '../../analysis/open/recognize.ts';
import { serve } from '../../kernel/threads/serve.ts';
import { headOf } from './fileHead.ts';
import { sentencesTogether } from './together/filesTogether.ts';
import type { TogetherFile } from './together/togetherFile.ts';

export interface RecognizeMethods {
  recognize(file: string, name: string): Promise<Result<Recognized>>;
  together(files: readonly TogetherFile[]): Promise<Result<readonly string[]>>;
}

serve<RecognizeMethods>({
  recognize: async (file, name) => ok(recognize(await headOf(file), name)),
  together: async (files) => ok(await sentencesTogether(files)),
});
