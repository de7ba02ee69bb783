import { eq } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { ERROR_CODES } from '#core/errors.ts';
import { can } from '#core/machine.ts';
import { flawOf } from '#tests/fixtures/attack/judge.ts';
import { addedSince, ends, sameTwice, settled } from '#tests/fixtures/attack/rows.ts';
import { SIGNING_KINDS } from '#tests/fixtures/attack/signing-things.ts';
import { KINDS } from '#tests/fixtures/attack/things.ts';
import { changed, rowsOf } from '#tests/fixtures/foreign.ts';
import { database } from '#tests/fixtures/people.ts';

/** What says nothing of an act: when somebody was last seen, and what the states that are put by hand count up and down. */
const BESIDE = new Set(['session', 'task_count', 'task_month', 'running_task']);

/** Rows of an owner that were changed, taken away or added. */
function differences(before: Awaited<ReturnType<typeof rowsOf>>, after: typeof before): string[] {
  const kept = (rows: typeof before) => new Map([...rows].filter(([table]) => !BESIDE.has(table)));
  const [was, is] = [kept(before), kept(after)];
  return [...changed(was, is), ...changed(is, was).map((line) => `new: ${line}`)];
}

/** What an answer says, but for how long its steps took. */
const said = (data: unknown) =>
  JSON.stringify(data, (name, value: unknown) => (name === 'steps' ? undefined : value));

// Each kind has owners of its own: several are looked at while others wait for what is under way. Those with the most acts
// are begun first, so that none of them goes on alone at the end.
it.concurrent.each([...SIGNING_KINDS, ...KINDS])(
  '$name takes no act that its state forbids, and each allowed act once, however often sent',
  async ({ name, machine, table, columns = (state) => ({ state }), make }) => {
    const states = Object.keys(machine.transitions);
    const events = (await make()).acts.map(({ event }) => event);
    const lines: string[] = [];
    for (const event of events) {
      // Each act has a thing of its own: once it was done, more than the state is as it is afterwards.
      const { id, acts, owner, keepFromJobs } = await make(event);
      const act = acts.find((one) => one.event === event)!;
      const { call, by, alreadyIn = [], toldEach = false } = act;
      let { input } = act;
      const row = async (): Promise<Record<string, unknown>> =>
        (await database().select().from(table).where(eq(table.id, id)))[0]!;
      const put = (values: Record<string, unknown>) =>
        database().update(table).set(values).where(eq(table.id, id));
      const forbidden = states.filter((state) => !can(machine, state, event));
      const everything = [id, owner.entId, owner.accountId].filter((one) => one !== '');
      await settled(everything);
      const natural = await row();
      const before = await rowsOf(database(), owner);
      await keepFromJobs?.(true);
      for (const state of forbidden) {
        await put(columns(state));
        const stood = await row();
        const response = await by.send(call, input);
        const text = await response.text();
        const told = `${call.id} in ${state}: ${text.slice(0, 200)}`;
        expect(flawOf(response, text), told).toBeUndefined();
        const { code } = JSON.parse(text) as { code: number };
        if (!alreadyIn.includes(state)) expect(code, told).not.toBe(200);
        expect(code, told).not.toBe(ERROR_CODES.INPUT_INVALID);
        expect(await row(), told).toEqual(stood);
      }
      await put(natural);
      await keepFromJobs?.(false);
      expect(differences(before, await rowsOf(database(), owner)), `${name}: ${event}`).toEqual([]);
      const allowed = states.filter((state) => can(machine, state, event));
      const isIn = (state: string) =>
        Object.entries(columns(state)).every(([column, value]) => natural[column] === value);
      if (allowed.length > 0 && !allowed.some(isIn)) await put(columns(allowed[0]!));
      if (act.renewed) input = await act.renewed();
      if (allowed.length > 0) {
        const then = await ends();
        const headers = { 'X-Request-Id': crypto.randomUUID() };
        const send = () => by.envelope(call, input, headers);
        const answers = [...(await Promise.all([send(), send()])), await send()];
        const done = answers.filter(({ code }) => code === 200);
        expect(done.length, `${call.id} once it may be: ${JSON.stringify(answers)}`).toBeGreaterThan(0);
        if (call.once) expect(new Set(done.map(({ data }) => said(data))).size, call.id).toBe(1);
        await settled(everything);
        // Whatever it wrote, it wrote once: no two new rows say the same of the same.
        const twice = sameTwice(await addedSince(then, everything));
        const unexpected = twice.filter((line) => !(toldEach && line.startsWith('audit_entry:')));
        expect(unexpected, `${call.id} sent three times`).toEqual([]);
      }
      lines.push(`${event} refused in ${forbidden.length}`);
    }
    console.log(`attack: ${name}: ${lines.join(', ')}`);
  },
);
