import { CONSOLE } from '../role-sets.ts';
import { membersWith, PERSON, type Permission, PLATFORM, SIGNED_IN } from './who.ts';

export const COMPANY_PERMISSIONS: readonly Permission[] = [
  {
    may: 'be led to verifying or joining an enterprise',
    who: { person: true, ownerType: 'OUTSIDE' },
    calls: [],
    menu: ['home_auth_enterprise', 'home_join_enterprise'],
  },
  {
    may: 'find an enterprise by its whole name',
    who: SIGNED_IN,
    calls: ['company.listEnterpriseTreeSimple'],
  },
  {
    may: 'apply to join an enterprise, take the application back, leave, ask the administrator',
    who: PERSON,
    calls: [
      'company.saveApplyJoinEnt',
      'company.withdrawJoin',
      'company.listMyBusinesses',
      'company.leaveEnterprise',
      'company.listAdministrators',
      'company.showAdministrator',
    ],
    menu: ['myBusiness', 'contactAdmin'],
    also: 'joining: a verified outside user; the rest: members of that enterprise',
  },
  {
    may: 'apply to become the administrator, transfer the role, revoke the enterprise’s real name',
    who: PERSON,
    calls: [
      'company.applyAdministrator',
      'company.cancelAdminApplication',
      'company.listSuccessors',
      'company.transferAdministrator',
      'company.revokeEnterpriseAuth',
    ],
    also: 'applying: members; transfer and revocation: the enterprise’s administrator',
  },
  {
    may: 'look after the enterprise’s people and data: review joins, give roles, business types and seals, remove',
    who: membersWith(CONSOLE),
    calls: [
      'company.listJoinApplications',
      'company.getAuthorizationChoices',
      'company.passJoin',
      'company.rejectJoin',
      'company.listPersons',
      'company.savePerson',
      'company.removePerson',
    ],
    menu: ['audit', 'person'],
    also: 'nobody their own; business administrators only the administrator’s to make and change',
  },
  {
    may: 'decide who becomes the administrator',
    who: membersWith(['ENT_ADMIN']),
    calls: ['company.listAdminApplications', 'company.decideAdminApplication'],
  },
  {
    may: 'decide who becomes the administrator of an enterprise that has none',
    who: PLATFORM,
    calls: ['company.listOrphanApplications', 'company.decideOrphanApplication'],
    menu: ['platformAdministrator'],
    also: 'not one’s own application',
  },
];
