import type { RequestHandler } from 'express';
import type { RequestListener, Server } from 'node:http';
import type { Feature, Opened } from '../../kernel/feature.ts';
import { accessRoutes } from './accessRoutes.ts';
import type { AuditLog } from './auditLog.ts';
import { authentication } from './authentication.ts';
import { createListener } from './listener.ts';
import { openAccess } from './openAccess.ts';
import { passwordChecker } from './passwordClient.ts';
import { WebConfigFile } from './webConfigFile.ts';

export interface OpenedAccess extends Opened {
  /** Before every route that is not open to everybody. */
  authentication: RequestHandler;
  audit: AuditLog;
  /** Headers of the web configuration, as it is now. */
  headers: () => readonly [name: string, value: string][];
  /** Returns the server that listens, with TLS where that is configured. */
  listener: (app: RequestListener) => Server;
}

/** Who may do what: passwords, tokens, certificates, TLS, and the log of who did what. */
export const accessFeature: Feature<null, OpenedAccess> = {
  name: 'access',
  async open({ config, dataDir, faults, clock, threadFile }) {
    const now = clock.nowMs;
    const web = config.web === undefined ? undefined : new WebConfigFile(config.web, { now, notice: faults.notice });
    const passwords = passwordChecker(threadFile('passwordWorker'));
    const opened = await openAccess({ config, dataDir, web, faults, now, check: passwords.check });
    return {
      routes: [accessRoutes(opened)], authentication: authentication(opened), headers: opened.headers,
      audit: opened.audit,
      listener: (app) => createListener(app, web),
      stop: () => Promise.all([passwords.close(), opened.tokens.settled(), opened.audit.settled()]),
    };
  },
};
