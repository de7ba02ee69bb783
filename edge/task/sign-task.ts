import type { OutputOf, ParsedInputOf } from '#core/call.ts';
import { AppError } from '#core/errors.ts';
import type { signTask as call } from '#core/task/calls.ts';
import { boxesOf, findOverlaps } from '#core/task/place-rules.ts';
import { signatureLabel } from '#core/task/signature-label.ts';
import type { beginTaskUkey as beginCall, UkeySigningState } from '#core/task/ukey-calls.ts';
import type { JudgedFacts } from '#edge/approval/resolve-approval.ts';
import type { SignedInContext } from '#edge/kernel/context.ts';
import type { Fillings } from '#edge/signing/picture.ts';
import { placeOf } from '#edge/signing/prepare-document.ts';
import { readsOfSigning } from '#edge/signing/reads-ahead.ts';
import type { PlacementRow, SignerRow } from '#edge/signing/rows.ts';
import { signWith } from '#edge/signing/sign-here.ts';
import { beginUkey } from '#edge/signing/sign-with-ukey.ts';
import type { NewSignature, Places, Signable, Subject } from '#edge/signing/signable.ts';
import { unsafeContractAmounts } from '#edge/template/contract-amounts.ts';
import { advanceTask, operatorOf } from './advance-task.ts';
import { raiseDocument } from './change-task.ts';
import { ownTurn } from './own-turn.ts';
import { readTask, type TaskWithParties } from './read-task.ts';
import { readTaskPlan } from './task-plan.ts';

type Answer = OutputOf<typeof call>;

/** Signing of a task by one of its signers, whose input is the contents of their placements. */
export const signableTask: Signable<Fillings, Omit<Answer, 'steps'>> = {
  kind: 'PLAN',
  async open(context, id) {
    const contract = await readTask(context, id);
    return subjectOfSigner(context, contract, await ownTurn(contract, context), {
      fillings: (fillings) => fillings,
    });
  },
};

/**
 * The task as signed by a signer, or by a colleague on their behalf (`by`: that colleague's name). `fillings` converts
 * the input to the contents of the signer's placements.
 */
export function subjectOfSigner<Input>(
  context: SignedInContext,
  contract: TaskWithParties,
  mine: SignerRow,
  { fillings, by }: { fillings: (input: Input) => Fillings; by?: string },
): Subject<Input, Omit<Answer, 'steps'>> {
  const placements = contract.placements.filter((p) => p.signerId === mine.id);
  return {
    id: contract.task.id,
    name: contract.task.name,
    fileType: contract.task.fileType,
    documents: contract.documents,
    party: by === undefined ? mine : { ...mine, userName: by },
    signerId: mine.id,
    ...(mine.proofs.length > 0 ? { asked: mine } : {}),
    facts: factsToJudge(context, contract),
    placesOf(input) {
      refuseCovering(contract, placements);
      const places = { placements, fillings: fillings(input) };
      return contract.task.signFlow === 'FREE'
        ? { ...places, ...reservedNow(contract, mine, placements) }
        : places;
    },
    raise: raiseDocument(context),
    write: (signature) => write(context, contract, mine, signature),
  };
}

/**
 * Facts that the approval flows of the actor's enterprise evaluate for a use of its seals. Only the enterprise that sent the
 * contract knows its amounts: its flows do not trust what another enterprise says of them.
 */
export const factsToJudge = (context: SignedInContext, { task, signers }: TaskWithParties): JudgedFacts => ({
  businessType: task.businessType,
  counterparties: signers
    .filter(({ ownerKey }) => ownerKey !== context.actor.ownerKey)
    .map(({ entName, userName }) => entName || userName),
  ...(task.ownerKey === context.actor.ownerKey ? { readAmounts: () => sentAmounts(context, task.id) } : {}),
});

async function sentAmounts(context: SignedInContext, taskId: string) {
  const { contractAmount, documents } = await readTaskPlan(context, taskId);
  const sources = documents.flatMap(({ template }) => (template ? [template] : []));
  return unsafeContractAmounts(context, contractAmount, sources);
}

