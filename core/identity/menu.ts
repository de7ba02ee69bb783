import type { Role } from '#core/call.ts';
import { QUICK_SIGNERS } from '#core/quicksign/states.ts';

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
  platform?: boolean;
  type: 'MENU' | 'BUTTON';
  /** Entries that are routes but not shown ([2.13g]). */
  hidden?: boolean;
  children?: readonly MenuEntry[];
}

const SENDERS = ['BUSINESS_ADMIN', 'SIGN_OPERATOR', 'HR'] as const;

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

/** The whole menu ([2.2]–[2.10]); which part an identity gets is decided by `menuFor`. */
export const MENU: readonly MenuEntry[] = [
  page('home', '/home'),
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
    roles: QUICK_SIGNERS,
    children: [
      page('quickList', '/quickSignManage/quickList', {
        roles: QUICK_SIGNERS,
        children: [button('quick_sign', { roles: QUICK_SIGNERS })],
      }),
    ],
  }),
  page('companyControl', '/companyControl', {
    visit: 'ent',
    roles: ['BUSINESS_ADMIN', 'SEAL_ADMIN'],
    children: [page('seal', '/company/seal', { visit: 'ent', roles: ['BUSINESS_ADMIN', 'SEAL_ADMIN'] })],
  }),
  page('account', '/account', {
    visit: 'person',
    children: [page('mySignature', '/account/mySignature', { visit: 'person' })],
  }),
  page('verifyService', '/verifyService'),
];

/** Who asks for the menu. */
export interface MenuReader {
  entId: string;
  roles: readonly Role[];
  ownerType: 'INSIDE' | 'OUTSIDE';
  platformAdmin: boolean;
}

const mayHave = (entry: MenuEntry, reader: MenuReader): boolean => {
  if (entry.visit === 'person' && reader.entId !== '') return false;
  if (entry.visit === 'ent' && reader.entId === '') return false;
  if (entry.ownerType && entry.ownerType !== reader.ownerType) return false;
  if (entry.platform && !reader.platformAdmin) return false;
  if (
    entry.roles &&
    reader.entId !== '' &&
    !reader.roles.includes('ENT_ADMIN') &&
    !entry.roles.some((r) => reader.roles.includes(r))
  )
    return false;
  return true;
};

/** The part of the menu that an identity gets. */
export function menuFor(reader: MenuReader, entries: readonly MenuEntry[] = MENU): MenuEntry[] {
  return entries
    .filter((entry) => mayHave(entry, reader))
    .map((entry) => (entry.children ? { ...entry, children: menuFor(reader, entry.children) } : entry));
}
