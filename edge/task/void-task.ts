import { eq } from 'drizzle-orm';
import { toHex } from '#core/bytes.ts';
import type { OutputOf, ParsedInputOf } from '#core/call.ts';
import { chinaMinute } from '#core/china-time.ts';
import { LIMITS } from '#core/config/limits.ts';
import { AppError, isAppError } from '#core/errors.ts';
import { voidText } from '#core/locales/void-text.ts';
import { sha256Hex } from '#core/sha256.ts';
import type { voidTask as call } from '#core/task/change-calls.ts';
import type { Plan, PlanSigner } from '#core/task/plan.ts';
import { voidProblem } from '#core/task/void.ts';
import { placeOfParty, voidAgreement } from '#core/task/void-agreement.ts';
import { layOut } from '#core/typeset/lay-out.ts';
import { drawableWith } from '#core/typeset/stand-ins.ts';
import { writeOfd } from '#core/typeset/write-ofd.ts';
import { writePdf } from '#core/typeset/write-pdf.ts';
import { account, task } from '#db/schema/index.ts';
import { administratorOf, findMembership } from '#edge/company/read-company.ts';
import { openContact, openPartyContact } from '#edge/identity/address-of.ts';
import { openDisplayName } from '#edge/identity/names.ts';
import type { SignedInContext } from '#edge/kernel/context.ts';

import { commit } from '#edge/kernel/storage/commit.ts';

import type { SendingPart } from '#edge/sending/sending-part.ts';

import { readRevision } from '#edge/signing/revisions.ts';
import type { SignerRow } from '#edge/signing/rows.ts';
import { typesetFonts } from '#edge/typeset/load-fonts.ts';
import { dropStored, storeFile } from '#edge/upload/store-upload.ts';
import { eventStatements, operatorOf } from './advance-task.ts';
import { readTask, type TaskWithParties } from './read-task.ts';
import { sendDraft } from './send-draft.ts';

/** Facts that decide whether an owner can void a contract. */
export const voidFacts = ({ task: row, signers }: TaskWithParties, owner: string) => ({
  state: row.state,
  endReason: row.endReason,
  parties: signers.map(({ ownerKey }) => ownerKey),
  owner,
  voidState: row.voidState,
  agreement: row.voids !== '',
});

/**
 * Starts to void a finished contract: generates a voiding agreement in the actor's language and sends it to all
 * original parties as a separate task, with the preconditions of sending: copies, approval, verified name. Throws
 * VOID_UNDER_WAY if somebody else started it concurrently, VOID_… if the contract cannot be voided.
 */
export async function voidTask(
  parts: readonly SendingPart[],
  input: ParsedInputOf<typeof call>,
  context: SignedInContext,
  request: Request,
): Promise<OutputOf<typeof call>> {
  for (let tries = 0; ; tries++)
    try {
      return await begin(parts, input, context, context.env.PUBLIC_URL || request.url);
    } catch (error) {
      // The contract was changed concurrently, for example downloaded, but voiding can still start.
      if (!isAppError(error) || error.name !== 'TASK_CHANGED' || tries === TRIES) throw error;
    }
}

const TRIES = 3;

async function begin(
  parts: readonly SendingPart[],
  { planId: taskId, reason }: ParsedInputOf<typeof call>,
  context: SignedInContext,
  origin: string,
): Promise<OutputOf<typeof call>> {
  const { actor, db } = context;
  const contract = await readTask(context, taskId);
  const problem = voidProblem(voidFacts(contract, actor.ownerKey));
  if (problem) throw new AppError(`VOID_${problem}`);
  const plan = await agreementOf(contract, reason, context);
  const files = plan.documents.map(({ fileKey }) => fileKey);
  const row = contract.task;
  try {
    const voiding = await eventStatements(context, contract, {
      event: 'beginVoid',
      by: operatorOf(actor),
      remark: reason,
      evidence: { agreement: plan.documents[0]!.fileKey },
    });
    const { planId: agreementId, number } = await sendDraft(parts, plan, context, origin, {
      voids: row.id,
      guards: voiding.guards,
      statements: (voidTaskId) => [
        ...voiding.statements,
        db.update(task).set({ voidTaskId }).where(eq(task.id, row.id)),
      ],
    });
    return { planId: agreementId, number };
  } catch (error) {
    await commit(context, [], dropStored(context, actor.ownerKey, files));
    // The guard failed: voiding was started concurrently, or the contract was changed otherwise, e.g. downloaded.
    if (isAppError(error) && error.name === 'DRAFT_ALREADY_SENT') {
      const { voidState } = (await readTask(context, taskId)).task;
      throw new AppError(voidState === '' ? 'TASK_CHANGED' : 'VOID_UNDER_WAY');
    }
    throw error;
  }
}

