import { describe, expect, it } from 'vitest';
import { addEmployee, departEmployee, getEmployee } from '#core/employee/calls.ts';
import { readForContract } from '#core/employee/contract-calls.ts';
import { addMember, companyWithAdmin, newPerson } from '#tests/fixtures/people.ts';
import { newResidentId } from '#tests/fixtures/personal-values.ts';
import { refusal, signedIn } from '#tests/fixtures/sign-in.ts';

const whoIs = (mobile: string) => ({
  realName: '阿依古丽',
  mobile,
  idType: 'RESIDENT_ID' as const,
  idNumber: newResidentId(),
});

describe('what a contract with employees is filled with', () => {
  it('comes in full and in the order that was asked for, of who left too, with a line at each', async () => {
    const { admin } = await companyWithAdmin();
    const [one, other] = [whoIs('17811110001'), whoIs('17811110002')];
    const add = async (personal: typeof one) =>
      (
        await admin.call(addEmployee, {
          personal,
          work: { entryDate: '2024-03-01', jobContent: '会计' },
          contract: { contractStart: '2024-03-01', contractEnd: '2027-02-28' },
        })
      ).employeeId;
    const [first, second] = [await add(one), await add(other)];
    await admin.call(departEmployee, { employeeId: second, departDate: '2026-10-31' });
    const { employees } = await admin.call(readForContract, { employeeIds: [second, first] });
    expect(employees).toMatchObject([
      { employeeId: second, mobile: other.mobile, idNumber: other.idNumber, departDate: '2026-10-31' },
      { employeeId: first, mobile: one.mobile, idNumber: one.idNumber, contractEnd: '2027-02-28' },
    ]);
    const { records } = await admin.call(getEmployee, { employeeId: first });
    expect(
      records.filter(({ record, remark }) => record === 'REVEALED' && remark === 'PERSONAL'),
    ).toHaveLength(1);
  });

  it('is nothing of another enterprise’s people, and nothing for who does not keep the roster', async () => {
    const { admin, ent } = await companyWithAdmin();
    const { employeeId } = await admin.call(addEmployee, {
      personal: whoIs('17811110003'),
      work: { entryDate: '2024-03-01' },
    });
    const stranger = (await companyWithAdmin()).admin;
    expect(await refusal(stranger, readForContract, { employeeIds: [employeeId] })).toBe('NOT_FOUND');
    const operator = await newPerson();
    await addMember(ent, operator, ['SIGN_OPERATOR']);
    const sender = await signedIn(operator, ent);
    expect(await refusal(sender, readForContract, { employeeIds: [employeeId] })).toBe('NO_PERMISSION');
    const { records } = await admin.call(getEmployee, { employeeId });
    expect(records.map(({ record }) => record)).toEqual(['ADDED']);
  });
});
