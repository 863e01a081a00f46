/**
 * The configuration, checked field by field in config.ts and passed down from main.ts; never imported as a
 * value.
 */
import type { SecureVersion } from 'node:tls';
import type { ProfilingPlan, Role, Severity } from '../../../core/contract/contract.ts';
import type { TriggerSettings } from '../../../core/triggers.ts';
import type { AllowRule } from '../allow/allowRule.ts';
import type { JobDefaults } from '../relabel/scrapeTarget.ts';
import type { LogFormat, LogLevel } from '../logging/log.ts';

/**
 * Profiles taken all the time. `budgetBytes`: of those that are kept, per target. `rollUpMs`: how old they are when
 * those of an hour become one; absent: a day.
 */
export interface ProfilingConfig { on: boolean; plans: ProfilingPlan[]; budgetBytes: number; rollUpMs?: number }

/** Valid by RFC 9110; with several values it is sent several times. `isSecret`: no text may show its values. */
export interface CustomHeader { name: string; values: string[]; isSecret: boolean }

/** How a server is asked: the parts of Prometheus's `http_config`. */
export interface HttpAccess {
  url: string;
  basicAuth?: { username: string; password: string };
  /** Value of the Authorization header's credentials part, e.g. a bearer token. */
  authorization?: { type: string; credentials: string };
  /** Sent with every request to it, e.g. `X-Scope-OrgID`. */
  headers?: CustomHeader[];
  tls?: { ca?: string; cert?: string; key?: string; serverName?: string; insecureSkipVerify: boolean };
  /** Of one that somebody added: only these are connected to, and no redirect is followed. */
  allow?: readonly AllowRule[];
}

/** `url`: base URL without trailing slash; `/metrics`, `/-/ready`, `/debug/pprof/...` are appended. */
export interface TargetConfig extends HttpAccess {
  name: string;
  /** With its query; absent: `/metrics`. */
  metricsPath?: string;
  scrapeIntervalMs: number;
  scrapeTimeoutMs: number;
  /** How long its startup probe lets a start take; only shown on the page. */
  startupBudgetMs?: number;
  /** Of its container, which none of its metrics has: what a start is compared with. */
  memoryLimitBytes?: number;
  /** Labels under which a cAdvisor exports its container, where those of its own scrape do not name it. */
  container?: Record<string, string>;
  /** Its control group on this machine, where its process is not found automatically. */
  cgroup?: string;
  /** Its query log on this machine, which is followed. */
  queryLog?: string;
  /** False: texts of its queries are not kept. */
  queryTexts?: boolean;
  /** False: it is not asked which queries it evaluates. */
  queryLists?: boolean;
  labels: Record<string, string>;
  /** Added on the page or by the API; absent: of the configuration, or found. */
  added?: { by: string | null; timeMs: number };
  /**
   * Where its samples can be asked for, when not at its own query API: of the server that scrapes it. It gets neither
   * the credentials nor the headers of the target.
   */
  queryUrl?: HttpAccess;
  /** The node_exporter of its host, scraped along with it; credentials only those of its own URL. */
  nodeExporter?: { url: string; basicAuth?: { username: string; password: string } };
  /** What starts a profile of it by itself; absent: the defaults. */
  triggers?: TriggerSettings;
  /** False: no profiles are taken automatically while it replays. */
  replayProfiles?: boolean;
  /** Absent: not configured. */
  profiling?: ProfilingConfig;
}

/** A way to send samples on; its `url` is the whole address. `protocol` null: whichever version it understands. */
export interface RemoteWriteConfig extends HttpAccess {
  /** In messages and metrics, and of its place in the buffer. */
  name: string;
  timeoutMs: number;
  protocol: 1 | 2 | null;
}

/** Engines that get every sample. */
export interface RemoteWriteSettings {
  engines: RemoteWriteConfig[];
  /** Added to every series that has no label of the name. */
  externalLabels: Record<string, string>;
  bufferBytes: number;
  /** Where they can be read back. */
  query?: HttpAccess;
}

/**
 * A bucket of an object store that speaks S3. `endpoint`: absent for AWS's own. `prefix`: empty, or with a slash at its
 * end.
 */
export interface S3Config {
  endpoint?: string;
  bucket: string;
  prefix: string;
  region: string;
  pathStyle: boolean;
  /** Absent: from the environment, the shared files of AWS, or the instance. `file`: such a shared file, absolute. */
  credentials?: { accessKeyId: string; secretAccessKey: string; sessionToken?: string }
    | { file: string; profile?: string };
  tls?: HttpAccess['tls'];
  /** Of copies in the data folder of what the bucket has. */
  cacheBytes: number;
}

/** A server that is asked for targets. `url`: without path and credentials; `path`: with its query. */
export interface EndpointConfig extends HttpAccess { path: string }

/** Who receives findings. `name`: in messages and metrics. */
export interface AlertReceiverConfig extends EndpointConfig {
  kind: 'alertmanager' | 'webhook';
  name: string;
  timeoutMs: number;
}

