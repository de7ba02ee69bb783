import { LIMITS } from '#core/config/limits.ts';
import { textUpTo } from './parts.ts';

/** [3.7] What a template is made with. */
export const TEMPLATE_TYPES = ['WORD', 'WEB'] as const;
export type TemplateType = (typeof TEMPLATE_TYPES)[number];

/** [3.7] Where it is used: contracts of enterprises, or with employees ([5.1f,g]). */
export const TEMPLATE_SCENES = ['ENT', 'HR'] as const;
export type TemplateScene = (typeof TEMPLATE_SCENES)[number];

/** A template is a draft until it can be used; then it is switched on and off. */
export const TEMPLATE_STATUS = ['DRAFT', 'ENABLED', 'DISABLED'] as const;
export type TemplateStatus = (typeof TEMPLATE_STATUS)[number];

/** [6.3c] What an organization may do with a template of another. */
export const TEMPLATE_LEVELS = ['EDITABLE', 'VIEWABLE'] as const;
export type TemplateLevel = (typeof TEMPLATE_LEVELS)[number];

/** How somebody reaches a template: as its owner, or by such a level. */
export const TEMPLATE_ACCESS = ['OWNER', ...TEMPLATE_LEVELS] as const;
export type TemplateAccess = (typeof TEMPLATE_ACCESS)[number];

/** [5.1a] [9.1] */
export const templateName = textUpTo(LIMITS.templateName, 'template:rule.templateName');

/** [6.3c] Changing is for the owner and those who may edit; deciding who else may, and removing, for the owner alone. */
export const mayDoWith = (access: TemplateAccess) => ({
  edit: access !== 'VIEWABLE',
  authorize: access === 'OWNER',
  remove: access === 'OWNER',
});
