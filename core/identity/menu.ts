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
  /** Id of the call without which the entry is of no use: who may not make it is not shown the entry. */
  opens?: string;
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
const edited = (
  name: string,
  path: string,
  buttons: string,
  opens: Record<'list' | 'add' | 'edit' | 'delete', string>,
  more: Partial<MenuEntry>,
): MenuEntry =>
  page(name, path, {
    ...more,
    opens: opens.list,
    children: (['add', 'edit', 'delete'] as const).map((action) =>
      button(`${buttons}_${action}`, { ...more, opens: opens[action] }),
    ),
  });
/** Pages of the business edition only ([6.6g]). */
const BUSINESS_EDITION = { visit: 'ent', roles: CONSOLE, business: true } as const;

/** The whole menu ([2.2]–[2.10]); which part an identity gets is decided by `menuFor`. */
export const MENU: readonly MenuEntry[] = [
  page('home', '/home', {
    opens: 'identity.getLoggedUserInfo',
    children: [
      button('home_personal_auth', { opens: 'realname.startFaceAuth', visit: 'person' }),
      button('home_auth_enterprise', {
        opens: 'realname.startEntAuth',
        visit: 'person',
        ownerType: 'OUTSIDE',
      }),
      button('home_join_enterprise', {
        opens: 'company.saveApplyJoinEnt',
        visit: 'person',
        ownerType: 'OUTSIDE',
      }),
    ],
  }),
  page('contractManage', '/contractManage', {
    children: [
      page('pending', '/contract/issuedContract', {
        opens: 'task.signPlan',
        children: [
          button('contract_sign', { opens: 'task.signPlan' }),
          button('contract_reject', { opens: 'task.rejectPlan' }),
        ],
      }),
      page('done', '/contract/done', { opens: 'task.listPlans' }),
      page('finished', '/contract/finished', {
        opens: 'task.listPlans',
        children: [
          button('contract_track', { opens: 'task.getTrail' }),
          button('contract_download', { opens: 'task.downloadDocument' }),
        ],
      }),
      page('startWithMe', '/contract/startWithMe', {
        opens: 'task.sendPlan',
        visit: 'ent',
        roles: SENDERS,
        children: [
          button('contract_send', { opens: 'task.sendPlan', visit: 'ent', roles: SENDERS }),
          button('contract_revoke', { opens: 'task.revokePlan', visit: 'ent', roles: SENDERS }),
          button('contract_urge', { opens: 'task.urgePlan', visit: 'ent', roles: SENDERS }),
        ],
      }),
      page('draft', '/contract/draft', { opens: 'task.listDrafts', visit: 'ent', roles: SENDERS }),
      page('sendWithMe', '/contract/sendWithMe', { opens: 'task.listPlans' }),
      page('toVoid', '/contract/toVoid', { opens: 'task.listPlans' }),
    ],
  }),
  page('startEntContract', '/entcontract/startEntContract', {
    opens: 'task.sendPlan',
    visit: 'ent',
    roles: SENDERS,
    hidden: true,
  }),
  page('quickSignManage', '/quickSignManage', {
    children: [
      page('quickList', '/quickSignManage/quickList', {
        opens: 'quicksign.listQuickFiles',
        roles: QUICK_SIGNERS,
        children: [button('quick_sign', { opens: 'quicksign.createQuickFiles', roles: QUICK_SIGNERS })],
      }),
    ],
  }),
  page('companyControl', '/companyControl', {
    visit: 'ent',
    children: [
      page('companyInfo', '/company/info', { opens: 'realname.getCompanyInfo', visit: 'ent' }),
      page('audit', '/company/audit', {
        opens: 'company.listJoinApplications',
        visit: 'ent',
        roles: CONSOLE,
      }),
      page('person', '/company/person', { opens: 'company.listPersons', visit: 'ent', roles: CONSOLE }),
      page('department', '/company/department', {
        opens: 'company.listDepartments',
        visit: 'ent',
        roles: EMPLOYEE_KEEPERS,
      }),
      page('employee', '/company/employee', {
        opens: 'employee.listEmployees',
        visit: 'ent',
        roles: EMPLOYEE_KEEPERS,
      }),
      page('seal', '/company/seal', { opens: 'seal.createSeal', visit: 'ent', roles: SEAL_KEEPERS }),
      page('cert', '/company/cert', {
        opens: 'certificate.listCertificates',
        visit: 'ent',
        roles: SEAL_KEEPERS,
      }),
      page('certOrder', '/company/order', {
        opens: 'certificate.listOrders',
        visit: 'ent',
        roles: SEAL_KEEPERS,
      }),
      page('copies', '/company/recharge', { opens: 'copies.getCopies', visit: 'ent', roles: CONSOLE }),
      edited(
        'frontTemplateRole',
        '/company/frontTemplateRole',
        'front_templateRole',
        {
          list: 'template.listRoles',
          add: 'template.saveRole',
          edit: 'template.updateRole',
          delete: 'template.removeRole',
        },
        BUSINESS_EDITION,
      ),
      edited(
        'frontTemplateField',
        '/company/frontTemplateField',
        'front_templateField',
        {
          list: 'template.listFields',
          add: 'template.saveFields',
          edit: 'template.updateField',
          delete: 'template.removeField',
        },
        BUSINESS_EDITION,
      ),
      page('frontTemplateFile', '/company/frontTemplateFile', {
        opens: 'template.listTemplates',
        visit: 'ent',
        roles: CONSOLE,
        children: [
          button('template_create', { opens: 'template.saveTemplate', visit: 'ent', roles: CONSOLE }),
          button('template_edit', { opens: 'template.updateTemplate', visit: 'ent', roles: CONSOLE }),
        ],
      }),
    ],
  }),
  page('account', '/account', {
    visit: 'person',
    children: [
      page('accountInfo', '/account/accountInfo', { opens: 'account.cancelOutUser', visit: 'person' }),
      page('mySignature', '/account/mySignature', { opens: 'account.saveAutograph', visit: 'person' }),
      page('myBusiness', '/account/myBusiness', { opens: 'company.listMyBusinesses', visit: 'person' }),
      page('contactAdmin', '/account/contactAdmin', { opens: 'company.listAdministrators', visit: 'person' }),
      page('orderManage', '/account/orderManage', { opens: 'order.listOrders', visit: 'person' }),
    ],
  }),
  page('verifyService', '/verifyService', { opens: 'certificate.listTrustAnchors' }),
  page('help', '/help/index', {
    opens: 'help.listHelpVideos',
    children: [
      button('help_document', { opens: 'help.listHelpVideos' }),
      button('help_video', { opens: 'help.listHelpVideos' }),
      button('help_video_edit', { opens: 'help.addHelpVideo', visit: 'person', platform: true }),
    ],
  }),
  page('platformControl', '/platform', {
    visit: 'person',
    platform: true,
    children: [
      page('platformReview', '/platform/review', {
        opens: 'platform.listReviews',
        visit: 'person',
        platform: true,
        children: [
          button('platform_review', { opens: 'platform.decideReview', visit: 'person', platform: true }),
        ],
      }),
      page('platformEnterprise', '/platform/enterprise', {
        opens: 'platform.listEnterprises',
        visit: 'person',
        platform: true,
      }),
      page('platformAdministrator', '/platform/administrator', {
        opens: 'company.listOrphanApplications',
        visit: 'person',
        platform: true,
      }),
      page('platformPackage', '/platform/package', {
        opens: 'order.listPackages',
        visit: 'person',
        platform: true,
      }),
      page('platformOrder', '/platform/order', {
        opens: 'order.listPlatformOrders',
        visit: 'person',
        platform: true,
        children: [
          button('platform_order', { opens: 'order.getPlatformOrder', visit: 'person', platform: true }),
        ],
      }),
      page('platformRefund', '/platform/refund', {
        opens: 'order.listRefunds',
        visit: 'person',
        platform: true,
      }),
      page('platformReconciliation', '/platform/reconciliation', {
        opens: 'order.listReconciliations',
        visit: 'person',
        platform: true,
      }),
      page('platformSso', '/platform/sso', { opens: 'sso.listCustomers', visit: 'person', platform: true }),
      page('platformAudit', '/platform/audit', {
        opens: 'platform.listAudit',
        visit: 'person',
        platform: true,
      }),
      page('platformOptions', '/platform/options', {
        opens: 'config.getPlatformOptions',
        visit: 'person',
        platform: true,
      }),
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
