import { and, eq, inArray, isNull, ne, sql } from 'drizzle-orm';
import type { cancelOutUser as call } from '#core/account/calls.ts';
import type { ParsedInputOf } from '#core/call.ts';
import { AppError } from '#core/errors.ts';
import {
  account,
  adminApplication,
  authCode,
  certificateOrder,
  codeTicket,
  draft,
  enterprise,
  firmLink,
  handLink,
  joinApplication,
  member,
  notice,
  ownedFile,
  passkey,
  realnameApplication,
  realnamePhoto,
  session,
  signer,
  tableColumns,
  tableViews,
  task,
  userUkey,
} from '#db/schema/index.ts';
import { stillAdministrator } from '#edge/company/read-company.ts';
import { recordCompany } from '#edge/company/records.ts';
import { endMembership } from '#edge/company/release-authorizations.ts';
import { contactOf } from '#edge/identity/address-of.ts';
import { forgetSession } from '#edge/identity/authenticate.ts';
import { judgeAuthCode } from '#edge/identity/judge-auth-code.ts';
import { recordAccount } from '#edge/identity/record-account.ts';
import { personKey, type SignedInContext } from '#edge/kernel/context.ts';
import { enqueue } from '#edge/kernel/outbox/effect.ts';
import { withRetry } from '#edge/kernel/storage/commit.ts';
import { startsWith } from '#edge/kernel/storage/filters.ts';
import { commitSpending } from '#edge/kernel/storage/one-time-proof.ts';
import type { Statement } from '#edge/kernel/storage/statement.ts';
import { endPersonsSeals } from '#edge/seal/void-seals.ts';
import { forgetContactsEffect } from '#edge/sync/effects.ts';
import { tellInitiator } from '#edge/task/tell-parties.ts';

/**
 * [7.8j] [4.23] Closes the account of the caller for good. What happens to everything it owns is decided in
 * docs/decisions/closing-accounts.md. Throws ACCOUNT_IS_ADMINISTRATOR while others depend on the person as their
 * enterprise's administrator, CODE_WRONG, INPUT_INVALID (mobile) for another number than one's own.
 */
export async function closeAccount(
  input: ParsedInputOf<typeof call>,
  context: SignedInContext,
): Promise<null> {
  const { actor, db } = context;
  const mobile = await contactOf(context, actor.accountId);
  if (input.mobile !== undefined && input.mobile !== mobile)
    throw new AppError('INPUT_INVALID', {}, 'mobile');
  await alone(context);
  const proof = await judgeAuthCode(context, 'CANCEL_USER', mobile, input.authCode);
  const sessions = await db
    .select({ id: session.id })
    .from(session)
    .where(and(eq(session.accountId, actor.accountId), isNull(session.endedAt)));
  await withRetry(async () => {
    const led = await alone(context);
    const guards = led.flatMap((ent) => [stillAdministrator(ent.id, actor.accountId), onlyMember(ent.id)]);
    await commitSpending(
      context,
      [proof],
      [openAccount(actor.accountId), ...guards],
      [
        ...(await leaveAll(context, led)),
        ...(await tellSenders(context)),
        ...endPersonsSeals(context, actor.accountId),
        ...erase(context),
        recordAccount(context, actor.accountId, 'CLOSED', actor.sessionId),
      ],
    );
  });
  for (const { id } of sessions) forgetSession(id);
  return null;
}

const openAccount = (accountId: string) =>
  sql`select 1 from ${account} where ${account.id} = ${accountId} and ${account.status} = 'ENABLE'`;

const onlyMember = (entId: string) =>
  sql`select 1 where (select count(*) from ${member} where ${member.enterpriseId} = ${entId} and ${member.leftAt} is null) = 1`;

/** Enterprises that the person administers and is the only member of. Throws where another has more members. */
async function alone({ db, actor }: SignedInContext) {
  const led = await db.select().from(enterprise).where(eq(enterprise.administratorId, actor.accountId));
  for (const ent of led) {
    const others = await db
      .select({ id: member.id })
      .from(member)
      .where(
        and(eq(member.enterpriseId, ent.id), isNull(member.leftAt), ne(member.accountId, actor.accountId)),
      )
      .limit(1);
    if (others.length > 0) throw new AppError('ACCOUNT_IS_ADMINISTRATOR', { enterprise: ent.name });
  }
  return led;
}

