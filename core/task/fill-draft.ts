import type * as Y from 'yjs';
import { type DraftDocument, putRow, setTask } from './draft.ts';
import type { Plan } from './plan.ts';
import { repeatedSettings } from './settings.ts';

/** A file of the plan, as stored for the owner. */
type KnownFile = Pick<DraftDocument, 'fileKey' | 'size' | 'pages'>;

/** Writes a plan into an empty draft, with its files, placements and order, to repeat a task. */
export function fillDraft(doc: Y.Doc, plan: Plan, files: readonly KnownFile[]): void {
  const { documents, attachments, signers, copies, placements } = plan;
  const byKey = new Map(files.map((file) => [file.fileKey, file]));
  doc.transact(() => {
    setTask(doc, repeatedSettings(plan));
    documents.forEach(({ documentId, ...document }, i) => {
      const file = byKey.get(document.fileKey);
      if (file) putRow(doc, 'documents', documentId, { ...document, ...file, position: i + 1 });
    });
    attachments.forEach(({ attachmentId, ...attachment }, i) => {
      const file = byKey.get(attachment.fileKey);
      if (file) putRow(doc, 'attachments', attachmentId, { ...attachment, ...file, position: i + 1 });
    });
    signers.forEach(({ signerId, ...signer }, i) => {
      putRow(doc, 'signers', signerId, { ...signer, position: i + 1 });
    });
    copies.forEach(({ copyId, ...copy }, i) => {
      putRow(doc, 'copies', copyId, { ...copy, position: i + 1 });
    });
    for (const { placementId, ...placement } of placements) putRow(doc, 'placements', placementId, placement);
  });
}
