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
 * Continuous profiling. `budgetBytes`: of the profiles kept per target. `rollUpMs`: age at which the profiles of an
 * hour are merged into one; absent: a day.
 */
export interface ProfilingConfig { on: boolean; plans: ProfilingPlan[]; budgetBytes: number; rollUpMs?: number }

/** A header valid by RFC 9110; sent once per value. `isSecret`: its values must not be shown. */
export interface CustomHeader { name: string; values: string[]; isSecret: boolean }

/** Settings for requests to a server: the parts of Prometheus's `http_config`. */
export interface HttpAccess {
  url: string;
  basicAuth?: { username: string; password: string };
  /** Authorization header: its scheme and credentials, e.g. a bearer token. */
  authorization?: { type: string; credentials: string };
  /** Sent with every request to it, e.g. `X-Scope-OrgID`. */
  headers?: CustomHeader[];
  tls?: { ca?: string; cert?: string; key?: string; serverName?: string; insecureSkipVerify: boolean };
  /** Rules of a target that a user added: only these addresses are connected to, and no redirect is followed. */
  allow?: readonly AllowRule[];
}

/** `url`: base URL without trailing slash; `/metrics`, `/-/ready`, `/debug/pprof/...` are appended. */
export interface TargetConfig extends HttpAccess {
  name: string;
  /** Path with its query; absent: `/metrics`. */
  metricsPath?: string;
  scrapeIntervalMs: number;
  scrapeTimeoutMs: number;
  /** Longest start that its startup probe allows; only shown on the page. */
  startupBudgetMs?: number;
  /** Memory limit of its container, which none of its metrics reports; starts are compared with it. */
  memoryLimitBytes?: number;
  /** Labels under which a cAdvisor exports its container, if those of its own scrape do not identify it. */
  container?: Record<string, string>;
  /** Its cgroup on this machine, if its process is not found automatically. */
  cgroup?: string;
  /** Its query log on this machine, which is tailed. */
  queryLog?: string;
  /** False: does not keep the texts of its queries. */
  queryTexts?: boolean;
  /** False: does not request the list of queries it evaluates. */
  queryLists?: boolean;
  labels: Record<string, string>;
  /** Set for a target added on the page or by the API; absent: configured or discovered. */
  added?: { by: string | null; timeMs: number };
  /**
   * Server that returns its samples (the one that scrapes it), if not its own query API. It receives neither the
   * credentials nor the headers of the target.
   */
  queryUrl?: HttpAccess;
  /** The node_exporter of its host, scraped with it; uses only credentials of its own URL. */
  nodeExporter?: { url: string; basicAuth?: { username: string; password: string } };
  /** Conditions that start a profile automatically; absent: the defaults. */
  triggers?: TriggerSettings;
  /** False: no profiles are taken automatically while it replays. */
  replayProfiles?: boolean;
  /** Absent: not configured. */
  profiling?: ProfilingConfig;
}

/** A receiver of samples; `url` is the whole address. `protocol` null: any version that it supports. */
export interface RemoteWriteConfig extends HttpAccess {
  /** Name in messages and metrics, and of its position in the buffer. */
  name: string;
  timeoutMs: number;
  protocol: 1 | 2 | null;
}

/** Engines that receive every sample. */
export interface RemoteWriteSettings {
  engines: RemoteWriteConfig[];
  /** Labels added to every series that lacks them. */
  externalLabels: Record<string, string>;
  bufferBytes: number;
  /** Server that the samples can be read back from. */
  query?: HttpAccess;
}

/** A bucket of an S3 object store. `endpoint`: absent for AWS. `prefix`: empty, or ends in a slash. */
export interface S3Config {
  endpoint?: string;
  bucket: string;
  prefix: string;
  region: string;
  pathStyle: boolean;
  /**
   * Absent: from the environment, the shared files of AWS, or the instance. `file`: such a shared file, absolute path.
   */
  credentials?: { accessKeyId: string; secretAccessKey: string; sessionToken?: string }
    | { file: string; profile?: string };
  tls?: HttpAccess['tls'];
  /** Limit of the local copies of objects, in the data folder. */
  cacheBytes: number;
}

/** A server that lists targets. `url`: without path and credentials; `path`: with its query. */
export interface EndpointConfig extends HttpAccess { path: string }

