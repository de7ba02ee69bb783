import { and, desc, eq, inArray } from 'drizzle-orm';
import type { OutputOf, ParsedInputOf } from '#core/call.ts';
import { AppError } from '#core/errors.ts';
import type {
  EntApplication,
  getEntAuth as getCall,
  listEntAuth as listCall,
  saveEntDraft as saveCall,
  startEntAuth as startCall,
} from '#core/realname/enterprise-calls.ts';
import { type EntDraft, entDraft } from '#core/realname/enterprise-form.ts';
import { REALNAME_LIMITS } from '#core/realname/limits.ts';
import { maskAccount } from '#core/realname/mask.ts';
import { enterprise, realnameApplication, realnamePhoto } from '#db/schema/index.ts';
import { readAsAdministrator } from '#edge/company/read-company.ts';
import type { SignedInContext } from '#edge/kernel/context.ts';
import type { ApplicationRow } from './applications.ts';
import { openOfEnterprise, readOwnEnt } from './ent-applications.ts';
import { keepDraft, readDraft } from './ent-draft.ts';
import { profileAsDraft } from './profile.ts';

/** Maximum number of applications read for the list, newest first. */
const MOST_DRAFTS = 100;

/**
 * [5.15c] Opens a draft or returns the existing one. Throws REAL_NAME_NEEDED, COMPANY_DISABLED, REALNAME_UNDER_WAY if
 * an application of another person is in progress.
 */
export async function startEntAuth(
  input: ParsedInputOf<typeof startCall>,
  context: SignedInContext,
): Promise<OutputOf<typeof startCall>> {
  const { actor, db, now } = context;
  if (actor.personalAuthStatus !== 'AUTH') throw new AppError('REAL_NAME_NEEDED');
  if (input.entId !== '') {
    const { enterprise: row } = await readAsAdministrator(context, input.entId, actor.accountId);
    if (row.businessStatus === 'DISABLE') throw new AppError('COMPANY_DISABLED');
    const open = await openOfEnterprise(context, input.entId);
    if (open && open.accountId !== actor.accountId) throw new AppError('REALNAME_UNDER_WAY');
    if (open) return { applicationId: open.id };
  }
  const [known] = await ownRows(context, input.entId);
  if (known?.state === 'DRAFT') return { applicationId: known.id };
  const id = context.newId();
  const draft = await firstDraft(context, input.entId, known);
  await db.insert(realnameApplication).values({
    id,
    subject: 'ENTERPRISE',
    accountId: actor.accountId,
    entId: input.entId,
    ...(await keepDraft(context, id, draft)),
    createdAt: now,
    updatedAt: now,
  });
  return { applicationId: id };
}

const ownRows = ({ actor, db }: SignedInContext, entId: string) =>
  db
    .select()
    .from(realnameApplication)
    .where(
      and(
        eq(realnameApplication.accountId, actor.accountId),
        eq(realnameApplication.subject, 'ENTERPRISE'),
        eq(realnameApplication.entId, entId),
      ),
    )
    .orderBy(desc(realnameApplication.createdAt), desc(realnameApplication.id))
    .limit(1);

/** Prefills a draft from the previous application or the enterprise; keeps only pictures of the actor. */
async function firstDraft(
  context: SignedInContext,
  entId: string,
  before: ApplicationRow | undefined,
): Promise<EntDraft> {
  const draft =
    before && before.state !== 'PASSED'
      ? await readDraft(context, before)
      : entId === ''
        ? entDraft.parse({ unit: { region: 'MAINLAND' } })
        : await profileAsDraft(context, entId);
  const ids = [
    draft.unit.licence,
    draft.legal.legalFront,
    draft.legal.legalBack,
    ...Object.values(draft.photos),
  ];
  const imageIds = ids.filter((id): id is string => !!id);
  const own = await context.db
    .select({ id: realnamePhoto.id })
    .from(realnamePhoto)
    .where(
      and(eq(realnamePhoto.accountId, context.actor.accountId), inArray(realnamePhoto.id, [...imageIds, ''])),
    );
  const keep = (id: string | undefined) => (own.some((one) => one.id === id) ? (id ?? '') : '');
  return {
    ...draft,
    unit: { ...draft.unit, licence: keep(draft.unit.licence) },
    legal: {
      ...draft.legal,
      legalFront: keep(draft.legal.legalFront),
      legalBack: keep(draft.legal.legalBack),
    },
    photos: Object.fromEntries(Object.entries(draft.photos).filter(([, id]) => keep(id) !== '')),
  };
}

