/** What a route requires and how it is laid out. One table for all routes ([2.1], [2.2]–[2.13]). */
export type RouteFlags = {
  /** Open to visitors who are not logged in ([2.13b]). */
  public?: true;
  /** Without the shell ([2.1b]). */
  fullScreen?: true;
  /** In the shell, but without the left menu ([2.1c]). */
  hiddenMenu?: true;
  /** Only for this kind of identity; others are redirected to /home ([2.1g], [6.6f]). */
  visitType?: 'person' | 'ent';
  /** Open to every identity; otherwise the menu must contain the path. */
  free?: true;
  /** Also open to holders of one of these button permissions ([2.13f]). */
  unlockedBy?: readonly string[];
};

const PUBLIC = { public: true, fullScreen: true } as const;
const PERSON = { visitType: 'person' } as const;
const ENT = { visitType: 'ent' } as const;

/** By path; `:name` matches one segment. The first match wins. */
export const ROUTE_FLAGS: Record<string, RouteFlags> = {
  '/': PUBLIC,
  '/login': PUBLIC,
  '/loginOld': PUBLIC,
  '/register': PUBLIC,
  '/forgotPassword': PUBLIC,
  '/singleSignOn': PUBLIC,
  '/faceAuthResult': PUBLIC,
  '/agreenment/:id': PUBLIC,
  '/passwordResult/:result/:type': PUBLIC,
  '/refresh': PUBLIC,
  '/error': PUBLIC,
  '/contract/handSign': PUBLIC,
  '/contract/code/:code': PUBLIC,
  '/entry': PUBLIC,
  '/i/:code': PUBLIC,
  '/s/:code': PUBLIC,
  '/firmLogin': PUBLIC,
  '/firmLogin/back': PUBLIC,
  '/embed/sign/:linkId': PUBLIC,
  '/embed/send/:linkId': PUBLIC,
  '/embed/template/:linkId': PUBLIC,
  '/consentResult': PUBLIC,
  '/sim': PUBLIC,
  '/sim/face': PUBLIC,
  '/sim/approval': PUBLIC,
  '/sim/pay': PUBLIC,
  '/sim/ca': PUBLIC,
  '/sim/cloudSeal': PUBLIC,
  '/sim/ui': PUBLIC,

  '/home': { free: true, hiddenMenu: true },
  '/notice/index': { free: true },
  '/help/index': {},
  '/help/filePreview': { fullScreen: true, unlockedBy: ['help_document'] },
  '/help/videoPreview': { fullScreen: true, unlockedBy: ['help_video'] },

  '/account': PERSON,
  '/account/ent': { ...PERSON, free: true },
  '/account/entry': { free: true, hiddenMenu: true },
  '/order/:orderId': { free: true },
  '/auth/person': { free: true, fullScreen: true },
  '/single/auth/person': { free: true, fullScreen: true },
  '/auth/company': { free: true },

  '/companyControl': ENT,
  '/company/frontTemplateFile/webTemplate': {
    ...ENT,
    hiddenMenu: true,
    unlockedBy: ['template_create', 'template_edit'],
  },
  '/company/frontBuildModal': { ...ENT, hiddenMenu: true, unlockedBy: ['template_create', 'template_edit'] },
  '/company/frontWordPreview': { ...ENT, hiddenMenu: true, unlockedBy: ['template_create', 'template_edit'] },

  '/company/apiKey/links': { ...ENT, unlockedBy: ['embed_links'] },
  '/company/webhook/:webhookId': { ...ENT, unlockedBy: ['webhook_log'] },

  '/platform': PERSON,
  '/platform/review/:id': { ...PERSON, unlockedBy: ['platform_review'] },
  '/platform/order/:orderId': { ...PERSON, unlockedBy: ['platform_order'] },
  '/verifyService': {},
  '/contractManage': {},
  '/contract/expiring': { free: true },
  '/contract/batch/:batchId': { unlockedBy: ['contract_send'] },
  '/contract/signingLink/:linkId': { unlockedBy: ['contract_send'] },
  '/contract/signingLink/:linkId/counter': { fullScreen: true, unlockedBy: ['contract_send'] },
  '/contract/summary/:planId': { unlockedBy: ['contract_track'] },
  '/contract/summary/:planId/:fileIndex/:planStatus': { unlockedBy: ['contract_track'] },
  '/contract/openApproval': { free: true, hiddenMenu: true },
  '/contract/examine': { fullScreen: true, unlockedBy: ['contract_examine'] },
  '/contract/preview': { fullScreen: true, free: true },
  '/hrContract/previewContract': { fullScreen: true, free: true },
  '/fileSign/fileSign': { fullScreen: true, unlockedBy: ['contract_sign'] },
  '/prePlaced': { fullScreen: true, unlockedBy: ['contract_send'] },
  '/hrcontract/startHRContract': { hiddenMenu: true, unlockedBy: ['contract_send'] },
  '/entcontract/startEntContract': { hiddenMenu: true, unlockedBy: ['contract_send'] },
  '/contractSend': { hiddenMenu: true, unlockedBy: ['contract_send'] },

  '/quickSignManage': {},
  '/quickSignManage/quickList': {},
  '/quickSignManage/fileQuickSign': { hiddenMenu: true, unlockedBy: ['quick_sign'] },
  '/quickSignManage/quickfilePreview': { fullScreen: true, unlockedBy: ['quick_sign'] },

  // Pages that need only their menu entry: new ones need no line of their own.
  '/company/:page': ENT,
  '/account/:page': PERSON,
  '/platform/:page': PERSON,
  '/contract/:page': {},

  // Under a customer's path ([7.18]); last, because the product's own paths take precedence.
  '/:customerPath/singleSignOn': PUBLIC,
  '/:customerPath/fileSign': PUBLIC,
  '/:customerPath/home': PUBLIC,
  '/:customerPath/manageHome': PUBLIC,
};

const PATTERNS = Object.entries(ROUTE_FLAGS).map(([path, flags]) => ({
  flags,
  pattern: new RegExp(`^${path.replace(/:\w+/g, '[^/]+')}/?$`),
}));

/** The flags of a path, or undefined for an unknown path, which shows "not found". */
export const flagsOf = (pathname: string): RouteFlags | undefined =>
  PATTERNS.find(({ pattern }) => pattern.test(pathname))?.flags;
