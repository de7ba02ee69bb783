import { inArray, sql } from 'drizzle-orm';
import { type AppError, type ErrorName, isAppError } from '#core/errors.ts';
import type { SeenDocuments } from '#core/task/seen.ts';
import { autoSignUse, documentRevision, signer } from '#db/schema/index.ts';
import { keyAtPresent, stillGood } from '#edge/apikey/act-with-key.ts';
import { openingFor, stillOpen } from '#edge/autosign/openings.ts';
import { isOfKey, memberAtPresent } from '#edge/identity/act-as.ts';
import type { Context, SignedInContext } from '#edge/kernel/context.ts';
import { withRetry } from '#edge/kernel/storage/commit.ts';
import { guardStatements } from '#edge/kernel/storage/guard-statements.ts';
import type { Fillings } from '#edge/signing/picture.ts';
import type { SignerRow } from '#edge/signing/rows.ts';
import { signHere } from '#edge/signing/sign-here.ts';
import { advanceTask, PRODUCT } from './advance-task.ts';
import { isAutomatic } from './automatic.ts';
import { ownTurn } from './own-turn.ts';
import { type TaskRow, type TaskWithParties, unsafeReadTask } from './read-task.ts';
import { type signableTask, subjectOfSigner } from './sign-task.ts';

/** How long a fault that may pass is waited for before a person is asked to sign, ms. */
const PATIENCE_MS = 10 * 60_000;

/** Faults that may pass by themselves, and changes by others at the same time. */
const PASSING: readonly ErrorName[] = [
  'INTERNAL',
  'UNAVAILABLE',
  'TASK_CHANGED',
  'REVISION_CHANGED',
  'ALREADY_SIGNED',
];

/**
 * Signs for the sender's own enterprise at its turn, under its opening. Where that is refused, the sender is told and signs in
 * person. Effect handler; idempotent: what is signed, ended or handed to somebody else is left alone.
 */
export async function signAutomatically(
  context: Context,
  { taskId, signerId, since }: { taskId: string; signerId: string; since: number },
): Promise<void> {
  const contract = await unsafeReadTask(context, taskId);
  const mine = contract.signers.find(({ id }) => id === signerId);
  if (!mine || !isWaiting(contract.task, mine)) return;
  try {
    const acting = await actAsSender(context, contract.task, mine);
    const request = {
      id: taskId,
      seen: await newestOf(context, contract),
      input: contract.placements
        .filter((p) => p.signerId === signerId && p.kind !== 'SIGN_DATE')
        .map(({ id: placementId }) => ({ placementId, sealId: mine.autoSealId })),
    };
    await signHere(acting, automaticTask(mine), request, async () => {
      const { id, digest } = await openingOf(acting, contract.task, mine);
      const { key } = acting.actor;
      const evidence = { opening: id, openingDigest: digest, ...(key ? { apiKey: key.name } : {}) };
      return { method: 'AUTOMATIC', operator: 'Signet', evidence };
    });
  } catch (error) {
    if (!isAppError(error)) throw error;
    if (PASSING.includes(error.name) && context.now - since < PATIENCE_MS) throw error;
    await leaveToPerson(context, taskId, signerId, error);
  }
}

/** Whether the automatic signature is still to be made; a frozen task is left to a person when it goes on. */
const isWaiting = (task: TaskRow, mine: SignerRow): boolean =>
  isAutomatic(task, mine) &&
  mine.state === 'SIGNING' &&
  (task.state === 'IN_PROGRESS' || task.state === 'FROZEN');

/**
 * The sender as actor, with the rights that they have now, and with the seal of the opening instead of a grant. Where a key or
 * single sign-on asked for the signature, it must still allow it: whoever revokes a key that leaked, or switches a system off,
 * stops the seals it is still to set.
 */
async function actAsSender(context: Context, task: TaskRow, mine: SignerRow): Promise<SignedInContext> {
  const { ownerKey, businessType } = task;
  const request = { accountId: task.initiatorId, ownerKey, askedWith: mine.autoAskedWith };
  const actor = await memberAtPresent(context, request);
  const key = isOfKey(request.askedWith)
    ? (await keyAtPresent(context, request, { scopes: ['sign'], businessType })).key
    : null;
  return {
    ...context,
    actor: { ...actor, key, automaticSeal: mine.autoSealId },
    remember: () => [],
    tell: () => undefined,
  };
}

const openingOf = (acting: SignedInContext, { businessType }: TaskRow, { autoSealId: sealId }: SignerRow) =>
  openingFor(acting, {
    enterpriseId: acting.actor.entId,
    sealId,
    businessType,
    roles: acting.actor.roles,
  });

/** The task as signed automatically: all that a signature by hand is asked, and the opening. */
const automaticTask = (mine: SignerRow): typeof signableTask => ({
  kind: 'PLAN',
  async open(context, id) {
    const contract = await unsafeReadTask(context, id);
    const row = await ownTurn(
      { ...contract, signers: contract.signers.filter((s) => s.id === mine.id) },
      context,
    );
    const opening = await openingOf(context, contract.task, row);
    const subject = subjectOfSigner(context, contract, row, { fillings: (fillings: Fillings) => fillings });
    return {
      ...subject,
      write: (signature) =>
        subject.write({
          ...signature,
          statements: [
            ...guardStatements(context, [
              stillOpen(context, opening),
              stillAutomatic(row),
              ...stillGood(context, row.autoAskedWith),
            ]),
            ...signature.statements,
            context.db
              .insert(autoSignUse)
              .values({ openingId: opening.id, signerId: row.id, taskId: id, signedAt: context.now }),
          ],
        }),
    };
  },
});

/** Guard that the signature was not left or handed to somebody else. */
const stillAutomatic = ({ id, autoSealId, accountId }: SignerRow) =>
  sql`select 1 from ${signer} where ${signer.id} = ${id} and ${signer.autoSealId} = ${autoSealId} and ${signer.accountId} = ${accountId}`;

/** The newest revisions of the documents: nobody is shown them, and none may be added until they are signed. */
async function newestOf(
  { db }: Context,
  { documents }: Pick<TaskWithParties, 'documents'>,
): Promise<SeenDocuments> {
  const rows = await db
    .select({
      documentId: documentRevision.documentId,
      revision: documentRevision.revision,
      sha256: documentRevision.sha256,
    })
    .from(documentRevision)
    .where(
      inArray(
        documentRevision.documentId,
        documents.map(({ id }) => id),
      ),
    );
  return rows.filter((row) =>
    documents.some(({ id, revision }) => id === row.documentId && revision === row.revision),
  );
}

/**
 * Leaves the signature to the sender and tells them. The reason is the enterprise's own affair: it stands with the signer, not
 * in the trail, which all parties read.
 */
async function leaveToPerson(
  context: Context,
  taskId: string,
  signerId: string,
  { name, params }: AppError,
): Promise<void> {
  await withRetry(async () => {
    const contract = await unsafeReadTask(context, taskId);
    const mine = contract.signers.find(({ id }) => id === signerId);
    if (!mine || !isWaiting(contract.task, mine)) return;
    await advanceTask(context, contract, {
      event: 'failAutomatic',
      by: { ...PRODUCT, agent: mine.entName },
      signerIds: [signerId],
      signerSet: { autoProblem: { name, params } },
    });
  });
}
