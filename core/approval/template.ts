import type { BusinessType } from '#core/company/business-types.ts';
import { sha256Hex } from '#core/sha256.ts';
import type { TemplateScene, TemplateType } from '#core/template/record.ts';

/** The approved facts of a template: approvers see them, and the enabled template must have the same. */
export interface TemplateFacts {
  subject: 'TEMPLATE';
  templateId: string;
  /** Name at the time of the request. */
  templateName: string;
  kind: TemplateType;
  businessType: BusinessType;
  scene: TemplateScene;
  /** Number of the new version, or of the version that is enabled again. */
  number: number;
  /** SHA-256 of the content. */
  hash: string;
}

/**
 * SHA-256 of the approved facts. The name is not bound: it only appears in lists, not in contracts.
 */
export async function digestOfTemplate(facts: TemplateFacts): Promise<string> {
  const { templateId, kind, businessType, scene, number, hash } = facts;
  const bound = [templateId, kind, businessType, scene, number, hash];
  return await sha256Hex(JSON.stringify(bound));
}
