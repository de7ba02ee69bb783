import { SEAL_KEEPERS } from '../role-sets.ts';
import { MEMBER, membersWith, type Permission, personOr, SIGNED_IN } from './who.ts';

export const SEAL_PERMISSIONS: readonly Permission[] = [
  {
    may: 'see seals that one looks after or is authorized for',
    who: SIGNED_IN,
    calls: [
      'seal.listSeals',
      'seal.getSeal',
      'seal.getPicture',
      'seal.listRecords',
      'seal.getBuilderFacts',
      'seal.uploadPicture',
      'seal.saveAutograph',
    ],
  },
  {
    may: 'see one’s own stamps',
    who: SIGNED_IN,
    calls: ['seal.listStamps'],
    also: 'nobody else’s, whatever id is asked for',
  },
  {
    may: 'rename and switch a seal',
    who: SIGNED_IN,
    calls: ['seal.updateSeal', 'seal.enableSeal', 'seal.disableSeal'],
    also: 'who looks after seals, or holds an editable authorization ([6.3a])',
  },
  {
    may: 'say who is authorized for a seal',
    who: MEMBER,
    calls: ['seal.listGrants', 'seal.saveGrants'],
    also: 'who looks after seals, or holds an editable authorization ([6.3a])',
  },
  {
    may: 'make and delete seals, apply for their certificates',
    who: personOr(SEAL_KEEPERS),
    calls: [
      'seal.createSeal',
      'seal.deleteSeal',
      'seal.applyCertificate',
      'seal.continueCertificate',
      'seal.withdrawCertificate',
      'seal.updateCertificate',
    ],
  },
  {
    may: 'let UKeys use seals of the enterprise',
    who: membersWith(SEAL_KEEPERS),
    calls: ['seal.allowUkey', 'seal.forbidUkey', 'seal.certifyUkey'],
    menu: ['seal'],
  },
  {
    may: 'get leave to use the enterprise’s cloud seals',
    who: MEMBER,
    calls: ['seal.queryCloudToken', 'seal.requestCloudQr', 'seal.confirmCloudQr'],
    also: 'of an enterprise of the platform’s owner, where the service is switched on ([4.22d])',
  },
];
