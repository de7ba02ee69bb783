import type { XmlElement } from '#core/ofd/xml/read-xml.ts';
import { child } from '#core/ofd/xml/walk-xml.ts';
import {
  type Docx,
  findPart,
  readRelations,
  readXmlPart,
  relationsPath,
  resolveTarget,
} from '../open-docx.ts';

/**
 * Formatting of text in a `w:rPr`, as far as it is set; sizes in pt, colours as `#rrggbb`, null for the automatic one.
 */
export interface Look {
  bold?: boolean;
  underline?: boolean;
  strike?: boolean;
  italic?: boolean;
  hidden?: boolean;
  /** Superscript or subscript. */
  raised?: boolean;
  highlight?: boolean;
  colour?: string | null;
  size?: number;
  /** The font of Chinese characters, or the theme's font that stands for it. */
  font?: string | { theme: 'major' | 'minor' };
}

/** Formatting of a paragraph in a `w:pPr`, as far as it is set. */
export interface ParagraphLook {
  align?: 'left' | 'centre' | 'right' | 'justify';
  /** Line distance in pt if it is fixed, else undefined. */
  exact?: number;
  /** In ems if the file uses characters, else in pt. */
  left?: { ems: number } | { pt: number };
  first?: { ems: number } | { pt: number };
  /** From 0. */
  outline?: number;
  numId?: string;
  level?: number;
  breakBefore?: boolean;
}

export interface ParagraphStyle {
  id: string;
  /** Word's English name, such as `heading 1`; lower case. */
  name: string;
  paragraph: ParagraphLook;
  look: Look;
}

export interface Styles {
  /** The style with that id including its inherited properties; the default style for undefined. */
  paragraph(id: string | undefined): ParagraphStyle;
  character(id: string | undefined): Look;
  /** Whether tables of that style have borders. */
  hasBorders(id: string | undefined): boolean;
}

const on = (element: XmlElement | undefined): boolean | undefined =>
  element && !['0', 'false', 'off', 'none'].includes(element.attributes.val ?? 'true');

/** Reads a `w:rPr`. */
export function readLook(properties: XmlElement | undefined): Look {
  const value = (name: string) => child(properties, name)?.attributes.val;
  const look: Look = {};
  const flags = [
    ['bold', on(child(properties, 'b'))],
    ['italic', on(child(properties, 'i'))],
    ['strike', on(child(properties, 'strike')) ?? on(child(properties, 'dstrike'))],
    ['hidden', on(child(properties, 'vanish'))],
    ['underline', on(child(properties, 'u'))],
    ['highlight', on(child(properties, 'highlight'))],
  ] as const;
  for (const [name, flag] of flags) if (flag !== undefined) look[name] = flag;
  const raised = value('vertAlign');
  if (raised) look.raised = raised !== 'baseline';
  const colour = value('color');
  if (colour) look.colour = /^[0-9a-fA-F]{6}$/.test(colour) ? `#${colour.toLowerCase()}` : null;
  const size = Number(value('sz'));
  if (size > 0) look.size = size / 2;
  const { eastAsia, eastAsiaTheme } = child(properties, 'rFonts')?.attributes ?? {};
  if (eastAsiaTheme) look.font = { theme: eastAsiaTheme.startsWith('major') ? 'major' : 'minor' };
  else if (eastAsia) look.font = eastAsia;
  return look;
}

const ALIGNS: Readonly<Record<string, ParagraphLook['align']>> = {
  left: 'left',
  start: 'left',
  center: 'centre',
  right: 'right',
  end: 'right',
  both: 'justify',
  distribute: 'justify',
};
const TWIPS = 20;

/** Reads a `w:pPr`. */
export function readParagraphLook(properties: XmlElement | undefined): ParagraphLook {
  const look: ParagraphLook = {};
  const align = ALIGNS[child(properties, 'jc')?.attributes.val ?? ''];
  if (align) look.align = align;
  const spacing = child(properties, 'spacing')?.attributes;
  if (spacing?.lineRule === 'exact') look.exact = Number(spacing.line) / TWIPS;
  const indent = child(properties, 'ind')?.attributes ?? {};
  const length = (chars: string | undefined, twips: string | undefined) => {
    if (chars !== undefined && Number(chars) !== 0) return { ems: Number(chars) / 100 };
    if (twips !== undefined) return { pt: Number(twips) / TWIPS };
    return chars === undefined ? undefined : { ems: 0 };
  };
  const left = length(indent.leftChars ?? indent.startChars, indent.left ?? indent.start);
  if (left) look.left = left;
  const hangs = Number(indent.hangingChars ?? indent.hanging ?? 0) > 0;
  const first = hangs ? { ems: 0 } : length(indent.firstLineChars, indent.firstLine);
  if (first) look.first = first;
  const outline = child(properties, 'outlineLvl')?.attributes.val;
  if (outline !== undefined) look.outline = Number(outline);
  const numbering = child(properties, 'numPr');
  const numId = child(numbering, 'numId')?.attributes.val;
  const level = child(numbering, 'ilvl')?.attributes.val;
  if (numId !== undefined) look.numId = numId;
  if (level !== undefined) look.level = Number(level);
  const breakBefore = on(child(properties, 'pageBreakBefore'));
  if (breakBefore !== undefined) look.breakBefore = breakBefore;
  return look;
}

