import { and, count, eq, isNull, sql } from 'drizzle-orm';
import { readAmount } from '#core/approval/amount.ts';
import { resolveSteps } from '#core/approval/find-approvers.ts';
import { holds } from '#core/approval/flow.ts';
import type * as calls from '#core/approval/flow-calls.ts';
import type { OutputOf, ParsedInputOf, Role } from '#core/call.ts';
import { LIMITS } from '#core/config/limits.ts';
import { AppError } from '#core/errors.ts';
import { approval, approvalFlow, approvalFlowVersion } from '#db/schema/index.ts';
import { namesOf } from '#edge/company/people.ts';
import type { SignedInContext } from '#edge/kernel/context.ts';
import { commit } from '#edge/kernel/storage/commit.ts';
import { type FlowRecord, readFlows } from './resolve-approval.ts';
import { readStaff } from './staff.ts';

export async function listFlows(
  _input: unknown,
  context: SignedInContext,
): Promise<OutputOf<typeof calls.listFlows>> {
  const { db, actor } = context;
  const [flows, running] = await Promise.all([
    readFlows(context, actor.entId),
    db
      .select({ flowId: sql<string>`json_extract(value, '$.flowId')`, n: count() })
      .from(sql`${approval}, json_each(${approval.flows})`)
      .where(and(eq(approval.enterpriseId, actor.entId), eq(approval.state, 'REVIEWING')))
      .groupBy(sql`1`),
  ]);
  const names = await namesOf(
    context,
    flows.map(({ changedBy }) => changedBy),
  );
  return {
    flows: flows.map((row) => ({
      flowId: row.id,
      version: row.version,
      enabled: row.enabled,
      flow: row.body,
      changedAt: row.changedAt,
      changedBy: names.get(row.changedBy) ?? '',
      running: running.find(({ flowId }) => flowId === row.id)?.n ?? 0,
    })),
  };
}

/**
 * Creates a flow, or a new version of one. Throws APPROVAL_FLOW_NOT_FOUND, APPROVAL_FLOW_NAME_TAKEN,
 * APPROVAL_FLOWS_FULL, APPROVAL_NOT_A_COLLEAGUE, CONFLICT.
 */
export async function saveFlow(
  { flowId, version, flow }: ParsedInputOf<typeof calls.saveFlow>,
  context: SignedInContext,
): Promise<OutputOf<typeof calls.saveFlow>> {
  const flows = await readFlows(context, context.actor.entId);
  if (flows.some(({ id, body }) => id !== flowId && body.name === flow.name))
    throw new AppError('APPROVAL_FLOW_NAME_TAKEN', {}, 'flow.name');
  await checkPeople(context, flow);
  if (flowId === undefined) {
    if (flows.length >= LIMITS.approvalFlows)
      throw new AppError('APPROVAL_FLOWS_FULL', { max: LIMITS.approvalFlows });
    return addFlow(context, flow, flows.length);
  }
  const row = flows.find(({ id }) => id === flowId);
  if (!row) throw new AppError('APPROVAL_FLOW_NOT_FOUND');
  if (version !== undefined && version !== row.version) throw new AppError('CONFLICT');
  const answer = { flowId, version: row.version + 1 };
  await writeVersion(context, row, { body: flow }, context.remember(answer));
  return answer;
}

/** Checks that all people named in a flow are current colleagues. Throws APPROVAL_NOT_A_COLLEAGUE. */
async function checkPeople(context: SignedInContext, flow: FlowRecord['body']): Promise<void> {
  const { members } = await readStaff(context, context.actor.entId);
  const known = new Set(members.map(({ accountId }) => accountId));
  for (const [i, { approvers, copies }] of flow.nodes.entries()) {
    const named = [...copies, ...(approvers.by === 'PERSONS' ? approvers.accounts : [])];
    if (named.some((one) => !known.has(one)))
      throw new AppError('APPROVAL_NOT_A_COLLEAGUE', {}, `flow.nodes.${i}`);
  }
}

async function addFlow(context: SignedInContext, body: FlowRecord['body'], known: number) {
  const { db, actor, now } = context;
  const row = {
    id: context.newId(),
    enterpriseId: actor.entId,
    version: 1,
    enabled: false,
    body,
    changedBy: actor.accountId,
    changedAt: now,
    createdAt: now,
    removedAt: null,
  };
  const answer = { flowId: row.id, version: 1 };
  await commit(
    context,
    [
      sql`select 1 where (select count(*) from ${approvalFlow} where ${approvalFlow.enterpriseId} = ${actor.entId} and ${approvalFlow.removedAt} is null) = ${known}`,
    ],
    [
      db.insert(approvalFlow).values(row),
      db.insert(approvalFlowVersion).values({ ...row, flowId: row.id }),
      ...context.remember(answer),
    ],
    new AppError('CONFLICT'),
  );
  return answer;
}

