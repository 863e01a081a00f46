/** Reads a mangled C++ name (Itanium ABI) by recursive descent, with bounded depth and steps. */
import { MangledReader, Unreadable } from './mangledReader.ts';
import {
  INTEGER_MARKS, lastPart, LONG_TYPES, OPERATORS, plain, pointed, SPECIAL, textOf, TYPES, withArgs, type Type,
} from './mangledWords.ts';

/** `isPlain`: it has no return type, because it is no template, or makes or converts an object. */
interface Name { text: string; args: string[] | null; isPlain: boolean; qualifiers: string }

export class Mangled extends MangledReader {
  private args: readonly string[] = [];

  whole(): string {
    const name = this.encoding();
    if (this.at !== this.text.length) throw new Unreadable();
    return name;
  }

  private encoding(): string {
    return this.deeper(() => {
      const special = SPECIAL[this.text.slice(this.at, this.at + 2)];
      if (special !== undefined) {
        this.at += 2;
        return `${special}${special.startsWith('g') || special.startsWith('th') ? this.name().text
          : textOf(this.type())}`;
      }
      if (this.takes('Th')) return this.thunk('non-virtual thunk to ', 1);
      if (this.takes('Tv')) return this.thunk('virtual thunk to ', 2);
      const { text, args, isPlain, qualifiers } = this.name();
      if (this.isEnd()) return text;
      if (args !== null) this.args = args;
      if (args !== null && !isPlain) this.type();
      return `${text}(${this.parameters()})${qualifiers}`;
    });
  }

  private thunk(words: string, offsets: number): string {
    for (let i = 0; i < offsets; i++) this.number('_');
    return `${words}${this.encoding()}`;
  }

  private isEnd(): boolean {
    return this.at >= this.text.length || this.peek() === 'E' || this.peek() === '.';
  }

  /** Returns the types up to the end or `E`; a single `void` means none. */
  private parameters(): string {
    const types: string[] = [];
    while (!this.isEnd()) types.push(textOf(this.type()));
    return types.length === 1 && types[0] === 'void' ? '' : types.filter((type) => type !== '').join(', ');
  }

  private name(): Name {
    if (this.takes('N')) return this.nested();
    if (this.takes('Z')) return this.local();
    const isKnown = this.peek() === 'S' && this.text[this.at + 1] !== 't';
    let text = isKnown ? this.substitution() : '';
    let isPlain = false;
    if (!isKnown) {
      const prefix = this.takes('St') ? 'std::' : '';
      const own = this.unqualified('');
      [text, isPlain] = [prefix + own.text, own.isPlain];
    }
    if (this.peek() !== 'I') return { text, args: null, isPlain, qualifiers: '' };
    if (!isKnown) this.learn(text);
    const args = this.templateArgs();
    return { text: withArgs(text, args), args, isPlain, qualifiers: '' };
  }

  private nested(): Name {
    const qualifiers = this.qualifiers();
    const reference = this.takes('R') ? ' &' : this.takes('O') ? ' &&' : '';
    let [text, last] = ['', ''];
    let args: string[] | null = null;
    let isPlain = false;
    while (!this.takes('E')) {
      const isKnown = this.peek() === 'S';
      if (isKnown) [text, args] = [this.substitution(), null];
      else if (this.peek() === 'T') [text, args] = [this.templateParameter(), null];
      else if (this.peek() === 'I' && text !== '') {
        args = this.templateArgs();
        text = withArgs(text, args);
      } else {
        const own = this.unqualified(last);
        [text, args, isPlain] = [text === '' ? own.text : `${text}::${own.text}`, null, own.isPlain];
      }
      if (args === null) last = text.slice(lastPart(text));
      if (!isKnown && this.peek() !== 'E') this.learn(text);
    }
    if (text === '') throw new Unreadable();
    return { text, args, isPlain, qualifiers: qualifiers + reference };
  }

  private local(): Name {
    const outer = this.encoding();
    if (!this.takes('E')) throw new Unreadable();
    if (this.takes('s')) {
      this.discriminator();
      return { text: `${outer}::string literal`, args: null, isPlain: true, qualifiers: '' };
    }
    if (this.takes('d')) this.number('_');
    const inner = this.name();
    this.discriminator();
    return { ...inner, text: `${outer}::${inner.text}` };
  }