/** `forMs`: how long a finding holds before it is sent. `externalUrl`: as that of `embed`, which is the default. */
export interface AlertingConfig {
  receivers: AlertReceiverConfig[];
  forMs: number;
  resendMs: number;
  severities: Severity[];
  pictures: boolean;
  externalUrl?: string;
}

export const DNS_TYPES = ['SRV', 'A', 'AAAA', 'MX', 'NS'] as const;

/** Where targets are found. `refreshMs`: how often it is asked. */
export type DiscoverySource =
  | { kind: 'static'; groups: { targets: string[]; labels: Record<string, string> }[] }
  /** Absolute; the last part of each may hold a `*`. */
  | { kind: 'file'; files: string[]; refreshMs: number }
  | { kind: 'http'; endpoint: EndpointConfig; refreshMs: number }
  | { kind: 'dns'; names: string[]; type: (typeof DNS_TYPES)[number]; port: number; refreshMs: number }
  /** `jobs`: by name; none: every server that is a time-series database. */
  | { kind: 'prometheus'; endpoint: EndpointConfig; jobs: string[]; refreshMs: number };

/** One item of `scrape_configs`, or what is at the top level, with the job name `''`. */
export interface DiscoveryJob extends JobDefaults {
  sources: DiscoverySource[];
  /** Of each target that is found. `nodeExporter`: port 9100 of its host. */
  settings: Omit<TargetConfig, 'name' | 'url' | 'labels' | 'nodeExporter' | 'container' | 'cgroup'>;
  nodeExporter: boolean;
}

/** TLS of tsdbscope's own listener, as Node takes it. `allowedSans`: names of clients' certificates; none: all. */
export interface WebTls {
  cert: string;
  key: string;
  ca?: string;
  /** The certificate of a client: one that is given but not verified says nothing of who asks. */
  client: { isAsked: boolean; isRequired: boolean; isVerified: boolean };
  allowedSans: string[];
  minVersion: SecureVersion;
  maxVersion?: SecureVersion;
  ciphers?: string;
  ecdhCurve?: string;
  honorCipherOrder: boolean;
}

/** Of `--web.config.file`. `users`: bcrypt hashes by name. `changedMs`: of the last of `files` to change. */
export interface WebConfig {
  file: string;
  files: string[];
  changedMs: number;
  users: ReadonlyMap<string, string>;
  headers: [name: string, value: string][];
  tls?: WebTls;
}

/** Whose header says who asks: `from` are addresses and ranges; header names in lower case. */
export interface ProxyAccess { from: string[]; userHeader: string; groupsHeader: string; groups: Record<string, Role> }

/** Which of several tsdbscopes with the same targets this one is, from 1. `leaseMs`: of its share. */
export interface ShardConfig { number: number; of: number; leaseMs: number }

/**
 * What may be added as a target on the page. `isDefault`: the file does not say. `settings`: what added targets have
 * besides name and address; no credentials and no headers, which would go to whatever is added.
 */
export interface AddTargetsConfig {
  allow: readonly AllowRule[];
  isDefault: boolean;
  settings: Omit<TargetConfig, 'name' | 'url' | 'labels' | 'allow' | 'added'>;
}

export interface AccessConfig { roles: Record<string, Role>; defaultRole: Role; proxy?: ProxyAccess }

export interface Config {
  listenHost: string;
  listenPort: number;
  /** Extra host names a request's Host header may carry. */
  allowedHosts: string[];
  allowAnonymous: boolean;
  log: { format: LogFormat; level: LogLevel };
  auth?: { username: string; password: string };
  web?: WebConfig;
  access: AccessConfig;
  dataDir: string;
  targets: TargetConfig[];
  discovery: DiscoveryJob[];
  /** At most so many that were discovered are scraped. */
  targetLimit: number;
  addTargets: AddTargetsConfig;
  /** --web.enable-lifecycle given. */
  lifecycle: boolean;
  /** --profiling given: on or off for all targets, whatever the file says. */
  profiling?: boolean;
  /** --demo given: open the shipped recordings in addition to the targets. */
  demo: boolean;
  retentionMs: number;
  retentionBytes: number;
  remoteWrite?: RemoteWriteSettings;
  /** Where profiles, notes and embeds last; absent: in the data folder alone. */
  s3?: S3Config;
  alerting?: AlertingConfig;
  /** Absent: every target is scraped. */
  shard?: ShardConfig;
  /** Folders that source text of profiled programs may be read from; absolute. */
  sourceRoots: string[];
  /** Folder of the binaries that profiles are of; absolute. */
  binaries?: string;
  /** Rows for the table of subsystems, see profile/subsystemRules.ts. */
  subsystems: { id: string; name: string; functions: string[] }[];
  /**
   * `frameAncestors`: sources of the CSP directive; none = only tsdbscope's own pages. `externalUrl`: an origin and the
   * path that a proxy gives this server, no slash at the end; without it the origin of the request.
   */
  embed: { frameAncestors: string[]; externalUrl?: string };
}
