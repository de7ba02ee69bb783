import { desc, eq, inArray, like } from 'drizzle-orm';
import type { OutputOf, ParsedInputOf } from '#core/call.ts';
import type {
  answerSimulatedOrder as answerCall,
  holdSimulatedOrders as holdCall,
  listSimulatedOrders as listCall,
} from '#core/certificate/sim-calls.ts';
import { CA_ANSWERS, ORDER_KINDS } from '#core/certificate/states.ts';
import { AppError } from '#core/errors.ts';
import { certificateOrder, enterprise, setting } from '#db/schema/index.ts';
import type { Context } from '#edge/kernel/context.ts';
import { answerKey, holdKey, simulate } from '#edge/pki/ca-embedded.ts';

const refuseInProduction = ({ env }: Context): void => {
  if (env.SIGNET_MODE === 'pro' || env.CA_URL) throw new AppError('NOT_FOUND');
};

export async function listSimulatedOrders(
  _input: unknown,
  context: Context,
): Promise<OutputOf<typeof listCall>> {
  refuseInProduction(context);
  const { db } = context;
  const [orders, holds] = await db.batch([
    db.select().from(certificateOrder).orderBy(desc(certificateOrder.createdAt)).limit(50),
    db
      .select()
      .from(setting)
      .where(like(setting.name, `${holdKey('')}%`)),
  ]);
  const answers = orders.length
    ? await db
        .select()
        .from(setting)
        .where(
          inArray(
            setting.name,
            orders.map(({ id }) => answerKey(id)),
          ),
        )
    : [];
  return {
    held: holds.map(({ value }) => value),
    orders: orders.map((row) => ({
      orderId: row.id,
      orderNumber: row.number,
      organization: row.ownerName,
      kind: ORDER_KINDS.find((one) => one === row.kind) ?? 'APPLY',
      count: row.count,
      status: row.state,
      answer:
        CA_ANSWERS.find((one) => one === answers.find(({ name }) => name === answerKey(row.id))?.value) ??
        null,
      createTime: row.createdAt,
    })),
  };
}

export async function answerSimulatedOrder(
  { orderId, answer }: ParsedInputOf<typeof answerCall>,
  context: Context,
): Promise<null> {
  refuseInProduction(context);
  await simulate(context, answerKey(orderId), answer);
  return null;
}

export async function holdSimulatedOrders(
  { organization, hold }: ParsedInputOf<typeof holdCall>,
  context: Context,
): Promise<null> {
  refuseInProduction(context);
  const [found] = await context.db.select().from(enterprise).where(eq(enterprise.name, organization));
  if (!found) throw new AppError('ENTERPRISE_NOT_FOUND', { name: organization }, 'organization');
  await simulate(context, holdKey(`E:${found.id}`), hold ? found.name : null);
  return null;
}
