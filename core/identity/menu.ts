import type { Role } from '#core/call.ts';
import {
  CONSOLE,
  CONTACT_KEEPERS,
  CONTACT_READERS,
  EMPLOYEE_KEEPERS,
  QUICK_SIGNERS,
  SEAL_KEEPERS,
  SENDERS,
} from './role-sets.ts';

/** In 简体中文, 繁體中文 and English. Titles are stored in the entries, so that adding a page takes one line here. */
export type MenuTitle = readonly [zhCN: string, zhTW: string, enUS: string];

/** One entry of the menu as data. */
export interface MenuEntry {
  name: string;
  title: MenuTitle;
  path: string;
  /** Identities that see the entry ([6.6f]). */
  visit: 'person' | 'ent' | 'both';
  /** If given, acting for an enterprise requires one of these roles. */
  roles?: readonly Role[];
  /** Only for INSIDE or OUTSIDE owners. */
  ownerType?: 'INSIDE' | 'OUTSIDE';
  /** For the platform's administrator, acting as themself. */
  platform?: boolean;
  /** For enterprises of the business edition ([6.6g]). */
  business?: boolean;
  /** Not for HR from whom salaries are withheld. */
  salary?: boolean;
  type: 'MENU' | 'BUTTON';
  /** Id of the call that the entry needs: hidden from identities that may not make the call. */
  opens?: string;
  /** A route without a visible menu entry ([2.13g]). */
  hidden?: boolean;
  children?: readonly MenuEntry[];
}

const button = (name: string, title: MenuTitle, more: Partial<MenuEntry> = {}): MenuEntry => ({
  name,
  title,
  path: '',
  visit: 'both',
  type: 'BUTTON',
  ...more,
});
const page = (name: string, title: MenuTitle, path: string, more: Partial<MenuEntry> = {}): MenuEntry => ({
  name,
  title,
  path,
  visit: 'both',
  type: 'MENU',
  ...more,
});
/** A list with add, edit and delete buttons, each with its own permission ([6.6a,b]). */
const edited = (
  name: string,
  title: MenuTitle,
  path: string,
  buttons: string,
  opens: { list: string } & Record<'add' | 'edit' | 'delete', readonly [call: string, title: MenuTitle]>,
  more: Partial<MenuEntry>,
): MenuEntry =>
  page(name, title, path, {
    ...more,
    opens: opens.list,
    children: (['add', 'edit', 'delete'] as const).map((action) => {
      const [call, of] = opens[action];
      return button(`${buttons}_${action}`, of, { ...more, opens: call });
    }),
  });
/** Pages of the business edition only ([6.6g]). */
const BUSINESS_EDITION = { visit: 'ent', roles: CONSOLE, business: true } as const;