/** The file of that type to which the body has a relation; undefined if there is none. */
export function readBeside(docx: Docx, type: string): XmlElement | undefined {
  const body = docx.parts[0]!.path;
  const relation = readRelations(docx.pkg, relationsPath(body)).find(
    (one) => one.type === type && !one.external,
  );
  const path = relation && findPart(docx.pkg, resolveTarget(body, relation.target));
  return path ? readXmlPart(docx.pkg, path).root : undefined;
}

/** The fonts of Chinese characters in the file's theme. */
export function readThemeFonts(docx: Docx): Partial<Record<'major' | 'minor', string>> {
  const scheme = child(child(readBeside(docx, 'theme'), 'themeElements'), 'fontScheme');
  const fontOf = (name: string): string | undefined => {
    const fonts = child(scheme, name);
    const simplified = fonts?.children.find((one) => one.name === 'font' && one.attributes.script === 'Hans');
    return child(fonts, 'ea')?.attributes.typeface || simplified?.attributes.typeface;
  };
  const [major, minor] = [fontOf('majorFont'), fontOf('minorFont')];
  return { ...(major ? { major } : {}), ...(minor ? { minor } : {}) };
}

/** Maximum depth of inheritance between styles; breaks cycles. */
const DEEPEST = 12;

export function readStyles(docx: Docx): Styles {
  const root = readBeside(docx, 'styles');
  const all = (root?.children ?? []).filter(({ name }) => name === 'style');
  const known = new Map(all.map((style) => [`${style.attributes.type} ${style.attributes.styleId}`, style]));
  const defaults = child(root, 'docDefaults');
  const base = {
    paragraph: readParagraphLook(child(child(defaults, 'pPrDefault'), 'pPr')),
    look: readLook(child(child(defaults, 'rPrDefault'), 'rPr')),
  };
  const standard = all.find(
    ({ attributes }) => attributes.type === 'paragraph' && ['1', 'true'].includes(attributes.default ?? ''),
  )?.attributes.styleId;
  const chain = (type: string, id: string | undefined): XmlElement[] => {
    const found: XmlElement[] = [];
    let next = id;
    while (next !== undefined && found.length < DEEPEST) {
      const style = known.get(`${type} ${next}`);
      if (!style) break;
      found.unshift(style);
      next = child(style, 'basedOn')?.attributes.val;
    }
    return found;
  };
  const read = new Map<string, ParagraphStyle>();
  return {
    paragraph(wanted) {
      const id = wanted !== undefined && known.has(`paragraph ${wanted}`) ? wanted : (standard ?? '');
      const before = read.get(id);
      if (before) return before;
      const styles = chain('paragraph', id);
      const style: ParagraphStyle = {
        id,
        name: (child(styles.at(-1), 'name')?.attributes.val ?? '').toLowerCase(),
        paragraph: Object.assign(
          {},
          base.paragraph,
          ...styles.map((one) => readParagraphLook(child(one, 'pPr'))),
        ),
        look: Object.assign({}, base.look, ...styles.map((one) => readLook(child(one, 'rPr')))),
      };
      read.set(id, style);
      return style;
    },
    character: (id) => Object.assign({}, ...chain('character', id).map((one) => readLook(child(one, 'rPr')))),
    hasBorders: (id) => chain('table', id).some((one) => hasLines(child(child(one, 'tblPr'), 'tblBorders'))),
  };
}

/** Whether a `w:tblBorders` or `w:tcBorders` draws a line. */
export const hasLines = (borders: XmlElement | undefined): boolean =>
  (borders?.children ?? []).some(({ attributes }) => !['none', 'nil', undefined].includes(attributes.val));
