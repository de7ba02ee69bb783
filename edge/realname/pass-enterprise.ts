import { eq } from 'drizzle-orm';
import { AppError } from '#core/errors.ts';
import { next } from '#core/machine.ts';
import { companyNumberOf } from '#core/realname/enterprise-form.ts';
import { APPLICATION_MACHINE, ENTERPRISE_MACHINE } from '#core/realname/states.ts';
import { account, enterprise, enterpriseProfile } from '#db/schema/index.ts';
import { repeatOvertaken } from '#edge/claim/change-parties.ts';
import { claimForEnterprise } from '#edge/claim/claim-for-enterprise.ts';
import { releaseSeals } from '#edge/company/release-authorizations.ts';
import { recheckTasks } from '#edge/company/sessions-acting.ts';
import { trialCopies } from '#edge/credit/balance.ts';
import { openRealName, REAL_NAME } from '#edge/identity/names.ts';
import { type Context, enterpriseKey, personKey } from '#edge/kernel/context.ts';
import { sealFields } from '#edge/kernel/crypto/sealed-fields.ts';
import { enqueue } from '#edge/kernel/outbox/effect.ts';
import { commit, GuardFailed } from '#edge/kernel/storage/commit.ts';
import type { Statement } from '#edge/kernel/storage/statement.ts';
import { noticeEffect } from '#edge/notice/effects.ts';
import { voidSeals } from '#edge/seal/void-seals.ts';
import { type ApplicationRow, applicationUnchanged, changeApplication } from './applications.ts';
import {
  codeIsFree,
  type EnterpriseRow,
  endEntApplication,
  enterpriseUnchanged,
  isCodeTaken,
  nameIsFree,
  readEnterprise,
} from './ent-applications.ts';
import { readDraft } from './ent-draft.ts';
import { type ProfileRow, readProfile } from './profile.ts';
import { realNameRoles } from './real-name-roles.ts';
import { idNumberIndex } from './sealed-fields.ts';

type Operator = { id: string; name: string };

/** Operator in the seals' records for automatic changes. */
export const PRODUCT: Operator = { id: '', name: 'Signet' };

/**
 * Marks an enterprise as verified with the data of its application. A changed name voids all its seals, a changed legal
 * representative that person's seals; the previously authorised person loses their authorisations for seals ([4.14]).
 * Updates the roles derived from the real-name data (`realNameRoles`). Throws ENTERPRISE_CODE_TAKEN if another
 * enterprise was verified with the code meanwhile (the application is then rejected), ALREADY_DECIDED, GuardFailed.
 */
export async function passEnterprise(
  context: Context,
  row: ApplicationRow,
  operator: Operator,
  set: Partial<ApplicationRow> = {},
  more: Statement[] = [],
): Promise<void> {
  const ent = await readEnterprise(context, row.entId);
  if (!ent) throw new AppError('NOT_FOUND');
  const state = next(APPLICATION_MACHINE, row.state, 'pass');
  const authStatus = next(ENTERPRISE_MACHINE, ent.authStatus, 'pass');
  if (state === null || authStatus === null) throw new AppError('ALREADY_DECIDED');
  const draft = await readDraft(context, row);
  const { entNameEn = '', creditCode = '', businessNumber = '' } = draft.unit;
  const { legalIdNumber = '', legalIdType = '' } = draft.legal;
  const name = row.name;
  const profile = await profileOf(context, row, draft, ent.id);
  const before = await readProfile(context, ent.id);
  const { db } = context;
  try {
    await repeatOvertaken(async () => {
      // By a transfer the applicant passes on the page itself; reviewers take days.
      const presentId = row.route === 'TRANSFER' ? row.accountId : '';
      const claim = await claimForEnterprise(context, { id: ent.id, name, creditCode }, presentId);
      await commit(
        context,
        [
          applicationUnchanged(row),
          enterpriseUnchanged(ent),
          nameIsFree(ent.id, name),
          codeIsFree(ent.id, creditCode),
          ...claim.guards,
        ],
        [
          ...(await whatTheChangeVoids(
            context,
            ent,
            before,
            { ...profile, name, nameEn: entNameEn },
            operator,
          )),
          changeApplication(context, row, { ...set, state, decidedAt: context.now }),
          db
            .update(enterprise)
            .set({
              name,
              nameEn: entNameEn,
              creditCode,
              companyNumber: companyNumberOf(draft.unit),
              businessNumber,
              authStatus,
              businessStatus: ent.businessStatus === 'PENDING_REVIEW' ? 'ENABLE' : ent.businessStatus,
            })
            .where(eq(enterprise.id, ent.id)),
          db
            .insert(enterpriseProfile)
            .values({ enterpriseId: ent.id, ...profile })
            .onConflictDoUpdate({ target: enterpriseProfile.enterpriseId, set: profile }),
          ...(await trialCopies(context, ent.id)),
          ...(await realNameRoles(context, ent.id, {
            authorizedId: row.accountId,
            legalNumberIndex: await idNumberIndex(context, legalIdType, legalIdNumber),
          })),
          ...claim.statements,
          // Thaws tasks that were frozen meanwhile.
          recheckTasks(context, ent.id),
          tellApplicant(context, row.accountId, 'ENTERPRISE_PASSED', { enterprise: name }),
          ...more,
        ],
      );
    });
  } catch (error) {
    if (!(error instanceof GuardFailed) || !(await isCodeTaken(context, ent.id, creditCode))) throw error;
    await endEntApplication(context, row, 'reject', { reason: 'CODE_TAKEN' });
    throw new AppError('ENTERPRISE_CODE_TAKEN');
  }
}

