import { describe, expect, it } from 'vitest';
import { Doc } from 'yjs';
import { checkParties } from '#core/task/check-plan.ts';
import { draftToPlan, putRow, readDraft } from '#core/task/draft.ts';
import { fillDraft } from '#core/task/fill-draft.ts';
import { mergeSigners, samePartyBefore } from '#core/task/merge-signers.ts';

const PERSON = { type: 'PERSON', userName: '沈月', mobile: '13800000001' };

describe('two rows of the same party', () => {
  const draftWith = (...rows: Record<string, unknown>[]) => {
    const doc = new Doc();
    rows.forEach((row, i) => {
      putRow(doc, 'signers', `s${i + 1}`, { signOrder: i + 1, position: i + 1, ...row });
    });
    return doc;
  };

  it('become one: places, parts of templates and what it lacks go to it, and turns close up', () => {
    const doc = draftWith(
      { ...PERSON, userName: '' },
      { ...PERSON, userName: '王', mobile: '13800000002' },
      { ...PERSON, email: 'shen@example.cn', idType: 'PASSPORT', idNumber: 'E12345678' },
      { ...PERSON, userName: '李', mobile: '13800000003' },
    );
    putRow(doc, 'documents', 'd', {
      fileName: 'f',
      fileKey: 'k',
      position: 1,
      pages: [],
      size: 1,
      fromTemplate: { versionId: 'v', templateId: 't', templateName: 'n', cast: { a: 's3', b: 's2' } },
    });
    putRow(doc, 'placements', 'p', { signerId: 's3', documentId: 'd', kind: 'HANDWRITTEN', page: 1 });
    const draft = readDraft(doc);
    const same = samePartyBefore(draft.signers, draft.signers[2]!)!;
    expect(same.signerId).toBe('s1');
    expect([0, 1, 3].map((i) => samePartyBefore(draft.signers, draft.signers[i]!))).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
    mergeSigners(doc, draft, same, draft.signers[2]!);
    const merged = readDraft(doc);
    expect(merged.signers.map(({ signerId, signOrder }) => [signerId, signOrder])).toEqual([
      ['s1', 1],
      ['s2', 2],
      ['s4', 3],
    ]);
    expect(merged.signers[0]).toMatchObject({
      userName: '沈月',
      email: 'shen@example.cn',
      idType: 'PASSPORT',
      idNumber: 'E12345678',
    });
    expect(merged.placements).toMatchObject([{ placementId: 'p', signerId: 's1' }]);
    expect(merged.documents[0]?.fromTemplate?.cast).toEqual({ a: 's1', b: 's2' });
  });

  it('are not taken for the same unnamed, nor an enterprise’s operator for an individual', () => {
    const empty = readDraft(
      draftWith({ type: 'PERSON', userName: '', mobile: '' }, { type: 'PERSON', userName: '', mobile: '' }),
    );
    expect(samePartyBefore(empty.signers, empty.signers[1]!)).toBeUndefined();
    const mixed = readDraft(draftWith(PERSON, { ...PERSON, type: 'ENTERPRISE', entName: '乙公司' }));
    expect(samePartyBefore(mixed.signers, mixed.signers[1]!)).toBeUndefined();
  });
});

describe('what a signer is to prove', () => {
  const doc = new Doc();
  const signer = (fields: Record<string, unknown>) => {
    putRow(doc, 'signers', 's', {
      ...PERSON,
      signOrder: 1,
      position: 1,
      idType: undefined,
      idNumber: undefined,
      ...fields,
    });
    return draftToPlan('draft', readDraft(doc));
  };

  it('[3.13a] is an individual’s document, type and number, optional, validated by its type', () => {
    const problems = (fields: Record<string, unknown>) =>
      checkParties(signer(fields)).map(({ path, problem }) => [path, problem]);
    expect(problems({})).toEqual([]);
    expect(problems({ idType: 'RESIDENT_ID' })).toEqual([['signers.0.idNumber', 'idNumberRequired']]);
    expect(problems({ idType: 'RESIDENT_ID', idNumber: '11010519491231002Y' })).toEqual([
      ['signers.0.idNumber', 'idNumberInvalid'],
    ]);
    expect(problems({ idType: 'RESIDENT_ID', idNumber: '11010519491231002X' })).toEqual([]);
  });

  it('goes into the draft of what is sent again, as the kind of seal does', () => {
    const plan = signer({ idType: 'RESIDENT_ID', idNumber: '11010519491231002X' });
    const copy = new Doc();
    fillDraft(
      copy,
      {
        ...plan,
        signers: [
          ...plan.signers,
          { ...plan.signers[0]!, signerId: 'e', type: 'ENTERPRISE', sealKind: 'DEPARTMENT' },
        ],
      },
      [],
    );
    expect(readDraft(copy).signers).toMatchObject([
      { idType: 'RESIDENT_ID', idNumber: '11010519491231002X' },
      { sealKind: 'DEPARTMENT' },
    ]);
  });
});
