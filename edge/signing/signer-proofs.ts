import { and, eq, gt, inArray, lt, sql } from 'drizzle-orm';
import type { ParsedInputOf } from '#core/call.ts';
import { AppError } from '#core/errors.ts';
import { maskContact } from '#core/identity/mask.ts';
import { sameSecret } from '#core/same-secret.ts';
import type * as calls from '#core/task/proof-calls.ts';
import type { ProofView } from '#core/task/proof-calls.ts';
import { digestOfSeen } from '#core/task/seen.ts';
import { type ProofStep, proofSteps, provenText } from '#core/task/signer-proofs.ts';
import { signerProof } from '#db/schema/index.ts';
import { proofsOff } from '#edge/config/settings.ts';
import { contactOf, mailOf } from '#edge/identity/address-of.ts';
import { judgeAuthCode } from '#edge/identity/judge-auth-code.ts';
import { judgeSecret } from '#edge/identity/judge-secret.ts';
import { judgeSignPassword } from '#edge/identity/judge-sign-password.ts';
import { sendAuthCode } from '#edge/identity/send-auth-code.ts';
import type { Context, SignedInContext } from '#edge/kernel/context.ts';
import { commitSpending, type OneTimeProof } from '#edge/kernel/storage/one-time-proof.ts';
import { hashAccessCode } from './access-code.ts';
import type { ConsentEvidence } from './check-consent.ts';
import { judgeConsent } from './consent-tickets.ts';
import type { AskedSigner } from './rows.ts';
import { type Signable, signableOf } from './signable.ts';

/** How long a proof is good for the signature, ms: enough for the others and a UKey. */
const LASTS_MS = 15 * 60_000;

/** A step, and when and by which way it was given; `provenAt` is 0 until then. */
interface StepState extends ProofStep {
  provenAt: number;
}

/** The signer that the caller may sign as now. Throws the reason if they may not, NOT_FOUND if no proofs are asked for. */
async function askedSigner(
  signables: readonly Signable[],
  { kind, id }: { kind: 'PLAN' | 'SEAL_USE'; id: string },
  context: SignedInContext,
): Promise<AskedSigner> {
  const { asked } = await signableOf(signables, kind).open(context, id);
  if (!asked) throw new AppError('NOT_FOUND');
  return asked;
}

/** The address for the code by mail: what the sender gave for this signer; of a colleague in their place, their own. */
async function addressOf(context: SignedInContext, asked: AskedSigner): Promise<string> {
  const { actor, keys } = context;
  if (asked.accountId !== actor.accountId || asked.emailSealed === '')
    return mailOf(context, actor.accountId);
  return keys.openField(asked.emailSealed, `email:${asked.id}`);
}

const ownProofs = ({ actor, now }: SignedInContext, { id }: AskedSigner) =>
  and(
    eq(signerProof.signerId, id),
    eq(signerProof.sessionId, actor.sessionId),
    eq(signerProof.accountId, actor.accountId),
    gt(signerProof.expiresAt, now),
  );

async function stepsOf(context: SignedInContext, asked: AskedSigner): Promise<StepState[]> {
  const rows = await context.db.select().from(signerProof).where(ownProofs(context, asked));
  const hasAddress = asked.proofs.includes('MAIL') && (await addressOf(context, asked)) !== '';
  const steps = proofSteps(asked.proofs, { off: await proofsOff(context), hasAddress });
  return steps.map((step) => {
    const row = rows.find(({ proof }) => proof === step.proof);
    return row ? { ...step, way: row.way, provenAt: row.provenAt } : { ...step, provenAt: 0 };
  });
}

/** Whether it is still to be given. */
const isOpen = ({ way, provenAt }: StepState): boolean => way !== null && provenAt === 0;

async function viewOf(context: SignedInContext, asked: AskedSigner): Promise<ProofView> {
  const steps = await stepsOf(context, asked);
  const toOf = async ({ way }: StepState) =>
    way === 'SMS'
      ? maskContact(await contactOf(context, context.actor.accountId))
      : way === 'MAIL'
        ? maskContact(await addressOf(context, asked))
        : '';
  const given = steps.filter(({ provenAt }) => provenAt > 0);
  return {
    steps: await Promise.all(
      steps.map(async (step) => ({
        proof: step.proof,
        way: step.way,
        reason: step.reason,
        to: await toOf(step),
        proven: step.provenAt > 0,
      })),
    ),
    goodUntil: steps.some(isOpen) ? null : Math.min(...given.map(({ provenAt }) => provenAt)) + LASTS_MS,
  };
}

export const getProofs = async (
  signables: readonly Signable[],
  subject: ParsedInputOf<typeof calls.getProofs>,
  context: SignedInContext,
): Promise<ProofView> => viewOf(context, await askedSigner(signables, subject, context));

/** Sends the code of the step by mail once it is its turn. Throws PROOF_OUT_OF_ORDER, TOO_OFTEN, CODE_NOT_SENT. */
export async function sendProofCode(
  signables: readonly Signable[],
  { subject }: ParsedInputOf<typeof calls.sendProofCode>,
  context: SignedInContext,
): Promise<null> {
  const asked = await askedSigner(signables, subject, context);
  const next = (await stepsOf(context, asked)).find(isOpen);
  if (next?.way !== 'MAIL') throw new AppError('PROOF_OUT_OF_ORDER');
  const asker = { kind: 'account', id: context.actor.accountId } as const;
  await sendAuthCode(context, 'SIGN_PROOF', await addressOf(context, asked), asker);
  return null;
}