/** Signs a task as one signer, in the revisions that they were shown. */
export const signTask = (
  { planId: taskId, seen, consent, fillings }: ParsedInputOf<typeof call>,
  context: SignedInContext,
): Promise<Answer> => signWith(context, signableTask, { id: taskId, seen, input: fillings }, consent);

/** What `signTask` asks the database before it writes. */
export const readsOfSignTask = (
  { planId: id, seen, consent, fillings }: ParsedInputOf<typeof call>,
  context: SignedInContext,
): Promise<unknown>[] => [
  readTask(context, id),
  ...readsOfSigning(context, { id, seen, consent, sealIds: fillings.flatMap(({ sealId }) => sealId ?? []) }),
];

/** Begins to sign a task with a UKey; continued by `continueUkey` of edge/signing. */
export const beginTaskUkey = (
  { planId: taskId, seen, ukeySerial, fillings }: ParsedInputOf<typeof beginCall>,
  context: SignedInContext,
): Promise<UkeySigningState> =>
  beginUkey(context, signableTask, { id: taskId, seen, input: fillings }, ukeySerial);

/**
 * With free placement the signer's field is reserved right before signing. Every document must be signed, because the
 * signer would not have agreed to one left out. Throws PLACEMENT_NOT_FILLED.
 */
function reservedNow(
  { documents }: TaskWithParties,
  mine: SignerRow,
  placements: readonly PlacementRow[],
): Pick<Places, 'reserve'> {
  const inFile = (id: string) => placements.filter(({ documentId }) => documentId === id);
  if (documents.some(({ id }) => !inFile(id).some(({ kind }) => kind !== 'SIGN_DATE')))
    throw new AppError('PLACEMENT_NOT_FILLED');
  return {
    reserve: (documentId) => ({
      signatureFields: [
        {
          name: freeField(mine),
          label: signatureLabel(mine),
          places: inFile(documentId).map(({ fills: _, ...p }) => placeOf({ ...p, placementId: p.part })),
        },
      ],
    }),
  };
}

/** Field name with free placement; unique per signer, so that no document has it already. */
export const freeField = ({ id }: Pick<SignerRow, 'id'>): string => `Signer${id}`;

/** Throws PLACES_OVERLAP if a placement overlaps a signed one. Also covers placements not checked at sending. */
export function refuseCovering(contract: TaskWithParties, own: readonly PlacementRow[]): void {
  const nameOf = (id: string) => {
    const party = contract.signers.find((s) => s.id === id);
    return party?.entName || party?.userName || '';
  };
  const signed = new Set(contract.signers.filter((s) => s.state === 'SIGNED').map((s) => s.id));
  for (const { id, name, pages } of contract.documents) {
    const here = [...contract.placements.filter((p) => signed.has(p.signerId)), ...own]
      .filter((p) => p.documentId === id)
      .map((place) => ({ place, boxes: boxesOf(place, pages) }));
    const found = findOverlaps(here).find(({ a, b }) => a.signerId !== b.signerId);
    if (found)
      throw new AppError('PLACES_OVERLAP', {
        file: name,
        page: found.page,
        one: nameOf(found.a.signerId),
        other: nameOf(found.b.signerId),
      });
  }
}

/** Writes a signature with the new states of signer and task, and the notifications. */
async function write(
  context: SignedInContext,
  contract: TaskWithParties,
  mine: SignerRow,
  { documents, entry, statements, proofs }: NewSignature,
): Promise<Omit<Answer, 'steps'>> {
  const { actor, now } = context;
  let answer: Omit<Answer, 'steps'> | undefined;
  await advanceTask(context, contract, {
    event: actor.automaticSeal ? 'signAutomatically' : 'sign',
    by: operatorOf(actor),
    signerIds: [mine.id],
    entries: [entry],
    // Whoever signs in person where it was to happen automatically has signed by hand.
    signerSet: { signedAt: now, autoSealId: actor.automaticSeal },
    proofs,
    statements: ({ state, endReason }) => {
      answer = {
        planId: contract.task.id,
        status: state,
        endReason: endReason === 'COMPLETED' ? endReason : null,
        documents,
      };
      return [...statements, ...context.remember({ ...answer, steps: [] })];
    },
  });
  return answer!;
}
