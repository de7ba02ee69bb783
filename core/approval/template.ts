import { toHex, utf8 } from '#core/bytes.ts';
import type { BusinessType } from '#core/company/business-types.ts';
import type { TemplateScene, TemplateType } from '#core/template/record.ts';

/** What of a template is approved before it is enabled: who approves reads this, and nothing of it may differ then. */
export interface TemplateFacts {
  subject: 'TEMPLATE';
  templateId: string;
  /** As it was called when it was asked for. */
  templateName: string;
  kind: TemplateType;
  businessType: BusinessType;
  scene: TemplateScene;
  /** Of the version that it becomes, or that is enabled again. */
  number: number;
  /** SHA-256 of the content. */
  hash: string;
}

/**
 * SHA-256 of what is approved. The name is not bound: it stands in lists alone, and no contract is made of it.
 */
export async function digestOfTemplate(facts: TemplateFacts): Promise<string> {
  const { templateId, kind, businessType, scene, number, hash } = facts;
  const bound = [templateId, kind, businessType, scene, number, hash];
  return toHex(new Uint8Array(await crypto.subtle.digest('SHA-256', utf8(JSON.stringify(bound)))));
}