/**
 * Keeps one proof, in the order of the sender: for this signer, person and session, and a quarter of an hour. A proof that was
 * given already is left as it is. Throws PROOF_OUT_OF_ORDER, what the way refuses, and any error that prevents the signing.
 */
export async function giveProof(
  signables: readonly Signable[],
  { subject, step: proof, given }: ParsedInputOf<typeof calls.giveProof>,
  context: SignedInContext,
): Promise<ProofView> {
  const { actor, db, now } = context;
  const asked = await askedSigner(signables, subject, context);
  const steps = await stepsOf(context, asked);
  if (!steps.some((step) => step.proof === proof && step.provenAt > 0)) {
    const next = steps.find(isOpen);
    if (next?.proof !== proof || next.way !== given.way) throw new AppError('PROOF_OUT_OF_ORDER');
    const once = await judge(context, asked, subject.id, given);
    const row = { way: given.way, accountId: actor.accountId, provenAt: now, expiresAt: now + LASTS_MS };
    await commitSpending(
      context,
      once ? [once] : [],
      [],
      [
        db
          .insert(signerProof)
          .values({ signerId: asked.id, sessionId: actor.sessionId, proof, ...row })
          .onConflictDoUpdate({
            target: [signerProof.signerId, signerProof.sessionId, signerProof.proof],
            set: row,
          }),
      ],
    );
  }
  return viewOf(context, asked);
}

/** Judges what was given; a code or a confirmation is used up when it is kept. */
async function judge(
  context: SignedInContext,
  asked: AskedSigner,
  subjectId: string,
  given: ParsedInputOf<typeof calls.giveProof>['given'],
): Promise<OneTimeProof | null> {
  switch (given.way) {
    case 'ACCESS_CODE':
      await judgeAccessCode(context, asked, given.code);
      return null;
    case 'SMS':
      return judgeAuthCode(context, 'SIGN', await contactOf(context, context.actor.accountId), given.code, {
        field: 'code',
      });
    case 'MAIL':
      return judgeAuthCode(context, 'SIGN_PROOF', await addressOf(context, asked), given.code, {
        field: 'code',
      });
    case 'FACE': {
      const { ticketId, seen } = given;
      return (await judgeConsent(context, 'FACE', ticketId, subjectId, await digestOfSeen(seen))).once;
    }
    case 'PASSWORD':
      await judgeSignPassword(context, given.password);
      return null;
  }
}

/** Throws ACCESS_CODE_WRONG, ACCESS_CODE_TRIES. Another code of the sender has tries of its own. */
async function judgeAccessCode(
  context: SignedInContext,
  { id, accessCodeHash }: AskedSigner,
  code: string,
): Promise<void> {
  const name = `access-code:${id}:${accessCodeHash.slice(0, 16)}`;
  const right = await judgeSecret(context, name, new AppError('ACCESS_CODE_TRIES'), async () =>
    sameSecret(await hashAccessCode(context, id, code), accessCodeHash),
  );
  if (!right) throw new AppError('ACCESS_CODE_WRONG', {}, 'code');
}

/**
 * All that the sender asks for, as one consent, which the signature uses up. Throws SIGNER_PROOFS_NEEDED while one is missing,
 * too old, or was given in another session.
 */
export async function provenConsent(context: SignedInContext, asked: AskedSigner): Promise<ConsentEvidence> {
  const { db } = context;
  const steps = await stepsOf(context, asked);
  if (steps.some(isOpen)) throw new AppError('SIGNER_PROOFS_NEEDED');
  const sentAt = steps.find(({ way }) => way === 'SMS')?.provenAt ?? 0;
  const proven = steps.map(({ proof, way, provenAt }) => ({
    proof,
    way: way ?? ('SMS' as const),
    at: provenAt || sentAt,
  }));
  const kept = steps.filter(({ provenAt }) => provenAt > 0).map(({ proof }) => proof);
  const good = and(ownProofs(context, asked), inArray(signerProof.proof, kept));
  return {
    method: provenText(proven),
    evidence: Object.fromEntries(
      proven.map((one, i) => [`proof ${i + 1}`, `${provenText([one])} ${new Date(one.at).toISOString()}`]),
    ),
    once: {
      unspent: sql`select 1 where (select count(*) from ${signerProof} where ${good}) = ${kept.length}`,
      spend: db.delete(signerProof).where(eq(signerProof.signerId, asked.id)),
      stillGood: async () => {
        const rows = await db.select({ proof: signerProof.proof }).from(signerProof).where(good);
        if (rows.length < kept.length) throw new AppError('SIGNER_PROOFS_NEEDED');
      },
    },
  };
}

/** Job, every minute: removes proofs that are too old. */
export const dropOldProofs = ({ db, now }: Context) =>
  db.delete(signerProof).where(lt(signerProof.expiresAt, now));