  /** Reads a name without its scope; `owner` is that of the class whose constructor it may be. */
  private unqualified(owner: string): { text: string; isPlain: boolean } {
    this.takes('L');
    let text: string;
    let isPlain = false;
    const two = this.text.slice(this.at, this.at + 2);
    if (/^\d/.test(two)) text = this.sourceName();
    else if (/^C[123I]$/.test(two) && owner !== '') {
      this.at += 2;
      [text, isPlain] = [owner, true];
    } else if (/^D[0-5]$/.test(two) && owner !== '') {
      this.at += 2;
      [text, isPlain] = [`~${owner}`, true];
    } else if (two === 'Ul') text = this.lambda();
    else if (two === 'Ut') {
      this.at += 2;
      text = `{unnamed type#${this.ordinal()}}`;
    } else if (two === 'cv') {
      this.at += 2;
      [text, isPlain] = [`operator ${textOf(this.type())}`, true];
    } else if (two === 'li') {
      this.at += 2;
      text = `operator""${this.sourceName()}`;
    } else {
      const operator = OPERATORS[two];
      if (operator === undefined) throw new Unreadable();
      this.at += 2;
      text = `operator${operator}`;
    }
    while (this.takes('B')) text += `[abi:${this.sourceName()}]`;
    return { text, isPlain };
  }

  private lambda(): string {
    this.at += 2;
    const types = this.parameters();
    if (!this.takes('E')) throw new Unreadable();
    return `{lambda(${types})#${this.ordinal()}}`;
  }

  private templateParameter(): string {
    this.at++;
    const digits = this.number('_');
    const known = this.args[digits === '' ? 0 : Number(digits) + 1];
    if (known === undefined) throw new Unreadable();
    return known;
  }

  private templateArgs(): string[] {
    return this.deeper(() => {
      this.at++;
      const args: string[] = [];
      while (!this.takes('E')) {
        if (this.at >= this.text.length) throw new Unreadable();
        if (this.peek() === 'J') args.push(this.templateArgs().filter((one) => one !== '').join(', '));
        else args.push(this.takes('L') ? this.literal() : textOf(this.type()));
      }
      return args;
    });
  }

  private literal(): string {
    if (this.takes('_Z')) {
      const name = this.encoding();
      if (!this.takes('E')) throw new Unreadable();
      return `&${name}`;
    }
    const type = textOf(this.type());
    const isNegative = this.takes('n');
    const digits = this.number('E');
    if (type === 'bool') return digits === '0' ? 'false' : 'true';
    if (type === 'decltype(nullptr)') return 'nullptr';
    const value = `${isNegative ? '-' : ''}${digits}`;
    const mark = INTEGER_MARKS[type];
    return mark === undefined ? `(${type})${value}` : `${value}${mark}`;
  }

  private type(): Type {
    return this.deeper(() => {
      const one = this.peek();
      const qualifiers = this.qualifiers();
      if (qualifiers !== '') {
        const inner = this.type();
        return this.learned({ ...inner, before: `${inner.before}${qualifiers}` });
      }
      const long = LONG_TYPES[this.text.slice(this.at, this.at + 2)];
      const built = TYPES[one];
      if (long !== undefined || built !== undefined) {
        this.at += long === undefined ? 1 : 2;
        return plain(long ?? built ?? '');
      }
      if (this.takes('P')) return this.learned(pointed(this.type(), '*'));
      if (this.takes('R')) return this.learned(pointed(this.type(), '&'));
      if (this.takes('O')) return this.learned(pointed(this.type(), '&&'));
      if (this.takes('Dp')) return this.learned(plain(textOf(this.type())));
      if (this.takes('Do')) return this.type();
      if (this.takes('F')) return this.learned(this.functionType());
      if (this.takes('A')) {
        const size = this.number('_');
        const inner = this.type();
        return this.learned({ before: inner.before, after: ` [${size}]${inner.after}`, isFunction: true });
      }
      if (this.takes('M')) {
        const owner = textOf(this.type());
        return this.learned(pointed(this.type(), `${owner}::*`));
      }
      return this.classType(one);
    });
  }

  private classType(one: string): Type {
    if (one === 'T') {
      const text = this.templateParameter();
      this.learn(text);
      return this.peek() === 'I' ? this.learned(plain(withArgs(text, this.templateArgs()))) : plain(text);
    }
    if (one === 'S' && this.text[this.at + 1] !== 't') {
      const text = this.substitution();
      return this.peek() === 'I' ? this.learned(plain(withArgs(text, this.templateArgs()))) : plain(text);
    }
    if (!/[\dNZS]/.test(one)) throw new Unreadable();
    return this.learned(plain(this.name().text));
  }

  private functionType(): Type {
    this.takes('Y');
    const result = textOf(this.type());
    const types = this.parameters();
    if (!this.takes('E')) throw new Unreadable();
    return { before: result, after: `(${types})`, isFunction: true };
  }

  private learned(type: Type): Type {
    this.learn(textOf(type));
    return type;
  }
}
