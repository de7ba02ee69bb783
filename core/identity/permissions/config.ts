import { ANYONE, type Permission, PLATFORM, SIGNED_IN } from './who.ts';

export const CONFIG_PERMISSIONS: readonly Permission[] = [
  {
    may: 'see the system’s name and logo, whether it answers, and the trust anchors',
    who: ANYONE,
    calls: ['config.getSystemOption', 'internal.health', 'certificate.listTrustAnchors'],
  },
  {
    may: 'keep one’s own columns of a table, read one’s own notices',
    who: SIGNED_IN,
    calls: [
      'config.getTableColumns',
      'config.saveTableColumns',
      'notice.listNotices',
      'notice.readNotice',
      'notice.readAllNotices',
      'notice.countNewNotices',
      'notice.countNewByEnterprise',
    ],
  },
  {
    may: 'see the watermark and the limits that screens must know',
    who: SIGNED_IN,
    calls: ['config.listWatermarks', 'config.listBannedScreenshots', 'config.listInterfaceSettings'],
  },
  {
    may: 'set options, watermark, limits and menu of the system, and see who did',
    who: PLATFORM,
    calls: [
      'config.getPlatformOptions',
      'config.saveSystemOption',
      'config.saveWatermark',
      'config.saveLimits',
      'config.listMenuEntries',
      'config.saveMenuEntry',
      'config.listOptionRecords',
    ],
    menu: ['platformOptions'],
  },
];
