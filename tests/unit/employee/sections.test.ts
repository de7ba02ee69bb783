import { describe, expect, it } from 'vitest';
import { maskField } from '#core/employee/mask.ts';
import {
  contactForm,
  contractForm,
  keepAmount,
  personalForm,
  SEALED_FIELDS,
  SECTION_FORMS,
  SECTIONS,
  salaryForm,
  workForm,
} from '#core/employee/sections.ts';
import { EMPLOYEE_MACHINE, EMPLOYEE_STATES } from '#core/employee/states.ts';
import { next } from '#core/machine.ts';
import employee from '../../../app/locales/zh-CN/employee.ts';

type Form = (typeof SECTION_FORMS)[keyof typeof SECTION_FORMS];

/** Fields that a form finds wrong, each with the name of its rule. */
function wrong(form: Form, values: Record<string, unknown>): Record<string, string> {
  const judged = form.safeParse(values);
  if (judged.success) return {};
  return Object.fromEntries(
    judged.error.issues.map((issue) => [
      issue.path.join('.'),
      (issue as { params?: { problem?: string } }).params?.problem ?? issue.code ?? '',
    ]),
  );
}

const who = {
  realName: '买买提·吐尔逊',
  mobile: '13800000001',
  idType: 'RESIDENT_ID',
  idNumber: '11010519491231002X',
};

