import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Miniflare } from 'miniflare';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { webhookNetwork } from '#scripts/product/webhook-network.ts';

const received: string[] = [];
const server = createServer((request, response) => {
  received.push(request.url!);
  response.end('inside');
});
beforeAll(async () => {
  await once(server.listen(0, '127.0.0.1'), 'listening');
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

/** Status of what workerd sends through the network of webhooks; 0 where it does not connect. */
async function sent(toPrivate: boolean, host: string): Promise<number> {
  const worker = new Miniflare({
    modules: true,
    compatibilityDate: '2025-05-01',
    serviceBindings: { WEBHOOKS: webhookNetwork(toPrivate) },
    script: `export default {
      fetch: async (request, env) => {
        const to = new URL(request.url).searchParams.get('to');
        const status = await env.WEBHOOKS.fetch(to, { redirect: 'manual' }).then((r) => r.status, () => 0);
        return Response.json(status);
      },
    }`,
  });
  try {
    const to = `http://${host}:${(server.address() as AddressInfo).port}/${toPrivate ? 'allowed' : 'refused'}`;
    const answer = await worker.dispatchFetch(`http://worker/?to=${encodeURIComponent(to)}`);
    return (await answer.json()) as number;
  } finally {
    await worker.dispose();
  }
}

it('a name that resolves to this machine is refused on connection, unless tests allow it', async () => {
  expect(await sent(true, 'localhost')).toBe(200);
  expect(await sent(false, 'localhost')).toBe(0);
  expect(await sent(false, '127.0.0.1')).toBe(0);
  expect(received).toEqual(['/allowed']);
});
