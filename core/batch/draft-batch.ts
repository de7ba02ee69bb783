import type * as Y from 'yjs';
import type { PlanProblem } from '#core/task/check-plan.ts';
import { type Draft, draftToPlan } from '#core/task/draft.ts';
import type { PickedParty } from '#core/task/partner.ts';
import type { PartyType } from '#core/task/plan.ts';
import { type BatchSetup, type CheckedRow, checkBatchProofs, type RowProblem } from './batch.ts';

/*
 * The rows of a batch are stored in its draft, in a map keyed by a random row key, so that they are available on the
 * device at once and concurrent edits of different rows by colleagues merge.
 */

export interface DraftRow extends CheckedRow {
  rowKey: string;
  position: number;
}

const rowsOf = (doc: Y.Doc) => doc.getMap<Omit<DraftRow, 'rowKey'>>('batchRows');

/** The rows in order. An unchanged row keeps its nested objects. */
export const readDraftRows = (doc: Y.Doc): DraftRow[] =>
  [...rowsOf(doc).entries()]
    .map(([rowKey, row]) => ({ rowKey, ...row }))
    .sort((a, b) => a.position - b.position || (a.rowKey < b.rowKey ? -1 : 1));

export function addDraftRows(doc: Y.Doc, rows: readonly CheckedRow[], newKey: () => string): void {
  const map = rowsOf(doc);
  doc.transact(() => {
    let position = Math.max(0, ...[...map.values()].map((row) => row.position));
    for (const { cells, odd } of rows)
      map.set(newKey(), { position: ++position, cells, ...(odd ? { odd } : {}) });
  });
}

const PICKED = ['entName', 'userName', 'mobile', 'email'] as const;
type PickedPart = (typeof PICKED)[number];

/** What a chosen party says in the cells of the signer whom rows name. */
const cellsOfParty = (
  { signerId, type }: { signerId: string; type: PartyType },
  party: Pick<PickedParty, PickedPart>,
): Record<string, string> =>
  Object.fromEntries(
    PICKED.filter((part) => party[part] !== '' && (part !== 'entName' || type === 'ENTERPRISE')).map(
      (part) => [`p.${signerId}.${part}`, party[part]],
    ),
  );

/** Whether a row names the party already for this signer: the same number or address, and the same enterprise. */
export const isInRows = (
  rows: readonly Pick<DraftRow, 'cells'>[],
  signer: { signerId: string; type: PartyType },
  party: Pick<PickedParty, PickedPart>,
): boolean => {
  const { signerId } = signer;
  const cells = cellsOfParty(signer, party);
  // Where there is a number, the address beside it makes no other party.
  const parts = party.mobile === '' ? PICKED : (['entName', 'userName', 'mobile'] as const);
  return rows.some((row) =>
    parts.every(
      (part) => (row.cells[`p.${signerId}.${part}`] ?? '') === (cells[`p.${signerId}.${part}`] ?? ''),
    ),
  );
};

/**
 * Adds chosen parties as a signer whom rows name: first to rows in which nothing is said of that signer yet, then as new
 * rows, no more than `most` in all. Returns how many were added. So the rows of two signers are filled one after the other.
 */
export function addDraftParties(
  doc: Y.Doc,
  signer: { signerId: string; type: PartyType },
  parties: readonly Pick<PickedParty, PickedPart>[],
  { newKey, most }: { newKey: () => string; most: number },
): number {
  const before = readDraftRows(doc);
  const own = `p.${signer.signerId}.`;
  const free = before.filter(({ cells }) =>
    Object.entries(cells).every(([key, text]) => !key.startsWith(own) || text === ''),
  );
  const known = parties.filter((party) => !isInRows(before, signer, party));
  const taken = known.slice(0, free.length + Math.max(0, most - before.length));
  doc.transact(() => {
    const rest = taken.filter((party, i) => {
      const row = free[i];
      if (!row) return true;
      for (const [key, text] of Object.entries(cellsOfParty(signer, party)))
        putCell(doc, row.rowKey, key, text);
      return false;
    });
    addDraftRows(
      doc,
      rest.map((party) => ({ cells: cellsOfParty(signer, party) })),
      newKey,
    );
  });
  return taken.length;
}

