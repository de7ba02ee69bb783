import { and, asc, desc, eq, inArray, isNull } from 'drizzle-orm';
import type { OutputOf, ParsedInputOf } from '#core/call.ts';
import type {
  listAdministrators as administratorsCall,
  showAdministrator as showCall,
} from '#core/company/administrator-calls.ts';
import type { leaveEnterprise as leaveCall, listMyBusinesses as listCall } from '#core/company/calls.ts';
import { AppError } from '#core/errors.ts';
import { adminApplication, enterprise, joinApplication, member } from '#db/schema/index.ts';
import { openContact } from '#edge/identity/address-of.ts';
import { openRealName } from '#edge/identity/names.ts';
import type { SignedInContext } from '#edge/kernel/context.ts';
import { commit, withRetry } from '#edge/kernel/storage/commit.ts';
import { operatorOf } from '#edge/seal/change-seal.ts';
import { maskedMobile } from './people.ts';
import { administratorOf, readMembership, stillAdministrator, stillMember } from './read-company.ts';
import { recordCompany } from './records.ts';
import { endMembership } from './release-authorizations.ts';
import { withForgottenSessions } from './sessions-acting.ts';

/** Number of applications shown, newest first: an old rejection is of no interest. */
const MOST_ROWS = 200;

/** [2.20] Enterprises of the person, then those they applied to join, each with the newest application. */
export async function listMyBusinesses(
  _input: unknown,
  context: SignedInContext,
): Promise<OutputOf<typeof listCall>> {
  const { db, actor } = context;
  const [own, joins, admins] = await db.batch([
    db
      .select({ enterprise, member })
      .from(member)
      .innerJoin(enterprise, eq(enterprise.id, member.enterpriseId))
      .where(and(eq(member.accountId, actor.accountId), isNull(member.leftAt)))
      .orderBy(asc(enterprise.name)),
    db
      .select({ enterprise, application: joinApplication })
      .from(joinApplication)
      .innerJoin(enterprise, eq(enterprise.id, joinApplication.enterpriseId))
      .where(eq(joinApplication.accountId, actor.accountId))
      .orderBy(desc(joinApplication.createdAt), desc(joinApplication.id))
      .limit(MOST_ROWS),
    db
      .select()
      .from(adminApplication)
      .where(eq(adminApplication.accountId, actor.accountId))
      .orderBy(desc(adminApplication.createdAt), desc(adminApplication.id))
      .limit(MOST_ROWS),
  ]);
  const mine = new Set(own.map(({ enterprise: e }) => e.id));
  const others = joins.filter(
    ({ enterprise: e }, i) => !mine.has(e.id) && joins.findIndex((j) => j.enterprise.id === e.id) === i,
  );
  const led = await withAdministrator(context, [...mine]);
  const base = (e: typeof enterprise.$inferSelect) => ({
    entId: e.id,
    entName: e.name,
    authStatus: e.authStatus,
    businessStatus: e.businessStatus,
  });
  return [
    ...own.map(({ enterprise: e, member: row }) => {
      const wish = admins.find((a) => a.enterpriseId === e.id);
      return {
        ...base(e),
        member: {
          roles: row.roles,
          joinTime: row.joinedAt,
          administrator: e.administratorId === actor.accountId,
        },
        application: null,
        adminApplication: wish
          ? {
              applyId: wish.id,
              state: wish.state,
              approver: led.has(e.id) ? ('ADMINISTRATOR' as const) : ('PLATFORM' as const),
              remark: wish.remark,
              applyTime: wish.createdAt,
            }
          : null,
      };
    }),
    ...others.map(({ enterprise: e, application }) => ({
      ...base(e),
      member: null,
      application: {
        applyId: application.id,
        // A person who was approved and is no longer a member has left since and may apply again.
        state: application.state,
        reason: application.reason,
        remark: application.remark,
        applyTime: application.createdAt,
      },
      adminApplication: null,
    })),
  ];
}

/** Those of these enterprises that have an active administrator. */
async function withAdministrator({ db }: SignedInContext, ids: string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const rows = await db
    .select({ id: enterprise.id })
    .from(enterprise)
    .innerJoin(
      member,
      and(
        eq(member.enterpriseId, enterprise.id),
        eq(member.accountId, enterprise.administratorId),
        isNull(member.leftAt),
      ),
    )
    .where(inArray(enterprise.id, ids));
  return new Set(rows.map(({ id }) => id));
}

/** Leaves an enterprise and gives up all rights there. Throws ADMIN_MUST_TRANSFER for its administrator. */
export async function leaveEnterprise(
  input: ParsedInputOf<typeof leaveCall>,
  context: SignedInContext,
): Promise<null> {
  const { actor } = context;
  const leave = async () => {
    const { enterprise: ent } = await readMembership(context, input.entId, actor.accountId);
    if (ent.administratorId === actor.accountId)
      throw new AppError('ADMIN_MUST_TRANSFER', { enterprise: ent.name });
    await commit(
      context,
      [stillMember(ent.id, actor.accountId), stillAdministrator(ent.id, ent.administratorId ?? '')],
      [
        ...(await endMembership(context, ent.id, actor.accountId, operatorOf(context), actor.name)),
        recordCompany(context, ent.id, 'MEMBER_LEFT', {
          operatorId: actor.accountId,
          subjectId: actor.accountId,
        }),
      ],
    );
  };
  await withForgottenSessions(context, input.entId, actor.accountId, () => withRetry(leave));
  return null;
}

/** Contact persons in each enterprise of the person. */
export async function listAdministrators(
  _input: unknown,
  context: SignedInContext,
): Promise<OutputOf<typeof administratorsCall>> {
  const { db, actor } = context;
  const own = await db
    .select({ id: enterprise.id, name: enterprise.name })
    .from(member)
    .innerJoin(enterprise, eq(enterprise.id, member.enterpriseId))
    .where(and(eq(member.accountId, actor.accountId), isNull(member.leftAt)))
    .orderBy(asc(enterprise.name));
  return Promise.all(
    own.map(async ({ id, name }) => {
      const person = await administratorOf(context, id);
      return {
        entId: id,
        entName: name,
        name: await openRealName(context, person),
        mobile: person ? await maskedMobile(context, person) : '',
        self: person?.id === actor.accountId,
      };
    }),
  );
}

/** The administrator's mobile in full, for members only, with a line in the enterprise's record. */
export async function showAdministrator(
  input: ParsedInputOf<typeof showCall>,
  context: SignedInContext,
): Promise<OutputOf<typeof showCall>> {
  const { actor } = context;
  const { enterprise: ent } = await readMembership(context, input.entId, actor.accountId);
  const person = await administratorOf(context, ent.id);
  if (!person) throw new AppError('NOT_FOUND');
  await commit(
    context,
    [],
    [
      recordCompany(context, ent.id, 'ADMIN_CONTACT_SHOWN', {
        operatorId: actor.accountId,
        subjectId: person.id,
      }),
    ],
  );
  return { mobile: await openContact(context, person) };
}
