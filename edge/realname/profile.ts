import { eq } from 'drizzle-orm';
import type { OutputOf } from '#core/call.ts';
import { AppError } from '#core/errors.ts';
import { NAMED_IN_REAL_NAME } from '#core/identity/role-sets.ts';
import type {
  getCompanyInfo as getCall,
  revealCompanyInfo as revealCall,
} from '#core/realname/enterprise-calls.ts';
import { type EntDraft, entDraft } from '#core/realname/enterprise-form.ts';
import { maskAccount, maskName, maskNumber } from '#core/realname/mask.ts';
import { account, enterprise, enterpriseProfile } from '#db/schema/index.ts';
import { administratorOf } from '#edge/company/read-company.ts';
import { mayAs } from '#edge/identity/check-access.ts';
import { openRealName, REAL_NAME } from '#edge/identity/names.ts';
import { auditOf } from '#edge/kernel/audit.ts';
import type { Context, SignedInContext } from '#edge/kernel/context.ts';
import { openFields } from '#edge/kernel/crypto/sealed-fields.ts';
import { readEnterprise } from './ent-applications.ts';

export type ProfileRow = typeof enterpriseProfile.$inferSelect;

export async function readProfile({ db }: Context, entId: string): Promise<ProfileRow | undefined> {
  const [row] = await db.select().from(enterpriseProfile).where(eq(enterpriseProfile.enterpriseId, entId));
  return row;
}

/** The enterprise's verified data as the initial draft of a re-certification. Throws NOT_FOUND. */
export async function profileAsDraft(context: Context, entId: string): Promise<EntDraft> {
  const [profile, ent] = await Promise.all([readProfile(context, entId), readEnterprise(context, entId)]);
  if (!ent) throw new AppError('NOT_FOUND');
  if (!profile) {
    const { name, nameEn, creditCode } = ent;
    return entDraft.parse({ unit: { region: 'MAINLAND', entName: name, entNameEn: nameEn, creditCode } });
  }
  const draft = entDraft.parse(profile.fields);
  const {
    legalName = '',
    legalIdNumber = '',
    bankAccount,
  } = await openFields(context, entId, profile.sealed);
  return {
    ...draft,
    legal: { ...draft.legal, legalName, legalIdNumber },
    bank: { ...draft.bank, ...(bankAccount ? { bankAccount } : {}) },
    photos: {},
  };
}

/**
 * [3.1a] Data of the current enterprise; the legal representative's name and number and the bank account are masked.
 */
export async function getCompanyInfo(
  _input: unknown,
  context: SignedInContext,
): Promise<OutputOf<typeof getCall>> {
  const { actor, db } = context;
  const [ent] = await db.select().from(enterprise).where(eq(enterprise.id, actor.entId));
  if (!ent) throw new AppError('NOT_FOUND');
  const profile = await readProfile(context, ent.id);
  const draft = await profileAsDraft(context, ent.id);
  const {
    licence = '',
    region,
    entName: _name,
    entNameEn: _nameEn,
    creditCode: _code,
    companyNumber: _company,
    businessNumber: _business,
    ...fields
  } = draft.unit;
  const [authorized] = profile
    ? await db.select(REAL_NAME).from(account).where(eq(account.id, profile.authorizedId))
    : [];
  const isAdministrator = ent.administratorId === actor.accountId;
  return {
    entId: ent.id,
    entName: ent.name,
    entNameEn: ent.nameEn,
    region: region === 'HONG_KONG' ? 'HONG_KONG' : 'MAINLAND',
    creditCode: ent.creditCode,
    companyNumber: ent.companyNumber,
    businessNumber: ent.businessNumber,
    authStatus: ent.authStatus,
    businessStatus: ent.businessStatus,
    fields: { ...fields, ...(draft.bank.bankName ? { bankName: draft.bank.bankName } : {}) },
    legalName: maskName(draft.legal.legalName ?? ''),
    legalIdType: draft.legal.legalIdType ?? '',
    legalIdValidTo: draft.legal.legalIdValidTo ?? '',
    legalIdNumber: maskNumber(draft.legal.legalIdNumber ?? ''),
    bankAccount: draft.bank.bankAccount ? maskAccount(draft.bank.bankAccount) : '',
    authorizedName: await openRealName(context, authorized),
    administrator: await openRealName(context, await administratorOf(context, ent.id)),
    licence: isAdministrator ? licence : '',
    certTypeId: draft.cert.certTypeId,
    mayChange: isAdministrator,
    mayReveal: mayAs(actor, NAMED_IN_REAL_NAME),
  };
}

/** The same values unmasked, for the administrator and NAMED_IN_REAL_NAME roles; writes the audit log first. */
export async function revealCompanyInfo(
  _input: unknown,
  context: SignedInContext,
): Promise<OutputOf<typeof revealCall>> {
  const ent = await readEnterprise(context, context.actor.entId);
  if (!ent) throw new AppError('NOT_FOUND');
  await auditOf(context, {
    action: 'ENTERPRISE_REVEALED',
    targetKind: 'ENTERPRISE',
    targetId: ent.id,
    targetName: ent.name,
  });
  const { legal, bank } = await profileAsDraft(context, ent.id);
  return {
    legalName: legal.legalName ?? '',
    legalIdNumber: legal.legalIdNumber ?? '',
    bankAccount: bank.bankAccount ?? '',
  };
}
