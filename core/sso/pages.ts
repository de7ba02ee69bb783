/** Destinations of single sign-on links by their `page` parameter. Those with `task` need the ID of a task. */
export const SSO_PAGES = {
  home: { path: '/home' },
  manageHome: { path: '/company/person' },
  fileSign: { path: '/fileSign/fileSign', task: true },
  summary: { path: '/contract/summary', task: true },
  issuedContract: { path: '/contract/issuedContract' },
  done: { path: '/contract/done' },
  finished: { path: '/contract/finished' },
  sendWithMe: { path: '/contract/sendWithMe' },
  startWithMe: { path: '/contract/startWithMe' },
  draft: { path: '/contract/draft' },
  startEntContract: { path: '/entcontract/startEntContract' },
  quickList: { path: '/quickSignManage/quickList' },
  seal: { path: '/company/seal' },
  notice: { path: '/notice/index' },
} as const satisfies Record<string, { path: string; task?: true }>;
export type SsoPage = keyof typeof SSO_PAGES;

export const isSsoPage = (page: string): page is SsoPage => Object.hasOwn(SSO_PAGES, page);

/** The path of a page relative to the product's base URL. */
export function ssoTarget(page: SsoPage, taskId: string): string {
  const { path } = SSO_PAGES[page];
  if (!('task' in SSO_PAGES[page])) return path;
  return page === 'summary' ? `${path}/${taskId}` : `${path}?planId=${encodeURIComponent(taskId)}`;
}

/** The entry pages of a customer's path ([2.12], [7.18]); the last three have a fixed destination. */
export const SSO_VARIANTS = ['singleSignOn', 'fileSign', 'home', 'manageHome'] as const;
export type SsoVariant = (typeof SSO_VARIANTS)[number];

/** Customer's path of entry pages without one: every customer can use them. */
export const ANY_CUSTOMER = 'default';

/** Reserved words: first segments of the product's own paths. */
const RESERVED = new Set([
  ANY_CUSTOMER,
  'account',
  'agreenment',
  'assets',
  'auth',
  'company',
  'contract',
  'ecapi',
  'entcontract',
  'error',
  'embed',
  'filesign',
  'firmlogin',
  'help',
  'home',
  'hrcontract',
  'internal',
  'login',
  'notice',
  'platform',
  'refresh',
  'register',
  'sim',
  'single',
  'sync',
]);

/** Whether a customer's path is valid: lower-case letters, digits and hyphens, 2 to 31 characters, and not reserved. */
export const isCustomerPath = (path: string): boolean =>
  /^[a-z][a-z0-9-]{1,30}$/.test(path) && !RESERVED.has(path);

/**
 * Whether a session may return to `address`: https (or http on this machine, for tests), without user name and
 * password, and within one of the allowed addresses: same origin, and the same path or one below it.
 */
export function isAllowedReturn(address: string, allowed: readonly string[]): boolean {
  const wanted = parse(address);
  if (!wanted) return false;
  return allowed.some((one) => {
    const entry = parse(one);
    if (!entry || entry.origin !== wanted.origin) return false;
    const folder = entry.pathname.endsWith('/') ? entry.pathname : `${entry.pathname}/`;
    return wanted.pathname === entry.pathname || wanted.pathname.startsWith(folder);
  });
}

function parse(address: string): URL | null {
  // Browsers drop control characters and read a backslash as a slash; an address with either is an attack.
  if (/[\s\\\p{Cc}]/u.test(address) || !URL.canParse(address)) return null;
  const url = new URL(address);
  const here = url.hostname === 'localhost' || url.hostname === '127.0.0.1';
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && here)) return null;
  return url.username === '' && url.password === '' ? url : null;
}
