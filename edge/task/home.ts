import { and, asc, count, desc, eq, inArray, isNull, or, sql } from 'drizzle-orm';
import { AppError } from '#core/errors.ts';
import { maskMobile } from '#core/identity/mask.ts';
import type { ApplicationState } from '#core/realname/states.ts';
import * as calls from '#core/task/home-calls.ts';
import { account, enterprise, member, realnameApplication, signer, task } from '#db/schema/index.ts';
import { membersNamed } from '#edge/company/members-named.ts';
import { openRealName, REAL_NAME } from '#edge/identity/names.ts';
import { enterpriseKey, personKey, type SignedInContext } from '#edge/kernel/context.ts';
import { implement } from '#edge/kernel/http/implement.ts';
import { readPage } from '#edge/kernel/storage/read-page.ts';

/** States of an application that its applicant can continue. */
const OPEN: ApplicationState[] = ['DRAFT', 'CHECKING', 'REVIEWING'];

/** Calls of the home page besides the task lists and counts ([7.12]). */
export const homeCalls = [
  implement(calls.getLoggedTodoTasks, async (input, context) => {
    const waiting = await waitingFor(context);
    const { rows, page } = await readPage(
      context.db,
      input,
      context.db
        .select({ task, ownerKey: signer.ownerKey, entName: enterprise.name })
        .from(signer)
        .innerJoin(task, eq(task.id, signer.taskId))
        // The other way round, with a key made of each id, every enterprise would be read for each task.
        .leftJoin(
          enterprise,
          eq(
            enterprise.id,
            sql`case when ${signer.ownerKey} like 'E:%' then substr(${signer.ownerKey}, 3) end`,
          ),
        )
        .where(waiting)
        .orderBy(asc(task.deadline), asc(task.id)),
      context.db
        .select({ n: count() })
        .from(signer)
        .innerJoin(task, eq(task.id, signer.taskId))
        .where(waiting),
    );
    return {
      records: rows.map((row) => ({
        planId: row.task.id,
        taskName: row.task.name,
        initiator: row.task.initiatorEntName || row.task.initiatorName,
        endTime: row.task.deadline,
        entId: row.ownerKey.startsWith('E:') ? row.ownerKey.slice(2) : '',
        entName: row.entName ?? '',
      })),
      ...page,
    };
  }),
  implement(calls.getPendingSize, async ({ flag }, context) => {
    const [row] = await context.db
      .select({ n: count() })
      .from(signer)
      .innerJoin(task, eq(task.id, signer.taskId))
      .where(
        and(
          await waitingFor(context),
          flag === 'ALL' ? undefined : eq(signer.ownerKey, context.actor.ownerKey),
        ),
      );
    return { pendingSize: row?.n ?? 0 };
  }),
  implement(calls.getEnterpriseAssociationUser, async (input, context) => {
    const { db, keys, actor } = context;
    const open = eq(account.status, 'ENABLE');
    const from = (input.current - 1) * input.size;
    const named = input.userName ? await membersNamed(context, actor.entId, input.userName, open) : null;
    const where = named
      ? inArray(member.id, [...named.slice(from, from + input.size), ''])
      : and(eq(member.enterpriseId, actor.entId), isNull(member.leftAt), open);
    const [rows, [total]] = await db.batch([
      db
        .select({ ...REAL_NAME, mobile: account.mobileSealed })
        .from(member)
        .innerJoin(account, eq(account.id, member.accountId))
        .where(where)
        .orderBy(asc(member.joinedAt), asc(member.id))
        .limit(input.size)
        .offset(named ? 0 : from),
      db
        .select({ n: count() })
        .from(member)
        .innerJoin(account, eq(account.id, member.accountId))
        .where(where),
    ]);
    const records = await Promise.all(
      rows.map(async ({ mobile, ...row }) => ({
        userId: row.id,
        userName: await openRealName(context, row),
        mobile: mobile === '' ? '' : maskMobile(await keys.openField(mobile, `mobile:${row.id}`)),
      })),
    );
    return { records, total: named?.length ?? total?.n ?? 0, current: input.current, size: input.size };
  }),
  implement(calls.getEnterpriseState, async ({ userId, entId }, { db, actor }) => {
    const [row] = await db
      .select({ business: enterprise.businessStatus, authStatus: enterprise.authStatus })
      .from(enterprise)
      .innerJoin(member, and(eq(member.enterpriseId, enterprise.id), isNull(member.leftAt)))
      .where(and(eq(enterprise.id, entId), eq(member.accountId, actor.accountId)));
    if (!row || userId !== actor.accountId || (actor.sso && entId !== actor.entId))
      throw new AppError('NOT_FOUND');
    return { isBiz: row.business === 'ENABLE', authStatus: row.authStatus };
  }),
  implement(calls.getEntContinueParams, async ({ entId }, { db, actor }) => {
    const [row] = await db
      .select()
      .from(realnameApplication)
      .where(
        and(
          eq(realnameApplication.accountId, actor.accountId),
          eq(realnameApplication.subject, 'ENTERPRISE'),
          inArray(realnameApplication.state, OPEN),
          entId ? eq(realnameApplication.entId, entId) : undefined,
          actor.sso ? eq(realnameApplication.entId, actor.entId) : undefined,
        ),
      )
      .orderBy(desc(realnameApplication.createdAt))
      .limit(1);
    if (!row) return null;
    return {
      applicationId: row.id,
      entId: row.entId,
      entName: row.name,
      state: row.state,
      route: row.route,
    };
  }),
];

/**
 * Condition of signatures that wait for the person: as an individual, and as operator of the enterprises they are a
 * member of. In a single sign-on session only those of its enterprise.
 */
async function waitingFor({ db, actor }: SignedInContext) {
  const own = await db
    .select({ id: member.enterpriseId })
    .from(member)
    .where(
      and(
        eq(member.accountId, actor.accountId),
        isNull(member.leftAt),
        actor.sso ? eq(member.enterpriseId, actor.entId) : undefined,
      ),
    );
  return and(
    eq(signer.state, 'SIGNING'),
    eq(task.state, 'IN_PROGRESS'),
    or(
      actor.sso ? undefined : eq(signer.ownerKey, personKey(actor.accountId)),
      and(
        // Never the empty owner key of an enterprise that is not verified.
        own.length > 0
          ? inArray(
              signer.ownerKey,
              own.map(({ id }) => enterpriseKey(id)),
            )
          : sql`1 = 0`,
        eq(signer.accountId, actor.accountId),
      ),
    ),
  );
}
