import { useTranslation } from 'react-i18next';
import type { EmployeeDetail, EmployeeRow } from '#core/employee/calls.ts';
import { AT_ONCE } from '#core/employee/states.ts';
import type { Warning } from '#core/employee/warnings.ts';
import type { HrPurpose } from '#core/template/fill/for-employee.ts';
import type { Action, Runs } from '../../kit/action.ts';
import { useBeginHrContract } from '../../parts/hr-contract/begin-contract.ts';
import { useMay } from '../../shell/use-identity.ts';

/** What an action needs to know of an employee. */
type Subject = Pick<EmployeeRow, 'employeeId' | 'realName' | 'state' | 'warnings'> &
  Partial<Pick<EmployeeRow, 'mobile' | 'department' | 'contractEnd'>>;

const ENDING: readonly Warning[] = ['CONTRACT_ENDS', 'CONTRACT_ENDED'];

const PURPOSES = [
  ['CONTRACT', 'contract', (row) => row.state === 'ACTIVE'],
  ['RENEWAL', 'undo', (row) => row.state === 'ACTIVE' && row.warnings.some((one) => ENDING.includes(one))],
  ['LEAVING', 'certificate', (row) => row.state === 'DEPARTED'],
] as const satisfies readonly [HrPurpose, Action<Subject>['icon'], (row: Subject) => boolean][];

/**
 * A contract with one or several employees, its renewal where it ends soon or has ended, and the certificate of who
 * left: each goes to the start of a contract with these employees.
 */
export function useContractActions(): Runs<Subject>[] {
  const { t } = useTranslation('employee');
  const begin = useBeginHrContract();
  const may = useMay('contract_send');
  return PURPOSES.map(([purpose, icon, when]) => ({
    id: `contract.${purpose}`,
    label: t(`contracts.${purpose}`),
    icon,
    when: (row) => may && when(row),
    batch: {
      hidden: !may,
      most: { rows: AT_ONCE.contract, words: t('contracts.most', { max: AT_ONCE.contract }) },
      none: t(`contracts.none.${purpose}`),
    },
    run: async (employees) => begin({ purpose, employees }),
  }));
}

/** The action on the page of an employee. */
export const onDetail = (action: Runs<Subject>): Action<EmployeeDetail> => {
  const subject = ({ employeeId, personal, contract, department, state, warnings }: EmployeeDetail) => ({
    employeeId,
    realName: personal.realName,
    mobile: personal.mobile,
    contractEnd: contract.contractEnd,
    department,
    state,
    warnings,
  });
  return {
    id: action.id,
    label: action.label,
    ...(action.icon ? { icon: action.icon } : {}),
    when: (detail) => action.when?.(subject(detail)) ?? true,
    run: ([detail]) => action.run([subject(detail)], ''),
  };
};
