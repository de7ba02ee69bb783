import { and, asc, count, eq, inArray, isNull, or } from 'drizzle-orm';
import type { OutputOf } from '#core/call.ts';
import { type DepartmentNode, treeOfDepartments } from '#core/company/departments.ts';
import type { listMyEnterprises as call } from '#core/identity/calls.ts';
import { department, enterprise, member, signer, task } from '#db/schema/index.ts';
import { enterpriseKey, personKey, type SignedInContext } from '#edge/kernel/context.ts';

/**
 * [7.12e] [3.22] The enterprises that the person may act for, with the number of tasks waiting in each. A session opened by a
 * customer's system lists that customer's enterprise only.
 */
export async function listMyEnterprises(
  _input: unknown,
  context: SignedInContext,
): Promise<OutputOf<typeof call>> {
  const { actor, db } = context;
  const own = await db
    .select({ enterprise, roles: member.roles })
    .from(member)
    .innerJoin(enterprise, eq(enterprise.id, member.enterpriseId))
    .where(
      and(
        eq(member.accountId, actor.accountId),
        isNull(member.leftAt),
        actor.sso ? eq(member.enterpriseId, actor.entId) : undefined,
      ),
    )
    .orderBy(asc(enterprise.name));
  const keys = own.map(({ enterprise: e }) => enterpriseKey(e.id));
  const waiting = await db
    .select({ ownerKey: signer.ownerKey, n: count() })
    .from(signer)
    .innerJoin(task, eq(task.id, signer.taskId))
    .where(
      and(
        eq(signer.state, 'SIGNING'),
        eq(task.state, 'IN_PROGRESS'),
        or(
          actor.sso ? undefined : eq(signer.ownerKey, personKey(actor.accountId)),
          and(inArray(signer.ownerKey, keys.length ? keys : ['']), eq(signer.accountId, actor.accountId)),
        ),
      ),
    )
    .groupBy(signer.ownerKey);
  const departments = await db
    .select()
    .from(department)
    .where(
      and(
        inArray(
          department.enterpriseId,
          own.map(({ enterprise: e }) => e.id),
        ),
        isNull(department.closedAt),
      ),
    );
  const todo = (key: string) => waiting.find((w) => w.ownerKey === key)?.n ?? 0;
  return {
    resList: own.map(({ enterprise: e }) => ({
      id: e.id,
      name: e.name,
      entType: e.nodeType,
      isBiz: e.businessStatus === 'ENABLE',
      isAuth: e.authStatus === 'AUTH',
      userTodoPlans: todo(enterpriseKey(e.id)),
      childNodes: nodesOf(
        e,
        treeOfDepartments(departments.filter(({ enterpriseId }) => enterpriseId === e.id)),
      ),
    })),
    userTodoPlans: todo(personKey(actor.accountId)),
  };
}

type EntNode = OutputOf<typeof call>['resList'][number];

/** Departments as nodes below their enterprise, with its enabled and verified state; tasks are counted at the enterprise. */
const nodesOf = (
  ent: typeof enterprise.$inferSelect,
  nodes: readonly DepartmentNode<typeof department.$inferSelect>[],
): EntNode[] =>
  nodes.map(({ id, name, children }) => ({
    id,
    name,
    entType: 'DEPTMENT',
    isBiz: ent.businessStatus === 'ENABLE',
    isAuth: ent.authStatus === 'AUTH',
    userTodoPlans: 0,
    childNodes: nodesOf(ent, children),
  }));
