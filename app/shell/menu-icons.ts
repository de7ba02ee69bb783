import type { IconName } from '../ui/icon.tsx';

/** Pictures of the menu's entries, by name; others get a folder. */
const ICONS: Record<string, IconName> = {
  home: 'home',
  contractManage: 'contract',
  pending: 'pen',
  done: 'hourglass',
  finished: 'contract-signed',
  startWithMe: 'send',
  draft: 'folder',
  sendWithMe: 'copy',
  toVoid: 'ban',
  approval: 'shield',
  companyControl: 'building',
  seal: 'seal',
  account: 'user',
  mySignature: 'signature',
  verifyService: 'shield',
  template: 'template',
  frontTemplateRole: 'users',
  frontTemplateField: 'template',
  frontTemplateFile: 'contract',
  quickSignManage: 'pen',
  employee: 'users',
  person: 'users',
  contact: 'users',
  contactAdmin: 'users',
  order: 'card',
  orderManage: 'card',
  cert: 'certificate',
  certOrder: 'card',
  certificate: 'certificate',
  help: 'question',
  notice: 'bell',
  platformControl: 'settings',
};

export const menuIcon = (name: string): IconName => ICONS[name] ?? 'folder';
