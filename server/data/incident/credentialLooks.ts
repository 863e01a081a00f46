/**
 * Secrets that are recognizable by their form alone: keys with the prefix that their issuer gives them so that scanners
 * find them, JSON web tokens, password hashes. Hexadecimal numbers without a prefix stay: commits, checksums and build
 * ids look the same. Pure.
 */
export const KNOWN_LOOKS: readonly RegExp[] = [
  // JSON web tokens (our own links among them), also without a signature, and API keys of old Grafana.
  /(?<![\w-])eyJ[\w-]{8,}\.[\w-]{8,}\.[\w-]*/g,
  /(?<![\w-])eyJrIjoi[\w=+/-]{16,}/g,
  // Clouds.
  /\b(?:AKIA|ASIA|ABIA|ACCA)[A-Z0-9]{16}\b/g,
  /\b(?:LTAI|AKID)[A-Za-z0-9]{12,40}\b/g,
  /\bAIza[\w-]{30,}/g,
  /\bya29\.[\w-]{16,}/g,
  /\bGOCSPX-[\w-]{16,}/g,
  /\b1\/\/0[\w-]{30,}/g,
  /\bdo[opr]_v1_[a-f0-9]{32,}/g,
  /\bdapi[a-f0-9]{32}/g,
  /\b[A-Za-z0-9]{14}\.atlasv1\.[\w-]{20,}/g,
  /\b(?:hv[sbr]|s)\.(?=[A-Za-z0-9_-]*\d)(?=[A-Za-z0-9_-]*[A-Z])[A-Za-z0-9_-]{20,}/g,
  // Code hosts and package registries.
  /\b(?:gh[opsur]_|github_pat_|gl(?:pat|ptt|dt|rt|cbt|agent|soat|imt|ft)-)[\w-]{16,}/g,
  /\b(?:npm_|pypi-|rubygems_|dckr_(?:pat|oat)_)[\w-]{16,}/g,
  // Monitoring, chats, payments, mail, models.
  /\b(?:glsa_|glc_|sntrys_|NRAK-|NRJS-|phc_|xox[abeoprs]-|xapp-|shp(?:at|ca|pa|ss)_|lin_api_|ntn_)[\w-]{12,}/g,
  /\b(?:sk|rk|pk)_(?:live|test)_[\w-]{12,}/g,
  /\bwhsec_[\w+/=-]{12,}/g,
  /(?<![\w-])sk-(?:ant-|proj-|svcacct-|or-)?(?=[\w-]*\d)[\w-]{20,}/g,
  /\bhf_[A-Za-z]{20,}\b/g,
  /\bSG\.[\w-]{16,}\.[\w-]{16,}/g,
  /\bSK[a-f0-9]{32}\b/g,
  /\bkey-[a-f0-9]{32}\b/g,
  /\bsq0[a-z]{3}-[\w-]{20,}/g,
  /\bEAACEdEose0cBA\w+/g,
  /\b\d{8,10}:AA[\w-]{30,}/g,
  // Keys of age, and hashes of passwords: a web.yml of Prometheus holds the bcrypt of its users'.
  /\bAGE-SECRET-KEY-1[A-Z0-9]{20,}/g,
  /\$2[abxy]\$\d\d\$[./A-Za-z0-9]{53}/g,
  /\$(?:1|5|6|apr1|y|argon2(?:id|i|d))\$[^\s"',;]{16,}/g,
  /\{(?:SSHA|SHA|SMD5|CRYPT)(?:\d+)?\}[A-Za-z0-9+/=.$]{12,}/g,
];