/**
 * Sets a cell and clears what the import found wrong with it. The row is no longer marked as an intended repetition.
 */
export function putCell(doc: Y.Doc, rowKey: string, column: string, text: string): void {
  const map = rowsOf(doc);
  const row = map.get(rowKey);
  if (!row || (row.cells[column] ?? '') === text) return;
  const { [column]: _, ...odd } = row.odd ?? {};
  const { odd: __, kept: ___, ...rest } = row;
  map.set(rowKey, {
    ...rest,
    cells: { ...row.cells, [column]: text },
    ...(Object.keys(odd).length > 0 ? { odd } : {}),
  });
}

/** Marks rows as intended although they repeat others. */
export function keepRows(doc: Y.Doc, keys: readonly string[]): void {
  const map = rowsOf(doc);
  doc.transact(() => {
    for (const key of keys) {
      const row = map.get(key);
      if (row) map.set(key, { ...row, kept: true });
    }
  });
}

export function removeRows(doc: Y.Doc, keys: readonly string[]): void {
  const map = rowsOf(doc);
  doc.transact(() => {
    for (const key of keys) map.delete(key);
  });
}

/** The batch that a draft describes; the signers that rows supply are empty in its plan. */
export function setupOfDraft(draftId: string, draft: Draft): BatchSetup {
  const varying = draft.signers.filter(({ varies }) => varies).map(({ signerId }) => signerId);
  const plan = draftToPlan(draftId, draft);
  return {
    plan: {
      ...plan,
      signers: plan.signers.map(({ signerId, type, signOrder, ...signer }) =>
        varying.includes(signerId)
          ? {
              signerId,
              type,
              signOrder,
              userName: '',
              mobile: '',
              ...(type === 'ENTERPRISE' ? { entName: '' } : {}),
              ...(signer.sealKind ? { sealKind: signer.sealKind } : {}),
              ...(signer.proofs ? { proofs: signer.proofs } : {}),
            }
          : { signerId, type, signOrder, ...signer },
      ),
    },
    varying,
    casts: Object.fromEntries(
      draft.documents.flatMap(({ documentId, fromTemplate }) =>
        fromTemplate ? [[documentId, fromTemplate.cast]] : [],
      ),
    ),
    registeredOnly: draft.task.registeredOnly,
    documentsRequired: draft.task.documentsRequired,
  };
}

/**
 * The problems that prevent sending a batch: those of its plan except what rows supply, missing rows and invalid rows
 * ([5.11k]). `found` is the result of `checkPlan`.
 */
export function checkBatch(
  { plan, varying }: BatchSetup,
  found: readonly PlanProblem[],
  rows: readonly (readonly RowProblem[])[],
  most: number,
): PlanProblem[] {
  const left = found.filter(({ step, path, problem }) => {
    const [list, index] = path.split('.');
    const signer = list === 'signers' ? plan.signers[Number(index)] : undefined;
    if (step === 2 && signer && varying.includes(signer.signerId)) return false;
    return problem !== 'templateUnfilled' && problem !== 'accessCodeMissing';
  });
  const wrong = rows.filter((some) => some.length > 0).length;
  const add = (path: string, problem: PlanProblem['problem'], params?: PlanProblem['params']) =>
    left.push({ step: 2, path, problem, ...(params ? { params } : {}) });
  left.push(...checkBatchProofs({ plan, varying }));
  if (varying.length === 0) add('signers', 'batchPartyMissing');
  else if (rows.length === 0) add('batchRows', 'batchRowsMissing');
  if (rows.length > most) add('batchRows', 'batchRowsTooMany', { max: most });
  if (wrong > 0) add('batchRows', 'batchRowsWrong', { count: wrong });
  return left.sort((a, b) => a.step - b.step);
}
