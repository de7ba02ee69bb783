import { expect, it } from 'vitest';
import type { KnownFact } from '#core/template/fill/fill-from.ts';
import { factsOfEmployee, valuesOfEmployee, valuesOfEmployer } from '#core/template/fill/for-employee.ts';
import { chip, key, line, makeContent, makeField, makeValues } from './contents.ts';

const EMPLOYEE = {
  realName: '阿依古丽',
  mobile: '17800000001',
  idNumber: '110101199003071233',
  email: '',
  jobContent: '会计',
  workLocation: '杭州',
  department: ['总部', '财务部'],
  entryDate: '2024-03-01',
  contractStart: '2024-03-01',
  contractEnd: '2027-02-28',
  departDate: '',
};
const EMPLOYER: KnownFact[] = [
  { fact: 'ENTERPRISE_NAME', value: '示例商贸有限公司' },
  { fact: 'LEGAL_REPRESENTATIVE', value: '测*', isMasked: true },
  { fact: 'PERSON_NAME', value: '测怀瑾' },
];
const FIELDS: [string, string, object?][] = [
  ['a', '甲方'],
  ['b', '甲方法定代表人'],
  ['c', '乙方'],
  ['d', '乙方身份证号码', { types: ['ID_NUMBER'] }],
  ['e', '工作岗位'],
  ['f', '工作地点'],
  ['g', '所属部门'],
  ['h', '合同起始日期', { types: ['DATE'] }],
  ['i', '合同终止日期', { types: ['DATE'] }],
  ['j', '姓名'],
  ['k', '月工资'],
];
const content = makeContent([line(...FIELDS.map(([id]) => chip(id)))], {
  fields: FIELDS.map(([id, name, more]) => makeField(id, { name, ...more })),
  signers: [
    { key: key('own'), name: '甲方', type: 'ENTERPRISE', position: 1 },
    { key: key('them'), name: '乙方', type: 'PERSON', position: 2 },
  ],
});
const named = (values: Record<string, string>) =>
  Object.fromEntries(FIELDS.flatMap(([id, name]) => (values[key(id)] ? [[name, values[key(id)]]] : [])));

it('the enterprise’s fields get what is known of it, the employee’s what the roster holds', () => {
  const own = valuesOfEmployer(content, makeValues({}), EMPLOYER);
  // what is masked is nobody's guess, and whoever sends is no party by name
  expect(named(own)).toEqual({ 甲方: '示例商贸有限公司' });
  const values = makeValues({ fields: own });
  expect(named(valuesOfEmployee(content, values, factsOfEmployee(EMPLOYEE, 'CONTRACT')))).toEqual({
    乙方: '阿依古丽',
    乙方身份证号码: '110101199003071233',
    工作岗位: '会计',
    工作地点: '杭州',
    所属部门: '财务部',
    合同起始日期: '2024-03-01',
    合同终止日期: '2027-02-28',
    姓名: '阿依古丽',
  });
});

it('a renewal begins when the present contract ends; what somebody typed stays', () => {
  const values = makeValues({ fields: { [key('e')]: '出纳' } });
  const filled = named(valuesOfEmployee(content, values, factsOfEmployee(EMPLOYEE, 'RENEWAL')));
  expect(filled).toMatchObject({ 合同起始日期: '2027-03-01', 合同终止日期: '2030-02-28' });
  expect(filled).not.toHaveProperty('工作岗位');
});
