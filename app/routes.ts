import { layout, type RouteConfig, route } from '@remix-run/route-config';

/** Lists of signing tasks below /contract: one page, boxes as data. */
const LISTS = ['issuedContract', 'done', 'finished', 'startWithMe', 'sendWithMe', 'toVoid'];

/**
 * Every route of the app, in one table. Public pages come first; below `signed-in` a page stands in the shell or takes
 * the whole screen. What a route needs (an identity, a menu entry, a permission) is said in shell/route-flags.ts.
 */
export default [
  route('/', 'routes/start.tsx'),
  route('login', 'routes/login.tsx'),
  route('error', 'routes/error.tsx'),
  route('sim', 'routes/sim.tsx'),
  route('sim/ui', 'routes/gallery.tsx'),

  layout('shell/signed-in.tsx', [
    layout('shell/layout.tsx', [
      route('home', 'routes/home.tsx'),
      route('company/seal', 'routes/company-seal.tsx'),
      route('account/mySignature', 'routes/my-signature.tsx'),
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
      route('contract/summary/:planId', 'routes/contract-summary.tsx'),
      route('contract/summary/:planId/:fileIndex/:planStatus', 'routes/contract-summary.tsx', {
        id: 'contract-summary-file',
      }),
      route('notice/index', 'routes/notice.tsx'),
    ]),
    layout('shell/full-screen.tsx', [
      route('fileSign/fileSign', 'routes/file-sign.tsx'),
      route('contract/preview', 'routes/contract-preview.tsx'),
      route('quickSignManage/quickfilePreview', 'routes/quick-preview.tsx'),
    ]),
  ]),

  route('*', 'routes/not-found.tsx'),
] satisfies RouteConfig;
