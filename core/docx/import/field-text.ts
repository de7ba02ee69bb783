import type { XmlElement } from '#core/ofd/xml/read-xml.ts';
import { child } from '#core/ofd/xml/walk-xml.ts';

/** A Word field as far as it says what is shown without a result. */
export interface ShownField {
  instruction: string;
  /** The chosen entry of a drop-down field (`w:ddList`, ISO/IEC 29500-1, 17.16.9). */
  chosen: string;
}

/** A field by the element that begins it. */
export function fieldOf(begin: XmlElement): ShownField {
  const list = child(child(begin, 'ffData'), 'ddList');
  const entries = list?.children.filter(({ name }) => name === 'listEntry') ?? [];
  const at = Number(child(list, 'result')?.attributes.val ?? child(list, 'default')?.attributes.val ?? 0);
  return { instruction: '', chosen: entries[at]?.attributes.val ?? '' };
}

/** Fields that show nothing where they stand: marks of an index or a table of contents, and questions when merging. */
const SILENT =
  /^(?:XE|TC|TA|RD|SET|ASK|FILLIN|NEXT|NEXTIF|SKIPIF|PRIVATE|ADVANCE|MERGEFIELD|HYPERLINK|LISTNUM)$/;

/**
 * What a field without a result shows: the words that Word draws by its instruction, the reading above them, and what of
 * it is not known here, to be reported. Word puts characters over each other with `EQ \\o`: older ones guides to
 * pronunciation, all of them characters in circles.
 */
export function shownOf({ instruction, chosen }: ShownField): {
  words: string;
  guide: string;
  unknown: string;
} {
  const [, name = '', rest = ''] = /^\s*(\w+)(.*)$/s.exec(instruction) ?? [];
  const none = { words: '', guide: '', unknown: '' };
  switch (name.toUpperCase()) {
    case 'FORMDROPDOWN':
      return { ...none, words: chosen, unknown: chosen === '' ? name : '' };
    case 'MACROBUTTON':
      return { ...none, words: rest.trim().replace(/^\S+\s*/, '') };
    case 'QUOTE':
      return { ...none, words: rest.trim().replace(/^"|"$/g, '') };
    case 'EQ':
      return shownOfEquation(rest);
    default:
      return { ...none, unknown: SILENT.test(name.toUpperCase()) ? '' : name.toUpperCase() };
  }
}

function shownOfEquation(text: string) {
  const at = text.search(/\\o/i);
  const open = text.indexOf('(', at);
  const parts = at < 0 || open < 0 ? [] : partsOf(text, open + 1);
  const words = parts.map((part) => wordsOf(part));
  const base = words.pop() ?? '';
  // A circle around a character is no reading of it.
  const guide = words.filter((word) => /[\p{L}\p{N}]/u.test(word)).join('');
  if (base !== '') return { words: base, guide, unknown: '' };
  return { words: '', guide: '', unknown: `EQ ${wordsOf(text)}`.trim() };
}

/** The parts of a list in brackets that begins at `from`, without those that are in brackets themselves. */
function partsOf(text: string, from: number): string[] {
  const parts = [''];
  let depth = 0;
  for (const character of text.slice(from)) {
    if (character === ')' && depth === 0) break;
    if (character === '(') depth++;
    if (character === ')') depth--;
    if ((character === ',' || character === ';') && depth === 0) parts.push('');
    else parts[parts.length - 1] += character;
  }
  return parts;
}

/** The words of an instruction, without its switches and brackets. */
const wordsOf = (text: string): string =>
  text
    .replace(/\\\*\s*(?:"[^"]*"|\S+)/g, '')
    .replace(/\\[a-z]+\s*\d*/gi, '')
    .replace(/[()]/g, '')
    .trim();
