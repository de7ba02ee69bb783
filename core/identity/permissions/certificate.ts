import { SEAL_KEEPERS } from '../role-sets.ts';
import { ANYONE, membersWith, type Permission, SIGNED_IN } from './who.ts';

export const CERTIFICATE_PERMISSIONS: readonly Permission[] = [
  {
    may: 'look after the certificates of the enterprise’s seals and their orders',
    who: membersWith(SEAL_KEEPERS),
    calls: [
      'certificate.listCertificates',
      'certificate.renewCertificates',
      'certificate.listOrders',
      'certificate.getOrder',
      'certificate.continueOrder',
      'certificate.refreshOrder',
      'certificate.revokeOrder',
      'seal.listTemplates',
      'seal.saveTemplate',
      'seal.deleteTemplate',
    ],
    menu: ['cert', 'certOrder'],
  },
  {
    may: 'send one’s own real name to the authority for an order of the enterprise',
    who: membersWith(SEAL_KEEPERS),
    calls: ['certificate.sendUserAuthToOrder'],
    also: 'only one’s own, once it is verified',
  },
  {
    may: 'see which certificates there are to apply for, and how many end soon',
    who: SIGNED_IN,
    calls: ['certificate.listBusinessTypes', 'certificate.getExpiring'],
    also: 'how many end soon is told to who looks after them',
  },
  {
    may: 'play the certificate authority and the cloud seal’s app on /sim',
    who: ANYONE,
    calls: [
      'certificate.listSimulatedOrders',
      'certificate.answerSimulatedOrder',
      'certificate.holdSimulatedOrders',
      'seal.listCloudChallenges',
      'seal.answerCloudChallenge',
    ],
    also: 'not in mode pro',
  },
];
