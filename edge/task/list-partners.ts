import { and, desc, eq, inArray } from 'drizzle-orm';
import type { OutputOf, ParsedInputOf } from '#core/call.ts';
import { nameKey } from '#core/identity/compare-names.ts';
import type { listPartners as call, Partner } from '#core/task/partner-calls.ts';
import { copyParty, signer, task, trail } from '#db/schema/index.ts';
import { administersAll } from '#edge/identity/check-access.ts';
import type { SignedInContext } from '#edge/kernel/context.ts';

/** Maximum number of tasks searched and of partners returned. */
const TASKS = 200;
const PARTNERS = 100;

/**
 * Distinct recipients of the tasks that the actor sent (administrators: that anybody of the owner sent), newest first.
 * Contains only what senders entered: not who is registered, nor who took over a turn, which is internal to the other
 * side.
 */
export async function listPartners(
  input: ParsedInputOf<typeof call>,
  context: SignedInContext,
): Promise<OutputOf<typeof call>> {
  const { actor, db } = context;
  const tasks = await db
    .select({ id: task.id, sentAt: task.sentAt })
    .from(task)
    .where(
      and(
        eq(task.ownerKey, actor.ownerKey),
        administersAll(actor) ? undefined : eq(task.initiatorId, actor.accountId),
        input.planId ? eq(task.id, input.planId) : undefined,
      ),
    )
    .orderBy(desc(task.sentAt))
    .limit(TASKS);
  const ids = tasks.map(({ id }) => id);
  const [signers, copies, handedOver] = await db.batch([
    db.select().from(signer).where(inArray(signer.taskId, ids)),
    db.select().from(copyParty).where(inArray(copyParty.taskId, ids)),
    db
      .select({ taskId: trail.taskId })
      .from(trail)
      .where(and(inArray(trail.taskId, ids), eq(trail.event, 'HANDED_OVER'))),
  ]);
  const changed = new Set(handedOver.map(({ taskId }) => taskId));
  const others = [
    ...signers.map((row) => ({ ...row, isSigner: true })),
    ...copies.map((row) => ({ ...row, isSigner: false, department: '' })),
  ].filter(({ ownerKey }) => ownerKey !== actor.ownerKey);
  const byTask = Map.groupBy(others, ({ taskId }) => taskId);
  const partners = new Map<string, Partner>();
  for (const { id, sentAt } of tasks)
    for (const row of byTask.get(id) ?? []) {
      if (partners.size >= PARTNERS) break;
      const type = row.entName === '' ? ('PERSON' as const) : ('ENTERPRISE' as const);
      // After a handover the operator may be somebody whom the sender never named.
      const isChanged = row.isSigner && type === 'ENTERPRISE' && changed.has(id);
      const mobile =
        isChanged || !row.mobileSealed
          ? ''
          : await context.keys.openField(row.mobileSealed, `mobile:${row.id}`);
      const key = [type, nameKey(row.entName), row.mobileSealed || isChanged ? mobile : row.mobileIndex].join(
        '\n',
      );
      if (partners.has(key)) continue;
      const email = row.emailSealed ? await context.keys.openField(row.emailSealed, `email:${row.id}`) : '';
      partners.set(key, {
        type,
        entName: row.entName,
        userName: isChanged ? '' : row.userName,
        mobile,
        department: row.department,
        email,
        lastAt: sentAt,
      });
    }
  return { partners: [...partners.values()] };
}
