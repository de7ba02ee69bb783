import { ne } from 'drizzle-orm';
import { webhook } from '#db/schema/index.ts';
import { keysInColumn, type WrappedKeys } from '#edge/kernel/crypto/rewrap-keys.ts';

const of = { table: webhook, id: webhook.id, boundTo: (id: string) => `webhook:${id}` };

export const webhookKeys: readonly WrappedKeys[] = [
  keysInColumn({
    ...of,
    name: 'secrets of webhooks',
    wrapped: webhook.wrapped,
    write: ({ db }, unchanged, wrapped) => db.update(webhook).set({ wrapped }).where(unchanged),
  }),
  keysInColumn({
    ...of,
    name: 'former secrets of webhooks',
    wrapped: webhook.formerWrapped,
    where: ne(webhook.formerWrapped, ''),
    write: ({ db }, unchanged, formerWrapped) => db.update(webhook).set({ formerWrapped }).where(unchanged),
  }),
];
