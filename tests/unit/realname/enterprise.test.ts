import { describe, expect, it } from 'vitest';
import { ENTERPRISE_AUTH } from '#core/company/states.ts';
import { AppError } from '#core/errors.ts';
import { errorText } from '#core/locales/error-text.ts';
import { LANGUAGES } from '#core/locales/languages.ts';
import { can, next } from '#core/machine.ts';
import { companyProblem } from '#core/realname/company-problem.ts';
import {
  bankForm,
  certForm,
  LONG_TERM,
  legalForm,
  nameOfUnit,
  unitForm,
} from '#core/realname/enterprise-form.ts';
import { ENTERPRISE_PHOTOS, PERSON_PHOTOS, UNIT_PHOTOS } from '#core/realname/photos.ts';
import { APPLICATION_MACHINE, APPLICATION_STATES, ENTERPRISE_MACHINE } from '#core/realname/states.ts';

const MAINLAND = {
  region: 'MAINLAND',
  entName: '北京(示例)有限公司',
  entNameEn: '',
  creditCode: '91350200776049653a',
  companyNumber: '',
  businessNumber: '',
  organizationCode: '',
  taxNumber: '',
  phone: '010-88886666',
  postcode: '100020',
  areaCode: '110105',
  province: '北京市',
  city: '北京市',
  district: '朝阳区',
  address: '建国路 88 号',
  licence: 'abcdefgh12345678',
};
const HONG_KONG = {
  region: 'HONG_KONG',
  entName: '',
  entNameEn: 'Harbour (Holdings) Ltd.',
  creditCode: 'HK123456',
  phone: '+852 2123 4567',
  address: '1 Queen’s Road Central',
  licence: 'abcdefgh12345678',
};
const LEGAL = {
  legalName: '郑法人',
  legalIdType: 'PASSPORT',
  legalIdNumber: 'K1234567',
  legalIdValidTo: LONG_TERM,
  legalFront: 'abcdefgh12345678',
  legalBack: 'abcdefgh12345679',
};

type Schema = {
  safeParse(value: unknown): { success: boolean; error?: { issues: { path: PropertyKey[] }[] } };
};
const wrong = (schema: Schema, value: object) =>
  schema.safeParse(value).error?.issues.map((issue) => issue.path.join('.')) ?? [];

describe('the form of an enterprise', () => {
  it('[3.1a] [5.9a] [9.10] keeps a name with Chinese brackets, of 2 to 100 characters', () => {
    expect(unitForm.parse(MAINLAND)).toMatchObject({
      entName: '北京（示例）有限公司',
      creditCode: '91350200776049653A',
    });
    const named = (entName: string) => wrong(unitForm, { ...MAINLAND, entName });
    expect([named('长'), named('长城'), named('长'.repeat(100)), named('长'.repeat(101))]).toEqual([
      ['entName'],
      [],
      [],
      ['entName'],
    ]);
  });

  it('[5.9b] [5.9c] checks phone, postcode and code; requires province, city, district, address', () => {
    for (const [name, value] of Object.entries({
      phone: '123',
      postcode: '12345',
      creditCode: '9135020077604965',
      areaCode: '1101',
      district: '',
      address: ' ',
      licence: '',
      businessNumber: '123',
    }))
      expect(wrong(unitForm, { ...MAINLAND, [name]: value }), name).toEqual([name]);
  });

  it('[3.1b] [5.9e] of Hong Kong: English name, and a registration of 6 to 18 letters and digits', () => {
    expect(wrong(unitForm, HONG_KONG)).toEqual([]);
    expect(nameOfUnit(HONG_KONG)).toBe('Harbour (Holdings) Ltd.');
    expect(nameOfUnit({ ...HONG_KONG, entName: '海港有限公司' })).toBe('海港有限公司');
    expect(wrong(unitForm, { ...HONG_KONG, entNameEn: '' })).toEqual(['entNameEn']);
    for (const creditCode of ['12345', 'A'.repeat(19), 'HK-12345'])
      expect(wrong(unitForm, { ...HONG_KONG, creditCode })).toEqual(['creditCode']);
  });

  it('[5.9c] [5.9d] [5.9f] requires a legal representative with a valid document', () => {
    const rules = legalForm('2026-11-20');
    expect(wrong(rules, LEGAL)).toEqual([]);
    expect(wrong(rules, { ...LEGAL, legalIdNumber: '' })).toEqual(['legalIdNumber']);
    expect(wrong(rules, { ...LEGAL, legalIdNumber: 'K1234567890123456789' })).toEqual(['legalIdNumber']);
    expect(wrong(rules, { ...LEGAL, legalIdValidTo: '' })).toContain('legalIdValidTo');
    expect(wrong(rules, { ...LEGAL, legalIdValidTo: '2026-11-19' })).toEqual(['legalIdValidTo']);
    expect(wrong(rules, { ...LEGAL, legalIdValidTo: '2026-11-20' })).toEqual([]);
  });

  it('[2.21c] [9.11] takes at most five UKeys in all, and some where UKeys were chosen', () => {
    const cert = (certTypeId: string, ...[ENTERPRISE, DEPARTMENT, GENERAL]: number[]) =>
      wrong(certForm, { certTypeId, ukeys: { ENTERPRISE, DEPARTMENT, GENERAL } });
    expect(cert('SERVER', 0, 0, 0)).toEqual([]);
    expect(cert('UKEY', 2, 2, 1)).toEqual([]);
    expect(cert('UKEY', 0, 0, 0)).toEqual(['ukeys.ENTERPRISE']);
    expect(cert('UKEY', 3, 2, 1)).toEqual(['ukeys.ENTERPRISE']);
    expect(cert('UKEY', 6, 0, 0)).toContain('ukeys.ENTERPRISE');
    expect(wrong(bankForm, { bankName: '中国银行', bankAccount: '12' })).toEqual(['bankAccount']);
  });

  it('[5.10c] reviewers see front, back, hand-held pictures; of enterprises licence, letter too', () => {
    expect([...PERSON_PHOTOS]).toEqual(['AUDIT_FRONT', 'AUDIT_BACK', 'AUDIT_HELD']);
    expect([...ENTERPRISE_PHOTOS, ...UNIT_PHOTOS]).toEqual(
      expect.arrayContaining([...PERSON_PHOTOS, 'AUDIT_LETTER', 'LICENCE']),
    );
  });
});

