/** Lines by which programs name themselves that otherwise log like Thanos. */

/** The name of Cortex, which is searched before Thanos, as both have files in common. */
export const CORTEX_BY_NAME = new RegExp(/\bmsg="(?:Starting Cortex|Cortex (?:started|stopped))\b/.source
  + /|"msg": ?"(?:Starting Cortex|Cortex (?:started|stopped))"/.source);

/** The config reloader, which is searched before the lines that the library of Thanos writes for it. */
export const CONFIG_RELOADER =
  /\bmsg="Starting prometheus-config-reloader"|\btrigger reload: reload request failed|caller=reloader\.go/;
