import type { Role } from '#core/call.ts';
import type { PackageForm } from '#core/order/packages.ts';
import type { FieldType, RoleType } from '#core/template/parts.ts';

export interface DemoAccount {
  id: string;
  loginName: string;
  mobile: string;
  realName: string;
  /** Two to four characters. */
  sealName: string;
  ownerType: 'INSIDE' | 'OUTSIDE';
  enterprise?: string;
  roles?: Role[];
  platformAdmin?: boolean;
}

export interface DemoEnterprise {
  id: string;
  name: string;
  creditCode: string;
  ownerType: 'INSIDE' | 'OUTSIDE';
  administrator: string;
}

/** What a newcomer tries the product with: two companies with their operators, a colleague, an individual. */
export const DEMO: {
  password: string;
  signPassword: string;
  accounts: DemoAccount[];
  enterprises: DemoEnterprise[];
  /** Of each enterprise. */
  templateRoles: { name: string; type: RoleType; note: string }[];
  templateFields: { name: string; length: number; types: FieldType[] }[];
  /** What the platform sells. */
  packages: { id: string; form: PackageForm }[];
} = {
  password: 'Signet-2026',
  signPassword: '246810',
  templateRoles: [
    { name: '采购方', type: 'ENTERPRISE', note: '采购合同中付款的一方' },
    { name: '供应商', type: 'ENTERPRISE', note: '采购合同中供货的一方' },
    { name: '担保人', type: 'PERSON', note: '为付款承担保证责任的个人' },
  ],
  templateFields: [
    { name: '交货地点', length: 30, types: ['TEXT'] },
    { name: '付款期限', length: 10, types: ['TEXT', 'DATE'] },
    { name: '税率', length: 5, types: ['NUMBER'] },
  ],
  packages: [
    {
      id: 'demopack0001',
      form: {
        goods: 'COPIES',
        name: '入门套餐',
        quantity: 50,
        priceFen: 19_900,
        validDays: 365,
        audience: 'ALL',
      },
    },
    {
      id: 'demopack0002',
      form: {
        goods: 'COPIES',
        name: '标准套餐',
        quantity: 200,
        priceFen: 69_900,
        validDays: 365,
        audience: 'ALL',
      },
    },
    {
      id: 'demopack0003',
      form: {
        goods: 'COPIES',
        name: '企业套餐',
        quantity: 1_000,
        priceFen: 299_900,
        validDays: 730,
        audience: 'ALL',
      },
    },
    {
      id: 'demopack0004',
      form: {
        goods: 'UKEY',
        name: 'UKey',
        quantity: 1,
        priceFen: 9_900,
        validDays: null,
        audience: 'ALL',
      },
    },
  ],
  enterprises: [
    {
      id: 'demoent0000a',
      name: '示例甲方有限公司',
      creditCode: '91350200776049653A',
      ownerType: 'OUTSIDE',
      administrator: 'demouser0001',
    },
    {
      id: 'demoent0000b',
      name: '示例乙方有限公司',
      creditCode: '91440101MA5CJQ4N59',
      ownerType: 'OUTSIDE',
      administrator: 'demouser0002',
    },
  ],
  accounts: [
    {
      id: 'demouser0001',
      loginName: 'jia',
      mobile: '13800000001',
      realName: '甲方管理员',
      sealName: '甲方',
      ownerType: 'OUTSIDE',
      enterprise: 'demoent0000a',
      roles: ['ENT_ADMIN'],
    },
    {
      id: 'demouser0002',
      loginName: 'yi',
      mobile: '13800000002',
      realName: '乙方管理员',
      sealName: '乙方',
      ownerType: 'OUTSIDE',
      enterprise: 'demoent0000b',
      roles: ['ENT_ADMIN'],
    },
    {
      id: 'demouser0003',
      loginName: 'bing',
      mobile: '13800000003',
      realName: '个人用户',
      sealName: '个人',
      ownerType: 'OUTSIDE',
    },
    {
      id: 'demouser0004',
      loginName: 'jia2',
      mobile: '13800000004',
      realName: '甲方经办人',
      sealName: '经办',
      ownerType: 'OUTSIDE',
      enterprise: 'demoent0000a',
      roles: ['SIGN_OPERATOR'],
    },
    {
      id: 'demouser0005',
      loginName: 'platform',
      mobile: '13800000005',
      realName: '平台管理员',
      sealName: '平台',
      ownerType: 'INSIDE',
      platformAdmin: true,
    },
  ],
};
