import * as approvalCalls from '#core/approval/template-calls.ts';
import * as calls from '#core/template/calls.ts';
import * as clauses from '#core/template/clause-calls.ts';
import * as groups from '#core/template/group-calls.ts';
import * as records from '#core/template/record-calls.ts';
import * as versions from '#core/template/version-calls.ts';
import * as words from '#core/template/word-calls.ts';
import type { Domain } from '#edge/kernel/domain.ts';
import { implement } from '#edge/kernel/http/implement.ts';
import { listClauses, readClause, removeClause, saveClause, updateClause } from './clauses.ts';
import { listFields, saveFields, updateField } from './fields.ts';
import { fillWord } from './fill-word.ts';
import { listTemplateGrants, saveTemplateGrants } from './grants.ts';
import { listGroups, listUsableGroups, removeGroup, saveGroup, updateGroup, useGroup } from './groups.ts';
import { downloadWordPages, layOutWord, tryOutWord } from './lay-out-word.ts';
import { listPartRecords } from './list-records.ts';
import { listTemplates } from './list-templates.ts';
import { disableTemplate, enableTemplate, publishTemplate } from './publish-template.ts';
import { downloadApprovedTemplate, getApprovedTemplate } from './read-review.ts';
import { listUsable, listVersions, readForEditing, readUsable, readVersion } from './read-versions.ts';
import { removePart } from './remove-part.ts';
import { listRoles, saveRole, updateRole } from './roles.ts';
import { removeTemplate, saveTemplate, updateTemplate } from './save-template.ts';
import { searchDictionary } from './search-dictionary.ts';
import { tellMentioned } from './tell-mentioned.ts';
import { downloadTemplateFile, uploadTemplateFile } from './template-files.ts';

const templateCalls = [
  implement(calls.listRoles, listRoles),
  implement(calls.saveRole, saveRole),
  implement(calls.updateRole, updateRole),
  implement(calls.removeRole, removePart('ROLE')),
  implement(calls.listFields, listFields),
  implement(calls.saveFields, saveFields),
  implement(calls.updateField, updateField),
  implement(calls.putField, updateField),
  implement(calls.removeField, removePart('FIELD')),
  implement(calls.searchDictionary, searchDictionary),
  implement(calls.listPartRecords, listPartRecords),
  implement(clauses.listClauses, listClauses),
  implement(clauses.readClause, readClause),
  implement(clauses.saveClause, saveClause),
  implement(clauses.updateClause, updateClause),
  implement(clauses.removeClause, removeClause),
  implement(records.listTemplates, listTemplates),
  implement(records.saveTemplate, saveTemplate),
  implement(records.updateTemplate, updateTemplate),
  implement(records.removeTemplate, removeTemplate),
  implement(records.listTemplateGrants, listTemplateGrants),
  implement(records.saveTemplateGrants, saveTemplateGrants),
  implement(versions.readTemplate, readForEditing),
  implement(versions.publishTemplate, publishTemplate),
  implement(versions.enableTemplate, enableTemplate),
  implement(versions.disableTemplate, disableTemplate),
  implement(versions.tellMentioned, tellMentioned),
  implement(versions.listVersions, listVersions),
  implement(versions.readVersion, readVersion),
  implement(versions.listUsable, listUsable),
  implement(versions.readUsable, readUsable),
  implement(versions.uploadTemplateFile, uploadTemplateFile),
  implement(versions.downloadTemplateFile, downloadTemplateFile),
  implement(groups.listGroups, listGroups),
  implement(groups.saveGroup, saveGroup),
  implement(groups.updateGroup, updateGroup),
  implement(groups.removeGroup, removeGroup),
  implement(groups.listUsableGroups, listUsableGroups),
  implement(groups.useGroup, useGroup),
  implement(words.layOutWord, layOutWord),
  implement(words.downloadWordPages, downloadWordPages),
  implement(words.tryOutWord, tryOutWord),
  implement(words.fillWord, fillWord),
  implement(approvalCalls.getApprovedTemplate, getApprovedTemplate),
  implement(approvalCalls.downloadApprovedTemplate, downloadApprovedTemplate),
];

export const templates: Domain = {
  calls: templateCalls,
  jobs: [{ name: 'word layouts', load: () => import('./drop-layouts.ts').then((m) => m.dropLayouts) }],
};
