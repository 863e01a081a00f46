/** Lines by which programs name themselves that otherwise log like Thanos. */

/** The name of Cortex, which is searched before Thanos, as both have files in common. */
export const CORTEX_BY_NAME = new RegExp(/\bmsg="(?:Starting Cortex|Cortex (?:started|stopped))\b/.source
  + /|"msg": ?"(?:Starting Cortex|Cortex (?:started|stopped))"/.source);

/** The config reloader, which is searched before the lines that the library of Thanos writes for it. */
export const CONFIG_RELOADER =
  /\bmsg="Starting prometheus-config-reloader"|\btrigger reload: reload request failed|caller=reloader\.go/;

/** A push that a server logs with its client: Promtail pushes to Loki only. */
export const PUSHED_BY_PROMTAIL =
  /\bmsg="POST \/(?:api\/prom|loki\/api\/v1)\/push \([^\n]{0,1500}\bUser-Agent: promtail\b/;
/** The same of Prometheus, which pushes to the relatives of Loki. */
export const PUSHED_BY_PROMETHEUS = /\bmsg="POST \/api\/prom\/push \([^\n]{0,1500}\bUser-Agent: Prometheus\b/;
/** The path of pushes in the first versions of all three. */
export const EARLY_PUSH = /\bmsg="(?:POST|GET) \/api\/prom\/push \(/;
