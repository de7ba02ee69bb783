import { LIMITS } from '#core/config/limits.ts';
import type { Machine } from '#core/machine.ts';
import { textUpTo } from './parts.ts';

/** [3.7] How a template is made. */
export const TEMPLATE_TYPES = ['WORD', 'WEB'] as const;
export type TemplateType = (typeof TEMPLATE_TYPES)[number];

/** [3.7] Scenarios: contracts between enterprises, or with employees ([5.1f,g]). */
export const TEMPLATE_SCENES = ['ENT', 'HR'] as const;
export type TemplateScene = (typeof TEMPLATE_SCENES)[number];

/** [4.3a] A template is a draft until its first version is published; then it can be enabled and disabled. */
export const TEMPLATE_STATUS = ['DRAFT', 'ENABLED', 'DISABLED'] as const;
export type TemplateStatus = (typeof TEMPLATE_STATUS)[number];
export type TemplateEvent = 'publish' | 'enable' | 'disable';

/** [4.3a] Publishing enables. Removal is possible in every state if no task runs on the template. */
export const TEMPLATE_MACHINE: Machine<TemplateStatus, TemplateEvent> = {
  initial: 'DRAFT',
  transitions: {
    DRAFT: { publish: 'ENABLED' },
    ENABLED: { publish: 'ENABLED', disable: 'DISABLED' },
    DISABLED: { publish: 'ENABLED', enable: 'ENABLED' },
  },
};

/** [6.3c] Permissions of an organization on another's template. */
export const TEMPLATE_LEVELS = ['EDITABLE', 'VIEWABLE'] as const;
export type TemplateLevel = (typeof TEMPLATE_LEVELS)[number];

/** Access to a template: as its owner, or by a granted level. */
export const TEMPLATE_ACCESS = ['OWNER', ...TEMPLATE_LEVELS] as const;
export type TemplateAccess = (typeof TEMPLATE_ACCESS)[number];

/** [5.1a] [9.1] Name of a template. */
export const templateName = textUpTo(LIMITS.templateName, 'template:rule.templateName');

/**
 * [6.3c] Everybody with access sees the template and, once it is enabled, can start contracts from it. The owner and
 * editors may change its draft; only the owner may publish, enable, share and remove it.
 */
export const mayDoWith = (access: TemplateAccess) => ({
  see: true,
  edit: access !== 'VIEWABLE',
  publish: access === 'OWNER',
  authorize: access === 'OWNER',
  remove: access === 'OWNER',
});
