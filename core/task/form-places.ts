import type { FormBlank } from '#core/pdf/prepare/form-blanks.ts';
import { onPage } from '#core/template/fill/place-anchors.ts';
import type { SignersField } from '#core/template/signers-field.ts';
import type { DocumentFacts } from './check-plan.ts';
import type { PlanPlacement } from './plan.ts';
import { placementIdOf } from './template-placement.ts';

/** A field of a foreign form as a placement of the signer who fills it in, with the field's rules. */
export interface FormPlace {
  readonly placement: PlanPlacement;
  readonly fills: SignersField;
}

/**
 * The placements for the fields of a file's form that a signer fills in: one for each line. `blanks` as of
 * `formBlanks`. Their keys follow from the file alone, so that browser and Worker agree.
 */
export function formPlaces(
  { documentId, signerId }: Pick<PlanPlacement, 'documentId' | 'signerId'>,
  blanks: readonly FormBlank[],
  pages: DocumentFacts['pages'],
): FormPlace[] {
  return blanks.flatMap(({ places, value, ...rule }, index) =>
    places.flatMap((lines, nth) =>
      lines.map((line, part): FormPlace => {
        const at = [index, nth, part].map((n, i) => n.toString(36).padStart(i === 0 ? 4 : 3, '0')).join('');
        const { widthMm, heightMm } = pages[line.page]!;
        const size = { width: hundredths(line.width), height: hundredths(line.height) };
        const blank = { field: `form${at.slice(0, 4)}000000`, nth, part };
        const { name, input, choices, required, length } = rule;
        return {
          placement: {
            placementId: placementIdOf(documentId, `b${at}`),
            documentId,
            signerId,
            kind: 'FIELD',
            page: line.page + 1,
            x: onPage(line.x, widthMm - size.width),
            y: onPage(line.y, heightMm - size.height),
            ...size,
            fills: blank,
          },
          fills: {
            ...blank,
            ...{ name, types: ['TEXT'], length, input, format: 'PLAIN', required, language: 'zh-CN' },
            choices: [...choices],
            form: { value },
          },
        };
      }),
    ),
  );
}

const hundredths = (mm: number): number => Math.round(mm * 100) / 100;
