import { describe, expect, it } from 'vitest';
import { PERSON_AUTH } from '#core/identity/states.ts';
import { can, next } from '#core/machine.ts';
import { type HomeFacts, homeSteps } from '#core/realname/home-sequence.ts';
import { maskName, maskNumber } from '#core/realname/mask.ts';
import { personForm } from '#core/realname/person-form.ts';
import { isFaceSuccess, PERSON_MACHINE, personLabel, personWording } from '#core/realname/states.ts';
import { ID_TYPES } from '#core/validate/id-number.ts';
import enUS from '../../../app/locales/en-US/account.ts';
import zhCN from '../../../app/locales/zh-CN/account.ts';
import zhTW from '../../../app/locales/zh-TW/account.ts';

const GOOD = {
  RESIDENT_ID: '11010519491231002x',
  PASSPORT: 'L01X00T47',
  OVERSEAS_CHINESE_PASSPORT: 'E12345678',
  HOME_RETURN_PERMIT: 'H12345678',
  HK_MACAO_RESIDENCE_PERMIT: '810000199001010013',
  FOREIGN_PERMANENT_RESIDENT: 'CHN110000000000',
  TAIWAN_PERMIT: '12345678',
} as const;

const check = (form: object) => {
  const result = personForm.safeParse({
    realName: '李小龙',
    idType: 'PASSPORT',
    idNumber: 'AB123456',
    ...form,
  });
  return result.success ? [] : result.error.issues.map((issue) => issue.path.join('.'));
};

describe('the form of a person', () => {
  it('[5.4a] [3.3] requires name, type and number, and validates the number by its type', () => {
    expect(check({ realName: '' })).toEqual(['realName']);
    expect(check({ idType: '' })).toEqual(['idType']);
    expect(check({ idNumber: '' })).toEqual(['idNumber']);
    expect(ID_TYPES).toHaveLength(7);
    for (const type of ID_TYPES) {
      const number = type === 'HK_MACAO_RESIDENCE_PERMIT' ? withCheck('81000019900101001') : GOOD[type];
      expect(check({ idType: type, idNumber: number }), type).toEqual([]);
      expect(check({ idType: type, idNumber: `${number}?` }), type).toEqual(['idNumber']);
    }
    expect(check({ idType: 'RESIDENT_ID', idNumber: '110105194912310021' })).toEqual(['idNumber']);
  });

  it('[5.9d] takes six to eighteen letters and digits for a foreign number', () => {
    expect(check({ idNumber: 'A12345' })).toEqual([]);
    expect(check({ idNumber: 'A1234' })).toEqual(['idNumber']);
    expect(check({ idNumber: 'A'.repeat(18) })).toEqual([]);
    expect(check({ idNumber: 'A'.repeat(19) })).toEqual(['idNumber']);
  });

  it('takes rare characters and a middle dot, one kind of dot, and no markup', () => {
    expect(personForm.parse({ realName: '𫖯𬶏', idType: 'PASSPORT', idNumber: 'ab123456' })).toEqual({
      realName: '𫖯𬶏',
      idType: 'PASSPORT',
      idNumber: 'AB123456',
    });
    const name = (realName: string) =>
      personForm.safeParse({ realName, idType: 'PASSPORT', idNumber: 'AB123456' }).data?.realName;
    expect(['买买提•吐尔逊', '买买提·吐尔逊', '买买提．吐尔逊'].map(name)).toEqual(
      new Array(3).fill('买买提·吐尔逊'),
    );
    expect(check({ realName: '<img src=x onerror=alert(1)>' })).toEqual(['realName']);
  });

  it('is masked by characters as a person counts them', () => {
    expect([maskName('李小龙'), maskName('𫖯𬶏'), maskName('')]).toEqual(['**龙', '*𬶏', '']);
    expect(maskNumber('11010519491231002X')).toBe('110***********002X');
    expect(maskNumber('AB1234')).toBe('*****4');
  });
});

function withCheck(head: string): string {
  const weights = [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2];
  const sum = weights.reduce((all, weight, i) => all + weight * Number(head[i]), 0);
  return head + '10X98765432'[sum % 11];
}

