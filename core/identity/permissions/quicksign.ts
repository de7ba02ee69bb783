import { QUICK_SIGNERS } from '../role-sets.ts';
import { type Permission, personOr } from './who.ts';

export const QUICKSIGN_PERMISSIONS: readonly Permission[] = [
  {
    may: 'sign files quickly, without a flow',
    who: personOr(QUICK_SIGNERS),
    calls: [
      'quicksign.createQuickFiles',
      'quicksign.listQuickFiles',
      'quicksign.getQuickFiles',
      'quicksign.signQuickFiles',
      'quicksign.beginQuickUkey',
      'quicksign.downloadQuickFile',
      'quicksign.revokeQuickFiles',
      'quicksign.completeQuickFiles',
    ],
    menu: ['quickList', 'quick_sign'],
    also: 'one’s own; administrators all of the enterprise',
  },
];
