import { formBlanks } from '#core/pdf/prepare/form-blanks.ts';
import { type FormPlace, formPlaces } from '#core/task/form-places.ts';
import type { Plan } from '#core/task/plan.ts';
import { planPathToWire } from '#core/task/plan-wire.ts';
import type { SignersField } from '#core/template/signers-field.ts';
import type { SignedInContext } from '#edge/kernel/context.ts';
import { InputRefused } from '#edge/kernel/http/read-input.ts';
import type { OwnedFiles } from './plan-reads.ts';

/** A plan with the places for the fields of its files that a signer fills in, and the rules of each by its place. */
export interface ContentWithForms {
  plan: Plan;
  forms: ReadonlyMap<string, SignersField>;
}

/**
 * Adds the places where a signer fills in fields of a file's form. They follow from the file: those that were sent are
 * replaced, and those that were not are added, so that a caller names nothing but the signer. Throws INPUT_INVALID for
 * a field that the form does not have.
 */
export async function withFormPlaces(
  plan: Plan,
  files: OwnedFiles,
  context: SignedInContext,
): Promise<ContentWithForms> {
  const found = new Map<string, FormPlace>();
  const filled = plan.documents.filter((one) => one.formFields === 'FILL' && !one.template);
  for (const { documentId, fileKey, formFiller } of filled) {
    if (!formFiller || plan.taskFileType !== 'PDF') continue;
    const blanks = formBlanks(await context.files.get(fileKey));
    const { pages } = files.get(fileKey)!;
    for (const one of formPlaces({ documentId, signerId: formFiller }, blanks, pages))
      found.set(one.placement.placementId, one);
  }
  const unknown = plan.placements.findIndex(
    ({ kind, placementId, documentId }) =>
      kind === 'FIELD' && !found.has(placementId) && filled.some((one) => one.documentId === documentId),
  );
  if (unknown >= 0) {
    const path = planPathToWire(`placements.${unknown}.kind`);
    throw new InputRefused([{ path, problem: 'fieldWithoutTemplate' }]);
  }
  if (found.size === 0) return { plan, forms: new Map() };
  const sent = plan.placements.map((one) => found.get(one.placementId)?.placement ?? one);
  const known = new Set(sent.map(({ placementId }) => placementId));
  const added = [...found.values()].flatMap(({ placement }) =>
    known.has(placement.placementId) ? [] : [placement],
  );
  const forms = new Map([...found].map(([id, { fills }]) => [id, fills]));
  return { plan: { ...plan, placements: [...sent, ...added] }, forms };
}
