import * as calls from '#core/employee/calls.ts';
import * as onboarding from '#core/employee/onboarding-calls.ts';
import type { Domain } from '#edge/kernel/domain.ts';
import { implement } from '#edge/kernel/http/implement.ts';
import {
  addOnboardingField,
  addPresetFields,
  changeOnboardingField,
  moveOnboardingField,
  removeOnboardingField,
} from './change-onboarding-fields.ts';
import { departEmployee, restoreEmployee } from './depart-employee.ts';
import { getEmployee, revealEmployee } from './get-employee.ts';
import { getEmployeeImage, removeEmployeeImage, uploadEmployeeImage } from './images.ts';
import { listEmployees } from './list-employees.ts';
import { listOnboardingFields, listOnboardingRecords } from './onboarding-fields.ts';
import { addEmployee, changeEmployee } from './save-employee.ts';
import { employeePictureKeys } from './wrapped-keys.ts';

const employeeCalls = [
  implement(calls.listEmployees, listEmployees),
  implement(calls.getEmployee, getEmployee),
  implement(calls.revealEmployee, revealEmployee),
  implement(calls.addEmployee, addEmployee),
  implement(calls.changeEmployee, changeEmployee),
  implement(calls.departEmployee, departEmployee),
  implement(calls.restoreEmployee, restoreEmployee),
  implement(calls.uploadEmployeeImage, uploadEmployeeImage),
  implement(calls.getEmployeeImage, getEmployeeImage),
  implement(calls.removeEmployeeImage, removeEmployeeImage),
  implement(onboarding.listOnboardingFields, listOnboardingFields),
  implement(onboarding.addOnboardingField, addOnboardingField),
  implement(onboarding.addPresetFields, addPresetFields),
  implement(onboarding.changeOnboardingField, changeOnboardingField),
  implement(onboarding.moveOnboardingField, moveOnboardingField),
  implement(onboarding.removeOnboardingField, removeOnboardingField),
  implement(onboarding.listOnboardingRecords, listOnboardingRecords),
];

export const employees: Domain = {
  calls: employeeCalls,
  wrappedKeys: [employeePictureKeys],
};
