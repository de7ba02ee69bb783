/**
 * Rule: a change of anything that readers draw a field from counts as a change of that field, wherever it is stored: in
 * the field, in a parent that it inherits from, or in the form. ISO 32000-2 defines the form-wide keys NeedAppearances,
 * DR, DA and Q in table 224 (12.7.3), the inheritable keys in 12.7.4, and how a reader draws from them in 12.7.4.3. A
 * field lock (12.8.2.4) or a certification (12.8.2.2) that covers the field covers them too.
 */
import type { PdfView } from '../../read/document.ts';
import {
  isArray,
  isDict,
  isName,
  isRef,
  isStream,
  isString,
  type PdfDict,
  type PdfObject,
} from '../../read/objects.ts';
import { type FieldList, fullNameOf, listFields } from '../list-fields.ts';
import { annotationsOfPages } from '../page-list.ts';
import type { Comparison } from './comparison.ts';
import { normalAppearance } from './normal-appearance.ts';
import { pageOfWidget } from './page-of-widget.ts';
import { hasArea } from './visibility.ts';

/** Inheritable keys that affect what a reader draws (12.7.4, tables 226, 228, 232, 234). */
const INHERITED = ['FT', 'Ff', 'V', 'DA', 'Q', 'MaxLen', 'Opt', 'TI', 'I', 'RV', 'DS', 'DV'];
/** Those of them that the form has a default for (table 224). */
const FORM_WIDE = new Set(['DA', 'Q']);
/** ReadOnly, Required and NoExport (table 227) do not affect what is drawn. */
const FLAGS_WITHOUT_LOOK = 0b111;
/** Fonts that readers use for the marks of buttons by default. */
const MARK_FONTS = new Set(['ZaDb', 'ZapfDingbats']);

const DEEPEST = 64;

/**
 * Must run after the rules for fields. Reports each field whose appearance derives from different inputs than before.
 */
export function fieldLooks(cmp: Comparison): void {
  const wide = formWide(cmp);
  const fields = listFields(cmp.before);
  const names = namesOf(fields);
  for (const num of drawnFromForm(cmp.before)) {
    const widget = cmp.before.get(num);
    const now = cmp.after.get(num);
    if (!isDict(widget) || !isDict(now)) continue;
    const reasons = inheritedChanges(cmp, num, wide);
    if (wide.switched && isDrawn(cmp, widget, now)) reasons.push('NeedAppearances');
    if (wide.resources && takesResources(cmp, widget, now, wide.resources, wide.needed)) reasons.push('DR');
    if (reasons.length === 0) continue;
    const field = names.get(num) ?? fullNameOf(cmp.before, num);
    cmp.change('field-changed', 'form', {
      field,
      ...pageOfWidget(cmp.after, num),
      detail: reasons.join(', '),
      problem: 'change-field-look',
      fineWhenLocked: false,
    });
  }
}

interface FormWide {
  /** Whether NeedAppearances was switched on or off. */
  switched: boolean;
  /** Whether NeedAppearances is set before or after. */
  needed: boolean;
  /** Default resources that differ; undefined if none does. */
  resources: { added: Set<string>; replaced: boolean; fonts: Set<string> } | undefined;
  /** Whether DA or Q of the form differs. */
  defaults: boolean;
}

function formWide(cmp: Comparison): FormWide {
  const [old, now] = [formOf(cmp.before), formOf(cmp.after)];
  const names = [
    old && cmp.before.lookup(old, 'NeedAppearances'),
    now && cmp.after.lookup(now, 'NeedAppearances'),
  ];
  return {
    switched: (names[0] === true) !== (names[1] === true),
    needed: names.includes(true),
    resources: resourceChanges(cmp, old, now),
    defaults: [...FORM_WIDE].some(
      (key) => !cmp.equal(entryOf(cmp.before, old, key), entryOf(cmp.after, now, key)),
    ),
  };
}

const formOf = (view: PdfView): PdfDict | undefined => {
  const form = view.lookup(view.catalog, 'AcroForm');
  return isDict(form) ? form : undefined;
};

const entryOf = (view: PdfView, dict: PdfDict | undefined, key: string): PdfObject =>
  dict ? view.lookup(dict, key) : null;

/**
 * Names added to the form's default resources, whether an existing one was replaced or removed, and the `fonts` among all
 * of them under which other letters can be drawn now.
 */
