import { ANYONE, MEMBER, membersWith, PERSON, type Permission, SIGNED_IN } from './who.ts';

export const REALNAME_PERMISSIONS: readonly Permission[] = [
  {
    may: 'see one’s own real name and have it verified',
    who: SIGNED_IN,
    calls: [
      'realname.getUserExtendInfo',
      'realname.queryPersonInfo',
      'realname.reveal',
      'realname.startFaceAuth',
      'realname.getFaceAuth',
      'realname.confirmFaceAuth',
      'realname.submitManualReview',
      'realname.withdraw',
      'realname.updateImage',
      'realname.getImage',
    ],
    also: 'one’s own only; reviewers see pictures of applications, which is kept',
  },
  {
    may: 'have the result of a face verification fetched from the provider',
    who: ANYONE,
    calls: ['realname.saveAuthResult'],
    also: 'nothing is taken from the request but which one',
  },
  {
    may: 'decide checks at the simulator',
    who: ANYONE,
    calls: ['realname.getSimulatedCheck', 'realname.decideSimulatedCheck'],
    also: 'never in production',
  },
  {
    may: 'have an enterprise verified, and verify the one that one administers again',
    who: SIGNED_IN,
    calls: [
      'realname.startEntAuth',
      'realname.getEntAuth',
      'realname.saveEntDraft',
      'realname.listEntAuth',
      'realname.sendEntTransfer',
      'realname.confirmEntTransfer',
      'realname.submitEntReview',
      'realname.withdrawEntAuth',
    ],
    also: 'who has a real name; one’s own applications only',
  },
  {
    may: 'see what is known of the enterprise, masked',
    who: MEMBER,
    calls: ['realname.getCompanyInfo'],
    menu: ['companyInfo'],
  },
  {
    may: 'see numbers of the enterprise in full',
    who: membersWith([]),
    calls: ['realname.revealCompanyInfo'],
    also: 'the administrator; that they were asked for is kept',
  },
  { may: 'be led to one’s own real name', who: PERSON, calls: [], menu: ['home_personal_auth'] },
];
