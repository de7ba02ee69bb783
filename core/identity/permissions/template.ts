import { CONSOLE } from '../role-sets.ts';
import { membersWith, type Permission } from './who.ts';

export const TEMPLATE_PERMISSIONS: readonly Permission[] = [
  {
    may: 'look after roles and fields of templates',
    who: membersWith(CONSOLE),
    calls: [
      'template.listRoles',
      'template.saveRole',
      'template.updateRole',
      'template.removeRole',
      'template.listFields',
      'template.saveFields',
      'template.updateField',
      'template.putField',
      'template.removeField',
      'template.searchDictionary',
    ],
    menu: [
      'frontTemplateRole',
      'front_templateRole_add',
      'front_templateRole_edit',
      'front_templateRole_delete',
      'frontTemplateField',
      'front_templateField_add',
      'front_templateField_edit',
      'front_templateField_delete',
    ],
    also: 'of an enterprise of the business edition; nobody what the system gives',
  },
  {
    may: 'see who changed templates, their roles and fields',
    who: membersWith(CONSOLE),
    calls: ['template.listPartRecords'],
    also: 'roles and fields: of an enterprise of the business edition',
  },
  {
    may: 'look after templates, and say which other organizations may change or see them',
    who: membersWith(CONSOLE),
    calls: [
      'template.listTemplates',
      'template.saveTemplate',
      'template.updateTemplate',
      'template.removeTemplate',
      'template.listGrants',
      'template.saveGrants',
    ],
    menu: ['frontTemplateFile', 'template_create', 'template_edit'],
    also: 'of another organization: what it is authorized to, changing where that is editable, nothing more',
  },
];
