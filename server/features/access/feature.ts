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
  /** Handler to run before every route that is not public. */
  authentication: RequestHandler;
  audit: AuditLog;
  /** Returns the headers of the current web configuration. */
  headers: () => readonly [name: string, value: string][];
  /** Returns the HTTP server, with TLS if configured. */
  listener: (app: RequestListener) => Server;
}

/** Access control: passwords, tokens, certificates, TLS, and the audit log. */
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
