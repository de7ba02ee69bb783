import { and, eq, isNull } from 'drizzle-orm';
import type { OutputOf, ParsedInputOf } from '#core/call.ts';
import { AppError } from '#core/errors.ts';
import { maskContact } from '#core/identity/mask.ts';
import type { decideReview as decideCall, getReview as getCall } from '#core/platform/calls.ts';
import { maskName } from '#core/realname/mask.ts';
import { creditCodeProblem } from '#core/validate/credit-code.ts';
import { realnameApplication, realnamePhoto, session } from '#db/schema/index.ts';
import { openContact } from '#edge/identity/address-of.ts';
import { forgetSession } from '#edge/identity/authenticate.ts';
import { openRealName } from '#edge/identity/names.ts';
import { auditOf } from '#edge/kernel/audit.ts';
import type { SignedInContext } from '#edge/kernel/context.ts';
import { openFields } from '#edge/kernel/crypto/sealed-fields.ts';
import { GuardFailed } from '#edge/kernel/storage/commit.ts';
import type { Statement } from '#edge/kernel/storage/statement.ts';
import { type ApplicationRow, readAccount, titleOf } from '#edge/realname/applications.ts';
import { endPersonApplication } from '#edge/realname/end-person.ts';
import { endEntApplication } from '#edge/realname/ent-applications.ts';
import { readDraft } from '#edge/realname/ent-draft.ts';
import { passEnterprise, tellApplicant } from '#edge/realname/pass-enterprise.ts';
import { passPerson, tellPerson } from '#edge/realname/pass-person.ts';
import { operatorOf } from '#edge/seal/change-seal.ts';
import { rowOf } from './list-reviews.ts';

async function readApplication({ db }: SignedInContext, id: string): Promise<ApplicationRow> {
  const [row] = await db.select().from(realnameApplication).where(eq(realnameApplication.id, id));
  if (!row || row.route === '') throw new AppError('NOT_FOUND');
  return row;
}

/** All details of one application. Writes the audit entry before it returns personal data. */
export async function getReview(
  input: ParsedInputOf<typeof getCall>,
  context: SignedInContext,
): Promise<OutputOf<typeof getCall>> {
  const { db } = context;
  const row = await readApplication(context, input.applicationId);
  await auditOf(context, {
    action: 'APPLICATION_OPENED',
    targetKind: 'APPLICATION',
    targetId: row.id,
    targetName: await titleOf(context, row),
  });
  const [photos, applicant, reviewer] = await Promise.all([
    db
      .select({ imageId: realnamePhoto.id, kind: realnamePhoto.kind })
      .from(realnamePhoto)
      .where(eq(realnamePhoto.applicationId, row.id)),
    readAccount(context, row.accountId),
    readAccount(context, row.reviewerId),
  ]);
  const fields = row.subject === 'PERSON' ? await personFields(context, row) : await entFields(context, row);
  const code = fields.find(({ name }) => name === 'unit.creditCode')?.value ?? '';
  const mainland = fields.some(({ name, value }) => name === 'unit.region' && value === 'MAINLAND');
  return {
    ...(await rowOf(context, row, await openRealName(context, reviewer))),
    version: row.version,
    fields,
    photos: photos.map(({ imageId, kind }) => ({ imageId, kind })),
    reason: row.reason,
    applicant: {
      name: maskName(await openRealName(context, applicant)),
      mobile: applicant ? maskContact(await openContact(context, applicant)) : '',
    },
    warnings: [
      ...(mainland && creditCodeProblem(code) ? (['CREDIT_CODE'] as const) : []),
      ...(row.accountId === context.actor.accountId ? (['OWN'] as const) : []),
    ],
  };
}

type Fields = { name: string; value: string }[];

async function personFields(context: SignedInContext, row: ApplicationRow): Promise<Fields> {
  const { realName = '', idNumber = '' } = await openFields(context, row.id, row.sealed);
  return [
    { name: 'person.realName', value: realName },
    { name: 'person.idType', value: String(row.fields.idType ?? '') },
    { name: 'person.idNumber', value: idNumber },
  ];
}

/** Fields without meaning for reviewers: picture ids and area codes. */
const UNREAD = new Set(['unit.licence', 'unit.areaCode', 'legal.legalFront', 'legal.legalBack']);