function resourceChanges(
  cmp: Comparison,
  old: PdfDict | undefined,
  now: PdfDict | undefined,
): FormWide['resources'] {
  const [before, after] = [entryOf(cmp.before, old, 'DR'), entryOf(cmp.after, now, 'DR')];
  const added = new Set<string>();
  const fonts = new Set<string>();
  let replaced = false;
  const kinds = new Set([
    ...(isDict(before) ? before.entries.keys() : []),
    ...(isDict(after) ? after.entries.keys() : []),
  ]);
  for (const kind of kinds) {
    const had = isDict(before) ? cmp.before.lookup(before, kind) : null;
    const has = isDict(after) ? cmp.after.lookup(after, kind) : null;
    // Only the list of procedure sets is not a dictionary (14.2).
    if (!isDict(had) && !isDict(has)) continue;
    for (const [name, value] of isDict(had) ? had.entries : []) {
      const now = isDict(has) ? has.entries.get(name) : undefined;
      if (cmp.equal(value, now)) continue;
      replaced = true;
      if (kind === 'Font' && !isSameStandardFont(cmp, value, now)) fonts.add(name);
    }
    for (const [name, value] of isDict(has) ? has.entries : []) {
      if (isDict(had) && had.entries.has(name)) continue;
      added.add(name);
      if (kind === 'Font' && standardFontOf(cmp.after, value) === undefined) fonts.add(name);
    }
  }
  return replaced || added.size > 0 ? { added, replaced, fonts } : undefined;
}

const STANDARD_FONT = /^(Helvetica|Courier)(-(Bold)?(Oblique)?)?$|^Times-(Roman|Bold|Italic|BoldItalic)$/;
/** Codes that the usual encodings give other names than ASCII has (annex D.3). */
const OTHER_NAMES = new Map([
  [39, 'quotesingle'],
  [96, 'grave'],
]);

/**
 * The name of a standard font (9.6.2.2) that draws each letter and digit as itself, such as viewers add before they fill in
 * a form; undefined for any other, whose file or encoding can draw other letters.
 */
function standardFontOf(view: PdfView, value: PdfObject | undefined): string | undefined {
  const font = view.resolve(value);
  if (!isDict(font) || !isName(view.lookup(font, 'Subtype'), 'Type1')) return undefined;
  const base = view.lookup(font, 'BaseFont');
  if (!isName(base) || !STANDARD_FONT.test(base.value)) return undefined;
  if (['FontDescriptor', 'Widths', 'ToUnicode'].some((key) => font.entries.has(key))) return undefined;
  const encoding = view.lookup(font, 'Encoding');
  const differences = isDict(encoding) ? view.lookup(encoding, 'Differences') : null;
  if (differences === null) return base.value;
  if (!isArray(differences)) return undefined;
  let code = 0;
  for (const one of differences.items) {
    if (typeof one === 'number') code = one;
    else {
      const isOther = code >= 32 && code < 127 && !(isName(one) && OTHER_NAMES.get(code) === one.value);
      if (isOther) return undefined;
      code++;
    }
  }
  return base.value;
}

function isSameStandardFont(cmp: Comparison, old: PdfObject, now: PdfObject | undefined): boolean {
  const before = standardFontOf(cmp.before, old);
  return before !== undefined && before === standardFontOf(cmp.after, now);
}

/** Widgets of the form and of the pages, and FreeText annotations, whose text readers draw like that of a field. */
function drawnFromForm(view: PdfView): Set<number> {
  const out = new Set<number>();
  for (const field of listFields(view).all) for (const num of field.widgets) out.add(num);
  for (const { num, dict } of annotationsOfPages(view)) {
    const subtype = view.lookup(dict, 'Subtype');
    if (isName(subtype, 'Widget') || isName(subtype, 'FreeText')) out.add(num);
  }
  return out;
}

/** The dictionaries of the field and its ancestors, nearest first, with their object numbers. */
function chainOf(view: PdfView, num: number): { num: number; dict: PdfDict }[] {
  const chain: { num: number; dict: PdfDict }[] = [];
  let at: PdfObject | undefined = { kind: 'ref', num, gen: 0 };
  for (let depth = 0; isRef(at) && depth < DEEPEST; depth++) {
    const dict = view.get(at.num);
    if (!isDict(dict) || chain.some((link) => link.num === (at as { num: number }).num)) break;
    chain.push({ num: at.num, dict });
    at = dict.entries.get('Parent');
  }
  return chain;
}

