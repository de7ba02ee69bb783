import type { Random } from '../random.ts';

/** What stands in place of a number. */
export const NUMBERS = [
  '0',
  '1',
  '-1',
  '2',
  '255',
  '65535',
  '65536',
  '2147483647',
  '2147483648',
  '4294967296',
  '99999999999999999999',
  '-99999999999999999999',
  '1e308',
  '-1e308',
  'NaN',
  '0.0000001',
  '1.5',
  '',
  '.',
  '-',
  '+-1',
];

/** `text` with what `pattern` finds at one place replaced; as it is where it finds nothing. */
export function replaceOne(
  text: string,
  pattern: RegExp,
  random: Random,
  by: (found: RegExpExecArray) => string,
): string {
  // From somewhere on, so that a long text is not searched as a whole for each mutation.
  const search = new RegExp(pattern.source, `${pattern.flags.replace('g', '')}g`);
  search.lastIndex = random.below(text.length);
  let found = search.exec(text);
  if (!found) {
    search.lastIndex = 0;
    found = search.exec(text);
  }
  if (!found || found[0] === '') return text;
  return text.slice(0, found.index) + by(found) + text.slice(found.index + found[0].length);
}

const TEXT: readonly ((text: string, random: Random) => string)[] = [
  (text, random) => replaceOne(text, /-?\d+(\.\d+)?/, random, () => random.pick(NUMBERS)),
  (text, random) => {
    const at = random.below(text.length);
    return text.slice(0, at) + text.slice(at + 1 + random.below(60));
  },
  (text, random) => {
    const from = random.below(text.length);
    const part = text.slice(from, from + 1 + random.below(300));
    const at = random.below(text.length);
    return text.slice(0, at) + part.repeat(1 + random.below(random.chance(0.1) ? 2000 : 20)) + text.slice(at);
  },
  (text, random) => {
    const at = random.below(text.length);
    return text.slice(0, at) + String.fromCharCode(random.below(0xffff)) + text.slice(at + random.below(2));
  },
  (text, random) => text.slice(0, random.below(text.length)),
];

/** `text` spoilt once, whatever it says. */
export const mutateText = (text: string, random: Random): string => random.pick(TEXT)(text, random);
