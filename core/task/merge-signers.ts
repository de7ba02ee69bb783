import type * as Y from 'yjs';
import { partyKey } from './check-plan.ts';
import { type Draft, type DraftSigner, putRow, removeRow } from './draft.ts';
import { groupsInOrder } from './order.ts';

/**
 * The first earlier signer that is the same party, so that one signer could sign for both; undefined if there is none.
 */
export function samePartyBefore(
  signers: readonly DraftSigner[],
  signer: DraftSigner,
): DraftSigner | undefined {
  if (!signer.accountId && signer.mobile === '') return undefined;
  const key = partyKey(signer);
  const at = signers.findIndex(({ signerId }) => signerId === signer.signerId);
  return signers.slice(0, at).find((one) => one.type === signer.type && partyKey(one) === key);
}

const MERGED = [
  'entId',
  'userName',
  'department',
  'email',
  'idType',
  'idNumber',
  'sealKind',
  'proofs',
  'roleName',
] as const;

/**
 * Merges two rows of the same party into one signer: `keep` gets the places of `gone`, its roles in templates, and its
 * values for fields that `keep` lacks. It signs at the earlier of both turns, and the gap in the order is closed.
 */
export function mergeSigners(doc: Y.Doc, draft: Draft, keep: DraftSigner, gone: DraftSigner): void {
  doc.transact(() => {
    for (const { placementId, signerId } of draft.placements)
      if (signerId === gone.signerId) putRow(doc, 'placements', placementId, { signerId: keep.signerId });
    for (const { documentId, fromTemplate } of draft.documents) {
      if (!fromTemplate || !Object.values(fromTemplate.cast).includes(gone.signerId)) continue;
      const cast = Object.fromEntries(
        Object.entries(fromTemplate.cast).map(([key, id]) => [
          key,
          id === gone.signerId ? keep.signerId : id,
        ]),
      );
      putRow(doc, 'documents', documentId, { fromTemplate: { ...fromTemplate, cast } });
    }
    const missing = Object.fromEntries(
      MERGED.flatMap((name) => (!keep[name] && gone[name] ? [[name, gone[name]]] : [])),
    );
    putRow(doc, 'signers', keep.signerId, missing);
    removeRow(doc, 'signers', gone.signerId);
    const left = draft.signers
      .filter(({ signerId }) => signerId !== gone.signerId)
      .map((one) =>
        one.signerId === keep.signerId
          ? { ...one, signOrder: Math.min(keep.signOrder, gone.signOrder) }
          : one,
      );
    for (const [i, group] of groupsInOrder(left, true).entries())
      for (const { signerId } of group) putRow(doc, 'signers', signerId, { signOrder: i + 1 });
  });
}