/** The whole menu ([2.2]–[2.10]); `menuFor` selects an identity's part. */
export const MENU: readonly MenuEntry[] = [
  page('home', ['首页', '首頁', 'Home'], '/home', {
    opens: 'identity.getLoggedUserInfo',
    children: [
      button('home_personal_auth', ['个人实名认证', '個人實名認證', 'Verify real name'], {
        opens: 'realname.startFaceAuth',
        visit: 'person',
      }),
      button('home_auth_enterprise', ['企业认证', '企業認證', 'Verify an enterprise'], {
        opens: 'realname.startEntAuth',
        visit: 'person',
        ownerType: 'OUTSIDE',
      }),
      button('home_join_enterprise', ['加入企业', '加入企業', 'Join an enterprise'], {
        opens: 'company.saveApplyJoinEnt',
        visit: 'person',
        ownerType: 'OUTSIDE',
      }),
    ],
  }),
  page('contractManage', ['合同管理', '合約管理', 'Contracts'], '/contractManage', {
    children: [
      page('pending', ['待我签', '待我簽', 'Waiting for me'], '/contract/issuedContract', {
        opens: 'task.signTask',
        children: [
          button('contract_sign', ['签署', '簽署', 'Sign'], { opens: 'task.signTask' }),
          button('contract_hand_over', ['转交', '轉交', 'Hand over'], {
            opens: 'task.handOverTurn',
            visit: 'ent',
          }),
          button('contract_reject', ['拒签', '拒簽', 'Refuse'], { opens: 'task.rejectTask' }),
        ],
      }),
      page('done', ['待他人签', '待他人簽', 'Waiting for others'], '/contract/done', {
        opens: 'task.listTasks',
      }),
      page('finished', ['已完成', '已完成', 'Completed'], '/contract/finished', {
        opens: 'task.listTasks',
        children: [
          button('contract_track', ['签署轨迹', '簽署軌跡', 'Trail'], { opens: 'task.getTrail' }),
          button('contract_download', ['下载', '下載', 'Download'], { opens: 'task.downloadDocument' }),
        ],
      }),
      page('startWithMe', ['我发起的', '我發起的', 'Sent by me'], '/contract/startWithMe', {
        opens: 'task.sendTask',
        visit: 'ent',
        roles: SENDERS,
        children: [
          button('contract_send', ['发起签署', '發起簽署', 'Start signing'], {
            opens: 'task.sendTask',
            visit: 'ent',
            roles: SENDERS,
          }),
          button('contract_revoke', ['撤回', '撤回', 'Withdraw'], {
            opens: 'task.revokeTask',
            visit: 'ent',
            roles: SENDERS,
          }),
          button('contract_extend', ['延期', '延期', 'Extend'], {
            opens: 'task.extendTask',
            visit: 'ent',
            roles: SENDERS,
          }),
          button('contract_void', ['作废', '作廢', 'Void'], {
            opens: 'task.voidTask',
            visit: 'ent',
            roles: SENDERS,
          }),
          button('contract_urge', ['催签', '催簽', 'Remind'], {
            opens: 'task.urgeTask',
            visit: 'ent',
            roles: SENDERS,
          }),
        ],
      }),
      page('draft', ['草稿', '草稿', 'Drafts'], '/contract/draft', {
        opens: 'task.listDrafts',
        visit: 'ent',
        roles: SENDERS,
      }),
      page('batch', ['批量发起', '批次發起', 'Batches'], '/contract/batch', {
        opens: 'batch.listBatches',
        visit: 'ent',
        roles: SENDERS,
      }),
      page('signingLink', ['签署链接', '簽署連結', 'Signing links'], '/contract/signingLink', {
        opens: 'signinglink.listSigningLinks',
        visit: 'ent',
        roles: SENDERS,
      }),
      page('sendWithMe', ['抄送我的', '副本給我的', 'Copied to me'], '/contract/sendWithMe', {
        opens: 'task.listTasks',
      }),
      page('toVoid', ['已作废', '已作廢', 'Voided'], '/contract/toVoid', { opens: 'task.listTasks' }),
      page('approval', ['合同审批', '合約簽核', 'Approvals'], '/contract/approval', {
        opens: 'approval.listApprovals',
        visit: 'ent',
        children: [
          button('contract_examine', ['审批', '簽核', 'Approve'], {
            opens: 'approval.decideApproval',
            visit: 'ent',
          }),
        ],
      }),
    ],
  }),
  page('startEntContract', ['发起签署', '發起簽署', 'Start signing'], '/entcontract/startEntContract', {
    opens: 'task.sendTask',
    visit: 'ent',
    roles: SENDERS,
    hidden: true,
  }),
  page('quickSignManage', ['快捷签', '快捷簽', 'Quick sign'], '/quickSignManage', {
    children: [
      page('quickList', ['快捷签文件', '快捷簽檔案', 'Quick-signed files'], '/quickSignManage/quickList', {
        opens: 'quicksign.listQuickFiles',
        roles: QUICK_SIGNERS,
        children: [
          button('quick_sign', ['快捷签', '快捷簽', 'Quick sign'], {
            opens: 'quicksign.createQuickFiles',
            roles: QUICK_SIGNERS,
          }),
        ],
      }),
    ],
  }),
  page('companyControl', ['企业控制台', '企業控制台', 'Enterprise'], '/companyControl', {
    visit: 'ent',
    children: [
      page('companyInfo', ['企业信息', '企業資訊', 'Enterprise details'], '/company/info', {
        opens: 'realname.getCompanyInfo',
        visit: 'ent',
      }),
      page('audit', ['加入审核', '加入審核', 'Join review'], '/company/audit', {
        opens: 'company.listJoinApplications',
        visit: 'ent',
        roles: CONSOLE,
      }),
      page('person', ['人员管理', '人員管理', 'People'], '/company/person', {
        opens: 'company.listPersons',
        visit: 'ent',
        roles: CONSOLE,
      }),
      page('approvalFlow', ['审批流程', '簽核流程', 'Approval flows'], '/company/approvalFlow', {
        opens: 'approval.listFlows',
        visit: 'ent',
        roles: CONSOLE,
      }),
      page('department', ['部门管理', '部門管理', 'Departments'], '/company/department', {
        opens: 'company.listDepartments',
        visit: 'ent',
        roles: EMPLOYEE_KEEPERS,
      }),
      page('entry', ['入职管理', '到職管理', 'Onboarding'], '/company/entry', {
        opens: 'employee.listNewcomers',
        visit: 'ent',
        roles: EMPLOYEE_KEEPERS,
      }),
      page('employee', ['花名册', '花名冊', 'Roster'], '/company/employee', {
        opens: 'employee.listEmployees',
        visit: 'ent',
        roles: EMPLOYEE_KEEPERS,
        children: [
          button('employee_salary', ['查看薪资与社保', '檢視薪資與社保', 'See salary and insurance'], {
            opens: 'employee.reveal',
            visit: 'ent',
            roles: EMPLOYEE_KEEPERS,
            salary: true,
          }),
        ],
      }),
      page('entryField', ['入职字段', '到職欄位', 'Onboarding fields'], '/company/entryField', {
        opens: 'employee.listOnboardingFields',
        visit: 'ent',
        roles: EMPLOYEE_KEEPERS,
      }),
      page('contact', ['通讯录', '通訊錄', 'Directory'], '/company/contact', {
        opens: 'company.getDirectory',
        visit: 'ent',
      }),
      page('companyContactBook', ['联系人', '聯絡人', 'Contacts'], '/company/contactBook', {
        opens: 'contact.openBook',
        visit: 'ent',
        roles: [...CONTACT_KEEPERS, ...CONTACT_READERS],
      }),
      page('seal', ['印章管理', '印章管理', 'Seals'], '/company/seal', {
        opens: 'seal.createSeal',
        visit: 'ent',
        roles: SEAL_KEEPERS,
      }),
      page('cert', ['证书更新', '憑證更新', 'Certificate renewal'], '/company/cert', {
        opens: 'certificate.listCertificates',
        visit: 'ent',
        roles: SEAL_KEEPERS,
      }),
      page('certOrder', ['证书订单', '憑證訂單', 'Certificate orders'], '/company/order', {
        opens: 'certificate.listOrders',
        visit: 'ent',
        roles: SEAL_KEEPERS,
      }),
      page('autoSign', ['自动签署', '自動簽署', 'Automatic signing'], '/company/autoSign', {
        opens: 'autosign.listAutoSigns',
        visit: 'ent',
        roles: CONSOLE,
      }),
      page('apiKey', ['API 密钥', 'API 金鑰', 'API keys'], '/company/apiKey', {
        opens: 'apikey.listKeys',
        visit: 'ent',
        roles: CONSOLE,
        children: [
          button('embed_links', ['查看嵌入链接', '檢視嵌入連結', 'See embedded links'], {
            opens: 'embed.listEmbedLinks',
            visit: 'ent',
            roles: CONSOLE,
          }),
        ],
      }),
      page('webhook', ['事件推送', '事件推送', 'Webhooks'], '/company/webhook', {
        opens: 'webhook.listWebhooks',
        visit: 'ent',
        roles: CONSOLE,
        children: [
          button('webhook_log', ['查看推送记录', '檢視推送記錄', 'See the log of webhooks'], {
            opens: 'webhook.listDeliveries',
            visit: 'ent',
            roles: CONSOLE,
          }),
        ],
      }),
      page('firmLogin', ['企业登录', '企業登入', 'Login by the firm'], '/company/firmLogin', {
        opens: 'sso.getFirmLogin',
        visit: 'ent',
        roles: CONSOLE,
      }),
      page('copies', ['签署份数', '簽署份數', 'Copies'], '/company/recharge', {
        opens: 'credit.getCredits',
        visit: 'ent',
        roles: CONSOLE,
      }),
      edited(
        'frontTemplateRole',
        ['模板角色', '範本角色', 'Template roles'],
        '/company/frontTemplateRole',
        'front_templateRole',
        {
          list: 'template.listRoles',
          add: ['template.saveRole', ['新增模板角色', '新增範本角色', 'Add template roles']],
          edit: ['template.updateRole', ['编辑模板角色', '編輯範本角色', 'Edit template roles']],
          delete: ['template.removeRole', ['删除模板角色', '刪除範本角色', 'Delete template roles']],
        },
        BUSINESS_EDITION,
      ),
      edited(
        'frontTemplateField',
        ['模板字段', '範本欄位', 'Template fields'],
        '/company/frontTemplateField',
        'front_templateField',
        {
          list: 'template.listFields',
          add: ['template.saveFields', ['新增模板字段', '新增範本欄位', 'Add template fields']],
          edit: ['template.updateField', ['编辑模板字段', '編輯範本欄位', 'Edit template fields']],
          delete: ['template.removeField', ['删除模板字段', '刪除範本欄位', 'Delete template fields']],
        },
        BUSINESS_EDITION,
      ),
      page('frontTemplateFile', ['模板文件', '範本檔案', 'Templates'], '/company/frontTemplateFile', {
        opens: 'template.listTemplates',
        visit: 'ent',
        roles: CONSOLE,
        children: [
          button('template_create', ['新建模板', '建立範本', 'Create template'], {
            opens: 'template.saveTemplate',
            visit: 'ent',
            roles: CONSOLE,
          }),
          button('template_edit', ['编辑模板', '編輯範本', 'Edit template'], {
            opens: 'template.updateTemplate',
            visit: 'ent',
            roles: CONSOLE,
          }),
        ],
      }),
    ],
  }),
  page('account', ['账号中心', '帳號中心', 'Account'], '/account', {
    visit: 'person',
    children: [
      page('accountInfo', ['账号信息', '帳號資訊', 'Account details'], '/account/accountInfo', {
        opens: 'account.cancelOutUser',
        visit: 'person',
      }),
      page('mySignature', ['我的签名', '我的簽名', 'My signatures'], '/account/mySignature', {
        opens: 'account.saveAutograph',
        visit: 'person',
      }),
      page('myBusiness', ['我的企业', '我的企業', 'My enterprises'], '/account/myBusiness', {
        opens: 'company.listMyBusinesses',
        visit: 'person',
      }),
      page('hrContract', ['劳动合同', '勞動合約', 'Employment contracts'], '/account/hrContract', {
        opens: 'task.listTasks',
        visit: 'person',
      }),
      page('contactAdmin', ['联系管理员', '聯絡管理員', 'Contact administrator'], '/account/contactAdmin', {
        opens: 'company.listAdministrators',
        visit: 'person',
      }),
      page('contactBook', ['联系人', '聯絡人', 'Contacts'], '/account/contactBook', {
        opens: 'contact.openBook',
        visit: 'person',
      }),
      page('orderManage', ['订单管理', '訂單管理', 'Orders'], '/account/orderManage', {
        opens: 'order.listOrders',
        visit: 'person',
      }),
    ],
  }),
  page('verifyService', ['签名验证', '簽章驗證', 'Verification'], '/verifyService', {
    opens: 'certificate.listTrustAnchors',
  }),
  page('help', ['帮助', '說明', 'Help'], '/help/index', {
    opens: 'help.listHelpVideos',
    children: [
      button('help_document', ['帮助文档', '說明文件', 'Help documents'], { opens: 'help.listHelpVideos' }),
      button('help_video', ['帮助视频', '說明影片', 'Help videos'], { opens: 'help.listHelpVideos' }),
      button('help_video_edit', ['管理帮助视频', '管理說明影片', 'Manage help videos'], {
        opens: 'help.addHelpVideo',
        visit: 'person',
        platform: true,
      }),
    ],
  }),
  page('platformControl', ['平台管理', '平台管理', 'Platform'], '/platform', {
    visit: 'person',
    platform: true,
    children: [
      page('platformReview', ['认证审核', '認證審核', 'Verification reviews'], '/platform/review', {
        opens: 'platform.listReviews',
        visit: 'person',
        platform: true,
        children: [
          button('platform_review', ['认证审核', '認證審核', 'Review'], {
            opens: 'platform.decideReview',
            visit: 'person',
            platform: true,
          }),
        ],
      }),
      page('platformEnterprise', ['企业管理', '企業管理', 'Enterprises'], '/platform/enterprise', {
        opens: 'platform.listEnterprises',
        visit: 'person',
        platform: true,
      }),
      page(
        'platformAdministrator',
        ['管理员申请', '管理員申請', 'Administrator requests'],
        '/platform/administrator',
        {
          opens: 'company.listOrphanApplications',
          visit: 'person',
          platform: true,
        },
      ),
      page('platformPackage', ['套餐与价格', '方案與價格', 'Packages and prices'], '/platform/package', {
        opens: 'order.listPackages',
        visit: 'person',
        platform: true,
      }),
      page('platformOrder', ['订单', '訂單', 'Orders'], '/platform/order', {
        opens: 'order.listPlatformOrders',
        visit: 'person',
        platform: true,
        children: [
          button('platform_order', ['查看订单', '檢視訂單', 'See orders'], {
            opens: 'order.getPlatformOrder',
            visit: 'person',
            platform: true,
          }),
        ],
      }),
      page('platformRefund', ['退款审核', '退款審核', 'Refunds'], '/platform/refund', {
        opens: 'order.listRefunds',
        visit: 'person',
        platform: true,
      }),
      page('platformReconciliation', ['对账', '對帳', 'Reconciliation'], '/platform/reconciliation', {
        opens: 'order.listReconciliations',
        visit: 'person',
        platform: true,
      }),
      page('platformSso', ['单点登录', '單一登入', 'Single sign-on'], '/platform/sso', {
        opens: 'sso.listCustomers',
        visit: 'person',
        platform: true,
      }),
      page('platformAudit', ['审计日志', '稽核日誌', 'Audit log'], '/platform/audit', {
        opens: 'platform.listAudit',
        visit: 'person',
        platform: true,
      }),
      page('platformStatus', ['运行状态', '執行狀態', 'Status'], '/platform/status', {
        opens: 'platform.getStatus',
        visit: 'person',
        platform: true,
      }),
      page('platformOptions', ['系统设置', '系統設定', 'System settings'], '/platform/options', {
        opens: 'config.getPlatformOptions',
        visit: 'person',
        platform: true,
      }),
    ],
  }),
];

/** The identity for which the menu is built. */
export interface MenuReader {
  entId: string;
  roles: readonly Role[];
  ownerType: 'INSIDE' | 'OUTSIDE';
  platformAdmin: boolean;
  /** Whether the enterprise has the business edition ([6.6g]). */
  isBiz?: boolean;
  /** Whether salaries on the roster are withheld from the member. */
  salaryWithheld?: boolean;
}

const mayHave = (entry: MenuEntry, reader: MenuReader): boolean => {
  if (entry.visit === 'person' && reader.entId !== '') return false;
  if (entry.visit === 'ent' && reader.entId === '') return false;
  if (entry.ownerType && entry.ownerType !== reader.ownerType) return false;
  if (entry.platform && (!reader.platformAdmin || reader.entId !== '')) return false;
  if (entry.business && !reader.isBiz) return false;
  if (entry.salary && reader.salaryWithheld) return false;
  if (
    entry.roles &&
    reader.entId !== '' &&
    !reader.roles.includes('ENT_ADMIN') &&
    !entry.roles.some((r) => reader.roles.includes(r))
  )
    return false;
  return true;
};

/** A group entry without a page of its own: visible if one of its pages is. */
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