/** A receiver of findings. `name`: in messages and metrics. */
export interface AlertReceiverConfig extends EndpointConfig {
  kind: 'alertmanager' | 'webhook';
  name: string;
  timeoutMs: number;
}

/** `forMs`: how long a finding holds before it is sent. `externalUrl`: like that of `embed`, which is the default. */
export interface AlertingConfig {
  receivers: AlertReceiverConfig[];
  forMs: number;
  resendMs: number;
  severities: Severity[];
  pictures: boolean;
  externalUrl?: string;
}

export const DNS_TYPES = ['SRV', 'A', 'AAAA', 'MX', 'NS'] as const;

/** Source of targets. `refreshMs`: interval between requests. */
export type DiscoverySource =
  | { kind: 'static'; groups: { targets: string[]; labels: Record<string, string> }[] }
  /** Absolute paths; the last part of each may contain a `*`. */
  | { kind: 'file'; files: string[]; refreshMs: number }
  | { kind: 'http'; endpoint: EndpointConfig; refreshMs: number }
  | { kind: 'dns'; names: string[]; type: (typeof DNS_TYPES)[number]; port: number; refreshMs: number }
  /** `jobs`: names to include; empty: every server that is a time-series database. */
  | { kind: 'prometheus'; endpoint: EndpointConfig; jobs: string[]; refreshMs: number };

/** One item of `scrape_configs`, or the settings at the top level, with the job name `''`. */
export interface DiscoveryJob extends JobDefaults {
  sources: DiscoverySource[];
  /** Settings of each discovered target. `nodeExporter`: port 9100 of its host. */
  settings: Omit<TargetConfig, 'name' | 'url' | 'labels' | 'nodeExporter' | 'container' | 'cgroup'>;
  nodeExporter: boolean;
}

/** TLS of tsdbscope's own listener, in Node's format. `allowedSans`: names of clients' certificates; empty: all. */
export interface WebTls {
  cert: string;
  key: string;
  ca?: string;
  /** Client certificate policy: a certificate that is sent but not verified does not identify the client. */
  client: { isAsked: boolean; isRequired: boolean; isVerified: boolean };
  allowedSans: string[];
  minVersion: SecureVersion;
  maxVersion?: SecureVersion;
  ciphers?: string;
  ecdhCurve?: string;
  honorCipherOrder: boolean;
}

/** Settings of `--web.config.file`. `users`: bcrypt hashes by name. `changedMs`: last change among `files`. */
export interface WebConfig {
  file: string;
  files: string[];
  changedMs: number;
  users: ReadonlyMap<string, string>;
  headers: [name: string, value: string][];
  tls?: WebTls;
}

/** Proxies whose headers identify the user: `from` are addresses and ranges; header names in lower case. */
export interface ProxyAccess { from: string[]; userHeader: string; groupsHeader: string; groups: Record<string, Role> }

/** This instance among several with the same targets, numbered from 1. `leaseMs`: of its share. */
export interface ShardConfig { number: number; of: number; leaseMs: number }

/**
 * Targets that may be added on the page. `isDefault`: the file does not set it. `settings`: of added targets, besides
 * name and address; no credentials or headers, which would be sent to any added address.
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
  /** Extra host names allowed in the Host header. */
  allowedHosts: string[];
  allowAnonymous: boolean;
  log: { format: LogFormat; level: LogLevel };
  auth?: { username: string; password: string };
  web?: WebConfig;
  access: AccessConfig;
  dataDir: string;
  targets: TargetConfig[];
  discovery: DiscoveryJob[];
  /** Maximum of discovered targets that are scraped. */
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
  /** Store of profiles, notes and embeds; absent: the data folder alone. */
  s3?: S3Config;
  alerting?: AlertingConfig;
  /** Absent: every target is scraped. */
  shard?: ShardConfig;
  /** Folders with source code of profiled programs; absolute. */
  sourceRoots: string[];
  /** Folder of the profiled binaries; absolute. */
  binaries?: string;
  /** Rows of the table of subsystems, see profile/subsystemRules.ts. */
  subsystems: { id: string; name: string; functions: string[] }[];
  /**
   * `frameAncestors`: sources of the CSP directive; none = only tsdbscope's own pages. `externalUrl`: origin and the
   * path that a proxy gives this server, without a final slash; absent: the origin of the request.
   */
  embed: { frameAncestors: string[]; externalUrl?: string };
}
