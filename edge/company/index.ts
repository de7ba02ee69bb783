import * as administrator from '#core/company/administrator-calls.ts';
import * as calls from '#core/company/calls.ts';
import * as departments from '#core/company/department-calls.ts';
import * as directory from '#core/company/directory-calls.ts';
import type { Domain } from '#edge/kernel/domain.ts';
import { implement } from '#edge/kernel/http/implement.ts';
import {
  applyAdministrator,
  cancelAdminApplication,
  listSuccessors,
  transferAdministrator,
} from './administrator.ts';
import { applyToJoin, withdrawJoin } from './apply-to-join.ts';
import { authorizationChoices } from './authorize-person.ts';
import {
  addDepartment,
  headDepartment,
  listDepartments,
  moveDepartment,
  placePersons,
  removeDepartment,
  renameDepartment,
} from './change-departments.ts';
import { decideApplication, listApplications } from './decide-administrator.ts';
import { getDirectory } from './directory.ts';
import { lookUpEnterprise } from './look-up-enterprise.ts';
import { mergeDepartment } from './merge-department.ts';
import { leaveEnterprise, listAdministrators, listMyBusinesses, showAdministrator } from './my-businesses.ts';
import { listPersons, removePerson, savePerson } from './persons.ts';
import { listJoinApplications, passJoin, rejectJoin } from './review-join.ts';
import { revokeEnterpriseAuth } from './revoke-auth.ts';

const companyCalls = [
  implement(calls.listEnterpriseTreeSimple, lookUpEnterprise),
  implement(calls.saveApplyJoinEnt, applyToJoin),
  implement(calls.withdrawJoin, withdrawJoin),
  implement(calls.listMyBusinesses, listMyBusinesses),
  implement(calls.leaveEnterprise, leaveEnterprise),
  implement(administrator.applyAdministrator, applyAdministrator),
  implement(administrator.cancelAdminApplication, cancelAdminApplication),
  implement(administrator.listSuccessors, listSuccessors),
  implement(administrator.transferAdministrator, transferAdministrator),
  implement(calls.revokeEnterpriseAuth, revokeEnterpriseAuth),
  implement(administrator.listAdministrators, listAdministrators),
  implement(administrator.showAdministrator, showAdministrator),
  implement(calls.listJoinApplications, listJoinApplications),
  implement(calls.getAuthorizationChoices, authorizationChoices),
  implement(calls.passJoin, passJoin),
  implement(calls.rejectJoin, rejectJoin),
  implement(calls.listPersons, listPersons),
  implement(calls.savePerson, savePerson),
  implement(calls.removePerson, removePerson),
  implement(directory.getDirectory, getDirectory),
  implement(departments.listDepartments, listDepartments),
  implement(departments.addDepartment, addDepartment),
  implement(departments.renameDepartment, renameDepartment),
  implement(departments.moveDepartment, moveDepartment),
  implement(departments.headDepartment, headDepartment),
  implement(departments.removeDepartment, removeDepartment),
  implement(departments.mergeDepartment, mergeDepartment),
  implement(departments.placePersons, placePersons),
  implement(administrator.listAdminApplications, (input, context) =>
    listApplications('ADMINISTRATOR', input, context),
  ),
  implement(administrator.decideAdminApplication, (input, context) =>
    decideApplication('ADMINISTRATOR', input, context),
  ),
  implement(administrator.listOrphanApplications, (input, context) =>
    listApplications('PLATFORM', input, context),
  ),
  implement(administrator.decideOrphanApplication, (input, context) =>
    decideApplication('PLATFORM', input, context),
  ),
];

export const company: Domain = {
  calls: companyCalls,
};
