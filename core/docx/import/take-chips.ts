import { PLACE_SIZE } from '#core/task/place-rules.ts';
import type {
  ContentAnchor,
  ContentOption,
  ContentRows,
  ContentSigner,
  WebContent,
} from '#core/template/content.ts';
import { type ContentField, contentField } from '#core/template/field.ts';
import { fieldName } from '#core/template/parts.ts';
import { understandMark } from '#core/template/take-marks.ts';
import { controlsOf } from '../control.ts';
import type { Docx } from '../open-docx.ts';
import { type OwnLists, readOwnLists } from '../own-lists.ts';
import { childW } from '../part.ts';
import { type DocxMark, type ForeignMark, readMarks } from '../read-marks.ts';

/** The lists of the template that a file is imported into. */
export type KnownLists = Pick<WebContent, 'fields' | 'rows' | 'options' | 'signers' | 'anchors'>;

type Chip = { type: 'field' | 'seal'; key: string };
/** A chip that replaces characters of a paragraph (UTF-16 offsets of its text). */
export type PlacedChip = Chip & { from: number; to: number };

/** Result for the marks of a file: chips, and additions to the template's lists. */
export interface TakenChips {
  /** The chips of a paragraph by its index, in the order of its text. */
  chipsOf: ReadonlyMap<number, readonly PlacedChip[]>;
  /** Keys of controls around paragraphs that are optional parts, and around repeated rows. */
  options: ReadonlySet<string>;
  rows: ReadonlySet<string>;
  added: KnownLists;
  /** Names of marks that could not be interpreted; their text stays. */
  strange: string[];
}

interface Taking {
  there: KnownLists;
  carried: OwnLists | undefined;
  added: { [L in keyof KnownLists]: KnownLists[L][number][] };
  newKey: () => string;
}

/**
 * Converts the marks of a file to fields and places: our controls by the lists of the template or of the file, foreign
 * marks by their names. A field with the same name is the same field.
 */
export function takeChips(docx: Docx, there: KnownLists, newKey: () => string): TakenChips {
  const taking: Taking = {
    there,
    carried: readOwnLists(docx),
    added: { fields: [], rows: [], options: [], signers: [], anchors: [] },
    newKey,
  };
  const marks = readMarks(docx);
  const titles = titlesOf(docx);
  const chipsOf = new Map<number, PlacedChip[]>();
  const put = ({ paragraph, from, to }: DocxMark, chip: Chip) => {
    const chips = chipsOf.get(paragraph) ?? [];
    chipsOf.set(paragraph, chips);
    chips.push({ ...chip, from, to });
  };
  const options = new Set<string>();
  const rows = new Set<string>();
  const strange: string[] = [];
  for (const mark of marks) {
    if (mark.kind !== 'OWN') {
      const chip = chipOfForeign(mark, taking);
      if (chip) put(mark, chip);
      else strange.push(mark.name);
    } else if (mark.level === 'BLOCK' && hasList(taking, 'options', mark.key)) options.add(mark.key);
    else if (mark.level === 'ROW' && hasList(taking, 'rows', mark.key)) rows.add(mark.key);
    else if (mark.level === 'RUN') {
      const title = titles.get(mark.key) ?? '';
      const chip = chipOfOwn(mark.key, title, taking);
      if (chip) put(mark, chip);
      else strange.push(title);
    }
  }
  return { chipsOf, options, rows, added: taking.added, strange };
}

function titlesOf(docx: Docx): Map<string, string> {
  const titles = new Map<string, string>();
  for (const part of docx.parts)
    for (const { key, element } of controlsOf(part)) {
      const alias = childW(part, childW(part, element, 'sdtPr'), 'alias');
      titles.set(key, alias?.attributes.val ?? '');
    }
  return titles;
}

/** Whether the template has that option or those rows; adds them if the file includes them. */
function hasList(taking: Taking, list: 'options' | 'rows', key: string): boolean {
  const has = (rows: readonly (ContentOption | ContentRows)[]) => rows.some((row) => row.key === key);
  if (has(taking.there[list]) || has(taking.added[list])) return true;
  if (list === 'options') return addFrom(taking.carried?.options, taking.added.options, key);
  return addFrom(taking.carried?.rows, taking.added.rows, key);
}

function addFrom<R extends { key: string }>(from: readonly R[] | undefined, to: R[], key: string): boolean {
  const row = from?.find((one) => one.key === key);
  if (row) to.push(row);
  return row !== undefined;
}

function chipOfOwn(key: string, title: string, taking: Taking): Chip | undefined {
  const { there, carried, added } = taking;
  const inLists = (list: 'fields' | 'anchors') =>
    [...there[list], ...added[list]].some((row) => row.key === key);
  if (inLists('fields')) return { type: 'field', key };
  if (inLists('anchors')) return { type: 'seal', key };
  const anchor = carried?.anchors.find((one) => one.key === key);
  const signer = carried?.signers.find((one) => one.key === anchor?.signer);
  if (anchor && signer) {
    added.anchors.push({ ...anchor, signer: signerKey(signer, taking) });
    return { type: 'seal', key };
  }
  const field = carried?.fields.find((one) => one.key === key);
  if (!field) return chipOfName(title, {}, taking);
  const same = [...there.fields, ...added.fields].find(({ name }) => name === field.name);
  if (same) return { type: 'field', key: same.key };
  const filler = carried?.signers.find((one) => one.key === field.filledBy);
  added.fields.push({ ...field, filledBy: filler ? signerKey(filler, taking) : 'SENDER' });
  return { type: 'field', key };
}

/** The key of the template's signer with that role; adds the signer if there is none. */
function signerKey(signer: ContentSigner, { there, added }: Taking): string {
  const same = [...there.signers, ...added.signers].find(({ name }) => name === signer.name);
  if (!same) added.signers.push(signer);
  return same?.key ?? signer.key;
}

function chipOfForeign(mark: ForeignMark, taking: Taking): Chip | undefined {
  const taken = understandMark(mark);
  if (!taken) return undefined;
  if (taken.kind === 'FIELD') {
    const { types, input, choices } = taken;
    return chipOfName(taken.name, { types, input, choices: choices.slice(0, 50) }, taking);
  }
  const { added, newKey } = taking;
  const signer = signerKey(
    {
      key: newKey(),
      name: taken.role.slice(0, 20),
      type: taken.signer,
      order: 1,
      position: added.signers.length,
    },
    taking,
  );
  const anchor: ContentAnchor = {
    key: newKey(),
    signer,
    kind: taken.place,
    at: { by: 'MARK' },
    ...PLACE_SIZE[taken.place],
    offsetX: 0,
    offsetY: 0,
    position: added.anchors.length,
  };
  added.anchors.push(anchor);
  return { type: 'seal', key: anchor.key };
}

function chipOfName(
  name: string,
  facts: Partial<ContentField>,
  { there, added, newKey }: Taking,
): Chip | undefined {
  const same = [...there.fields, ...added.fields].find((field) => field.name === name);
  if (same) return { type: 'field', key: same.key };
  if (!fieldName.safeParse(name).success) return undefined;
  const made = contentField.safeParse({
    key: newKey(),
    name,
    types: ['TEXT'],
    length: 30,
    ...facts,
    position: added.fields.length,
  });
  if (!made.success) return undefined;
  added.fields.push(made.data);
  return { type: 'field', key: made.data.key };
}
