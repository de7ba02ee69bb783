import type * as Y from 'yjs';
import { partyKey } from './check-plan.ts';
import { type Draft, type DraftCopy, type DraftSigner, lastPosition, putRow } from './draft.ts';
import type { PickedParty } from './partner.ts';

/** Fields of a signer or copy recipient that are filled from the chosen party; the other fields stay unchanged. */
function fieldsOf(
  { type, accountId, entName, userName, mobile, department, email }: PickedParty,
  entId: string,
) {
  return {
    type,
    entId: accountId === undefined || type === 'PERSON' ? undefined : entId,
    entName: type === 'ENTERPRISE' ? entName : undefined,
    userName,
    mobile: accountId === undefined ? mobile : '',
    accountId,
    department: department || undefined,
    email: email || undefined,
  };
}

/** Whether the party already takes part in the draft, as a signer or, for `copies`, in any role. */
export function isParty(
  draft: Draft,
  list: 'signers' | 'copies',
  party: PickedParty,
  entId: string,
): boolean {
  const key = partyKey(fieldsOf(party, entId));
  const others = list === 'signers' ? draft.signers : [...draft.signers, ...draft.copies];
  // without a number or address it is unknown whether they are the same person
  if (party.accountId === undefined && party.mobile === '' && party.email === '') return false;
  return others.some((one) => {
    const accountId = 'accountId' in one ? one.accountId : undefined;
    return (
      partyKey({
        ...one,
        accountId,
        entId: accountId && one.type === 'ENTERPRISE' ? one.entId : undefined,
      }) === key
    );
  });
}

/** A row without any content except its party type. */
const isEmpty = (row: DraftSigner | DraftCopy): boolean =>
  !row.entName?.trim() &&
  row.userName.trim() === '' &&
  row.mobile === '' &&
  !row.email &&
  !('accountId' in row && row.accountId);

/**
 * Adds the chosen parties to a draft: first into empty rows of their type, which keep their placements, then as new
 * rows at the end. Skips parties that already take part. `entId` is the own enterprise's id; `newKey` creates row keys.
 */
export function addParties(
  doc: Y.Doc,
  draft: Draft,
  list: 'signers' | 'copies',
  parties: readonly PickedParty[],
  { entId, newKey }: { entId: string; newKey: () => string },
): void {
  const empty = draft[list].filter(isEmpty);
  const added = new Set<string>();
  let order = Math.max(0, ...draft.signers.map(({ signOrder }) => signOrder));
  doc.transact(() => {
    for (const party of parties) {
      const fields = fieldsOf(party, entId);
      const isKnown = isParty(draft, list, party, entId) || added.has(partyKey(fields));
      if (isKnown) continue;
      if (fields.mobile !== '' || fields.email || fields.accountId) added.add(partyKey(fields));
      const at = empty.findIndex((row) => row.type === party.type);
      const [row] = at < 0 ? [] : empty.splice(at, 1);
      if (row) putRow(doc, list, keyOf(row), fields);
      else
        putRow(doc, list, newKey(), {
          ...fields,
          ...(list === 'signers' ? { signOrder: ++order } : {}),
          position: lastPosition(doc, list),
        });
    }
  });
}

const keyOf = (row: DraftSigner | DraftCopy): string => ('signerId' in row ? row.signerId : row.copyId);

/** Replaces a signer by the chosen party; the position in the signing order and the placements stay. */
export function replaceSigner(doc: Y.Doc, signerId: string, party: PickedParty, entId: string): void {
  // Automatic signing was chosen for the former one.
  putRow(doc, 'signers', signerId, { ...fieldsOf(party, entId), autoSealId: undefined });
}
