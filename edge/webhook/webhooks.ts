import { and, count, desc, eq, ne, sql } from 'drizzle-orm';
import { utf8 } from '#core/bytes.ts';
import type { OutputOf, ParsedInputOf } from '#core/call.ts';
import { LIMITS } from '#core/config/limits.ts';
import { AppError } from '#core/errors.ts';
import { DAY_MS } from '#core/time.ts';
import { addressProblem } from '#core/webhook/address.ts';
import type * as calls from '#core/webhook/calls.ts';
import { TEST_EVENT } from '#core/webhook/events.ts';
import { makeSecret } from '#core/webhook/signature.ts';
import { webhook, webhookDelivery } from '#db/schema/index.ts';
import { recordCompany } from '#edge/company/records.ts';
import { tellAdministrators } from '#edge/company/tell-administrators.ts';
import { judgeSecondProof } from '#edge/identity/judge-second-proof.ts';
import type { SignedInContext } from '#edge/kernel/context.ts';
import { countAttempt } from '#edge/kernel/count-attempts.ts';
import { enqueue } from '#edge/kernel/outbox/effect.ts';
import { commit, GuardFailed } from '#edge/kernel/storage/commit.ts';
import { commitSpending, type OneTimeProof } from '#edge/kernel/storage/one-time-proof.ts';
import { readPage } from '#edge/kernel/storage/read-page.ts';
import type { Statement } from '#edge/kernel/storage/statement.ts';
import { deliverEffect, queueOf } from './effects.ts';
import { mayBePrivate, postEvent, type WebhookRow } from './post-event.ts';

function checkAddress(context: SignedInContext, address: string): void {
  if (addressProblem(address, mayBePrivate(context))) throw new AppError('WEBHOOK_ADDRESS', {}, 'address');
}

/** A webhook of the enterprise acted for. Throws NOT_FOUND. */
async function readOwn({ db, actor }: SignedInContext, webhookId: string): Promise<WebhookRow> {
  const [row] = await db
    .select()
    .from(webhook)
    .where(and(eq(webhook.id, webhookId), eq(webhook.enterpriseId, actor.entId)));
  if (!row) throw new AppError('NOT_FOUND');
  return row;
}

/** Audit entry for a webhook. */
const record = (
  context: SignedInContext,
  kind: 'WEBHOOK_ADDED' | 'WEBHOOK_CHANGED',
  remark: string,
): Statement =>
  recordCompany(context, context.actor.entId, kind, { operatorId: context.actor.accountId, remark });

async function newSecret({ keys }: SignedInContext, webhookId: string) {
  const secret = makeSecret(crypto.getRandomValues(new Uint8Array(32)));
  return { secret, wrapped: await keys.wrap(utf8(secret), `webhook:${webhookId}`) };
}

export async function listWebhooks(
  input: ParsedInputOf<typeof calls.listWebhooks>,
  { db, actor, now }: SignedInContext,
): Promise<OutputOf<typeof calls.listWebhooks>> {
  const own = eq(webhook.enterpriseId, actor.entId);
  const inState = (state: string) =>
    sql<number>`(select count(*) from ${webhookDelivery} where webhook_delivery.webhook_id = webhook.id and webhook_delivery.state = ${state})`;
  const { rows, page } = await readPage(
    db,
    input,
    db
      .select({ row: webhook, waiting: inState('PENDING'), dead: inState('DEAD') })
      .from(webhook)
      .where(own)
      .orderBy(desc(webhook.createdAt), desc(webhook.id)),
    db.select({ n: count() }).from(webhook).where(own),
  );
  const records = rows.map(({ row, waiting, dead }) => ({
    webhookId: row.id,
    address: row.address,
    events: row.events,
    state: row.state,
    waiting: Number(waiting),
    dead: Number(dead),
    formerUntil: (row.formerUntil ?? 0) > now ? row.formerUntil : null,
    createTime: row.createdAt,
  }));
  return { records, ...page };
}

