import { z } from 'zod';
import { type Access, defineCall } from '#core/call.ts';
import { SEAL_KEEPERS } from '#core/identity/role-sets.ts';
import { sealDesignSchema } from '#core/sealart/design.ts';
import { empty, id, nothing } from '#core/wire.ts';

const DESIGNS: Access = {
  actor: 'enterprise',
  roles: SEAL_KEEPERS,
  may: 'save designs of the enterprise’s seals for reuse',
};

const template = z.object({ templateId: id, name: z.string(), design: sealDesignSchema });

/** [2.19b] Parameters of designs that the enterprise keeps under names. */
export const listSealTemplates = defineCall({
  id: 'seal.listTemplates',
  method: 'GET',
  path: '/stamp/template/list',
  access: DESIGNS,
  input: nothing,
  output: z.array(template),
  summary: 'List the saved designs of the enterprise',
});

export const saveSealTemplate = defineCall({
  id: 'seal.saveTemplate',
  method: 'POST',
  path: '/stamp/template/save',
  access: DESIGNS,
  input: z.object({ name: z.string().trim().min(1).max(20), design: sealDesignSchema }),
  output: z.object({ templateId: id }),
  summary: 'Save the parameters of a design under a name; replaces one with the same name',
  changes: ['seal.listTemplates'],
});

export const deleteSealTemplate = defineCall({
  id: 'seal.deleteTemplate',
  method: 'POST',
  path: '/stamp/template/remove',
  access: DESIGNS,
  input: z.object({ templateId: id }),
  output: empty,
  summary: 'Delete a saved design',
  changes: ['seal.listTemplates'],
});
