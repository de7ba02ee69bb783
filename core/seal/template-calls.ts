import { z } from 'zod';
import { type Access, defineCall } from '#core/call.ts';
import { SEAL_KEEPERS } from '#core/identity/role-sets.ts';
import { sealDesignSchema } from '#core/sealart/design.ts';
import { empty, id, nothing } from '#core/wire.ts';

const DESIGNS: Access = {
  actor: 'enterprise',
  roles: SEAL_KEEPERS,
  may: 'keep designs of the enterprise’s seals for the next one',
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
  summary: 'Parameters of designs that the enterprise keeps under names',
});

export const saveSealTemplate = defineCall({
  id: 'seal.saveTemplate',
  method: 'POST',
  path: '/stamp/template/save',
  access: DESIGNS,
  input: z.object({ name: z.string().trim().min(1).max(20), design: sealDesignSchema }),
  output: z.object({ templateId: id }),
  summary: 'Keep the parameters of a design under a name; one of that name is replaced',
  changes: ['seal.listTemplates'],
});

export const deleteSealTemplate = defineCall({
  id: 'seal.deleteTemplate',
  method: 'POST',
  path: '/stamp/template/remove',
  access: DESIGNS,
  input: z.object({ templateId: id }),
  output: empty,
  summary: 'Forget parameters that were kept',
  changes: ['seal.listTemplates'],
});