/** Ends every membership; an enterprise of the person alone is left without an administrator. */
async function leaveAll(context: SignedInContext, led: readonly { id: string }[]): Promise<Statement[]> {
  const { db, actor, now } = context;
  const operator = { id: actor.accountId, name: actor.name };
  const own = await db
    .select({ entId: member.enterpriseId })
    .from(member)
    .where(and(eq(member.accountId, actor.accountId), isNull(member.leftAt)));
  const ends: Statement[] = [];
  for (const { entId } of own)
    ends.push(
      ...(await endMembership(context, entId, actor.accountId, operator, actor.name)),
      recordCompany(context, entId, 'MEMBER_LEFT', {
        operatorId: actor.accountId,
        subjectId: actor.accountId,
      }),
    );
  return [
    ...ends,
    ...led.map((ent) =>
      db.update(enterprise).set({ administratorId: null }).where(eq(enterprise.id, ent.id)),
    ),
    db
      .update(joinApplication)
      .set({ state: 'REVOKED', decidedAt: now, decidedBy: actor.accountId })
      .where(and(eq(joinApplication.accountId, actor.accountId), eq(joinApplication.state, 'PENDING'))),
    db
      .update(adminApplication)
      .set({ state: 'CANCELLED', decidedAt: now, decidedBy: actor.accountId })
      .where(and(eq(adminApplication.accountId, actor.accountId), eq(adminApplication.state, 'TO_APPROVE'))),
  ];
}

/** Notifies everyone who waits for the person's own signature that it will not come. */
async function tellSenders(context: SignedInContext): Promise<Statement[]> {
  const { db, actor } = context;
  const rows = await db
    .select({ task, userName: signer.userName })
    .from(signer)
    .innerJoin(task, eq(task.id, signer.taskId))
    .where(
      and(
        eq(signer.ownerKey, personKey(actor.accountId)),
        inArray(signer.state, ['UNSIGNED', 'SIGNING']),
        inArray(task.state, ['REVIEWING', 'NOT_STARTED', 'IN_PROGRESS', 'FROZEN']),
      ),
    )
    .limit(500);
  return rows.map((row) =>
    tellInitiator(context, row.task, 'TASK_OPERATOR_LEFT', { task: row.task.name, from: row.userName }),
  );
}

/** Deletes or overwrites personal data; the row stays under its id, so that records keep their meaning. */
function erase(context: SignedInContext): Statement[] {
  const { db, actor, now } = context;
  const id = actor.accountId;
  const own = personKey(id);
  const codes = db.select({ target: account.mobileIndex }).from(account).where(eq(account.id, id));
  const mails = db.select({ target: account.emailIndex }).from(account).where(eq(account.id, id));
  return [
    db.delete(authCode).where(inArray(authCode.target, codes)),
    db.delete(authCode).where(inArray(authCode.target, mails)),
    db.delete(codeTicket).where(inArray(codeTicket.target, codes)),
    db.delete(codeTicket).where(inArray(codeTicket.target, mails)),
    db
      .update(account)
      .set({
        plainLogin: `closed-${id}`,
        loginSealed: '',
        loginIndex: `closed-${id}`,
        mobileIndex: `closed-${id}`,
        mobileSealed: '',
        emailIndex: null,
        emailSealed: null,
        plainName: '',
        nameSealed: '',
        idType: '',
        idNumberIndex: null,
        idNumberSealed: null,
        personalAuthStatus: 'UNAUTH',
        passwordHash: '',
        signPasswordHash: '',
        photoKey: '',
        platformAdmin: false,
        status: 'CANCELLED',
      })
      .where(eq(account.id, id)),
    db.delete(realnamePhoto).where(eq(realnamePhoto.accountId, id)),
    db
      .update(realnameApplication)
      .set({ sealed: {}, name: '', nameIndex: '', numberIndex: '', fields: {}, checkUrl: '' })
      .where(and(eq(realnameApplication.accountId, id), eq(realnameApplication.subject, 'PERSON'))),
    db.update(certificateOrder).set({ applicantSealed: null }).where(eq(certificateOrder.applicantId, id)),
    db.delete(notice).where(eq(notice.accountId, id)),
    db.delete(handLink).where(eq(handLink.accountId, id)),
    db.delete(ownedFile).where(eq(ownedFile.ownerKey, own)),
    db.delete(userUkey).where(eq(userUkey.accountId, id)),
    db.delete(firmLink).where(eq(firmLink.accountId, id)),
    db.delete(passkey).where(eq(passkey.accountId, id)),
    db.delete(tableColumns).where(startsWith(tableColumns.key, `${id}:`)),
    db.delete(tableViews).where(startsWith(tableViews.key, `${id}:`)),
    db
      .update(draft)
      .set({ closedAt: now })
      .where(and(eq(draft.ownerKey, own), isNull(draft.closedAt))),
    enqueue(context, `contacts:${own}`, forgetContactsEffect, { ownerKey: own }),
    db.update(session).set({ endedAt: now, device: '' }).where(eq(session.accountId, id)),
  ];
}
