import * as batch from '#core/employee/batch-edit-calls.ts';
import * as calls from '#core/employee/calls.ts';
import * as contracts from '#core/employee/contract-calls.ts';
import * as entry from '#core/employee/entry-calls.ts';
import * as imports from '#core/employee/import-calls.ts';
import * as newcomers from '#core/employee/newcomer-calls.ts';
import * as onboarding from '#core/employee/onboarding-calls.ts';
import type { Domain } from '#edge/kernel/domain.ts';
import { implement, implementOpen } from '#edge/kernel/http/implement.ts';
import { handle } from '#edge/kernel/outbox/handlers.ts';
import { addNewcomers } from './add-newcomers.ts';
import {
  addOnboardingField,
  addPresetFields,
  changeOnboardingField,
  moveOnboardingField,
  removeOnboardingField,
} from './change-onboarding-fields.ts';
import { changeSeveral } from './change-several.ts';
import { listChanges } from './changes.ts';
import { completeNewcomer } from './complete-newcomer.ts';
import { departEmployee, restoreEmployee } from './depart-employee.ts';
import { importRowsEffect } from './effects.ts';
import { archiveNewcomer, cancelNewcomer, remindNewcomer } from './end-newcomer.ts';
import { exportEmployees } from './export-employees.ts';
import { getEmployee, revealEmployee } from './get-employee.ts';
import { getNewcomer, getNewcomerImage, revealNewcomer } from './get-newcomer.ts';
import { changeEmployeePaper, getEmployeeImage, removeEmployeeImage, uploadEmployeeImage } from './images.ts';
import { discardImportRows, importEmployees, listImports, readImportRows } from './imports.ts';
import { listEmployees } from './list-employees.ts';
import { listNewcomers } from './list-newcomers.ts';
import { getEntryImage, uploadEntryImage, uploadNewcomerImage } from './newcomer-images.ts';
import { newcomerMessageEffect } from './newcomer-message.ts';
import { listOnboardingFields, listOnboardingRecords } from './onboarding-fields.ts';
import { claimEntry, enterEntryRoom, handInEntry, listOwnEntries, openEntryLink } from './own-entry.ts';
import { readForContract } from './read-for-contract.ts';
import { fillNewcomer, reviewNewcomer, sendNewcomerBack } from './review-newcomer.ts';
import { addEmployee, changeEmployee } from './save-employee.ts';
import { transferEmployees } from './transfer-employees.ts';
import { employeePictureKeys, newcomerPictureKeys } from './wrapped-keys.ts';

const employeeCalls = [
  implement(calls.listEmployees, listEmployees),
  implement(calls.getEmployee, getEmployee),
  implement(calls.revealEmployee, revealEmployee),
  implement(calls.addEmployee, addEmployee),
  implement(calls.changeEmployee, changeEmployee),
  implement(calls.departEmployee, departEmployee),
  implement(calls.transferEmployees, transferEmployees),
  implement(batch.changeSeveral, changeSeveral),
  implement(calls.listChanges, listChanges),
  implement(calls.exportEmployees, exportEmployees),
  implement(calls.restoreEmployee, restoreEmployee),
  implement(contracts.readForContract, readForContract),
  implement(calls.uploadEmployeeImage, uploadEmployeeImage),
  implement(calls.getEmployeeImage, getEmployeeImage),
  implement(calls.changeEmployeePaper, changeEmployeePaper),
  implement(calls.removeEmployeeImage, removeEmployeeImage),
  implement(imports.importEmployees, importEmployees),
  implement(imports.listImports, listImports),
  implement(imports.readImportRows, readImportRows),
  implement(imports.discardImportRows, discardImportRows),
  implement(onboarding.listOnboardingFields, listOnboardingFields),
  implement(onboarding.addOnboardingField, addOnboardingField),
  implement(onboarding.addPresetFields, addPresetFields),
  implement(onboarding.changeOnboardingField, changeOnboardingField),
  implement(onboarding.moveOnboardingField, moveOnboardingField),
  implement(onboarding.removeOnboardingField, removeOnboardingField),
  implement(onboarding.listOnboardingRecords, listOnboardingRecords),
  implement(newcomers.listNewcomers, listNewcomers),
  implement(newcomers.addNewcomers, addNewcomers),
  implement(newcomers.getNewcomer, getNewcomer),
  implement(newcomers.revealNewcomer, revealNewcomer),
  implement(newcomers.getNewcomerImage, getNewcomerImage),
  implement(newcomers.uploadNewcomerImage, uploadNewcomerImage),
  implement(newcomers.fillNewcomer, fillNewcomer),
  implement(newcomers.reviewNewcomer, reviewNewcomer),
  implement(newcomers.sendNewcomerBack, sendNewcomerBack),
  implement(newcomers.remindNewcomer, remindNewcomer),
  implement(newcomers.cancelNewcomer, cancelNewcomer),
  implement(newcomers.archiveNewcomer, archiveNewcomer),
  implement(newcomers.completeNewcomer, completeNewcomer),
  implementOpen(entry.openEntryLink, openEntryLink),
  implement(entry.claimEntry, claimEntry),
  implement(entry.listOwnEntries, listOwnEntries),
  implement(entry.enterEntryRoom, enterEntryRoom),
  implement(entry.uploadEntryImage, uploadEntryImage),
  implement(entry.getEntryImage, getEntryImage),
  implement(entry.handInEntry, handInEntry),
];

export const employees: Domain = {
  calls: employeeCalls,
  effects: [
    handle(newcomerMessageEffect, () => import('./newcomer-message.ts').then((m) => m.sendNewcomerMessage)),
    handle(importRowsEffect, () => import('./run-import.ts').then((m) => m.takeRows)),
  ],
  jobs: [
    { name: 'employees who left', load: () => import('./erase-departed.ts').then((m) => m.eraseDeparted) },
    {
      name: 'files of newcomers that were cancelled',
      load: () => import('./erase-newcomers.ts').then((m) => m.eraseCancelled),
    },
    { name: 'imports of employees', load: () => import('./imports.ts').then((m) => m.endOldImports) },
  ],
  wrappedKeys: [employeePictureKeys, newcomerPictureKeys],
};
