import * as calls from '#core/template/calls.ts';
import { implement } from '../http/implement.ts';
import { listFields, removeField, saveFields, updateField } from './fields.ts';
import { listPartRecords } from './list-records.ts';
import { listRoles, removeRole, saveRole, updateRole } from './roles.ts';
import { searchDictionary } from './search-dictionary.ts';

export const templateCalls = [
  implement(calls.listRoles, listRoles),
  implement(calls.saveRole, saveRole),
  implement(calls.updateRole, updateRole),
  implement(calls.removeRole, removeRole),
  implement(calls.listFields, listFields),
  implement(calls.saveFields, saveFields),
  implement(calls.updateField, updateField),
  implement(calls.putField, updateField),
  implement(calls.removeField, removeField),
  implement(calls.searchDictionary, searchDictionary),
  implement(calls.listPartRecords, listPartRecords),
];
