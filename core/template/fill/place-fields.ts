import type { FieldBlank, PlanPlacement } from '#core/task/plan.ts';
import type { PlacedBox } from '#core/typeset/display.ts';
import { canonical } from '../canonical.ts';
import type { TemplateContent } from '../content.ts';
import type { ContentField } from '../field.ts';
import { onPage } from './place-anchors.ts';

/** A blank that a signer fills in, without the signer and the file. */
export type FieldPlace = Pick<PlanPlacement, 'page' | 'x' | 'y' | 'width' | 'height'> & {
  readonly kind: 'FIELD';
  readonly fills: FieldBlank;
  /** Derived from the blank alone, so that a regenerated file moves its placement. */
  readonly anchor: string;
  /** The key of the template's signer. */
  readonly signer: string;
};

/** Whether signers can be asked for it: only the sender adds pictures. */
export const isSigners = ({ filledBy, input }: Pick<ContentField, 'filledBy' | 'input'>): boolean =>
  filledBy !== 'SENDER' && input !== 'PICTURE';

/**
 * The blanks that signers fill in, of a file made from a template, in the order of the text. `boxes` as reported by the
 * typesetter or the converter of Word files, `pages` in mm.
 */
export function placeFields(
  content: TemplateContent,
  boxes: readonly PlacedBox[],
  pages: readonly { readonly widthMm: number; readonly heightMm: number }[],
): FieldPlace[] {
  const fields = new Map(content.fields.filter(isSigners).map((field) => [field.key, field]));
  // the converter of Word files does not distinguish rows: each of a field's blanks in them counts as a separate one
  const inRows = new Set(content.kind === 'WORD' ? Object.values(content.rowFields).flat() : []);
  const counts = new Map<string, { nth: number; part: number }>();
  return boxes.flatMap(({ kind, id, continued, page, x, y, width, height }): FieldPlace[] => {
    const [key = '', row] = id.split('#');
    const field = fields.get(key);
    if (kind !== 'field' || !field) return [];
    const before = counts.get(id);
    const at = !before
      ? { nth: 0, part: 0 }
      : continued
        ? { nth: before.nth, part: before.part + 1 }
        : { nth: before.nth + 1, part: 0 };
    counts.set(id, at);
    const ofRow = row === undefined && inRows.has(key) ? at.nth : row === undefined ? undefined : Number(row);
    const blank = ofRow === undefined ? at : { ...at, row: ofRow, ...(row === undefined ? { nth: 0 } : {}) };
    const size = { width: hundredths(Math.max(2, width)), height: hundredths(Math.max(2, height)) };
    const { widthMm, heightMm } = pages[page]!;
    return [
      {
        kind: 'FIELD',
        page: page + 1,
        x: onPage(x, widthMm - size.width),
        y: onPage(y, heightMm - size.height),
        ...size,
        fills: { field: key, ...blank },
        anchor: anchorOf(key, ofRow ?? 0, blank),
        signer: field.filledBy,
      },
    ];
  });
}

/** Whether two places are the same blank at the same position. */
export const isSameBlank = (
  a: Pick<PlanPlacement, 'page' | 'x' | 'y' | 'width' | 'height' | 'fills'>,
  b: Pick<PlanPlacement, 'page' | 'x' | 'y' | 'width' | 'height' | 'fills'>,
): boolean => canonical(spotOf(a)) === canonical(spotOf(b));

const spotOf = ({ page, x, y, width, height, fills }: Parameters<typeof isSameBlank>[0]) => [
  page,
  x,
  y,
  width,
  height,
  fills?.field ?? '',
  fills?.row ?? -1,
  fills?.nth ?? 0,
  fills?.part ?? 0,
];

/** 20 characters: a prefix of the field's random key, and the index of the blank. */
const anchorOf = (key: string, row: number, { nth, part }: { nth: number; part: number }): string =>
  `f${key.slice(0, 13).padEnd(13, '0')}${[row, nth, part].map((n) => n.toString(36).padStart(2, '0')).join('')}`;

const hundredths = (mm: number): number => Math.round(mm * 100) / 100;
