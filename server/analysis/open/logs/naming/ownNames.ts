/** Lines by which programs name themselves that otherwise log like Thanos. */

/** Stands before Thanos, with which it shares files. */
export const CORTEX_BY_NAME = new RegExp(/\bmsg="(?:Starting Cortex|Cortex (?:started|stopped))\b/.source
  + /|"msg": ?"(?:Starting Cortex|Cortex (?:started|stopped))"/.source);

/** Stands before the lines that the library of Thanos writes, by which it logs. */
export const CONFIG_RELOADER =
  /\bmsg="Starting prometheus-config-reloader"|\btrigger reload: reload request failed|caller=reloader\.go/;
