import { expect, it } from 'vitest';
import { createSeal, getSeal } from '#core/seal/calls.ts';
import { deleteSealTemplate, listSealTemplates, saveSealTemplate } from '#core/seal/template-calls.ts';
import { presetDesign } from '#core/sealart/presets.ts';
import { addMember, newCompany, newPerson } from '#tests/fixtures/people.ts';
import { refusal, signedIn } from '#tests/fixtures/sign-in.ts';

it('[2.19b] keeps a seal’s parameters under a name for the enterprise, to draw further seals', async () => {
  const [admin, member, other] = await Promise.all([newPerson(), newPerson(), newPerson()]);
  const company = await newCompany(admin);
  await addMember(company, member, ['SIGN_OPERATOR']);
  const own = await signedIn(admin, company);
  const stranger = await signedIn(other, await newCompany(other));
  const design = presetDesign('CONTRACT_42', { name: '模板公司', code: '1101080012345', seed: 'a' });
  const { templateId } = await own.call(saveSealTemplate, { name: '合同章标准', design });
  expect(await own.call(listSealTemplates, {})).toEqual([{ templateId, name: '合同章标准', design }]);
  const [kept] = await own.call(listSealTemplates, {});
  const { stampId } = await own.call(createSeal, {
    stampName: '按模板制作',
    stampCategory: 'ENTERPRISE',
    picture: { kind: 'DESIGN', design: kept!.design },
  });
  expect((await own.call(getSeal, { stampId })).picture).toEqual({ kind: 'DESIGN', design });

  // The same name replaces, it does not double.
  const blue = { ...design, colour: '#1f3fbf' };
  expect((await own.call(saveSealTemplate, { name: '合同章标准', design: blue })).templateId).toBe(
    templateId,
  );
  expect((await own.call(listSealTemplates, {})).map((one) => one.design.colour)).toEqual(['#1f3fbf']);
  expect(await refusal(own, saveSealTemplate, { name: '', design })).toBe('INPUT_INVALID');

  expect(await stranger.call(listSealTemplates, {})).toEqual([]);
  await stranger.call(deleteSealTemplate, { templateId });
  expect(await refusal(await signedIn(member, company), listSealTemplates, {})).toBe('NO_PERMISSION');
  expect(await own.call(listSealTemplates, {})).toHaveLength(1);
  await own.call(deleteSealTemplate, { templateId });
  expect(await own.call(listSealTemplates, {})).toEqual([]);
});