type Party = PlanSigner & { name: string };

/** The plan of the agreement: one document, all parties, one placement each. */
async function agreementOf(
  contract: TaskWithParties,
  reason: string,
  context: SignedInContext,
): Promise<Plan> {
  const { language, now, actor } = context;
  const { task: row, documents } = contract;
  const parties = await partiesOf(contract, context);
  const files = await Promise.all(
    documents.map(async ({ id, name, revision }) => ({
      name,
      sha256: (await readRevision(context, id, revision)).sha256,
    })),
  );
  const written = voidAgreement({
    number: row.number,
    title: row.name,
    completedAt: chinaMinute(row.endedAt ?? now),
    files,
    reason,
    parties: parties.map(({ signerId, type, name, userName }) => ({
      key: signerId,
      type,
      name,
      operator: type === 'ENTERPRISE' ? userName : '',
    })),
    language,
  });
  const { document: agreement, faces } = await drawableWith(typesetFonts(context), written);
  const typeset = layOut(agreement, faces);
  const id = crypto.getRandomValues(new Uint8Array(16));
  const bytes =
    row.fileType === 'PDF'
      ? writePdf(typeset, faces.files, { now, id })
      : writeOfd(typeset, faces.files, { now, docId: toHex(id) });
  const fileKey = await sha256Hex(bytes);
  await storeFile({ ownerKey: actor.ownerKey, sha256: fileKey, bytes, fileType: row.fileType }, context);
  const documentId = context.newId();
  return {
    draftId: context.newId(),
    taskName: Array.from(voidText(language).taskName(row.name)).slice(0, LIMITS.taskNameLength).join(''),
    businessType: row.businessType,
    businessTypeName: row.businessTypeName,
    scenario: row.scenario,
    attachments: [],
    taskFileType: row.fileType,
    signFlow: 'SPECIFIED',
    orderState: 'DISORDER',
    codeStatus: 'DISABLE',
    watermarkState: 'DISABLE',
    documents: [
      { documentId, fileName: `${voidText(language).heading}.${row.fileType.toLowerCase()}`, fileKey },
    ],
    signers: parties.map(({ name: _, ...signer }) => signer),
    copies: [],
    placements: typeset.boxes.flatMap(({ kind, id: signerId, page, x, y }) => {
      const party = parties.find((one) => one.signerId === signerId);
      if (kind !== 'place' || !party) return [];
      return [
        {
          placementId: context.newId(),
          signerId,
          documentId,
          page: page + 1,
          x,
          y,
          ...placeOfParty(party.type),
        },
      ];
    }),
  };
}

/**
 * Distinct original parties with their operators: the actor for their own enterprise, otherwise the former operator.
 */
async function partiesOf({ signers }: TaskWithParties, context: SignedInContext): Promise<Party[]> {
  const { actor } = context;
  const first = new Map<string, SignerRow>();
  for (const row of signers) {
    const known = first.get(row.ownerKey);
    if (!known || row.accountId === actor.accountId) first.set(row.ownerKey, row);
  }
  return Promise.all(
    [...first.values()].map(async (row, i): Promise<Party> => {
      const common = { signerId: context.newId(), signOrder: i + 1, name: row.entName || row.userName };
      const reached = await presentContact(context, row);
      const { userName } = row;
      if (row.type === 'PERSON') return { ...common, type: 'PERSON', userName, ...reached };
      const entId = row.ownerKey.slice(2);
      const enterprise = { ...common, type: 'ENTERPRISE' as const, entId, entName: row.entName };
      if (row.ownerKey === actor.ownerKey)
        return { ...enterprise, accountId: actor.accountId, userName: actor.name, mobile: '' };
      if (await findMembership(context, entId, row.accountId)) return { ...enterprise, userName, ...reached };
      // The former operator left the enterprise: its administrator takes over.
      const heir = await administratorOf(context, entId);
      if (!heir) return { ...enterprise, userName, ...reached };
      return {
        ...enterprise,
        userName: await openDisplayName(context, heir),
        ...reachedBy(await openContact(context, heir)),
      };
    }),
  );
}

/** A contact as a plan names it: the number, or the address in its place. */
const reachedBy = (contact: string) =>
  contact.includes('@') ? { mobile: '', email: contact } : { mobile: contact };

/** What a party is reached by now; what was typed may be somebody else's by now. Throws VOID_PARTY_LEFT for a closed account. */
async function presentContact(context: SignedInContext, row: SignerRow) {
  const [person] = await context.db.select().from(account).where(eq(account.id, row.accountId));
  const contact = person ? await openContact(context, person) : '';
  if (contact) return reachedBy(contact);
  if (row.type === 'PERSON') throw new AppError('VOID_PARTY_LEFT', { name: row.userName });
  return reachedBy(await openPartyContact(context, row));
}
