/** Finds the goroutine of a dump that probably holds a lock for which others wait. Pure. */
import { formatSeconds } from '../../../../core/text/format.ts';
import { channelStep, objectsOf } from './heldLock.ts';
import { waitOf } from './longWaits.ts';
import type { WaitingStack } from './lockWaits.ts';

/** The type of a method: `example.com/shop/queue.(*Broker)`. */
const RECEIVER = /^(.{1,400}\.\(\*\w{1,100}\))\.\w/;
const OF_GO = /^(?:runtime|internal|sync)(?:\/[\w./-]{1,100})?\./;

const receiverOf = (name: string | undefined): string | undefined => RECEIVER.exec(name ?? '')?.[1];

/** Returns the only one that has been within the same type for as long; "" without one, or with several. */
export function lockHolder(stacks: readonly WaitingStack[]): string {
  const locked = stacks.filter(({ isLocked }) => isLocked);
  const types = new Set(locked.map(({ names }) => receiverOf(names.find((name) => !OF_GO.test(name)))));
  const [type] = types;
  if (types.size !== 1 || type === undefined) return '';
  const longest = Math.max(...locked.map(({ text }) => waitOf(text)?.minutes ?? 0));
  const objects = new Set(locked.flatMap(({ text }) => objectsOf(text)[0]?.at ?? []));
  const short = type.split('/').at(-1);
  // Another object of that type has a lock of its own.
  const isOther = (text: string): boolean => {
    const own = objectsOf(text).filter((one) => one.type === short);
    return objects.size > 0 && own.length > 0 && !own.some(({ at }) => objects.has(at));
  };
  const found = stacks.flatMap(({ names, text, isLocked }) => {
    const wait = isLocked || !names.some((name) => name.startsWith(`${type}.`)) || isOther(text) ? null : waitOf(text);
    return wait === null || wait.minutes < longest ? [] : [{ ...wait, id: /^goroutine (\d{1,18}) /.exec(text)?.[1] }];
  });
  const [holder, another] = found;
  return holder?.id === undefined || another !== undefined || longest === 0 ? ''
    : ` Goroutine ${holder.id} has been in "${holder.state}" in ${holder.at} for ${
      formatSeconds(holder.minutes * 60)}, at least as long as the others wait: it may hold that lock. ${
      channelStep(holder.state) ?? 'See what it waits for.'}`;
}
