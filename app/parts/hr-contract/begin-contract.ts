import { useNavigate } from '@remix-run/react';
import type { EmployeeRow } from '#core/employee/calls.ts';
import { EMPLOYEE_KEEPERS } from '#core/identity/role-sets.ts';
import type { HrPurpose } from '#core/template/fill/for-employee.ts';
import { useSession } from '../../session/session-store.ts';

export const START_HR_CONTRACT = '/hrcontract/startHRContract';

/** An employee who was chosen, with what the roster's list shows of them: numbers are masked. */
export type ChosenEmployee = Pick<EmployeeRow, 'employeeId' | 'realName'> &
  Partial<Pick<EmployeeRow, 'mobile' | 'department' | 'contractEnd'>>;

/** What another page passes to the start of a contract; it travels in the history, never in the address. */
export interface HrBegin {
  purpose: HrPurpose;
  employees: readonly ChosenEmployee[];
}

/** Goes to the start of a contract with employees who were chosen elsewhere. */
export function useBeginHrContract(): (begin: HrBegin) => void {
  const navigate = useNavigate();
  return ({ purpose, employees }) => {
    const hr: HrBegin = {
      purpose,
      employees: employees.map(({ employeeId, realName, mobile, department, contractEnd }) => ({
        employeeId,
        realName,
        ...(mobile === undefined ? {} : { mobile }),
        ...(department === undefined ? {} : { department }),
        ...(contractEnd === undefined ? {} : { contractEnd }),
      })),
    };
    navigate(START_HR_CONTRACT, { state: { hr } });
  };
}

const NONE: readonly string[] = [];

/** Whether the acting identity keeps the roster, so that contracts can be filled from it. */
export function useKeepsRoster(): boolean {
  const roles = useSession((s) => s.permissions) ?? NONE;
  return roles.some((role) => role === 'ENT_ADMIN' || EMPLOYEE_KEEPERS.some((one) => one === role));
}
