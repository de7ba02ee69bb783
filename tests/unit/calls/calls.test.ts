import { globSync, readFileSync } from 'node:fs';
import type { ServerBuild } from '@remix-run/cloudflare';
import { describe, expect, it } from 'vitest';
import { allCalls } from '#core/calls.ts';
import type { Env } from '#edge/kernel/env.ts';
import { implementations } from '#edge/worker.ts';
import { callsDocument } from '#scripts/calls-document.ts';
import { openApiDocument } from '#scripts/openapi-document.ts';
import { createServer } from '../../../server.ts';

it('implements every call that core defines, each once, and no other', () => {
  const defined = allCalls().map((call) => call.id);
  expect(new Set(defined).size).toBe(defined.length);
  expect(implementations.map(({ call }) => call.id).sort()).toEqual([...defined].sort());
});

it('lists every module of core that defines calls', async () => {
  const listed = new Set<unknown>(allCalls());
  for (const file of globSync('core/*/*calls.ts')) {
    const module = (await import(/* @vite-ignore */ `../../../${file}`)) as Record<string, unknown>;
    const calls = Object.values(module).filter(
      (one) => typeof one === 'object' && one !== null && 'access' in one,
    );
    expect(
      calls.filter((one) => !listed.has(one)),
      `${file}: add it to core/calls.ts`,
    ).toEqual([]);
  }
});

it('keeps docs/calls.md as the calls are', () => {
  expect(readFileSync('docs/calls.md', 'utf8'), 'npm run calls mends it').toBe(callsDocument());
});

it('[7.1a] has all calls under /ecapi in the OpenAPI document', () => {
  const document = openApiDocument() as { paths: Record<string, unknown> };
  expect(Object.keys(document.paths).length).toBeGreaterThan(300);
  expect(Object.keys(document.paths).every((path) => path.startsWith('/ecapi/'))).toBe(true);
});

it('gives every call of an enterprise or person a summary, an actor and schemas', () => {
  for (const call of allCalls()) {
    expect(call.summary.length, call.id).toBeGreaterThan(5);
    expect(call.path.startsWith('/'), call.id).toBe(true);
  }
});

it('names each call’s stale data: existing domains and calls, and nothing for reads', () => {
  const calls = allCalls();
  const names = new Set(calls.flatMap(({ id }) => [id, id.split('.')[0]]));
  for (const { id, changes, method } of calls) {
    expect(
      changes.filter((one) => !names.has(one)),
      id,
    ).toEqual([]);
    expect(changes.length > 0, id).toBe(method !== 'GET');
  }
});

/** An answer of the Worker that needs no other part: in mode `pro` without settings it says what is lacking. */
async function headersOf(url: string): Promise<Headers> {
  const server = createServer({} as ServerBuild);
  const env = { SIGNET_MODE: 'pro' } as unknown as Env;
  const answer = await server.fetch!(new Request(url) as never, env, {} as never);
  expect(answer.status).toBe(503);
  return answer.headers as unknown as Headers;
}

describe('every answer of the Worker', () => {
  it('over TLS requires TLS from the browser for two years; otherwise it has no such header', async () => {
    const secure = await headersOf('https://signet.example/ecapi/health');
    expect(secure.get('strict-transport-security')).toBe('max-age=63072000; includeSubDomains');
    expect((await headersOf('http://127.0.0.1/ecapi/health')).get('strict-transport-security')).toBeNull();
  });

  it('forbids sniffing and access by other sites, for every response', async () => {
    const headers = await headersOf('https://signet.example/login');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('cross-origin-resource-policy')).toBe('same-origin');
    expect(headers.get('referrer-policy')).toBe('same-origin');
  });
});

it.each([
  ['contracts', /^task\.(sendTask|signTask|revokeTask|listTasks)$/, 4],
  ['seals', /^seal\.(createSeal|listSeals)$/, 2],
  ['orders', /^order\.(placeOrder|listOrders|getOrder)$/, 3],
  ['invoices', /^order\.(requestInvoice|cancelInvoice)$/, 2],
  ['approvals', /^approval\.(decideApproval|listApprovals|saveFlow)$/, 3],
  ['employees', /^employee\.(addEmployee|listEmployees|depart)$/, 3],
  ['quick sign', /^quicksign\./, 1],
  ['verification', /^certificate\.listTrustAnchors$/, 1],
] as const)('[7.19b] there are calls for %s', (_, id, least) => {
  const own = allCalls().filter((call) => id.test(call.id));
  expect(own.length).toBeGreaterThanOrEqual(least);
  for (const call of own) expect(implementations.some((one) => one.call === call)).toBe(true);
});
