import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { saveHandSign } from '#core/account/calls.ts';
import { type AnyCall, defineCall } from '#core/call.ts';
import { signTask } from '#core/task/calls.ts';
import { InputRefused, readInput } from '#edge/kernel/http/read-input.ts';
import { unitMs, usedSince } from '#tests/fixtures/processor-time.ts';

const access = { actor: 'anyone' as const, may: 'try' };
const keep = defineCall({
  access,
  id: 'thing.keep',
  method: 'POST',
  path: '/thing/keep',
  input: z
    .object({
      numbers: z.array(z.number()).max(20_000).default([]),
      lists: z.array(z.array(z.number()).max(20_000)).max(100).default([]),
      text: z.string().default(''),
    })
    .loose(),
  output: z.any(),
  summary: '',
});
const read = (call: AnyCall, body: string): Promise<unknown> =>
  readInput(
    call,
    new Request('http://127.0.0.1/', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body,
    }),
    {},
  );
const refusedBy = (call: AnyCall, body: string) =>
  read(call, body).then(
    () => undefined,
    (error: unknown) => error,
  );
const list = (count: number, one: string) => `[${Array(count).fill(one).join()}]`;
/** A body with a list of numbers, or of what takes their place. */
const numbers = (count: number, one: string) => `{"numbers":${list(count, one)}}`;
/** Many lists of them, each as long as a list may be. */
const lists = (count: number, one: string) => `{"lists":${list(count, list(20_000, one))}}`;

/** A signature by hand, of strokes of points or what takes their place. */
const written = (strokes: number, points: number, one: string) =>
  `{"picture":{"kind":"HANDWRITING","strokes":${list(strokes, list(points, one))}}}`;

/** A drawn signature with as many commands as a body of 2 MB has room for. */
const drawn = (command: unknown) =>
  JSON.stringify({
    planId: 'aaaaaaaaaa',
    seen: [],
    fillings: Array.from({ length: 9 }, () => ({
      placementId: 'aaaaaaaaaa',
      drawing: {
        widthMm: 9,
        heightMm: 9,
        items: [{ path: Array(18_000).fill(command), stroke: '#1a1a1a', strokeWidthMm: 0.5 }],
      },
    })),
    consent: { method: 'PASSWORD', password: 'x' },
    scene: 'SINGLE',
  });

describe('the input of a call', () => {
  it('is refused however many mistakes it has, and the first of them are named', async () => {
    for (const body of [numbers(1_000, '""'), numbers(400_000, '""'), lists(15, '""')]) {
      const error = await refusedBy(keep, body);
      expect(error).toBeInstanceOf(InputRefused);
      const { fields } = error as InputRefused;
      expect(fields.length).toBeGreaterThan(0);
      expect(fields.length).toBeLessThanOrEqual(500);
    }
    expect(await refusedBy(keep, `{"numbers":${'['.repeat(400_000)}${']'.repeat(400_000)}}`)).toBeInstanceOf(
      InputRefused,
    );
  });

  it('loses names that reach prototypes, and halves of characters, at every depth', async () => {
    const body = `{"numbers":[],"text":"a\\ud800b","__proto__":{"c":1},"own":[{"constructor":1,"prototype":2,"d":"\\udc00"}]}`;
    const input = (await read(keep, body)) as Record<string, unknown>;
    expect(input).toEqual({ numbers: [], lists: [], text: 'a\ufffdb', own: [{ d: '\ufffd' }] });
    expect(Object.getPrototypeOf(input).c).toBeUndefined();
  });

  it('of 2 MB is read in a moment, right or wrong: meanwhile a Worker answers nobody', async () => {
    const unit = unitMs();
    for (const [call, body] of [
      [keep, numbers(900_000, '1')],
      [keep, numbers(600_000, '""')],
      [keep, lists(45, '1')],
      [keep, lists(1, '""')],
      [saveHandSign, written(200, 3_000, '{}')],
      [saveHandSign, written(6, 4_000, '{}')],
      [saveHandSign, written(6, 4_000, '{"x":1,"y":1,"time":1,"pressure":0.5}')],
      [signTask, drawn(['L', 1, 2])],
      [signTask, drawn(['Q', 1, 2])],
    ] as const) {
      let least = Number.POSITIVE_INFINITY;
      for (let i = 0; i < 3; i++) {
        const began = process.cpuUsage();
        await refusedBy(call, body);
        least = Math.min(least, usedSince(began));
      }
      expect(least, body.slice(0, 200)).toBeLessThan(60 * unit);
    }
  });
});