describe('the state of a person', () => {
  it('[4.7a] changes by face, by review and by revocation only as the state machine allows', () => {
    expect(Object.keys(PERSON_MACHINE.transitions).sort()).toEqual([...PERSON_AUTH].sort());
    const walk = (...events: Parameters<typeof next<string, string>>[2][]) =>
      events.reduce<string>((state, event) => next(PERSON_MACHINE as never, state, event) ?? '-', 'UNAUTH');
    expect(walk('startFace')).toBe('GOINGAUTH');
    expect(walk('startFace', 'pass')).toBe('AUTH');
    expect(walk('startFace', 'fail')).toBe('UNAUTH');
    expect(walk('submit')).toBe('FIRSTAUTHING');
    expect(walk('submit', 'pass', 'submit')).toBe('AUTHING');
    expect(walk('submit', 'pass', 'submit', 'restore')).toBe('AUTH');
    expect(walk('submit', 'pass', 'revoke', 'submit', 'fail')).toBe('REVOKE');
    for (const state of ['UNAUTH', 'GOINGAUTH', 'FIRSTAUTHING', 'AUTHING', 'REVOKE'] as const)
      expect(can(PERSON_MACHINE, state, 'revoke')).toBe(false);
  });

  it('[4.7b] [4.7c] [4.7d] [4.7e] has four labels, and the empty state is unauthenticated', () => {
    const states = ['AUTH', 'AUTHING', 'FIRSTAUTHING', 'REVOKE', 'UNAUTH', ''];
    expect(states.map(personLabel)).toEqual([
      'AUTHENTICATED',
      'AUTHENTICATING',
      'AUTHENTICATING',
      'REVOKED',
      'UNAUTHENTICATED',
      'UNAUTHENTICATED',
    ]);
    const words = (auth: Record<ReturnType<typeof personLabel>, string>) =>
      states.map((state) => auth[personLabel(state)]);
    expect([words(zhCN.auth), words(zhTW.auth), words(enUS.auth)]).toEqual([
      ['已认证', '认证中', '认证中', '已撤销', '未认证', '未认证'],
      ['已認證', '認證中', '認證中', '已撤銷', '未認證', '未認證'],
      ['Verified', 'Being verified', 'Being verified', 'Revoked', 'Not verified', 'Not verified'],
    ]);
  });

  it('[4.7f] has another wording: not verified, verifying, verifying again, verified', () => {
    expect(['UNAUTH', 'FIRSTAUTHING', 'AUTHING', 'AUTH'].map(personWording)).toEqual([
      'NOT_VERIFIED',
      'VERIFYING',
      'VERIFYING_AGAIN',
      'VERIFIED',
    ]);
  });

  it('[4.17a] a result of 200 or SUCCESS came back well, and nothing else', () => {
    expect(['200', 'SUCCESS', 'success', 'FAILURE', '500', '', null, undefined].map(isFaceSuccess)).toEqual([
      true,
      true,
      ...new Array(6).fill(false),
    ]);
  });
});

describe('the home page after loading the person', () => {
  const facts: HomeFacts = {
    defaultPwd: false,
    authStatus: 'AUTH',
    userOwnerType: 'OUTSIDE',
    handWriteImg: '',
    fromFace: true,
    mayAuthEnterprise: true,
  };
  const steps = (change: Partial<HomeFacts>) => homeSteps({ ...facts, ...change });

  it('[4.16a] asks for a new password first', () => {
    for (const authStatus of [...PERSON_AUTH, ''] as const)
      expect(steps({ defaultPwd: true, authStatus })).toEqual(['PASSWORD']);
  });

  it('[4.16b] [4.16c] [4.16d] opens the real-name dialog by state, never if authenticated', () => {
    for (const authStatus of ['UNAUTH', 'GOINGAUTH', '', 'REVOKE'] as const)
      expect(steps({ authStatus })).toEqual(['REAL_NAME_FIRST']);
    expect(steps({ authStatus: 'AUTHING' })).toEqual(['REAL_NAME_ONGOING']);
    expect(steps({ authStatus: 'AUTH', fromFace: false })).toEqual([]);
  });

  it('[4.16e] [4.16f] after a face check: the signature if there is none, then the enterprise', () => {
    expect(steps({})).toEqual(['SIGNATURE', 'ENTERPRISE']);
    expect(steps({ handWriteImg: 'x' })).toEqual(['ENTERPRISE']);
    expect(steps({ userOwnerType: 'INSIDE' })).toEqual(['SIGNATURE']);
    expect(steps({ mayAuthEnterprise: false })).toEqual(['SIGNATURE']);
  });
});