export async function saveWebhook(
  { address, events, proof }: ParsedInputOf<typeof calls.saveWebhook>,
  context: SignedInContext,
): Promise<OutputOf<typeof calls.saveWebhook>> {
  const { db, actor, now } = context;
  checkAddress(context, address);
  const proofs = await judgeSecondProof(context, proof, 'WEBHOOK');
  const webhookId = context.newId();
  const { secret, wrapped } = await newSecret(context, webhookId);
  const all = db.select({ n: count() }).from(webhook).where(eq(webhook.enterpriseId, actor.entId));
  await commitSpending(
    context,
    proofs,
    [sql`select 1 where (${all}) < ${LIMITS.webhooks}`],
    [
      db.insert(webhook).values({
        id: webhookId,
        enterpriseId: actor.entId,
        address,
        events,
        wrapped,
        createdBy: actor.accountId,
        createdAt: now,
      }),
      record(context, 'WEBHOOK_ADDED', address),
      ...(await tellAdministrators(context, 'WEBHOOK_SET', { address })),
    ],
  ).catch((error: unknown) => {
    throw error instanceof GuardFailed ? new AppError('WEBHOOK_TOO_MANY', { max: LIMITS.webhooks }) : error;
  });
  return { webhookId, secret };
}

export async function changeWebhook(
  { webhookId, address, events, proof }: ParsedInputOf<typeof calls.changeWebhook>,
  context: SignedInContext,
): Promise<null> {
  await readOwn(context, webhookId);
  checkAddress(context, address);
  const proofs = await judgeSecondProof(context, proof, 'WEBHOOK');
  const messages = await tellAdministrators(context, 'WEBHOOK_SET', { address });
  await set(context, webhookId, { address, events, pausedUntil: 0 }, address, messages, proofs);
  return null;
}

/** When enabled again, pending deliveries continue, even after the receiver answered 410. */
export async function switchWebhook(
  { webhookId, enabled }: ParsedInputOf<typeof calls.switchWebhook>,
  context: SignedInContext,
): Promise<null> {
  const { db } = context;
  const row = await readOwn(context, webhookId);
  const waiting = await db
    .selectDistinct({ taskId: webhookDelivery.taskId })
    .from(webhookDelivery)
    .where(and(eq(webhookDelivery.webhookId, webhookId), eq(webhookDelivery.state, 'PENDING')))
    .limit(500);
  const again = enabled
    ? waiting.map(({ taskId }) =>
        enqueue(context, queueOf(webhookId, taskId), deliverEffect, { webhookId, taskId }),
      )
    : [];
  await set(context, webhookId, { state: enabled ? 'ACTIVE' : 'OFF', pausedUntil: 0 }, row.address, again);
  return null;
}

export async function rotateSecret(
  { webhookId, proof }: ParsedInputOf<typeof calls.rotateSecret>,
  context: SignedInContext,
): Promise<OutputOf<typeof calls.rotateSecret>> {
  const row = await readOwn(context, webhookId);
  const proofs = await judgeSecondProof(context, proof, 'WEBHOOK');
  const { secret, wrapped } = await newSecret(context, webhookId);
  const former = { formerWrapped: row.wrapped, formerUntil: context.now + DAY_MS };
  const messages = await tellAdministrators(context, 'WEBHOOK_SET', { address: row.address });
  await set(context, webhookId, { wrapped, ...former }, row.address, messages, proofs);
  return { webhookId, secret };
}

async function set(
  context: SignedInContext,
  webhookId: string,
  change: Partial<WebhookRow>,
  remark: string,
  more: readonly Statement[] = [],
  proofs: readonly OneTimeProof[] = [],
): Promise<void> {
  const update = context.db.update(webhook).set(change).where(eq(webhook.id, webhookId));
  await commitSpending(context, proofs, [], [update, record(context, 'WEBHOOK_CHANGED', remark), ...more]);
}

