import { eq } from 'drizzle-orm';
import type { SQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core';
import { expect, it } from 'vitest';
import type { AnyCall } from '#core/call.ts';
import {
  applyAdministrator,
  cancelAdminApplication,
  decideAdminApplication,
} from '#core/company/administrator-calls.ts';
import { passJoin, rejectJoin, saveApplyJoinEnt, withdrawJoin } from '#core/company/calls.ts';
import { ADMIN_MACHINE, JOIN_MACHINE } from '#core/company/states.ts';
import { addEmployee, departEmployee, restoreEmployee } from '#core/employee/calls.ts';
import { EMPLOYEE_MACHINE } from '#core/employee/states.ts';
import { ERROR_CODES } from '#core/errors.ts';
import { can, type Machine } from '#core/machine.ts';
import { completeQuickFiles, createQuickFiles, revokeQuickFiles } from '#core/quicksign/calls.ts';
import { QUICK_MACHINE } from '#core/quicksign/states.ts';
import { rejectPlan, revokePlan, sendPlan, urgePlan } from '#core/task/calls.ts';
import { TASK_MACHINE } from '#core/task/states.ts';
import { adminApplication, employee, joinApplication, quickGroup, task } from '#db/schema/index.ts';
import { flawOf } from '#tests/fixtures/attack/judge.ts';
import { addMember, companyWithAdmin, database, newPerson, signIn } from '#tests/fixtures/people.ts';
import { newKey, personSigner, planFor, twoPages } from '#tests/fixtures/plans.ts';
import { newResidentId } from '#tests/fixtures/unverified-person.ts';
import type { ApiClient } from '../../../scripts/api-client.ts';

type Table = SQLiteTable & { id: SQLiteColumn; state: SQLiteColumn };

/** An act, of whom, and the event of the machine that it is. */
interface Act {
  event: string;
  call: AnyCall;
  by: ApiClient;
  input: Record<string, unknown>;
}

/** A thing whose state a machine says, and the acts on it. */
interface Thing {
  id: string;
  acts: Act[];
}

interface Kind {
  name: string;
  machine: Machine<string, string>;
  table: Table;
  make(): Promise<Thing>;
}

const mobile = () => `178${String(Math.floor(Math.random() * 1e8)).padStart(8, '0')}`;

const KINDS: Kind[] = [
  {
    name: 'a task',
    // Reminding is no event: it is for whom signing is on.
    machine: {
      ...TASK_MACHINE,
      transitions: {
        ...TASK_MACHINE.transitions,
        IN_PROGRESS: { ...TASK_MACHINE.transitions.IN_PROGRESS, urge: 'IN_PROGRESS' },
      },
    },
    table: task,
    async make() {
      const { admin } = await companyWithAdmin();
      const person = await newPerson();
      const to = personSigner({ realName: person.name, mobile: person.mobile });
      const { planId } = await admin.call(sendPlan, await planFor(admin, [to]));
      const reason = '条款有误';
      return {
        id: planId,
        acts: [
          { event: 'urge', call: urgePlan, by: admin, input: { planId } },
          { event: 'reject', call: rejectPlan, by: await signIn(person), input: { planId, reason } },
          { event: 'revoke', call: revokePlan, by: admin, input: { planId, reason } },
        ],
      };
    },
  },
  {
    name: 'files that are signed at once',
    machine: QUICK_MACHINE,
    table: quickGroup,
    async make() {
      const { admin } = await companyWithAdmin();
      const fileKey = await admin.upload(await twoPages());
      const { id } = await admin.call(createQuickFiles, {
        taskName: `快签 ${newKey().slice(0, 6)}`,
        businessType: 'OTHER',
        businessTypeName: '其他',
        planSendDocumentVOList: [{ fileName: '文件.pdf', fileKey }],
      });
      return {
        id,
        acts: [
          { event: 'revoke', call: revokeQuickFiles, by: admin, input: { id } },
          { event: 'complete', call: completeQuickFiles, by: admin, input: { id } },
        ],
      };
    },
  },
  {
    name: 'an employee',
    machine: EMPLOYEE_MACHINE,
    table: employee,
    async make() {
      const { admin } = await companyWithAdmin();
      const { employeeId } = await admin.call(addEmployee, {
        personal: {
          realName: '阿依古丽',
          mobile: mobile(),
          idType: 'RESIDENT_ID',
          idNumber: newResidentId(),
        },
        work: { entryDate: '2024-03-01' },
      });
      return {
        id: employeeId,
        acts: [
          {
            event: 'depart',
            call: departEmployee,
            by: admin,
            input: { employeeId, departDate: '2026-01-31' },
          },
          { event: 'restore', call: restoreEmployee, by: admin, input: { employeeId } },
        ],
      };
    },
  },
  {
    name: 'an application to join',
    machine: JOIN_MACHINE,
    table: joinApplication,
    async make() {
      const { ent, admin } = await companyWithAdmin();
      const by = await signIn(await newPerson());
      const { applyId } = await by.call(saveApplyJoinEnt, { entId: ent.id, applyReason: '入职' });
      return {
        id: applyId,
        acts: [
          {
            event: 'pass',
            call: passJoin,
            by: admin,
            input: { applyId, roles: ['EMPLOYEE'], businessTypes: null, stamps: [] },
          },
          { event: 'reject', call: rejectJoin, by: admin, input: { applyId, remark: '' } },
          { event: 'withdraw', call: withdrawJoin, by, input: { applyId } },
        ],
      };
    },
  },
  {
    name: 'an application for administrator',
    machine: ADMIN_MACHINE,
    table: adminApplication,
    async make() {
      const { ent, admin } = await companyWithAdmin();
      const member = await newPerson();
      await addMember(ent, member, ['EMPLOYEE']);
      const by = await signIn(member);
      const { applyId } = await by.call(applyAdministrator, { entId: ent.id, applyReason: '接任' });
      const decide = (pass: boolean) => ({ applyId, pass, remark: '' });
      return {
        id: applyId,
        acts: [
          { event: 'approve', call: decideAdminApplication, by: admin, input: decide(true) },
          { event: 'reject', call: decideAdminApplication, by: admin, input: decide(false) },
          { event: 'cancel', call: cancelAdminApplication, by, input: { applyId } },
        ],
      };
    },
  },
];

it.each(KINDS)(
  '$name takes no act in a state that does not allow it, and each from one that does',
  async ({ machine, table, make }) => {
    const states = Object.keys(machine.transitions);
    const events = (await make()).acts.map(({ event }) => event);
    const lines: string[] = [];
    for (const event of events) {
      // Each act has a thing of its own: once it was done, more than the state is as it is afterwards.
      const { id, acts } = await make();
      const { call, by, input } = acts.find((one) => one.event === event)!;
      const put = (state: string) => database().update(table).set({ state }).where(eq(table.id, id));
      const stateNow = async () =>
        (await database().select({ state: table.state }).from(table).where(eq(table.id, id)))[0]?.state;
      const forbidden = states.filter((state) => !can(machine, state, event));
      const natural = (await stateNow()) as string;
      const allowed = can(machine, natural, event)
        ? natural
        : states.find((one) => can(machine, one, event))!;
      for (const state of forbidden) {
        await put(state);
        const response = await by.send(call, input);
        const text = await response.text();
        const said = `${call.id} in ${state}`;
        expect(flawOf(response, text), said).toBeUndefined();
        expect((JSON.parse(text) as { code: number }).code, said).not.toBe(200);
        expect((JSON.parse(text) as { code: number }).code, said).not.toBe(ERROR_CODES.INPUT_INVALID);
        expect(await stateNow(), said).toBe(state);
      }
      await put(allowed);
      expect(await by.envelope(call, input), `${call.id} in ${allowed}`).toMatchObject({ code: 200 });
      lines.push(`${event} refused in ${forbidden.length}`);
    }
    console.log(`attack: ${lines.join(', ')}`);
  },
);
