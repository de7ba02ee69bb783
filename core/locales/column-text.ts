import type { Language } from './languages.ts';

/** Titles of the columns of a sheet of parties. A sheet made in one language is read in every other. */
export interface ColumnText {
  party: (n: number) => string;
  name: string;
  entName: string;
  userName: string;
  idType: string;
  idNumber: string;
  mobile: string;
  email: string;
  account: string;
}

export const COLUMN_TEXTS: Record<Language, ColumnText> = {
  'zh-CN': {
    party: (n) => `签署方 ${n}`,
    name: '合同名称',
    entName: '企业名称',
    userName: '姓名',
    idType: '证件类型',
    idNumber: '证件号码',
    mobile: '手机号',
    email: '邮箱',
    account: '账号',
  },
  'zh-TW': {
    party: (n) => `簽署方 ${n}`,
    name: '合約名稱',
    entName: '企業名稱',
    userName: '姓名',
    idType: '證件類型',
    idNumber: '證件號碼',
    mobile: '手機號碼',
    email: '電子郵件',
    account: '帳號',
  },
  'en-US': {
    party: (n) => `Signer ${n}`,
    name: 'Contract name',
    entName: 'Enterprise',
    userName: 'Name',
    idType: 'ID type',
    idNumber: 'ID number',
    mobile: 'Mobile',
    email: 'E-mail',
    account: 'Account',
  },
};