/** Saves a draft; the last write wins. Throws ALREADY_DECIDED if it was submitted. */
export async function saveEntDraft(
  input: ParsedInputOf<typeof saveCall>,
  context: SignedInContext,
): Promise<OutputOf<typeof saveCall>> {
  const row = await readOwnEnt(context, input.applicationId);
  const written = await context.db
    .update(realnameApplication)
    .set({ ...(await keepDraft(context, row.id, input.draft)), updatedAt: context.now })
    .where(and(eq(realnameApplication.id, row.id), eq(realnameApplication.state, 'DRAFT')))
    .returning({ id: realnameApplication.id });
  if (written.length === 0) throw new AppError('ALREADY_DECIDED');
  return { updateTime: context.now };
}

const applicationOf = (row: ApplicationRow, entName: string): EntApplication => ({
  applicationId: row.id,
  entId: row.entId,
  entName: row.name || entName,
  recertify: row.entId !== '' && row.before !== 'UNAUTH',
  route: row.route,
  state: row.state,
  reason: row.reason,
  updateTime: row.updatedAt,
  submitTime: row.submittedAt,
});

export async function getEntAuth(
  input: ParsedInputOf<typeof getCall>,
  context: SignedInContext,
): Promise<OutputOf<typeof getCall>> {
  const row = await readOwnEnt(context, input.applicationId);
  const [ent] = await context.db.select().from(enterprise).where(eq(enterprise.id, row.entId));
  const draft = await readDraft(context, row);
  const waits = row.state === 'CHECKING' && row.checkEndsAt !== null;
  return {
    ...applicationOf(row, ent?.name ?? ''),
    // A draft for an enterprise that was verified before is a re-certification.
    recertify: ent !== undefined && !['UNAUTH', 'AUTHING'].includes(ent.authStatus),
    draft,
    transfer: waits
      ? {
          account: maskAccount(draft.bank.bankAccount ?? ''),
          bankName: draft.bank.bankName ?? '',
          expiresAt: row.checkEndsAt ?? 0,
          left: Math.max(0, REALNAME_LIMITS.transferWrong + 1 - row.tries),
        }
      : null,
  };
}

/** The actor's applications: the newest of each enterprise, and those for a new one. */
export async function listEntAuth(
  _input: unknown,
  context: SignedInContext,
): Promise<OutputOf<typeof listCall>> {
  const rows = await context.db
    .select({ row: realnameApplication, enterprise })
    .from(realnameApplication)
    .leftJoin(enterprise, eq(enterprise.id, realnameApplication.entId))
    .where(
      and(
        eq(realnameApplication.accountId, context.actor.accountId),
        eq(realnameApplication.subject, 'ENTERPRISE'),
      ),
    )
    .orderBy(desc(realnameApplication.createdAt), desc(realnameApplication.id))
    .limit(MOST_DRAFTS);
  const newest = rows.filter(
    ({ row }, i) => row.entId === '' || rows.findIndex((one) => one.row.entId === row.entId) === i,
  );
  return newest.map(({ row, enterprise: ent }) => ({
    ...applicationOf(row, ent?.name ?? ''),
    authStatus: ent?.authStatus ?? 'UNAUTH',
    businessStatus: ent?.businessStatus ?? '',
  }));
}
