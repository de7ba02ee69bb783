import type { Role } from '#core/call.ts';
import { CONSOLE, EMPLOYEE_KEEPERS, QUICK_SIGNERS, SEAL_KEEPERS, SENDERS } from './role-sets.ts';

/** One entry of the menu as data; `title` is a key of core/locales/<lang>/menu.ts. */
export interface MenuEntry {
  name: string;
  path: string;
  /** Which identities get it ([6.6f]). */
  visit: 'person' | 'ent' | 'both';
  /** Where given, one of these roles is needed in an enterprise. */
  roles?: readonly Role[];
  /** For owners INSIDE or OUTSIDE only. */
  ownerType?: 'INSIDE' | 'OUTSIDE';
  /** For the platform's administrator, acting as themself. */
  platform?: boolean;
  /** For enterprises of the business edition ([6.6g]). */
  business?: boolean;
  type: 'MENU' | 'BUTTON';
  /** Entries that are routes but not shown ([2.13g]). */
  hidden?: boolean;
  children?: readonly MenuEntry[];
}

const button = (name: string, more: Partial<MenuEntry> = {}): MenuEntry => ({
  name,
  path: '',
  visit: 'both',
  type: 'BUTTON',
  ...more,
});
const page = (name: string, path: string, more: Partial<MenuEntry> = {}): MenuEntry => ({
  name,
  path,
  visit: 'both',
  type: 'MENU',
  ...more,
});
/** A list whose rows are added, edited and deleted, each by a button permission of its own ([6.6a,b]). */
const edited = (name: string, path: string, buttons: string, more: Partial<MenuEntry>): MenuEntry =>
  page(name, path, {
    ...more,
    children: ['add', 'edit', 'delete'].map((action) => button(`${buttons}_${action}`, more)),
  });
/** [6.6g] */
const BUSINESS_EDITION = { visit: 'ent', roles: CONSOLE, business: true } as const;

