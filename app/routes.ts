import { index, layout, type RouteConfig, route } from '@remix-run/route-config';

/** Lists of signing tasks below /contract: one page, boxes as data. */
const LISTS = ['issuedContract', 'done', 'finished', 'startWithMe', 'sendWithMe', 'toVoid'];

/**
 * Every route of the app, in one table. Public pages come first; below `signed-in` a page stands in the shell or takes
 * the whole screen. What a route needs (an identity, a menu entry, a permission) is said in shell/route-flags.ts.
 */
export default [
  route('/', 'routes/start.tsx'),
  route('login', 'routes/login.tsx'),
  route('loginOld', 'routes/login-old.tsx'),
  route('register', 'routes/register.tsx'),
  route('forgotPassword', 'routes/forgot-password.tsx'),
  route('agreenment/:id', 'routes/agreement.tsx'),
  route('passwordResult/:result/:type', 'routes/password-result.tsx'),
  route('refresh', 'routes/refresh.tsx'),
  route('error', 'routes/error.tsx'),
  route('contract/handSign', 'routes/hand-sign.tsx'),
  route('contract/code/:code', 'routes/contract-code.tsx'),
  route('singleSignOn', 'routes/sso-single-sign-on.tsx'),
  route(':customerPath/singleSignOn', 'routes/sso-single-sign-on.tsx', { id: 'sso-customer' }),
  route(':customerPath/fileSign', 'routes/sso-file-sign.tsx'),
  route(':customerPath/home', 'routes/sso-home.tsx'),
  route(':customerPath/manageHome', 'routes/sso-manage-home.tsx'),
  route('consentResult', 'routes/consent-result.tsx'),
  route('faceAuthResult', 'routes/face-auth-result.tsx'),
  route('sim', 'routes/sim.tsx'),
  route('sim/face', 'routes/sim-face.tsx'),
  route('sim/approval', 'routes/sim-approval.tsx'),
  route('sim/pay', 'routes/sim-pay.tsx'),
  route('sim/ca', 'routes/sim-ca.tsx'),
  route('sim/cloudSeal', 'routes/sim-cloud-seal.tsx'),
  route('sim/ui', 'routes/gallery.tsx'),

  layout('routes/signed-in.tsx', [
    layout('shell/layout.tsx', [
      route('home', 'routes/home.tsx'),
      route('company/seal', 'routes/company-seal.tsx'),
      route('company/cert', 'routes/company-cert.tsx'),
      route('company/order', 'routes/company-order.tsx'),
      route('company/recharge', 'routes/company-recharge.tsx'),
      route('company/audit', 'routes/company-audit.tsx'),
      route('company/person', 'routes/company-person.tsx'),
      route('company/frontTemplateRole', 'routes/company-template-role.tsx', [
        index('routes/ec-tmp-role.tsx', { id: 'EcTmpRole' }),
      ]),
      route('company/frontTemplateField', 'routes/company-template-field.tsx', [
        index('routes/ec-tmp-field.tsx', { id: 'EcTmpField' }),
      ]),
      route('company/frontTemplateFile', 'routes/company-template-file.tsx'),
      route('company/employee', 'routes/company-employee.tsx'),
      route('account', 'routes/account.tsx'),
      route('account/accountInfo', 'routes/account-info.tsx'),
      route('account/mySignature', 'routes/my-signature.tsx'),
      route('account/myBusiness', 'routes/my-business.tsx'),
      route('account/contactAdmin', 'routes/contact-admin.tsx'),
      route('entcontract/startEntContract', 'routes/start-contract.tsx'),
      route('contractManage', 'routes/contract-manage.tsx'),
      ...LISTS.map((name) =>
        route(`contract/${name}`, 'routes/contract-list.tsx', { id: `contract-${name}` }),
      ),
      route('contract/expiring', 'routes/contract-expiring.tsx'),
      route('contract/draft', 'routes/contract-draft.tsx'),
      route('quickSignManage', 'routes/quick-manage.tsx'),
      route('quickSignManage/quickList', 'routes/quick-list.tsx'),
      route('quickSignManage/fileQuickSign', 'routes/quick-sign.tsx'),
      route('verifyService', 'routes/verify-service.tsx'),
      route('help/index', 'routes/help.tsx'),
      route('contract/summary/:planId', 'routes/contract-summary.tsx'),
      route('contract/summary/:planId/:fileIndex/:planStatus', 'routes/contract-summary.tsx', {
        id: 'contract-summary-file',
      }),
      route('notice/index', 'routes/notice.tsx'),
      route('platform', 'routes/platform.tsx'),
      route('platform/review', 'routes/platform-review.tsx'),
      route('platform/review/:id', 'routes/platform-review-detail.tsx'),
      route('platform/enterprise', 'routes/platform-enterprise.tsx'),
      route('platform/administrator', 'routes/platform-administrator.tsx'),
      route('platform/sso', 'routes/platform-sso.tsx'),
      route('platform/audit', 'routes/platform-audit.tsx'),
      route('platform/options', 'routes/platform-options.tsx'),
      route('auth/company', 'routes/auth-company.tsx'),
      route('account/ent', 'routes/account-ent.tsx'),
      route('company/info', 'routes/company-info.tsx'),
    ]),
    layout('shell/full-screen.tsx', [
      route('auth/person', 'routes/auth-person.tsx'),
      route('single/auth/person', 'routes/auth-person.tsx', { id: 'single-auth-person' }),
      route('fileSign/fileSign', 'routes/file-sign.tsx'),
      route('contract/preview', 'routes/contract-preview.tsx'),
      route('quickSignManage/quickfilePreview', 'routes/quick-preview.tsx'),
      route('help/filePreview', 'routes/help-file-preview.tsx'),
      route('help/videoPreview', 'routes/help-video-preview.tsx'),
    ]),
  ]),

  route('*', 'routes/not-found.tsx'),
] satisfies RouteConfig;
