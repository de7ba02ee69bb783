import { EMPLOYEE_KEEPERS } from '../role-sets.ts';
import { membersWith, type Permission } from './who.ts';

export const EMPLOYEE_PERMISSIONS: readonly Permission[] = [
  {
    may: 'keep the roster: see, add and change employees, enter departures, see what is masked, keep certificates as pictures',
    who: membersWith(EMPLOYEE_KEEPERS),
    calls: [
      'employee.listEmployees',
      'employee.getEmployee',
      'employee.reveal',
      'employee.addEmployee',
      'employee.changeEmployee',
      'employee.depart',
      'employee.restore',
      'employee.uploadImage',
      'employee.getImage',
      'employee.removeImage',
    ],
    menu: ['employee'],
    also: 'every look at what is masked stands in the employee’s record; account, roles and seals of the member who an employee is: those who look after people',
  },
];