/** Keys whose effective value differs: the field's own, inherited, or the form's default. */
function inheritedChanges(cmp: Comparison, num: number, wide: FormWide): string[] {
  const [old, now] = [chainOf(cmp.before, num), chainOf(cmp.after, num)];
  if (!wide.defaults && ![...old, ...now].some((link) => cmp.touched.has(link.num))) return [];
  // Readers draw no text into a signature field; its keys are judged by the rule for signature fields.
  if (isName(effective(cmp.before, old, 'FT'), 'Sig')) return [];
  return INHERITED.filter((key) => {
    const [before, after] = [effective(cmp.before, old, key), effective(cmp.after, now, key)];
    if (key === 'Ff') return look(before) !== look(after);
    return !cmp.equal(before, after);
  });
}

const look = (flags: PdfObject): number => (typeof flags === 'number' ? flags & ~FLAGS_WITHOUT_LOOK : 0);

function effective(view: PdfView, chain: readonly { dict: PdfDict }[], key: string): PdfObject {
  for (const { dict } of chain) if (dict.entries.has(key)) return view.lookup(dict, key);
  return FORM_WIDE.has(key) ? entryOf(view, formOf(view), key) : null;
}

/** Whether a reader has anything to redraw. An empty signature field shows nothing either way. */
function isDrawn(cmp: Comparison, old: PdfDict, now: PdfDict): boolean {
  if (!hasArea(cmp.before, old) && !hasArea(cmp.after, now)) return false;
  const isSignature = isName(effective(cmp.before, parentsOf(cmp.before, old), 'FT'), 'Sig');
  return !isSignature || normalAppearance(cmp.before, old) !== null;
}

/**
 * Whether a reader uses the form's default resources for this widget: the reader draws it, or its appearance has no
 * resources of its own, and it uses one of the names that differ. Some readers draw fields anew without being asked, so
 * that a font under which other letters are drawn counts also where the widget has an appearance of its own.
 */
function takesResources(
  cmp: Comparison,
  old: PdfDict,
  now: PdfDict,
  { added, replaced, fonts }: NonNullable<FormWide['resources']>,
  needed: boolean,
): boolean {
  const appearance = normalAppearance(cmp.after, now);
  const own =
    appearance !== null && isStream(appearance) && isDict(cmp.after.lookup(appearance.dict, 'Resources'));
  const isStored = own && !needed;
  if (isStored && fonts.size === 0) return false;
  if (!hasArea(cmp.before, old)) return false;
  if (replaced && !isStored) return true;
  const used = appearance !== null && !own ? namesInContent(cmp.after, appearance) : new Set<string>();
  for (const [view, dict] of [
    [cmp.before, old],
    [cmp.after, now],
  ] as const) {
    const text = effective(view, parentsOf(view, dict), 'DA');
    if (isString(text))
      for (const name of namesIn(new TextDecoder('latin1').decode(text.bytes))) used.add(name);
  }
  if (isName(effective(cmp.before, parentsOf(cmp.before, old), 'FT'), 'Btn'))
    for (const name of MARK_FONTS) used.add(name);
  return [...(isStored ? fonts : added)].some((name) => used.has(name));
}

function parentsOf(view: PdfView, dict: PdfDict): { dict: PdfDict }[] {
  const parent = dict.entries.get('Parent');
  return [{ dict }, ...(isRef(parent) ? chainOf(view, parent.num) : [])];
}

function namesInContent(view: PdfView, stream: Parameters<PdfView['decode']>[0]): Set<string> {
  try {
    return namesIn(new TextDecoder('latin1').decode(view.decode(stream)));
  } catch {
    return new Set();
  }
}

/** Names in a content stream, with #xx escapes decoded (7.3.5). */
function namesIn(content: string): Set<string> {
  const names = new Set<string>();
  for (const [, name] of content.matchAll(/\/([^\s()<>[\]{}/%]+)/g)) {
    names.add(name!.replace(/#([0-9A-Fa-f]{2})/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16))));
  }
  return names;
}

const namesOf = (fields: FieldList): Map<number, string> =>
  new Map(fields.all.flatMap((field) => field.widgets.map((num) => [num, field.name] as const)));
