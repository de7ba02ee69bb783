import { eq } from 'drizzle-orm';
import type { z } from 'zod';
import { AppError } from '#core/errors.ts';
import { sentPlan } from '#core/task/calls.ts';
import type { Plan } from '#core/task/plan.ts';
import { planFromWire, planToWire } from '#core/task/plan-wire.ts';
import { taskPlan } from '#db/schema/index.ts';
import type { Context } from '#edge/kernel/context.ts';

const appearance = sentPlan.pick({ watermark: true, watermarkState: true, codeStatus: true });
const NO_APPEARANCE = appearance.parse({});

/** The plan that a task was created from. Throws PLAN_NOT_KEPT for older tasks without a stored or readable plan. */
export async function readTaskPlan({ db, keys }: Context, taskId: string): Promise<Plan> {
  const [row] = await db.select().from(taskPlan).where(eq(taskPlan.taskId, taskId));
  if (!row) throw new AppError('PLAN_NOT_KEPT');
  const parsed = sentPlan.safeParse(JSON.parse(await keys.openField(row.planSealed, `plan:${taskId}`)));
  if (!parsed.success) throw new AppError('PLAN_NOT_KEPT');
  return planFromWire(parsed.data);
}

/** What of the plan is drawn on each page besides the seals, as sent; nothing for older tasks without a readable plan. */
export async function readTaskLook(
  { db, keys }: Context,
  taskId: string,
): Promise<z.output<typeof appearance>> {
  const [row] = await db.select().from(taskPlan).where(eq(taskPlan.taskId, taskId));
  const parsed =
    row && appearance.safeParse(JSON.parse(await keys.openField(row.planSealed, `plan:${taskId}`)));
  return parsed?.success ? parsed.data : NO_APPEARANCE;
}

/** Serialises and encrypts the plan for storage with its task, without the access codes of its signers. */
export const sealPlan = ({ keys }: Context, taskId: string, plan: Plan): Promise<string> => {
  const signers = plan.signers.map(({ accessCode: _, ...signer }) => signer);
  return keys.sealField(JSON.stringify(planToWire({ ...plan, signers })), `plan:${taskId}`);
};
