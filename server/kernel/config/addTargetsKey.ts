/** Reads the key `add_targets` of a configuration file: what may be added on the page. */
import { LOOPBACK_RULE, readAllowRule, type AllowRule } from '../allow/allowRule.ts';
import type { AddTargetsConfig, Config } from './configTypes.ts';
import { isLoopback } from './loopback.ts';
import type { YamlSection } from './yamlReader.ts';

const MAX_RULES = 1000;

/** `allow`: a list, empty to disable adding; undefined without it, so that the default applies. */
export function readAddTargets(section: YamlSection): readonly AllowRule[] | undefined {
  const isGiven = section.has('allow');
  const texts = section.strings('allow');
  section.end();
  if (texts.length > MAX_RULES) throw section.mistake('allow', `has more than ${MAX_RULES} items.`);
  const rules = texts.map((text) => {
    const read = readAllowRule(text);
    if (!read.ok) throw section.mistake('allow', `"${text}" ${read.error.message}.`);
    return read.value;
  });
  return isGiven ? rules : undefined;
}

/**
 * Without the key, allows targets on loopback, for users of this machine. Allows none if others have access (other
 * address, logins, proxy): they cannot otherwise reach what listens on loopback here.
 */
export function addTargetsOf(
  rules: readonly AllowRule[] | undefined, settings: AddTargetsConfig['settings'], config: Shared
): AddTargetsConfig {
  const isDefault = rules === undefined;
  return { allow: rules ?? (isOwn(config) ? [LOOPBACK_RULE] : []), isDefault, settings };
}

type Shared = Pick<Config, 'listenHost' | 'allowedHosts' | 'auth' | 'web' | 'access' | 'embed'>;

function isOwn({ listenHost, allowedHosts, auth, web, access, embed }: Shared): boolean {
  return isLoopback(listenHost) && allowedHosts.length === 0 && auth === undefined && web === undefined
    && access.proxy === undefined && embed.externalUrl === undefined;
}