/** For Hong Kong, the number entered as credit code is the company registration number. */
const unitTexts = ({ creditCode = '', ...unit }: Record<string, string>): Record<string, string> =>
  unit.region === 'HONG_KONG' ? { ...unit, companyNumber: creditCode } : { ...unit, creditCode };

async function entFields(context: SignedInContext, row: ApplicationRow): Promise<Fields> {
  const { unit, legal, bank, cert } = await readDraft(context, row);
  const flat = (part: string, values: Record<string, string>): Fields =>
    Object.entries(values).map(([name, value]) => ({ name: `${part}.${name}`, value }));
  const { legalName = '', legalIdType = '', legalIdNumber = '', ...others } = legal;
  const person = { legalName, legalIdType, legalIdNumber, ...others };
  const again = row.before === 'UNAUTH' ? [] : flat('cert', certTexts(cert));
  return [...flat('unit', unitTexts(unit)), ...flat('legal', person), ...flat('bank', bank), ...again].filter(
    ({ name, value }) => !UNREAD.has(name) && value !== '',
  );
}

const certTexts = ({ certTypeId, ukeys }: { certTypeId: string; ukeys: Record<string, number> }) => ({
  certTypeId,
  ukeys: String(Object.values(ukeys).reduce((sum, n) => sum + n, 0)),
});

/**
 * Approves or rejects an application ([6.1]). Throws ALREADY_DECIDED if it was decided or withdrawn since it was read,
 * NO_PERMISSION for one's own application, and the errors of passing.
 */
export async function decideReview(
  input: ParsedInputOf<typeof decideCall>,
  context: SignedInContext,
): Promise<null> {
  const row = await readApplication(context, input.applicationId);
  if (row.accountId === context.actor.accountId) throw new AppError('NO_PERMISSION');
  if (row.state !== 'REVIEWING' || row.version !== input.version) throw new AppError('ALREADY_DECIDED');
  try {
    await (input.pass ? pass(context, row) : reject(context, row, input.reason));
  } catch (error) {
    throw error instanceof GuardFailed ? new AppError('ALREADY_DECIDED') : error;
  }
  await forgetApplicant(context, row.accountId);
  return null;
}

async function pass(context: SignedInContext, row: ApplicationRow): Promise<void> {
  const title = await titleOf(context, row);
  const set = { reviewerId: context.actor.accountId };
  if (row.subject === 'ENTERPRISE') {
    const more = [line(context, row, title, 'ENTERPRISE_PASSED'), ...context.remember(null)];
    return passEnterprise(context, row, operatorOf(context), set, more);
  }
  const person = await readAccount(context, row.accountId);
  if (!person) throw new AppError('NOT_FOUND');
  const more = [line(context, row, title, 'PERSON_PASSED'), ...context.remember(null)];
  await passPerson(context, row, person, set, more);
}

async function reject(context: SignedInContext, row: ApplicationRow, reason: string): Promise<void> {
  const title = await titleOf(context, row);
  const set = { reviewerId: context.actor.accountId, reason };
  if (row.subject === 'ENTERPRISE') {
    const messages = tellApplicant(context, row.accountId, 'ENTERPRISE_REJECTED', {
      enterprise: row.name,
      reason,
    });
    const more = [
      line(context, row, title, 'ENTERPRISE_REJECTED', reason),
      messages,
      ...context.remember(null),
    ];
    return endEntApplication(context, row, 'reject', set, more);
  }
  const person = await readAccount(context, row.accountId);
  if (!person) throw new AppError('NOT_FOUND');
  const message = tellPerson(context, row.accountId, 'REALNAME_REJECTED', { reason });
  const more = [line(context, row, title, 'PERSON_REJECTED', reason), message, ...context.remember(null)];
  await endPersonApplication(context, row, person, 'reject', set, more);
}

const line = (
  context: SignedInContext,
  row: ApplicationRow,
  targetName: string,
  action: 'PERSON_PASSED' | 'PERSON_REJECTED' | 'ENTERPRISE_PASSED' | 'ENTERPRISE_REJECTED',
  remark = '',
): Statement => auditOf(context, { action, targetKind: 'APPLICATION', targetId: row.id, targetName, remark });

/** Drops cached sessions of the applicant in this isolate, as they hold the previous status. */
async function forgetApplicant({ db }: SignedInContext, accountId: string): Promise<void> {
  const rows = await db
    .select({ id: session.id })
    .from(session)
    .where(and(eq(session.accountId, accountId), isNull(session.endedAt)));
  for (const { id } of rows) forgetSession(id);
}
