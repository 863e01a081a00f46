import type { Config } from '../../kernel/config/configTypes.ts';
import type { Faults } from '../../kernel/files/faults.ts';
import { AuditLog } from './auditLog.ts';
import { Authenticator } from './authenticator.ts';
import { Passwords, type CheckPassword } from './passwords.ts';
import { TokenStore } from './tokenStore.ts';
import type { WebConfigFile } from './webConfigFile.ts';

interface AccessParts {
  config: Pick<Config, 'auth' | 'access'>;
  dataDir: string;
  web: WebConfigFile | undefined;
  check: CheckPassword;
  faults: Pick<Faults, 'notice' | 'set' | 'mended'>;
  now: () => number;
}

/** Opens access control and the audit log. */
export async function openAccess({ config, dataDir, web, check, faults, now }: AccessParts) {
  const tokens = await TokenStore.open(dataDir, now, faults.notice);
  const audit = new AuditLog({ dataDir, faults });
  const authenticator = new Authenticator({
    config, tokens, passwords: new Passwords(check, now), web: () => web?.current(),
  });
  return { tokens, audit, authenticator, now, headers: () => web?.current().headers ?? [] };
}
