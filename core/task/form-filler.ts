import type * as Y from 'yjs';
import type { FormBlank } from '#core/pdf/prepare/form-blanks.ts';
import { type DraftDocument, putRow, readDraft, removeRow } from './draft.ts';
import { formPlaces } from './form-places.ts';
import type { FormFieldChoice } from './plan.ts';

type FormDocument = Pick<DraftDocument, 'documentId' | 'pages'>;

/** Chooses what becomes of a file's form; places of a signer who was to fill it in are removed. */
export function putFormFields(doc: Y.Doc, { documentId }: FormDocument, formFields: FormFieldChoice): void {
  doc.transact(() => {
    removePlaces(doc, documentId);
    putRow(doc, 'documents', documentId, { formFields, formFiller: undefined });
  });
}

/** Lets a signer fill in a file's form: its fields become places of that signer. */
export function putFormFiller(
  doc: Y.Doc,
  document: FormDocument,
  signerId: string,
  blanks: readonly FormBlank[],
): void {
  const { documentId, pages } = document;
  doc.transact(() => {
    removePlaces(doc, documentId);
    putRow(doc, 'documents', documentId, { formFiller: signerId });
    for (const { placement } of formPlaces({ documentId, signerId }, blanks, pages))
      putRow(doc, 'placements', placement.placementId, { ...placement });
  });
}

function removePlaces(doc: Y.Doc, documentId: string): void {
  for (const { placementId, kind, documentId: of } of readDraft(doc).placements)
    if (kind === 'FIELD' && of === documentId) removeRow(doc, 'placements', placementId);
}
