import { LIMITS } from '#core/config/limits.ts';
import type { Machine } from '#core/machine.ts';
import { textUpTo } from './parts.ts';

/** [3.7] What a template is made with. */
export const TEMPLATE_TYPES = ['WORD', 'WEB'] as const;
export type TemplateType = (typeof TEMPLATE_TYPES)[number];

/** [3.7] Where it is used: contracts of enterprises, or with employees ([5.1f,g]). */
export const TEMPLATE_SCENES = ['ENT', 'HR'] as const;
export type TemplateScene = (typeof TEMPLATE_SCENES)[number];

/** [4.3a] A template is a draft until its first version is published; then it is switched on and off. */
export const TEMPLATE_STATUS = ['DRAFT', 'ENABLED', 'DISABLED'] as const;
export type TemplateStatus = (typeof TEMPLATE_STATUS)[number];
export type TemplateEvent = 'publish' | 'enable' | 'disable';

/** [4.3a] Publishing enables. In no state does removal depend on more than that no task runs on the template. */
export const TEMPLATE_MACHINE: Machine<TemplateStatus, TemplateEvent> = {
  initial: 'DRAFT',
  transitions: {
    DRAFT: { publish: 'ENABLED' },
    ENABLED: { publish: 'ENABLED', disable: 'DISABLED' },
    DISABLED: { publish: 'ENABLED', enable: 'ENABLED' },
  },
};

/** [6.3c] What an organization may do with a template of another. */
export const TEMPLATE_LEVELS = ['EDITABLE', 'VIEWABLE'] as const;
export type TemplateLevel = (typeof TEMPLATE_LEVELS)[number];

/** How somebody reaches a template: as its owner, or by such a level. */
export const TEMPLATE_ACCESS = ['OWNER', ...TEMPLATE_LEVELS] as const;
export type TemplateAccess = (typeof TEMPLATE_ACCESS)[number];

/** [5.1a] [9.1] */
export const templateName = textUpTo(LIMITS.templateName, 'template:rule.templateName');

/**
 * [6.3c] Everybody who reaches a template sees it and, once it is enabled, starts contracts from it. Changing its draft is
 * for the owner and those who may edit; what is in force, who else may, and removing it, for the owner alone.
 */
export const mayDoWith = (access: TemplateAccess) => ({
  see: true,
  edit: access !== 'VIEWABLE',
  publish: access === 'OWNER',
  authorize: access === 'OWNER',
  remove: access === 'OWNER',
});
