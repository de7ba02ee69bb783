import { readdirSync, readFileSync } from 'node:fs';
import ts from 'typescript';

/** Where text from outside is read: the engines, whatever judges what calls are given, the Worker and its rooms. */
const READERS = ['core', 'edge', 'sync'];

export interface Pattern {
  /** `core/docx/control.ts: /…/g`. */
  name: string;
  regex: RegExp;
}

/** Every regular expression that is written down where text from outside is read, and where they put one together from strings. */
export function patternsOfReaders(): { patterns: Pattern[]; made: string[] } {
  const patterns: Pattern[] = [];
  const made: string[] = [];
  for (const reader of READERS)
    for (const file of readdirSync(reader, { recursive: true, encoding: 'utf8' })) {
      if (!file.endsWith('.ts')) continue;
      const path = `${reader}/${file}`;
      const visit = (node: ts.Node): void => {
        if (ts.isRegularExpressionLiteral(node)) {
          const { text } = node;
          const end = text.lastIndexOf('/');
          const flags = [...new Set(`${text.slice(end + 1)}`)].join('');
          if (mayRepeat(text))
            patterns.push({ name: `${path}: ${text}`, regex: new RegExp(text.slice(1, end), flags) });
        }
        if (ts.isNewExpression(node) && ts.isIdentifier(node.expression) && node.expression.text === 'RegExp')
          made.push(path);
        ts.forEachChild(node, visit);
      };
      visit(ts.createSourceFile(path, readFileSync(path, 'utf8'), ts.ScriptTarget.Latest));
    }
  return { patterns, made };
}

/** Whether a pattern has anything that repeats without an end: what has not takes the same time from each beginning. */
const mayRepeat = (text: string): boolean =>
  /[*+]|\{\d+,\}/.test(text.replace(/\\.|\[(?:\\.|[^\]\\])*\]/g, 'a'));

/** What stands for a class of characters, or for any, in a text that is to match nearly. */
const STANDS: readonly (readonly [RegExp, string])[] = [
  [/\\s[*+?]*/g, ' '],
  [/\\w[*+?]*/g, 'a'],
  [/\\d[*+?]*/g, '1'],
  [/\\[bB]/g, ''],
  [/\[\^[^\]]*\](?:[*+?]|\{[\d,]+\})*/g, ' '],
  [/\\p\{[^}]*\}[*+?]*/gi, '国'],
];

/**
 * Texts of which `size` repetitions may take a pattern long: each of its literal pieces, what comes before each of them
 * in the pattern, never completed, and characters that patterns often skip; after what begins a match, and before
 * something that ends it.
 */
export function* hostileTexts({ source }: RegExp): Generator<(size: number) => string> {
  let plain = source;
  for (const [syntax, by] of STANDS) plain = plain.replace(syntax, by);
  const pieces = plain
    .replace(/\\([^\w])/g, '$1')
    .split(/\(\?[:=!<]*|[()|^$*+?[\]\\]|\.[*+?]*|\{\d+,?\d*\}/)
    .filter((piece) => piece !== '')
    .slice(0, 8);
  const begun = pieces.map((_, i) => pieces.slice(0, i + 1).join(''));
  const units = new Set([...pieces, ...begun, ' ', 'a', '1', '"', '<', '(', '\n', '{{', '国']);
  for (const unit of units)
    for (const [head, tail] of [
      ['', ''],
      ['', '\u0001'],
      ['', '/'],
      [begun[0] ?? '', '\u0001'],
    ] as const)
      yield (size) => head + unit.repeat(size) + tail;
}

/** The pattern on the text as the product applies it: everywhere in it. */
export function tryPattern({ source, flags }: RegExp, text: string): void {
  const everywhere = new RegExp(source, flags.includes('g') ? flags : `${flags}g`);
  for (const _ of text.matchAll(everywhere));
}
