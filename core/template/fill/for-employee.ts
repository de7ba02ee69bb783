import type { ContractEmployee } from '#core/employee/contract-calls.ts';
import { renewedTerm } from '#core/employee/renew.ts';
import type { TemplateContent, TemplateValues } from '../content.ts';
import { type KnownFact, proposeValues, sideOf, sidesOf } from './fill-from.ts';

type Employee = Omit<ContractEmployee, 'employeeId'>;

/** What a contract is for: the next term of an employee begins when the present one ends. */
export const HR_PURPOSES = ['CONTRACT', 'RENEWAL', 'LEAVING'] as const;
export type HrPurpose = (typeof HR_PURPOSES)[number];

/** What is known of an employee, as facts that fields of a template are filled with. */
export function factsOfEmployee(employee: Employee, purpose: HrPurpose): KnownFact[] {
  const kept = { start: employee.contractStart, end: employee.contractEnd };
  const term = purpose === 'RENEWAL' ? (renewedTerm(kept) ?? { start: '', end: '' }) : kept;
  return [
    { fact: 'PERSON_NAME', value: employee.realName },
    { fact: 'MOBILE', value: employee.mobile },
    { fact: 'ID_NUMBER', value: employee.idNumber },
    { fact: 'EMAIL', value: employee.email },
    { fact: 'JOB', value: employee.jobContent },
    { fact: 'DEPARTMENT', value: employee.department.at(-1) ?? '' },
    { fact: 'WORK_PLACE', value: employee.workLocation },
    { fact: 'ENTRY_DATE', value: employee.entryDate },
    { fact: 'DEPART_DATE', value: employee.departDate },
    { fact: 'CONTRACT_START', value: term.start },
    { fact: 'CONTRACT_END', value: term.end },
  ];
}

/** Facts of the enterprise that a field without a side can only mean. */
const ONLY_ENTERPRISE: readonly string[] = ['ENTERPRISE_NAME', 'CREDIT_CODE'];

/** The sides of the enterprise and of the employee, '' where the fields of the template name none. */
function sidesIn(content: TemplateContent): { own: string; other: string } {
  const sides = sidesOf(content);
  const role = sideOf(content.signers.find(({ type }) => type === 'ENTERPRISE')?.name ?? '');
  const person = sideOf(content.signers.find(({ type }) => type === 'PERSON')?.name ?? '');
  const own = sides.includes(role) ? role : (sides.find((side) => side !== person) ?? '');
  return { own, other: sides.find((side) => side !== own) ?? '' };
}

/** Values of the enterprise's fields, by key: the same for every employee. */
export function valuesOfEmployer(
  content: TemplateContent,
  values: TemplateValues,
  facts: readonly KnownFact[],
): Record<string, string> {
  const { own } = sidesIn(content);
  return Object.fromEntries(
    proposeValues(content, values, facts, own)
      .filter(
        ({ name, fact = '', problem, isMasked }) =>
          !problem && !isMasked && (sideOf(name) !== '' || ONLY_ENTERPRISE.includes(fact)),
      )
      .map(({ field, value }) => [field, value]),
  );
}

/**
 * Values of an employee's fields, by key: of those that are still empty in `values`. One that does not fit its field is
 * among them, for the form to say so.
 */
export const valuesOfEmployee = (
  content: TemplateContent,
  values: TemplateValues,
  facts: readonly KnownFact[],
): Record<string, string> =>
  Object.fromEntries(
    proposeValues(content, values, facts, sidesIn(content).other)
      .filter(({ before }) => before === '')
      .map(({ field, value }) => [field, value]),
  );
