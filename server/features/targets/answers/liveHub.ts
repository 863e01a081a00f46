import { EventEmitter } from 'node:events';
import type { LiveEvents } from '../../../../core/contract/contract.ts';

export type LiveEventName = keyof LiveEvents;
export type LiveListener = <E extends LiveEventName>(name: E, data: LiveEvents[E]) => void;

/** Passes a target's events to its subscribers; stores none for later subscribers. */
export class LiveHub {
  private readonly emitter = new EventEmitter().setMaxListeners(0);

  publish<E extends LiveEventName>(target: string, name: E, data: LiveEvents[E]): void {
    this.emitter.emit(`target:${target}`, name, data);
  }

  publishToAll<E extends LiveEventName>(name: E, data: LiveEvents[E]): void {
    this.emitter.emit('all', name, data);
  }

  /** Subscribes to a target's events; returns the function that unsubscribes. */
  subscribe(target: string, listener: LiveListener): () => void {
    this.emitter.on(`target:${target}`, listener);
    this.emitter.on('all', listener);
    return () => {
      this.emitter.off(`target:${target}`, listener);
      this.emitter.off('all', listener);
    };
  }
}
