/** Worker thread: recognizes a file from its first megabyte. */
import { ok, type Result } from '../../../core/result.ts';
import { recognize, type Recognized } from '../../analysis/open/recognize.ts';
import { serve } from '../../kernel/threads/serve.ts';
import { headOf } from './fileHead.ts';

export interface RecognizeMethods {
  recognize(file: string, name: string): Promise<Result<Recognized>>;
}

serve<RecognizeMethods>({ recognize: async (file, name) => ok(recognize(await headOf(file), name)) });
