import { AppError } from '#core/errors.ts';
import { canonical } from '#core/template/canonical.ts';
import { drawValue } from '#core/template/fill/draw-value.ts';
import { checkSignersValue, fieldId, signersText } from '#core/template/fill/signers-field.ts';
import type { SignersField } from '#core/template/signers-field.ts';
import { lengthOf } from '#core/validate/text.ts';
import type { SignedInContext } from '#edge/kernel/context.ts';
import { InputRefused } from '#edge/kernel/http/read-input.ts';
import { typesetFonts } from '#edge/typeset/load-fonts.ts';
import type { Fillings, Picture } from './picture.ts';
import type { PlacementRow } from './rows.ts';

/** Value that a signer entered for one placement. */
export interface FilledValue {
  placementId: string;
  documentId: string;
  name: string;
  value: string;
}

type FieldRow = PlacementRow & { fills: SignersField };
const isField = (row: PlacementRow): row is FieldRow => row.kind === 'FIELD' && row.fills !== null;

/**
 * Checks the signer's field values against each field's rules and draws them as they appear in the file. All placements
 * of a field must have the same value. Throws PLACEMENT_NOT_FILLED if a required field has no filling, INPUT_INVALID
 * with the problem of a value; the problem is `doesNotFit` if the value does not fit into the field's blank.
 */
export async function fillFields(
  context: SignedInContext,
  placements: readonly PlacementRow[],
  fillings: Fillings,
): Promise<{ pictures: Map<string, Picture>; values: FilledValue[] }> {
  const pictures = new Map<string, Picture>();
  const values: FilledValue[] = [];
  const rows = placements.filter(isField);
  if (rows.length === 0) return { pictures, values };
  const said = new Map(fillings.map((filling, index) => [filling.placementId, { ...filling, index }]));
  const shelf = typesetFonts(context);
  for (const group of Map.groupBy(
    rows,
    ({ documentId, fills }) => `${documentId} ${fieldId(fills)}`,
  ).values()) {
    const { fills } = group[0]!;
    const first = said.get(group[0]!.id);
    const value = first?.value ?? '';
    if (group.some(({ id }) => (said.get(id)?.value ?? '') !== value))
      throw new AppError('INPUT_INVALID', {}, 'fillings');
    const refuse = (problem: string) => {
      throw new InputRefused([{ path: `fillings.${first?.index ?? 0}.value`, problem }]);
    };
    if (first === undefined && fills.required) throw new AppError('PLACEMENT_NOT_FILLED');
    const missing = new Set(await shelf.missingIn(value));
    const wrong = checkSignersValue(fills, value, (character) => !missing.has(character));
    if (wrong) refuse(wrong.problem);
    const text = signersText(fills, value);
    const faces = await shelf.facesForText(text);
    const blanks = Map.groupBy(group, ({ fills: { nth } }) => nth);
    for (const parts of blanks.values()) {
      const places = parts.toSorted((a, b) => a.fills.part - b.fills.part);
      const drawings = drawValue(places, text, faces);
      if (!drawings) refuse('doesNotFit');
      for (const [i, { id, documentId }] of places.entries()) {
        const drawing = drawings![i]!;
        pictures.set(id, {
          of: 'FIELD',
          key: `field ${canonical(drawing)}`,
          name: fills.name,
          drawing,
          x: 0,
          y: 0,
        });
        values.push({ placementId: id, documentId, name: fills.name, value });
      }
    }
  }
  return { pictures, values };
}

/** Distinct names of the fields with a non-empty value, for the trail. */
export const namesOf = (values: readonly FilledValue[]): string[] => [
  ...new Set(values.filter(({ value }) => lengthOf(value) > 0).map(({ name }) => name)),
];
