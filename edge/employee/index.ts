import * as calls from '#core/employee/calls.ts';
import type { Domain } from '#edge/kernel/domain.ts';
import { implement } from '#edge/kernel/http/implement.ts';
import { departEmployee, restoreEmployee } from './depart-employee.ts';
import { getEmployee, revealEmployee } from './get-employee.ts';
import { getEmployeeImage, removeEmployeeImage, uploadEmployeeImage } from './images.ts';
import { listEmployees } from './list-employees.ts';
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
];

export const employees: Domain = {
  calls: employeeCalls,
  wrappedKeys: [employeePictureKeys],
};
