import type { Target } from '../../../../core/contract/contract.ts';
import { notFound } from '../../../kernel/http/errors.ts';
import type { TargetDirectory } from './targetDirectory.ts';

export interface KnownTargets { targets: Pick<TargetDirectory, 'find' | 'list'> }

/** Returns the target that a request names; throws not_found with the names of existing targets. */
export async function findTarget(known: KnownTargets, name: string): Promise<Target> {
  return await known.targets.find(name) ?? await unknownTarget(known, name);
}

export async function unknownTarget({ targets }: KnownTargets, name: string): Promise<never> {
  const names = (await targets.list()).map((known) => `"${known.name}"`).join(', ');
  throw notFound(`There is no target "${name.slice(0, 100)}"; known are ${names === '' ? 'none yet' : names}.`);
}