/** The enterprise's real-name data, as its application gives them. */
async function profileOf(
  context: Context,
  row: ApplicationRow,
  { legal, bank }: Awaited<ReturnType<typeof readDraft>>,
  entId: string,
) {
  const { legalName = '', legalIdNumber = '', legalIdType = '' } = legal;
  return {
    applicationId: row.id,
    fields: withoutPersonal(row.fields),
    sealed: await sealFields(context, entId, {
      legalName,
      legalIdNumber,
      ...(bank.bankAccount ? { bankAccount: bank.bankAccount } : {}),
    }),
    legalIndex: await idNumberIndex(context, legalIdType, `${legalIdNumber}|${legalName}`),
    numberIndex: row.numberIndex,
    authorizedId: row.accountId,
    updatedAt: context.now,
  };
}

type Became = { name: string; nameEn: string; legalIndex: string; authorizedId: string };

/** [4.14b] Statements that void or release seals after a change; none for a new enterprise, which has no seals yet. */
async function whatTheChangeVoids(
  context: Context,
  ent: EnterpriseRow,
  before: ProfileRow | undefined,
  after: Became,
  operator: Operator,
): Promise<Statement[]> {
  const renamed = ent.nameEn !== after.nameEn || ent.name !== after.name;
  if (renamed) return voidSeals(context, ent.id, 'ALL', operator);
  if (!before) return [];
  const statements: Statement[] = [];
  if (before.legalIndex !== after.legalIndex)
    statements.push(...(await voidSeals(context, ent.id, 'LEGAL_PERSON', operator)));
  if (before.authorizedId !== after.authorizedId) {
    const [person] = await context.db
      .select(REAL_NAME)
      .from(account)
      .where(eq(account.id, before.authorizedId));
    statements.push(
      ...(await releaseSeals(
        context,
        ent.id,
        before.authorizedId,
        operator,
        await openRealName(context, person),
      )),
    );
  }
  return statements;
}

/** Unencrypted draft fields without the applicant's pictures. */
function withoutPersonal(fields: Record<string, unknown>): Record<string, unknown> {
  const { photos: _photos, ...rest } = fields;
  return rest;
}

/** A notice to the applicant as an individual, or to their identity in the enterprise `entId`. */
export const tellApplicant = (
  context: Context,
  accountId: string,
  template:
    | 'ENTERPRISE_PASSED'
    | 'ENTERPRISE_REJECTED'
    | 'ENTERPRISE_SWITCHED_OFF'
    | 'ENTERPRISE_SWITCHED_ON'
    | 'RECERTIFICATION_ASKED'
    | 'BUSINESS_EDITION_BEGUN'
    | 'BUSINESS_EDITION_ENDED',
  params: Record<string, string>,
  entId = '',
): Statement =>
  enqueue(context, `realname:${accountId}`, noticeEffect, {
    accountId,
    ownerKey: entId === '' ? personKey(accountId) : enterpriseKey(entId),
    category: 'system',
    template,
    params,
    taskId: '',
  });