/** The whole menu ([2.2]–[2.10]); which part an identity gets is decided by `menuFor`. */
export const MENU: readonly MenuEntry[] = [
  page('home', '/home', {
    children: [
      button('home_personal_auth', { visit: 'person' }),
      button('home_auth_enterprise', { visit: 'person', ownerType: 'OUTSIDE' }),
      button('home_join_enterprise', { visit: 'person', ownerType: 'OUTSIDE' }),
    ],
  }),
  page('contractManage', '/contractManage', {
    children: [
      page('pending', '/contract/issuedContract', {
        children: [button('contract_sign'), button('contract_reject')],
      }),
      page('done', '/contract/done'),
      page('finished', '/contract/finished', {
        children: [button('contract_track'), button('contract_download')],
      }),
      page('startWithMe', '/contract/startWithMe', {
        visit: 'ent',
        roles: SENDERS,
        children: [
          button('contract_send', { visit: 'ent', roles: SENDERS }),
          button('contract_revoke', { visit: 'ent', roles: SENDERS }),
          button('contract_urge', { visit: 'ent', roles: SENDERS }),
        ],
      }),
      page('draft', '/contract/draft', { visit: 'ent', roles: SENDERS }),
      page('sendWithMe', '/contract/sendWithMe'),
      page('toVoid', '/contract/toVoid'),
    ],
  }),
  page('startEntContract', '/entcontract/startEntContract', { visit: 'ent', roles: SENDERS, hidden: true }),
  page('quickSignManage', '/quickSignManage', {
    children: [
      page('quickList', '/quickSignManage/quickList', {
        roles: QUICK_SIGNERS,
        children: [button('quick_sign', { roles: QUICK_SIGNERS })],
      }),
    ],
  }),
  page('companyControl', '/companyControl', {
    visit: 'ent',
    children: [
      page('companyInfo', '/company/info', { visit: 'ent' }),
      page('audit', '/company/audit', { visit: 'ent', roles: CONSOLE }),
      page('person', '/company/person', { visit: 'ent', roles: CONSOLE }),
      page('employee', '/company/employee', { visit: 'ent', roles: EMPLOYEE_KEEPERS }),
      page('seal', '/company/seal', { visit: 'ent', roles: SEAL_KEEPERS }),
      page('cert', '/company/cert', { visit: 'ent', roles: SEAL_KEEPERS }),
      page('certOrder', '/company/order', { visit: 'ent', roles: SEAL_KEEPERS }),
      edited('frontTemplateRole', '/company/frontTemplateRole', 'front_templateRole', BUSINESS_EDITION),
      edited('frontTemplateField', '/company/frontTemplateField', 'front_templateField', BUSINESS_EDITION),
      page('frontTemplateFile', '/company/frontTemplateFile', {
        visit: 'ent',
        roles: CONSOLE,
        children: [
          button('template_create', { visit: 'ent', roles: CONSOLE }),
          button('template_edit', { visit: 'ent', roles: CONSOLE }),
        ],
      }),
    ],
  }),
  page('account', '/account', {
    visit: 'person',
    children: [
      page('accountInfo', '/account/accountInfo', { visit: 'person' }),
      page('mySignature', '/account/mySignature', { visit: 'person' }),
      page('myBusiness', '/account/myBusiness', { visit: 'person' }),
      page('contactAdmin', '/account/contactAdmin', { visit: 'person' }),
    ],
  }),
  page('verifyService', '/verifyService'),
  page('help', '/help/index', {
    children: [
      button('help_document'),
      button('help_video'),
      button('help_video_edit', { visit: 'person', platform: true }),
    ],
  }),
  page('platformControl', '/platform', {
    visit: 'person',
    platform: true,
    children: [
      page('platformReview', '/platform/review', {
        visit: 'person',
        platform: true,
        children: [button('platform_review', { visit: 'person', platform: true })],
      }),
      page('platformEnterprise', '/platform/enterprise', { visit: 'person', platform: true }),
      page('platformAdministrator', '/platform/administrator', { visit: 'person', platform: true }),
      page('platformSso', '/platform/sso', { visit: 'person', platform: true }),
      page('platformAudit', '/platform/audit', { visit: 'person', platform: true }),
      page('platformOptions', '/platform/options', { visit: 'person', platform: true }),
    ],
  }),
];

/** Who asks for the menu. */
export interface MenuReader {
  entId: string;
  roles: readonly Role[];
  ownerType: 'INSIDE' | 'OUTSIDE';
  platformAdmin: boolean;
  /** Whether the enterprise has the business edition ([6.6g]). */
  isBiz?: boolean;
}

const mayHave = (entry: MenuEntry, reader: MenuReader): boolean => {
  if (entry.visit === 'person' && reader.entId !== '') return false;
  if (entry.visit === 'ent' && reader.entId === '') return false;
  if (entry.ownerType && entry.ownerType !== reader.ownerType) return false;
  if (entry.platform && (!reader.platformAdmin || reader.entId !== '')) return false;
  if (entry.business && !reader.isBiz) return false;
  if (
    entry.roles &&
    reader.entId !== '' &&
    !reader.roles.includes('ENT_ADMIN') &&
    !entry.roles.some((r) => reader.roles.includes(r))
  )
    return false;
  return true;
};

/** An entry that only holds pages together: it is there where one of them is. */
export const isGroup = ({ children }: MenuEntry): boolean =>
  children?.some(({ type }) => type === 'MENU') ?? false;

/** The part of the menu that an identity gets. */
export function menuFor(reader: MenuReader, entries: readonly MenuEntry[] = MENU): MenuEntry[] {
  const groups = new Set(entries.filter(isGroup).map(({ name }) => name));
  return entries
    .filter((entry) => mayHave(entry, reader))
    .map((entry) => (entry.children ? { ...entry, children: menuFor(reader, entry.children) } : entry))
    .filter((entry) => isGroup(entry) || !groups.has(entry.name));
}
