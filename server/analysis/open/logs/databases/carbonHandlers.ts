/** Reports that a handler of carbon fails by its own code, and the error for which it was called. Pure; bounded. */
import { joined } from '../../look/factTools.ts';

const HANDLER = new RegExp(/ :: Exception in (\w{2,40}) event handler: [^\n]{0,400}\n/.source
  + /[ \t]{0,8}Traceback \(most recent call last\):[^\n]{0,20}\n(?:(?:[ \t]|--- <)[^\n]{0,1000}\n){1,200}/.source
  + /(?:exceptions\.)?(AttributeError|NameError|TypeError|ImportError|UnboundLocalError): /.source);

/** Returns that the handler of an event has such a fault; null without its traceback. */
export function failedHandler(text: string): string | null {
  const [, event, error] = HANDLER.exec(text) ?? [];
  return event === undefined ? null
    : `The handler of carbon for ${event} fails with ${error}, which is a bug of carbon and no fault of the data: `
      + 'update carbon.';
}

/** The sentence on a handler next to the error for which it was called. */
const BESIDE = / Also: "Exception in (\w{2,40}) event handler: [^"\n]{0,200}"(?: \(\d{1,9} times\))?\./;

/** Returns facts with the fault of a handler, or with its failure as what followed if the text has no error of it. */
export function withHandler(facts: string | null, fault: string | null): string | null {
  const [beside, event] = fault === null ? BESIDE.exec(facts ?? '') ?? [] : [];
  return facts === null || beside === undefined ? joined([facts, fault]) : joined([
    facts.replace(beside, ''),
    `Then the handler for ${event} failed, too; its traceback is cut, so that the text does not show its error.`,
  ]);
}