describe('fields of an employee', () => {
  it('[3.2b] are all there, each in one section', () => {
    const fields = SECTIONS.flatMap((section) => Object.keys(SECTION_FORMS[section].shape));
    expect(new Set(fields).size).toBe(fields.length);
    // In the order of the specification; the contract's end date is named twice there.
    expect(fields).toEqual(
      expect.arrayContaining([
        'entryDate',
        'departmentId',
        'contractEnd',
        'regularDate',
        'firstWorkDate',
        'jobContent',
        'workLocation',
        'emergencyName',
        'emergencyPhone',
        'emergencyGender',
        'emergencyRelation',
        'bankName',
        'bankCard',
        'salary',
        'probationSalary',
        'contractStart',
      ]),
    );
    for (const section of SECTIONS)
      expect(Object.keys(SECTION_FORMS[section].shape)).toEqual(
        expect.arrayContaining([...SEALED_FIELDS[section]]),
      );
    for (const field of fields) expect(employee.field).toHaveProperty(field);
  });

  it('[3.2a] [5.4a] name, mobile, certificate type and number are required, judged by kind', () => {
    expect(wrong(personalForm, who)).toEqual({});
    expect(Object.keys(wrong(personalForm, {})).sort()).toEqual(['idNumber', 'idType', 'mobile', 'realName']);
    const bad = {
      ...who,
      realName: '<b>',
      mobile: '12800000001',
      idNumber: '110105194912310021',
      email: 'a@b',
    };
    expect(wrong(personalForm, bad)).toEqual({
      realName: 'rule:personName',
      mobile: 'rule:mobile',
      email: 'rule:email',
    });
    expect(wrong(personalForm, { ...who, idNumber: '110105194912310021' })).toEqual({
      idNumber: 'rule:idNumber',
    });
    expect(wrong(personalForm, { ...who, idType: 'TAIWAN_PERMIT', idNumber: '12345678' })).toEqual({});
    expect(personalForm.parse({ ...who, idNumber: ' 11010519491231002x ', mobile: '138 0000 0001' })).toEqual(
      {
        ...who,
        email: '',
        idExpiry: '',
      },
    );
  });

  it('[3.2b] days are days that there were, in the order in which they happen', () => {
    expect(wrong(workForm, { entryDate: '2024-02-29' })).toEqual({});
    for (const entryDate of ['', '2023-02-29', '2024-13-01', '29/02/2024', '0001-01-01', '2024-1'])
      expect(wrong(workForm, { entryDate })).toEqual({ entryDate: 'employee:rule.day' });
    const work = { entryDate: '2024-03-01', regularDate: '2024-03-01', firstWorkDate: '2024-03-01' };
    expect(wrong(workForm, work)).toEqual({});
    expect(wrong(workForm, { ...work, regularDate: '2024-02-29', firstWorkDate: '2024-03-02' })).toEqual({
      regularDate: 'employee:rule.regularBeforeEntry',
      firstWorkDate: 'employee:rule.firstWorkAfterEntry',
    });
    expect(wrong(workForm, { ...work, workLocation: '地'.repeat(65) })).toEqual({
      workLocation: 'rule:length64',
    });
    expect(wrong(contractForm, { contractStart: '2024-03-01' })).toEqual({});
    expect(wrong(contractForm, { contractEnd: '2027-03-01' })).toEqual({
      contractStart: 'employee:rule.contractStart',
    });
    expect(wrong(contractForm, { contractStart: '2024-03-01', contractEnd: '2024-02-29' })).toEqual({
      contractEnd: 'employee:rule.contractEnd',
    });
  });

  it('[3.2b] an emergency contact has a name and a phone, or is empty', () => {
    expect(wrong(contactForm, {})).toEqual({});
    const contact = { emergencyName: '阿依古丽', emergencyPhone: '010-88886666' };
    expect(wrong(contactForm, contact)).toEqual({});
    expect(wrong(contactForm, { emergencyRelation: '配偶' })).toEqual({
      emergencyName: 'employee:rule.contact',
      emergencyPhone: 'employee:rule.contact',
    });
    expect(wrong(contactForm, { ...contact, emergencyPhone: '12', emergencyGender: 'X' })).toEqual({
      emergencyPhone: 'rule:phone',
      emergencyGender: 'invalid_union',
    });
  });

  it('[3.2b] [5.16c] salary has at most two decimals, and the card a right check digit', () => {
    expect(wrong(salaryForm, {})).toEqual({});
    const card = { bankName: '工商银行', bankCard: '6222 0210 0111 6245 702' };
    expect(wrong(salaryForm, { ...card, salary: '0', probationSalary: '9600.50' })).toEqual({});
    expect(wrong(salaryForm, { bankCard: card.bankCard })).toEqual({ bankName: 'employee:rule.bankName' });
    expect(wrong(salaryForm, { ...card, bankCard: '6222021001116245703' })).toEqual({
      bankCard: 'rule:bankCard',
    });
    for (const salary of ['-1', '1.234', '1e5', '01', '12千', '9999999999'])
      expect(wrong(salaryForm, { salary })).toEqual({ salary: 'employee:rule.amount' });
    expect([keepAmount('12,000'), keepAmount('8000.5'), keepAmount('')]).toEqual(['12000.00', '8000.50', '']);
  });

  it('[3.2b] personal data is masked beyond reading back, an amount even in its length', () => {
    expect(maskField('idNumber', '11010519491231002X')).toBe('1***************2X');
    expect(maskField('bankCard', '6222021001116245702')).toBe('***************5702');
    expect(maskField('emergencyName', '阿依古丽')).toBe('***丽');
    expect(maskField('mobile', '13800000001')).toBe('138****0001');
    expect([maskField('salary', '1.00'), maskField('salary', '100000.00'), maskField('salary', '')]).toEqual([
      '****',
      '****',
      '',
    ]);
    expect([maskField('emergencyGender', 'MALE'), maskField('emergencyRelation', '父')]).toEqual([
      '****',
      '****',
    ]);
  });

  it('an employee is active or departed, and a departure can be reverted', () => {
    expect(EMPLOYEE_STATES.map((state) => [state, next(EMPLOYEE_MACHINE, state, 'depart')])).toEqual([
      ['ACTIVE', 'DEPARTED'],
      ['DEPARTED', null],
    ]);
    expect(next(EMPLOYEE_MACHINE, 'DEPARTED', 'restore')).toBe('ACTIVE');
    expect(next(EMPLOYEE_MACHINE, 'ACTIVE', 'restore')).toBeNull();
  });
});
