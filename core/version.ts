/** Server versions, compared by major and minor. */
export interface Version { major: number; minor: number }

/** Parses `2.42.0+ds` and `v2.42` to 2.42; null for anything else. */
export function versionOf(text: string): Version | null {
  const match = /^v?(\d{1,3})\.(\d{1,4})/.exec(text);
  return match === null ? null : { major: Number(match[1]), minor: Number(match[2]) };
}

/** Returns whether it is older; an unknown version (null) counts as a recent one. */
export function isBefore(version: Version | null, major: number, minor: number): boolean {
  return version !== null && (version.major < major || (version.major === major && version.minor < minor));
}
