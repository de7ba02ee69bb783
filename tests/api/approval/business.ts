import { decideApproval, getApproval } from '#core/approval/calls.ts';
import type { getAuthUrl } from '#core/approval/external-calls.ts';
import type { InputOf, KeyScope } from '#core/call.ts';
import { ApiClient } from '#tests/client.ts';
import { newApiKey } from '#tests/fixtures/api-keys.ts';
import { type Firm, once } from '#tests/fixtures/approvals.ts';
import { database } from '#tests/fixtures/people.ts';
import { product } from '#tests/product.ts';

type Firmed = Pick<Firm, 'boss' | 'ent'>;

/** A system of the firm, with a key of its own. */
export async function keyOf(
  { boss, ent }: Firmed,
  scopes: readonly KeyScope[] = ['read', 'send'],
  change = {},
) {
  const client = new ApiClient(product().baseUrl);
  client.apiKey = await newApiKey(database(), boss.id, ent.id, scopes, { name: '费用系统', ...change });
  return client;
}

export const payment = (change: Partial<InputOf<typeof getAuthUrl>> = {}): InputOf<typeof getAuthUrl> => ({
  businessId: `FK-${crypto.randomUUID().slice(0, 8)}`,
  businessName: '办公用品付款',
  details: [{ name: '金额', value: '1,280.00 元' }],
  documents: [{ fileName: '发票.pdf', sha256: 'ab'.repeat(32) }],
  ...change,
});

export const codeOf = (authUrl: string) => new URL(authUrl).searchParams.get('code') ?? '';

export const passes = (client: ApiClient, approvalId: string, digest: string) =>
  client.call(decideApproval, { approvalId, digest, decision: 'PASS', words: '同意' }, once());

/** Passes what is shown to the approver now; resolves to the state after it. */
export async function passesShown(client: ApiClient, approvalId: string): Promise<string> {
  const { digest } = await client.call(getApproval, { approvalId });
  return (await passes(client, approvalId, digest)).state;
}
