import { expect, it } from 'vitest';
import { LIMITS } from '#core/config/limits.ts';
import { ERROR_CODES } from '#core/errors.ts';
import { deleteDraft, saveDraft } from '#core/task/draft-calls.ts';
import { draft, ownedFile } from '#db/schema/index.ts';
import { newKey, twoPages } from '#tests/fixtures/contracts.ts';
import { companyWithAdmin, unverifiedPerson } from '#tests/fixtures/people.ts';
import { database } from '#tests/fixtures/product-database.ts';

const HOUR = 3_600_000;
const GB = 1024 * 1024 * 1024;

/** Files that the owner has uploaded, as rows: `many` of `size` bytes, so many ms ago. */
async function uploaded(ownerKey: string, many: number, size: number, agoMs: number): Promise<void> {
  const db = database();
  const rows = Array.from({ length: many }, () => ({
    ownerKey,
    sha256: newKey().padEnd(64, '0'),
    fileType: 'PDF' as const,
    size,
    pages: [],
    uploadedBy: 'quota',
    createdAt: Date.now() - agoMs,
  }));
  for (let at = 0; at < rows.length; at += 500) await db.insert(ownedFile).values(rows.slice(at, at + 500));
}

const refusal = (code: keyof typeof ERROR_CODES) => new RegExp(`: ${ERROR_CODES[code]} `);

it('only so many files of one owner are taken in 24 hours; kept files and others are free', async () => {
  const [full, other] = [await unverifiedPerson(), await unverifiedPerson()];
  const bytes = await twoPages();
  await full.client.upload(bytes);
  // one is there by the upload itself; what is older than a day counts no more
  await uploaded(`P:${full.id}`, LIMITS.uploadsPerDay - 2, 1_000, HOUR);
  await uploaded(`P:${full.id}`, 500, 1_000, 25 * HOUR);
  const another = (text: string) => new Uint8Array([...bytes, ...new TextEncoder().encode(`\n%${text}\n`)]);
  await full.client.upload(another('the last one'));
  await expect(full.client.upload(another('one too many'))).rejects.toThrow(refusal('UPLOAD_QUOTA'));
  await full.client.upload(bytes);
  await other.client.upload(another('one too many'));
});

it('so many bytes of one owner are taken in 24 hours, and the refusal says what to do', async () => {
  const { id, client } = await unverifiedPerson();
  await uploaded(`P:${id}`, LIMITS.uploadBytesPerDay / GB - 1, GB, HOUR);
  const bytes = await twoPages();
  await client.upload(bytes);
  await uploaded(`P:${id}`, 1, GB - bytes.length - 10, HOUR);
  await expect(
    client.upload(new Uint8Array([...bytes, ...new TextEncoder().encode('\n% more\n%%%')])),
  ).rejects.toThrow(
    /24 小时内最多上传 2000 个文件、共 20480 MB，已达上限。请明天再上传，或请平台管理员调高上限。/,
  );
});

it('only so many drafts of one owner lie open; deleting one makes room, open ones go on', async () => {
  const { admin: client, boss, ent } = await companyWithAdmin();
  const ownerKey = `E:${ent.id}`;
  const db = database();
  const row = { ownerKey, creatorId: boss.id, creatorName: '', fileNum: 1, taskName: '合同' };
  const ids = Array.from({ length: LIMITS.draftsPerOwner }, newKey);
  const rows = ids.map((key) => ({ ...row, id: key, savedAt: Date.now() - 100 * HOUR }));
  for (let at = 0; at < rows.length; at += 500) await db.insert(draft).values(rows.slice(at, at + 500));
  // nothing is in these, so that nobody sees them: they count for a day only
  await db
    .insert(draft)
    .values({ ...row, id: newKey(), fileNum: 0, taskName: '', savedAt: Date.now() - 25 * HOUR });
  const save = (draftId: string) => client.call(saveDraft, { draftId, taskName: '合同', fileNum: 1 });
  await expect(save(newKey())).rejects.toThrow(refusal('DRAFT_QUOTA'));
  await save(ids[0]!);
  await client.call(deleteDraft, { draftId: ids[1]! });
  await db.insert(draft).values({ ...row, id: newKey(), fileNum: 0, taskName: '', savedAt: Date.now() });
  await expect(save(newKey())).rejects.toThrow(refusal('DRAFT_QUOTA'));
  await client.call(deleteDraft, { draftId: ids[2]! });
  await save(newKey());
});
