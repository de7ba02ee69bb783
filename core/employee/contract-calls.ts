import { z } from 'zod';
import { defineCall } from '#core/call.ts';
import { id } from '#core/wire.ts';
import { ROSTER } from './access.ts';
import { AT_ONCE } from './states.ts';

const contractEmployee = z.object({
  employeeId: id,
  realName: z.string(),
  /** In full, like the ID number and the address for mail; empty where it is not known or erased. */
  mobile: z.string(),
  idNumber: z.string(),
  email: z.string(),
  jobContent: z.string(),
  workLocation: z.string(),
  /** Names from the top down; empty for none. */
  department: z.array(z.string()),
  entryDate: z.string(),
  contractStart: z.string(),
  contractEnd: z.string(),
  /** Empty for who is employed. */
  departDate: z.string(),
});
export type ContractEmployee = z.output<typeof contractEmployee>;

/** POST, because the answer holds what is personal: it must not be cached, and each look leaves a line. */
export const readForContract = defineCall({
  id: 'employee.readForContract',
  method: 'POST',
  path: '/cb/assemble/employee/forContract',
  access: ROSTER,
  input: z.object({ employeeIds: z.array(id).min(1).max(AT_ONCE.contract) }),
  /** In the order that was asked for. */
  output: z.object({ employees: z.array(contractEmployee) }),
  summary: 'What a contract with employees is filled with, in full; that it was asked for is kept',
  audited: true,
  changes: ['employee.getEmployee'],
});