/** Keeps an enterprise from using this server to flood other hosts or its own log. */
const TESTS_PER_MINUTE = 10;
const RESENT_PER_MINUTE = 60;

/** Throws TOO_OFTEN beyond the enterprise's limit per minute. */
async function limit(context: SignedInContext, what: string, most: number): Promise<void> {
  if ((await countAttempt(context, `webhook-${what}:${context.actor.entId}`, 60_000)) > most)
    throw new AppError('TOO_OFTEN');
}

/** Sends a test event at once, outside of every queue, and keeps it in the log. */
export async function testWebhook(
  { webhookId }: ParsedInputOf<typeof calls.testWebhook>,
  context: SignedInContext,
): Promise<OutputOf<typeof calls.testWebhook>> {
  const { db, now } = context;
  const row = await readOwn(context, webhookId);
  await limit(context, 'test', TESTS_PER_MINUTE);
  const id = context.newId();
  const body = JSON.stringify({
    type: TEST_EVENT,
    timestamp: new Date(now).toISOString(),
    data: { webhookId },
  });
  const { status, answer } = await postEvent(context, row, id, body);
  const delivered = status >= 200 && status <= 299;
  await db.insert(webhookDelivery).values({
    id,
    webhookId,
    taskId: '',
    seq: 0,
    event: TEST_EVENT,
    body,
    state: delivered ? 'DELIVERED' : 'DEAD',
    attempts: 1,
    nextAt: now,
    lastAt: Date.now(),
    status,
    answer,
    createdAt: now,
  });
  return { delivered, status, answer };
}

export async function listDeliveries(
  input: ParsedInputOf<typeof calls.listDeliveries>,
  context: SignedInContext,
): Promise<OutputOf<typeof calls.listDeliveries>> {
  const { db } = context;
  await readOwn(context, input.webhookId);
  const where = and(
    eq(webhookDelivery.webhookId, input.webhookId),
    input.state ? eq(webhookDelivery.state, input.state) : undefined,
  );
  const { rows, page } = await readPage(
    db,
    input,
    db
      .select()
      .from(webhookDelivery)
      .where(where)
      .orderBy(desc(webhookDelivery.createdAt), desc(webhookDelivery.seq), desc(webhookDelivery.id)),
    db.select({ n: count() }).from(webhookDelivery).where(where),
  );
  const records = rows.map((row) => ({
    deliveryId: row.id,
    event: row.event,
    planId: row.taskId,
    state: row.state,
    attempts: row.attempts,
    status: row.status,
    answer: row.answer,
    lastTime: row.lastAt,
    nextTime: row.state === 'PENDING' ? row.nextAt : null,
    createTime: row.createdAt,
  }));
  return { records, ...page };
}

/** Sends an event again from the first attempt on; of its task, what comes after it and waits is sent after it. */
export async function resend(
  { deliveryId }: ParsedInputOf<typeof calls.resend>,
  context: SignedInContext,
): Promise<null> {
  const { db, actor, now } = context;
  const [found] = await db
    .select({ row: webhookDelivery })
    .from(webhookDelivery)
    .innerJoin(webhook, eq(webhook.id, webhookDelivery.webhookId))
    .where(
      and(
        eq(webhookDelivery.id, deliveryId),
        eq(webhook.enterpriseId, actor.entId),
        ne(webhookDelivery.taskId, ''),
      ),
    );
  if (!found) throw new AppError('NOT_FOUND');
  await limit(context, 'resend', RESENT_PER_MINUTE);
  const { webhookId, taskId } = found.row;
  await commit(
    context,
    [],
    [
      db
        .update(webhookDelivery)
        .set({ state: 'PENDING', attempts: 0, nextAt: now })
        .where(eq(webhookDelivery.id, deliveryId)),
      enqueue(context, queueOf(webhookId, taskId), deliverEffect, { webhookId, taskId }),
    ],
  );
  return null;
}
