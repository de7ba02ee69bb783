import { type Permission, PLATFORM } from './who.ts';

export const PLATFORM_PERMISSIONS: readonly Permission[] = [
  {
    may: 'review real names, disable and enable enterprises, set their edition, read the audit log',
    who: PLATFORM,
    calls: [
      'platform.listReviews',
      'platform.getReview',
      'platform.decideReview',
      'platform.listEnterprises',
      'platform.switchEnterprise',
      'platform.changeEdition',
      'platform.askRecertification',
      'platform.listAudit',
    ],
    menu: ['platformReview', 'platform_review', 'platformEnterprise', 'platformAudit'],
    also: 'not one’s own application',
  },
];
