import { useEffect, useState } from 'react';
import * as Y from 'yjs';
import { type Draft, putRow, readDraft } from '#core/task/draft.ts';
import { typeOfSigner } from '#core/task/plan-wire.ts';
import type { TaskDetail } from '../sign/use-task.ts';

/** Converts a sent task to the draft document that the wizard's placement tools need. */
function openPlaces(task: TaskDetail) {
  const doc = new Y.Doc();
  doc.transact(() => {
    doc.getMap('task').set('taskFileType', task.taskFileType);
    task.documents.forEach(({ documentId, fileName, sha256, size, pages }, position) => {
      putRow(doc, 'documents', documentId, { fileName, fileKey: sha256, size, pages, position });
    });
    task.signerList.forEach((signer, position) => {
      const { signerId, entName, userName, signOrder } = signer;
      const fields = { type: typeOfSigner(signer), entName, userName, mobile: '', signOrder, position };
      putRow(doc, 'signers', signerId, fields);
    });
    for (const { placementId, fills: _, ...place } of task.placements)
      putRow(doc, 'placements', placementId, place);
  });
  return {
    doc,
    undo: new Y.UndoManager(doc.getMap('placements')),
    standing: new Set(task.placements.map(({ placementId }) => placementId)),
  };
}

/** The placements of a task: the original ones, which are fixed, and those added here. */
export function usePlaces(task: TaskDetail) {
  const [open] = useState(() => openPlaces(task));
  const [draft, setDraft] = useState<Draft>(() => readDraft(open.doc));
  useEffect(() => {
    const read = () => setDraft(readDraft(open.doc));
    open.doc.on('update', read);
    return () => open.doc.off('update', read);
  }, [open]);
  const added = draft.placements.filter(({ placementId }) => !open.standing.has(placementId));
  return { open, draft, fixed: open.standing, added };
}
