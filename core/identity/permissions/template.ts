import { CONSOLE } from '../role-sets.ts';
import { membersWith, type Permission } from './who.ts';

export const TEMPLATE_PERMISSIONS: readonly Permission[] = [
  {
    may: 'look after roles and fields of templates, and see who changed them',
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
      'template.listPartRecords',
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
];
