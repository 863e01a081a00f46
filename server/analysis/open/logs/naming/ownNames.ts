/** Programs that name themselves in lines which otherwise look like those of Thanos. */
import { crashFacts } from '../logFacts.ts';
import type { LogProgram } from '../logProgram.ts';

const VERSION = /\bversion"?[=:] ?["\\]{0,3}\(version=v?(\d[^,)\s"]{1,50})/;

/** Stands before Thanos, with which it shares files. */
export const CORTEX_BY_NAME: LogProgram = {
  id: 'cortex-log', program: 'Cortex', kind: 'mimir', version: VERSION,
  texts: new RegExp(/\bmsg="(?:Starting Cortex|Cortex (?:started|stopped))\b/.source
    + /|"msg": ?"(?:Starting Cortex|Cortex (?:started|stopped))"/.source),
};

/** Stands before the lines that the library of Thanos writes, by which it logs. */
export const CONFIG_RELOADER: LogProgram = {
  id: 'config-reloader-log', program: 'prometheus-config-reloader', interest: crashFacts, version: VERSION,
  texts: /\bmsg="Starting prometheus-config-reloader"|\btrigger reload: reload request failed|caller=reloader\.go/,
};
