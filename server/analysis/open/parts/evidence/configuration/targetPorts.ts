/** Tells that a target of Prometheus has the port of a database, which serves no metrics there. Pure; bounded. */

/** Facts on a configuration or on scrapes. */
const OF_SCRAPES = /\byaml\b|\bscrap(?:e|ing)|\bconfig|\btargets?\b/i;
/** Exporters that are asked about a target on any port. */
const PROBED = /__param_target|metrics_path: {0,4}["']?\/(?:probe|snmp)\b/;
const HAS_JOB = /^[ \t]{0,40}- ?job_name:/m;
/** A list of targets in one line, or the first of one below it. */
const TARGETS = new RegExp(String.raw`^[ \t]{0,40}(?:- ?)?targets:[ \t]{0,8}(?:\[([^\]\n]{1,2000})\]`
  + String.raw`|\n((?:[ \t]{0,40}- \S{3,260}[ \t]{0,8}\n?){1,50}))`, 'gm');
const ADDRESS = /["']?([\w.-]{1,253}):(\d{2,5})["']?(?=[\s,\]]|$)/g;
const PORTS: Readonly<Record<string, readonly [program: string, exporter: string]>> = {
  1433: ['SQL Server', 'sql_exporter'], 1521: ['Oracle', 'oracledb_exporter, port 9161'],
  3306: ['MySQL', 'mysqld_exporter, port 9104'], 5432: ['PostgreSQL', 'postgres_exporter, port 9187'],
  6379: ['Redis', 'redis_exporter, port 9121'], 9042: ['Cassandra', 'the JMX exporter'],
  11211: ['Memcached', 'memcached_exporter, port 9150'], 27017: ['MongoDB', 'mongodb_exporter, port 9216'],
};
const MAX_CHARS = 64 * 1024;

/** Returns the first such target with the exporter to name instead; null without one, or where targets are probed. */
export function targetPorts(facts: string, text: string): string | null {
  const head = text.slice(0, MAX_CHARS);
  if (!OF_SCRAPES.test(facts) || !HAS_JOB.test(head) || PROBED.test(head)) return null;
  for (const [, inLine, below] of head.matchAll(TARGETS))
    for (const [, host = '', port = ''] of (inLine ?? below ?? '').matchAll(ADDRESS)) {
      const [program, exporter] = PORTS[port] ?? [];
      if (program !== undefined && exporter !== undefined)
        return `The target ${host}:${port} has the port of ${program}, which serves no metrics there: name its `
          + `exporter (${exporter}).`;
    }
  return null;
}
