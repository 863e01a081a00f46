/** Worker thread: compares passwords with bcrypt hashes, which takes about 0.1 s each by design. */
import { compareSync } from 'bcryptjs';
import { ok } from '../../../core/result.ts';
import type { CheckPassword } from './passwords.ts';
import { serve } from '../../kernel/threads/serve.ts';

export interface PasswordMethods { check: CheckPassword }

serve<PasswordMethods>({ check: (password, hash) => Promise.resolve(ok(compareSync(password, hash))) });
