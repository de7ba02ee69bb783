import { createClient } from '@libsql/client';
import { drizzle } from 'drizzle-orm/libsql';
import { describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import type { Context } from '#edge/kernel/context.ts';
import { defineEffect, enqueue } from '#edge/kernel/outbox/effect.ts';
import { byTopic, handle } from '#edge/kernel/outbox/handlers.ts';

const greeting = defineEffect('greet', z.object({ name: z.string(), from: z.string().default('') }));
const parting = defineEffect('part', z.object({ name: z.string() }));

/** Statements are built here and never sent. */
const context = {
  db: drizzle(createClient({ url: ':memory:' })),
  now: 1_000,
  newId: () => 'id-1',
} as unknown as Context;

const written = (statement: unknown): unknown[] =>
  (statement as { toSQL(): { params: unknown[] } }).toSQL().params;

describe('an effect', () => {
  it('is written with the payload of its definition only', () => {
    expect(written(enqueue(context, 'k', greeting, { name: 'A' }))).toEqual(
      expect.arrayContaining(['id-1', 'greet', 'k', '{"name":"A"}']),
    );
    // @ts-expect-error a field of another type
    enqueue(context, 'k', greeting, { name: 1 });
    // @ts-expect-error a field is missing
    enqueue(context, 'k', greeting, {});
    // @ts-expect-error a field that the definition does not have
    enqueue(context, 'k', parting, { name: 'A', from: 'B' });
  });

  it('is carried out by a procedure that takes its payload, and no other', () => {
    handle(
      parting,
      async () =>
        async (_context, { name }) =>
          void name.length,
    );
    // @ts-expect-error the payload of another effect
    handle(parting, async () => async (_context: Context, payload: { from: string }) => void payload.from);
  });

  it('loads its procedure when the first is due, with the payload as the definition reads it', async () => {
    const seen: unknown[] = [];
    const load = vi.fn(
      async () => async (_context: Context, payload: unknown, id: string, causedAt: number) => {
        seen.push(payload, id, causedAt);
      },
    );
    const handler = byTopic([handle(greeting, load)]).get('greet')!;
    expect(load).not.toHaveBeenCalled();
    await handler.carryOut(context, { name: 'A' }, 'effect-1', 5);
    expect(load).toHaveBeenCalledOnce();
    expect(seen).toEqual([{ name: 'A', from: '' }, 'effect-1', 5]);
  });

  it('is not carried out with a stored payload of another shape', async () => {
    const run = vi.fn(async () => undefined);
    const handler = handle(greeting, async () => run);
    await expect(handler.carryOut(context, { name: 5 }, 'effect-1', 5)).rejects.toThrow(z.ZodError);
    expect(run).not.toHaveBeenCalled();
  });

  it('has one handler', () => {
    const handler = handle(greeting, async () => async () => undefined);
    expect(() => byTopic([handler, handler])).toThrow('handled twice: greet');
  });
});