/** Writes the next version of a flow. Throws CONFLICT if it was changed concurrently. */
async function writeVersion(
  context: SignedInContext,
  row: FlowRecord,
  set: Partial<Pick<FlowRecord, 'body' | 'enabled' | 'removedAt'>>,
  more: ReturnType<SignedInContext['remember']> = [],
): Promise<void> {
  const { db, actor, now } = context;
  const changed = { version: row.version + 1, changedBy: actor.accountId, changedAt: now };
  const { body, enabled } = { ...row, ...set };
  await commit(
    context,
    [
      sql`select 1 from ${approvalFlow} where ${approvalFlow.id} = ${row.id} and ${approvalFlow.version} = ${row.version}`,
    ],
    [
      db
        .update(approvalFlow)
        .set({ ...set, ...changed })
        .where(eq(approvalFlow.id, row.id)),
      db
        .insert(approvalFlowVersion)
        .values({ flowId: row.id, enterpriseId: row.enterpriseId, body, enabled, ...changed }),
      ...more,
    ],
    new AppError('CONFLICT'),
  );
}

async function readFlow({ db, actor }: SignedInContext, flowId: string): Promise<FlowRecord> {
  const [row] = await db
    .select()
    .from(approvalFlow)
    .where(
      and(
        eq(approvalFlow.id, flowId),
        eq(approvalFlow.enterpriseId, actor.entId),
        isNull(approvalFlow.removedAt),
      ),
    );
  if (!row) throw new AppError('APPROVAL_FLOW_NOT_FOUND');
  return row;
}

export async function switchFlow(
  { flowId, enabled }: ParsedInputOf<typeof calls.switchFlow>,
  context: SignedInContext,
): Promise<null> {
  const row = await readFlow(context, flowId);
  if (row.enabled !== enabled) await writeVersion(context, row, { enabled });
  return null;
}

export async function removeFlow(
  { flowId }: ParsedInputOf<typeof calls.removeFlow>,
  context: SignedInContext,
): Promise<null> {
  await writeVersion(context, await readFlow(context, flowId), { enabled: false, removedAt: context.now });
  return null;
}

/** Steps with the names of their approvers. */
export async function withNames(context: SignedInContext, steps: ReturnType<typeof resolveSteps>['steps']) {
  const names = await namesOf(
    context,
    steps.flatMap(({ approvers }) => approvers.map(({ accountId }) => accountId)),
  );
  return steps.map(({ key, name, mode, approvers, hours }) => ({
    key,
    name,
    mode,
    approvers: approvers.map(({ accountId }) => ({ accountId, name: names.get(accountId) ?? '' })),
    ...(hours === undefined ? {} : { hours }),
  }));
}

/** Dry run: the approvers for such a contract of this sender. Throws APPROVAL_NOT_A_COLLEAGUE. */
export async function tryFlow(
  { flow, applicantId, amounts, ...contract }: ParsedInputOf<typeof calls.tryFlow>,
  context: SignedInContext,
): Promise<OutputOf<typeof calls.tryFlow>> {
  const staff = await readStaff(context, context.actor.entId);
  const applicant = staff.members.find(({ accountId }) => accountId === applicantId);
  if (!applicant) throw new AppError('APPROVAL_NOT_A_COLLEAGUE', {}, 'applicantId');
  const read = amounts.map(({ field, text }) => ({ field, fen: readAmount(text) }));
  const facts = { ...contract, amounts: read, senderRoles: applicant.roles };
  const { steps, withoutApprover, unread } = resolveSteps(flow, facts, applicant, staff);
  return {
    applies: flow.applies === 'ALWAYS' && holds(flow.when, facts),
    read,
    unread,
    steps: await withNames(context, steps),
    withoutApprover,
  };
}

export async function listStaff(
  _input: unknown,
  context: SignedInContext,
): Promise<OutputOf<typeof calls.listStaff>> {
  const { members } = await readStaff(context, context.actor.entId);
  const names = await namesOf(
    context,
    members.map(({ accountId }) => accountId),
  );
  return {
    staff: members
      .map(({ accountId, roles }) => ({
        accountId,
        name: names.get(accountId) ?? '',
        roles: roles as Role[],
      }))
      .toSorted((a, b) => a.name.localeCompare(b.name, 'zh-CN')),
  };
}