describe('the state of an enterprise', () => {
  it('[4.8a] is first verified, then verified again, asked to be, or revoked', () => {
    const walk = (...events: string[]) =>
      events.reduce<string>(
        (state, event) => next(ENTERPRISE_MACHINE as never, state, event) ?? '-',
        'UNAUTH',
      );
    expect(Object.keys(ENTERPRISE_MACHINE.transitions).sort()).toEqual([...ENTERPRISE_AUTH].sort());
    expect(walk('submit')).toBe('AUTHING');
    expect(walk('submit', 'fail')).toBe('UNAUTH');
    expect(walk('submit', 'pass')).toBe('AUTH');
    expect(walk('submit', 'pass', 'submit')).toBe('REAUTHING');
    expect(walk('submit', 'pass', 'submit', 'restore')).toBe('AUTH');
    expect(walk('submit', 'pass', 'ask')).toBe('PENDING_REAUTH');
    expect(walk('submit', 'pass', 'ask', 'submit', 'ask')).toBe('PENDING_REAUTH');
    expect(walk('submit', 'pass', 'revoke', 'submit', 'pass')).toBe('AUTH');
    expect(can(ENTERPRISE_MACHINE, 'UNAUTH', 'pass')).toBe(false);
  });

  it('an application that is over stays over', () => {
    for (const state of APPLICATION_STATES.filter((one) => ['PASSED', 'REJECTED', 'ENDED'].includes(one)))
      expect(APPLICATION_MACHINE.transitions[state]).toEqual({});
  });

  it('[8.3a] [8.3b] says of a company or department that it is disabled or awaits certification', () => {
    const say = (business: string, auth: string, node?: string) => {
      const name = companyProblem(business, auth, node);
      return name && errorText(new AppError(name), 'zh-CN');
    };
    expect(say('DISABLE', 'AUTH')).toBe('该公司已被停用，请联系平台管理员。');
    expect(say('DISABLE', 'AUTH', 'DEPTMENT')).toBe('该部门已被停用，请联系平台管理员。');
    expect(say('ENABLE', 'AUTHING')).toBe('该公司需要认证，请耐心等待。');
    expect(say('ENABLE', 'AUTHING', 'DEPTMENT')).toBe('该部门需要认证，请耐心等待。');
    expect(say('ENABLE', 'AUTH')).toBeNull();
    for (const language of LANGUAGES)
      expect(errorText(new AppError('COMPANY_AWAITS'), language)).not.toBe(
        errorText(new AppError('DEPARTMENT_AWAITS'), language),
      );
  });
});
